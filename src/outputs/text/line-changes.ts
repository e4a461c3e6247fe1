/** How many lines came and went between the first and the last line that differ. */
export function lineChanges(
  before: string,
  after: string,
): { readonly added: number; readonly removed: number } {
  // Text that streams only grows: the lines before its end need no comparing.
  if (after.startsWith(before)) {
    const from = before.lastIndexOf('\n') + 1
    const isLineKept = before.length === from
    return { added: countLines(after.slice(from)) - (isLineKept ? 0 : 1), removed: 0 }
  }
  const old = before.split('\n')
  const now = after.split('\n')
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start++
  let end = 0
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++
  return { added: now.length - start - end, removed: old.length - start - end }
}

/** Lines as an editor counts them: the break at the end begins no new one. */
export function countLines(text: string): number {
  if (text === '') return 0
  let lines = text.endsWith('\n') ? 0 : 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

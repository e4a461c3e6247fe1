/** The rows of a screen that differ from another screen, with their numbers, under a line that names the other one. */
export function differingRows(text: string, base: string, like: string): string {
  const baseRows = base.split('\n')
  const rows = text.split('\n').flatMap((row, at) => {
    return row === baseRows[at] ? [] : [`${String(at + 1).padStart(2)}│${row}`]
  })
  return [`like ${like}, but for these rows:`, ...rows].join('\n')
}

/** Where a run of characters lies in a text: UTF-16 units, the end is not in it. */
export interface Run {
  readonly start: number
  readonly end: number
}

/** Characters below U+0080. */
export type CharacterSet = Uint8Array

export function characterSet(pattern: RegExp): CharacterSet {
  return Uint8Array.from({ length: 128 }, (_, code) => (pattern.test(String.fromCharCode(code)) ? 1 : 0))
}

/**
 * All longest runs of such characters that have at least so many, as `/(?<!S)S{least,}/g` would find them. Only each `least`th
 * character of other texts is looked at, and a run may be as long as a text can be, where an expression has no room left.
 */
export function runsIn(text: string, set: CharacterSet, least: number): readonly Run[] {
  const runs: Run[] = []
  let from = 0
  for (let at = least - 1; at < text.length;) {
    if (set[text.charCodeAt(at)] !== 1) {
      from = at + 1
      at += least
      continue
    }
    let start = at
    while (start > from && set[text.charCodeAt(start - 1)] === 1) start--
    const end = endOfRun(text, set, at + 1)
    if (end - start >= least) runs.push({ start, end })
    from = end + 1
    at = end + least
  }
  return runs
}

/** Where the characters of a set end that stand at a place. */
export function endOfRun(text: string, set: CharacterSet, at: number): number {
  let end = at
  while (end < text.length && set[text.charCodeAt(end)] === 1) end++
  return end
}

/** A text without such characters at its end, however many there are. */
export function withoutEnd(text: string, set: CharacterSet): string {
  let end = text.length
  while (end > 0 && set[text.charCodeAt(end - 1)] === 1) end--
  return end === text.length ? text : text.slice(0, end)
}

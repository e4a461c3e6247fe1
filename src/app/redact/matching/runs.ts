import type { Span } from './finding.ts'

/** Characters below U+0080. */
type CharacterSet = Uint8Array

export function characterSet(pattern: RegExp): CharacterSet {
  return Uint8Array.from({ length: 128 }, (_, code) => (pattern.test(String.fromCharCode(code)) ? 1 : 0))
}

/**
 * All maximal runs of at least `least` such characters, as `/(?<!S)S{least,}/g` would find them. Looks at every
 * `least`th character only, and has no limit for the length of a run, where a regular expression overflows its stack.
 */
export function runsIn(text: string, set: CharacterSet, least: number): readonly Span[] {
  const runs: Span[] = []
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

/** The end of the run of these characters that begins at an offset. */
export function endOfRun(text: string, set: CharacterSet, at: number): number {
  let end = at
  while (end < text.length && set[text.charCodeAt(end)] === 1) end++
  return end
}

/** The text without such characters at its end. */
export function withoutEnd(text: string, set: CharacterSet): string {
  let end = text.length
  while (end > 0 && set[text.charCodeAt(end - 1)] === 1) end--
  return end === text.length ? text : text.slice(0, end)
}

export type CharacterKind = 'lower' | 'upper' | 'digit' | 'sign'

/** The kind of a character; other scripts count as signs. */
export function characterKind(character: string): CharacterKind {
  if (character >= 'a' && character <= 'z') return 'lower'
  if (character >= 'A' && character <= 'Z') return 'upper'
  return character >= '0' && character <= '9' ? 'digit' : 'sign'
}

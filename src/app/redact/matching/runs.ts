import type { Span } from './finding.ts'
import { lateRegExp } from '../../../lib/memo.ts'

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

/**
 * The end of all matches of a sticky expression that follow each other from an offset on: one expression for a long text would overflow its
 * stack.
 */
export function endOfMatches(text: string, pattern: RegExp, at: number): number {
  let end = at
  for (pattern.lastIndex = at; pattern.test(text);) end = pattern.lastIndex
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

/** Letters that end an escape of JSON and of most languages: `\n`, `\t`. */
const escapeLetters = 'nrtbfv0'
// A terminal colour, raw and as escaped in JSON.
const terminalSequence = /(?:\u001b|\\u001b|\\x1b|\\e|\\033)\[[\d;?]{0,16}[A-Za-z]$/i
const letterOrDigit = lateRegExp(String.raw`^[\p{L}\p{N}\p{M}]$`, 'u')

/** Whether a word may begin here: not after a letter or digit, unless that ends an escape (`\nanna`). */
export function beginsWord(text: string, at: number): boolean {
  return !isLetterOrDigit(text, at - 1) || endsEscape(text, at)
}

/** Whether a word may end here: no letter or digit follows. */
export function endsWord(text: string, at: number): boolean {
  return !isLetterOrDigit(text, at)
}

/** Whether the character before is the end of an escape, or of a terminal sequence. */
export function endsEscape(text: string, at: number): boolean {
  const last = text[at - 1] ?? ''
  if (escapeLetters.includes(last) && last !== '') {
    let backslashes = 0
    while (backslashes < 16 && text[at - 2 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 1) return true
  }
  const isLetter = (last >= 'A' && last <= 'Z') || (last >= 'a' && last <= 'z')
  return isLetter && terminalSequence.test(text.slice(Math.max(0, at - 26), at))
}

function isLetterOrDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code < 128)
    return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)
  if (Number.isNaN(code)) return false
  const isSecondHalf = code >= 0xdc00 && code <= 0xdfff
  const character = String.fromCodePoint(text.codePointAt(isSecondHalf ? at - 1 : at) ?? 0)
  return letterOrDigit().test(character)
}

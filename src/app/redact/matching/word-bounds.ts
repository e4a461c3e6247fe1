import { lateRegExp } from '../../../lib/memo.ts'

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

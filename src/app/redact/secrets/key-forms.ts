import { allMatches } from '../matching/literals.ts'
import { characterSet, characterKind } from '../matching/runs.ts'
import { keyForms, type KeyForm } from './secret-rules.ts'

/** Finds where keys begin. */
export const keyStart = new RegExp(keyForms.map(({ prefix }) => prefix).join('|'), 'g')
/** The same for keys that may contain slashes: for others a slash ends the word. */
export const slashedKeyStart = new RegExp(
  keyForms.flatMap(({ prefix, isBase64 }) => (isBase64 === true ? [prefix] : [])).join('|'),
  'g',
)
const forms = keyForms.map((form) => ({ form, start: new RegExp(form.prefix, 'y') }))

/** The form of the key that begins at a match of `keyStart`. */
export function keyFormAt(text: string, at: number): KeyForm | null {
  for (const { form, start } of forms) {
    start.lastIndex = at
    if (start.test(text)) return form
  }
  return null
}

const tokenStart = /eyJ[\w-]{4}/
/** What a terminal, a mail or a quote inserts between two parts of a wrapped key, and the second part. */
const nextPart = /\r?\n[ \t]{0,8}([\w+/=.-]{4,4000})(?=[\s"'`,;)\]}<]|$)/y
const partsJoined = 8
const inWord = characterSet(/[\w.~+/=-]/)
const atEnd = characterSet(/[A-Za-z0-9._-]/)
const shortestWord = 6
const longestWord = 4000

/**
 * The end of a key that may have been wrapped at this offset: behind its last part. It continues in the next line if
 * that begins with a random-looking word, or with `missing` characters, if a minimum is known.
 */
export function endOfCutKey(text: string, at: number, missing = 0): number {
  let end = at
  for (let count = 0; count < partsJoined; count++) {
    const code = text.charCodeAt(end)
    if (code !== 0x0a && code !== 0x0d) break
    nextPart.lastIndex = end
    const [whole = '', part = ''] = nextPart.exec(text) ?? []
    if (!looksLikePart(part) && !(count === 0 && isMissing(part, missing))) break
    end += whole.length
  }
  return end
}

/** Whether the line ends with a key that may continue in the next one. */
export function endsInKey(text: string, lineStart: number, lineEnd: number): boolean {
  return keyAtEnd(text, lineStart, lineEnd) !== null
}

/** The start of a key that ends with the last whole line of a text, and whose next part is incomplete; null: none. */
export function openKey(text: string): number | null {
  const lineStart = text.lastIndexOf('\n') + 1
  if (lineStart === 0 || !/^[ \t]{0,8}[\w+/=.-]{0,4000}$/.test(text.slice(lineStart))) return null
  return keyAtEnd(text, text.lastIndexOf('\n', lineStart - 2) + 1, lineStart - 1)
}

/** The start of the word at the end of a line that contains the beginning of a key. */
function keyAtEnd(text: string, lineStart: number, lineEnd: number): number | null {
  const end = text.charCodeAt(lineEnd - 1) === 0x0d ? lineEnd - 1 : lineEnd
  // Most lines end with punctuation, or in a short word.
  if (atEnd[text.charCodeAt(end - 1)] !== 1) return null
  let start = end - 1
  const first = Math.max(lineStart, end - longestWord)
  while (start > first && inWord[text.charCodeAt(start - 1)] === 1) start--
  if (end - start < shortestWord) return null
  const word = text.slice(start, end)
  return allMatches(keyStart, word).length > 0 || tokenStart.test(word) ? start : null
}

function isMissing(part: string, missing: number): boolean {
  return part.length === missing || (missing > 0 && /\d/.test(part) && /[A-Za-z]/.test(part))
}

/** Whether a word may be a part of a key: digits among letters, or mixed case. */
function looksLikePart(word: string): boolean {
  let changes = 0
  let digits = 0
  let last = ''
  for (const character of word) {
    const kind = characterKind(character)
    if (kind === 'digit') digits++
    // A capital at the beginning of a word does not count as a change.
    if (last !== '' && kind !== last && !(last === 'upper' && kind === 'lower')) changes++
    last = kind
  }
  return (
    word.length > digits &&
    (digits > 0 ? changes >= 2 : changes >= 2 && word.length >= 8 && !/[./]/.test(word))
  )
}

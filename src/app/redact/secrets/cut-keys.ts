import { allMatches } from '../matching/all-matches.ts'
import { characterSet } from '../matching/runs.ts'
import { keyForms, type KeyForm } from './key-forms.ts'

/** Finds where keys begin. */
export const keyStart = new RegExp(keyForms.map(({ prefix }) => prefix).join('|'), 'g')
const forms = keyForms.map((form) => ({ form, start: new RegExp(form.prefix, 'y') }))

/** The form of the key that begins at a place where `keyStart` has found one. */
export function keyFormAt(text: string, at: number): KeyForm | null {
  for (const { form, start } of forms) {
    start.lastIndex = at
    if (start.test(text)) return form
  }
  return null
}

const tokenStart = /eyJ[\w-]{4}/
/** What a terminal, a mail or a quote puts between two parts of a key, and the second part. */
const nextPart = /\r?\n[ \t]{0,8}([\w+/=.-]{4,4000})(?=[\s"'`,;)\]}<]|$)/y
const partsJoined = 8
const inWord = characterSet(/[\w.~+/=-]/)
const shortestWord = 6
const longestWord = 4000

/**
 * Where a key ends that may have been cut by a line break at this place: behind its last part. The next line goes on with it where it
 * begins with a word that looks drawn by lot, or is what is `missing`, where it is known how much must come at least.
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

/** Whether the line that ends here ends with a key that may go on in the next one. */
export function endsInKey(text: string, lineStart: number, lineEnd: number): boolean {
  return keyAtEnd(text, lineStart, lineEnd) !== null
}

/** Where a key begins that ends with the last whole line of a text, and whose next part is not whole yet; null for none. */
export function openKey(text: string): number | null {
  const lineStart = text.lastIndexOf('\n') + 1
  if (lineStart === 0 || !/^[ \t]{0,8}[\w+/=.-]{0,4000}$/.test(text.slice(lineStart))) return null
  return keyAtEnd(text, text.lastIndexOf('\n', lineStart - 2) + 1, lineStart - 1)
}

/** Where the word begins that ends a line and has the beginning of a key in it. */
function keyAtEnd(text: string, lineStart: number, lineEnd: number): number | null {
  const end = text.charCodeAt(lineEnd - 1) === 0x0d ? lineEnd - 1 : lineEnd
  const last = text.charCodeAt(end - 1)
  // Most lines end with a sign, or in a short word.
  if (!isLetterOrDigit(last) && last !== 0x2d && last !== 0x5f && last !== 0x2e) return null
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

/** Whether a word may be a part of a key: digits among letters, or letters of both cases mixed up. */
function looksLikePart(word: string): boolean {
  let changes = 0
  let digits = 0
  let last = ''
  for (const character of word) {
    const kind = kindOf(character)
    if (kind === 'digit') digits++
    // A capital that begins a word is no change.
    if (last !== '' && kind !== last && !(last === 'upper' && kind === 'lower')) changes++
    last = kind
  }
  return (
    word.length > digits &&
    (digits > 0 ? changes >= 2 : changes >= 2 && word.length >= 8 && !/[./]/.test(word))
  )
}

function kindOf(character: string): string {
  if (character >= 'a' && character <= 'z') return 'lower'
  if (character >= 'A' && character <= 'Z') return 'upper'
  return character >= '0' && character <= '9' ? 'digit' : 'sign'
}

function isLetterOrDigit(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)
}

import { Buffer } from 'node:buffer'

/** The credential of runs that have one. */
export const fuzzToken = 'fz+Tok3n/of=the&fuzz~9'

/** The file that holds it, in the run's folder. */
export const tokenFile = 'token'

const bytes = Buffer.from(fuzzToken)
const shifted = ['', 'a', 'ab'].map((before) => Buffer.from(`${before}${fuzzToken}`).toString('base64'))

/** As agents may repeat it. */
export const tokenForms: readonly string[] = [
  fuzzToken,
  `Bearer ${fuzzToken}`,
  encodeURIComponent(fuzzToken),
  bytes.toString('hex'),
  ...shifted,
  Buffer.from(encodeURIComponent(fuzzToken)).toString('base64url'),
]

const needles = [
  fuzzToken,
  encodeURIComponent(fuzzToken),
  bytes.toString('hex'),
  // What is the same whatever stands before and after it.
  ...shifted.map((text) => text.slice(4, -4)),
]

/** What a text shows of the token, with JSON's escapes read too; null: nothing. */
export function tokenIn(text: string): string | null {
  const read = text
    .replace(/\\u([\da-fA-F]{4})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)))
    .replaceAll('\\/', '/')
  const found = needles.find((needle) => text.includes(needle) || read.includes(needle))
  if (found === undefined) return null
  const where = text.includes(found) ? text : read
  return where.slice(Math.max(0, where.indexOf(found) - 200)).slice(0, 400)
}

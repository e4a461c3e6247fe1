import fc from 'fast-check'

type Encode = (token: string) => string

const code = (character: string, digits: number): string =>
  character.charCodeAt(0).toString(16).padStart(digits, '0')

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}

/** What programs make of a token that they repeat. */
export const encodings: Readonly<Record<string, Encode>> = {
  'as it is': (token) => token,
  JSON: inJson,
  'JSON in JSON': (token) => inJson(inJson(token)),
  'JSON with escaped slashes': (token) => inJson(token).replaceAll('/', String.raw`\/`),
  'JSON, each character': (token) => token.replace(/./g, (each) => String.raw`\u${code(each, 4)}`),
  'JSON, capitals': (token) => token.replace(/./g, (each) => String.raw`\u${code(each, 4).toUpperCase()}`),
  'JSON, one character': (token) => String.raw`\u${code(token, 4)}${token.slice(1)}`,
  'a program’s string': (token) => token.replace(/\W/g, (each) => String.raw`\x${code(each, 2)}`),
  URL: encodeURIComponent,
  'URL, lower case': (token) => encodeURIComponent(token).replace(/%../g, (each) => each.toLowerCase()),
  'URL, each character': (token) => token.replace(/./g, (each) => `%${code(each, 2)}`),
  'URL, one character': (token) => `%${code(token, 2)}${token.slice(1)}`,
  'URL, twice': (token) => encodeURIComponent(encodeURIComponent(token)),
  form: (token) => new URLSearchParams({ token }).toString().slice('token='.length),
  base64,
  'base64 at the second place': (token) => base64(`a${token}b`),
  'base64 at the third place': (token) => base64(`aa${token}bb`),
  'base64 without padding': (token) => base64(token).replace(/=+$/, ''),
  'base64 for URLs': (token) => Buffer.from(`user:${token}`).toString('base64url'),
  'base64 in a URL': (token) => encodeURIComponent(base64(token)),
  'base64 in JSON with escaped slashes': (token) => base64(token).replaceAll('/', String.raw`\/`),
  'base64 in lines': (token) => base64(`before it ${token} and after`).replace(/.{20}/g, '$&\r\n'),
  'hexadecimal digits': (token) => Buffer.from(`a${token}b`).toString('hex'),
  'hexadecimal digits, capitals': (token) => Buffer.from(token).toString('hex').toUpperCase(),
  'with what is not seen': (token) => `${token.slice(0, 4)}\u200b${token.slice(4)}`,
  'broken over two lines': (token) => `${token.slice(0, 4)}\n${token.slice(4)}`,
}

const characterEncodings: readonly Encode[] = [
  (each) => each,
  (each) => String.raw`\u${code(each, 4)}`,
  (each) => String.raw`\x${code(each, 2)}`,
  (each) => `%${code(each, 2)}`,
  (each) => `%25${code(each, 2).toUpperCase()}`,
  (each) => (/\W/.test(each) ? `\\${each}` : each),
]

/** A token in any mixture of escapes, or in a whole encoding. */
export function encoded(token: string): fc.Arbitrary<string> {
  const mixed = fc
    .tuple(
      ...token.split('').map((each) => fc.constantFrom(...characterEncodings).map((encode) => encode(each))),
    )
    .map((parts) => parts.join(''))
  const whole = fc.constantFrom(...Object.values(encodings)).map((encode) => encode(token))
  return fc.oneof(mixed, whole)
}

/** Header values may have these, and a token seldom begins or ends with a blank. */
export const anyToken: fc.Arbitrary<string> = fc
  .oneof(
    fc.string({ minLength: 8, maxLength: 60, unit: fc.constantFrom(...'abcXYZ0189'.split('')) }),
    fc.string({
      minLength: 8,
      maxLength: 60,
      unit: fc.constantFrom(...'ab1 +/=%&\\"\'_-.~<>#;:{}nux'.split('')),
    }),
    fc.string({ minLength: 8, maxLength: 60 }).filter((text) => /^[\x20-\x7e]+$/.test(text)),
  )
  .map((text) => text.trim())
  .filter((text) => text.length >= 8)

const readings: readonly Encode[] = [
  (text) => text.replace(/%([0-9a-f]{2})/gi, character),
  (text) => text.replaceAll('+', ' '),
  (text) => text.replace(/\\u([0-9a-f]{4})/gi, character),
  (text) => text.replace(/\\x([0-9a-f]{2})/gi, character),
  (text) => text.replace(/\\([^\w\s])/g, '$1'),
  (text) => text.replace(/\r?\n|\u200b/g, ''),
  (text) => text.replace(/(?:[0-9a-f]{2}){8,}/gi, (digits) => Buffer.from(digits, 'hex').toString('latin1')),
]

function character(_: string, digits: string): string {
  return String.fromCharCode(Number.parseInt(digits, 16))
}

/** Whether somebody who decodes a text in all ways that are usual comes upon the token. */
export function tells(text: string, token: string): boolean {
  const seen = new Set([text])
  for (const known of seen) {
    if (known.includes(token)) return true
    const next = [...readings.map((read) => read(known)), ...decodedRuns(known)]
    for (const each of next) if (seen.size < 200) seen.add(each)
  }
  return false
}

function decodedRuns(text: string): readonly string[] {
  return [...text.matchAll(/[\w+/-]{8,}/g)].flatMap(([run]) =>
    [0, 1, 2, 3].map((place) => Buffer.from(run.slice(place), 'base64').toString('latin1')),
  )
}

/** All strings and keys of a JSON text. */
export function stringsIn(json: string): readonly string[] {
  const strings: string[] = []
  JSON.parse(json, (key, value: unknown) => {
    strings.push(key)
    if (typeof value === 'string') strings.push(value)
    return value
  })
  return strings
}

import { Buffer } from 'node:buffer'
import { writeJson } from '../../lib/json/write-json.ts'

/** A way in which a secret may stand in a text; escapes are read where it is looked for. */
export interface Needle {
  readonly text: string
  /** What stands beside it in base64 holds some bits of the secret. */
  readonly isBase64: boolean
}

/** In base64 and in hexadecimal digits shorter ones would be found where there are none. */
const shortestEncoded = 8

/**
 * The ways in which a secret is looked for: as it is, in hexadecimal digits, in UTF-16, and in base64 of either alphabet
 * wherever it stands in what was encoded, escaped for a URL or for JSON before that, or encoded a second time.
 */
export function needlesOf(secret: string): readonly Needle[] {
  const plain = [secret]
  const encoded: string[] = []
  if (secret.length >= shortestEncoded) {
    const bytes = Buffer.from(secret, 'utf8')
    plain.push(secret.split('').join('\0'), bytes.toString('hex'), bytes.toString('hex').toUpperCase())
    const once = formsOf(secret).flatMap((form) => coresOf(Buffer.from(form, 'utf8')))
    const twice = coresOf(bytes)
      .flatMap(inBothAlphabets)
      .flatMap((core) => coresOf(Buffer.from(core)))
    encoded.push(...once, ...twice)
  }
  const both = encoded.flatMap(inBothAlphabets)
  return [
    ...[...new Set(plain)].map((text) => ({ text, isBase64: false })),
    ...[...new Set(both)].map((text) => ({ text, isBase64: true })),
  ]
}

function inBothAlphabets(text: string): readonly string[] {
  return [text, text.replaceAll('+', '-').replaceAll('/', '_')]
}

/** As programs write it into URLs and into JSON. */
function formsOf(secret: string): readonly string[] {
  const strict = Buffer.from(secret, 'utf8')
    .toString('latin1')
    .replace(/[^\w.~-]/g, percentEncoded)
  const loose = strict.replace(/%(?:21|27|28|29|2A)/g, (code) => decodeURIComponent(code))
  const inUrl = [strict, loose].flatMap((url) => [url, lowered(url), url.replaceAll('%20', '+')])
  const inJson = writeJson(secret).slice(1, -1)
  return [...new Set([secret, ...inUrl, inJson, inJson.replaceAll('/', '\\/')])]
}

function lowered(url: string): string {
  return url.replace(/%../g, (code) => code.toLowerCase())
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}

/** What is the same in base64 whatever stands before and after these bytes, for each of the three places they may begin at. */
function coresOf(bytes: Buffer): readonly string[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    const wholeCharacters = Math.floor(((before + bytes.length) * 8) / 6)
    return text.slice(Math.ceil((before * 8) / 6), wholeCharacters)
  })
}

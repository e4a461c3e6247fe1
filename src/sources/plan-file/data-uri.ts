import { fail, ok, type Result } from '../../lib/result.ts'
import { parseMediaType, type MediaType } from './document-format.ts'

export interface DataPayload {
  readonly bytes: Uint8Array
  /** The whole payload's size, also when `bytes` is only its beginning. */
  readonly sizeBytes: number
  /** Absent where the URI has none: the RFC's default `text/plain` says nothing about the document. */
  readonly mediaType?: MediaType
}

/**
 * Decodes a `data:` URI (RFC 2397) up to `limitBytes`. Never throws; a problem is the end of a sentence that begins
 * with “it”. More lenient than the URL standard in two ways, since models write such URIs themselves: a bare `#`
 * does not start a fragment, and a `%` without a code is a percent sign.
 */
export function decodeDataUri(uri: string, limitBytes: number): Result<DataPayload, string> {
  if (!/^data:/i.test(uri)) return fail('it does not begin with “data:”')
  const comma = uri.indexOf(',')
  if (comma === -1) return fail('it has no comma between its type and its data')
  const [, head = '', base64] = /^(.*?)(;\s*base64\s*)?$/is.exec(uri.slice('data:'.length, comma)) ?? []
  const mediaType = parseMediaType(head)
  const named = mediaType === undefined ? {} : { mediaType }
  const data = uri.slice(comma + 1)
  if (base64 === undefined) return ok({ ...beginning(percentDecode(data), limitBytes), ...named })
  const bytes = decodeBase64(data)
  return bytes.ok ? ok({ ...beginning(bytes.value, limitBytes), ...named }) : bytes
}

function beginning(bytes: Uint8Array, limitBytes: number): { bytes: Uint8Array; sizeBytes: number } {
  return { bytes: bytes.subarray(0, limitBytes), sizeBytes: bytes.length }
}

function percentDecode(data: string): Uint8Array {
  const source = Buffer.from(data, 'utf8')
  if (!source.includes(PERCENT)) return source
  const decoded = Buffer.allocUnsafe(source.length)
  let length = 0
  for (let at = 0; at < source.length; at += 1) {
    let byte = source[at] ?? 0
    if (byte === PERCENT) {
      const code = hexDigit(source[at + 1]) * 16 + hexDigit(source[at + 2])
      if (!Number.isNaN(code)) {
        byte = code
        at += 2
      }
    }
    decoded[length] = byte
    length += 1
  }
  return decoded.subarray(0, length)
}

const PERCENT = 0x25

function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return Number.NaN
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : Number.NaN
}

/** Accepts both alphabets, missing padding and line breaks. Node's decoder would skip invalid characters. */
function decodeBase64(data: string): Result<Uint8Array, string> {
  const plain = data.includes('%') ? Buffer.from(percentDecode(data)).toString('latin1') : data
  const digits = plain.replace(/[ \t\r\n\f]+/g, '')
  const end = digits.endsWith('==') ? -2 : digits.endsWith('=') ? -1 : digits.length
  const body = digits.slice(0, end)
  if (/[^A-Za-z0-9+/_-]/.test(body)) return fail('its base64 data has characters that are not base64')
  if (body.length % 4 === 1) return fail('its base64 data is cut off')
  return ok(Buffer.from(body, 'base64'))
}

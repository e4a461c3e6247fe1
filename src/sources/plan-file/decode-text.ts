import { isUtf8 } from 'node:buffer'
import { fail, ok, type Result } from '../../lib/result.ts'

export interface DecodedText {
  readonly text: string
  /** How many unreadable places became U+FFFD. */
  readonly replacedCharacters: number
}

export interface DecodeOptions {
  /** The bytes end at a limit and not at the document's end: half a character there is left off, not replaced. */
  readonly isCut?: boolean
  /** An encoding that somebody declared. A byte order mark says more, and an unknown label is taken for UTF-8. */
  readonly charset?: string | undefined
}

/** A few bad places are shown as such (say, Latin-1 in a source file). Above this share it is no text at all. */
const REPLACED_SHARE = 0.1

/** Bytes to text: UTF-8 unless a byte order mark or a declared encoding says otherwise; the mark is left off. Never throws. */
export function decodeText(bytes: Uint8Array, options: DecodeOptions = {}): Result<DecodedText, 'binary'> {
  const encoding = encodingOf(bytes, options.charset)
  // UTF-16 has NUL bytes of its own; there the decoded text is looked at.
  if (encoding === 'utf-8' && bytes.includes(0)) return fail('binary')
  // `stream` makes the decoder keep an unfinished character at the end for more bytes, which never come.
  const text = new TextDecoder(encoding).decode(bytes, { stream: options.isCut === true })
  if (encoding !== 'utf-8' && text.includes('\0')) return fail('binary')
  const replacedCharacters = encoding === 'utf-8' && isUtf8(bytes) ? 0 : countReplaced(text)
  if (replacedCharacters > text.length * REPLACED_SHARE) return fail('binary')
  return ok({ text, replacedCharacters })
}

function encodingOf(bytes: Uint8Array, charset: string | undefined): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xef && second === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  try {
    return new TextDecoder(charset ?? 'utf-8').encoding
  } catch {
    return 'utf-8'
  }
}

function countReplaced(text: string): number {
  let count = 0
  for (let at = text.indexOf('\uFFFD'); at !== -1; at = text.indexOf('\uFFFD', at + 1)) count += 1
  return count
}

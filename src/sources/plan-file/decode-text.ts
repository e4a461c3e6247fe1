import { isUtf8 } from 'node:buffer'
import { fail, ok, type Result } from '../../lib/result.ts'

export interface DecodedText {
  readonly text: string
  /** How many U+FFFD replace invalid bytes. */
  readonly replacedCharacters: number
}

export interface DecodeOptions {
  /** The bytes end at a limit and not at the document's end: an incomplete character there is dropped. */
  readonly isCut?: boolean
  /** The declared encoding. A byte order mark takes precedence; an unknown label means UTF-8. */
  readonly charset?: string | undefined
}

/** A few invalid bytes are replaced (Latin-1 in a source file, say). Above this share the bytes are no text. */
const REPLACED_SHARE = 0.1

/** Decodes bytes: UTF-8 unless a byte order mark or a declared encoding says otherwise. The mark is dropped. Never throws. */
export function decodeText(bytes: Uint8Array, options: DecodeOptions = {}): Result<DecodedText, 'binary'> {
  const encoding = encodingOf(bytes, options.charset)
  // UTF-16 text has NUL bytes, so there the decoded text is checked.
  if (encoding === 'utf-8' && bytes.includes(0)) return fail('binary')
  // With `stream` the decoder keeps an incomplete character at the end, for bytes that never come.
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

/** One by one: splitting the text would take 100 MB for a file that has nothing else. */
function countReplaced(text: string): number {
  let count = 0
  for (let at = text.indexOf('\uFFFD'); at !== -1; at = text.indexOf('\uFFFD', at + 1)) count += 1
  return count
}

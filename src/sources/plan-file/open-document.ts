import { isDeepStrictEqual } from 'node:util'
import type { PlanDocument, ShownDocument, UnavailableReason } from '../../app/ports/plan-document.ts'
import type { Clock } from '../../lib/clock.ts'
import { formatOfDocument, type MediaType, parseMediaType } from './document-format.ts'
import { fetchDocument } from './fetch-document.ts'
import type { WatchFolder } from '../folder-watch.ts'
import { locateDocument, type DocumentFiles } from './locate-document.ts'
import { watchFile, type FileBeginning } from './watch-file.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import { isUtf8 } from 'node:buffer'

export interface OpenDocumentSettings {
  readonly clock: Clock
  readonly files: DocumentFiles
  readonly limitBytes: number
  readonly fetchTimeoutMs: number
  readonly watchFolder: WatchFolder
}

/** A document that is kept up to date until `stop`. */
export interface OpenDocument {
  current(): PlanDocument
  fetch(): void
  /** Reads a file of this machine a last time. */
  lastLook(): Promise<void>
  stop(): void
}

interface DocumentContent extends FileBeginning {
  readonly mediaType?: MediaType | undefined
  readonly name?: string
  readonly fetchedFrom?: string
}

/** Opens the document of a URI. `changed` is called with each new state, also before this returns. */
export function openDocument(
  uri: string,
  settings: OpenDocumentSettings,
  changed: (document: PlanDocument) => void,
): OpenDocument {
  const { clock, limitBytes } = settings
  let current: PlanDocument = { state: 'loading', uri }

  const become = (state: PlanDocument): void => {
    const next = state.state === 'shown' ? state : { ...state, ...lastShown(current) }
    if (isSameDocument(current, next)) return
    current = next
    changed(next)
  }
  const fail = (reason: UnavailableReason): void => become({ state: 'unavailable', uri, reason })
  const show = (content: DocumentContent): void => become(documentOf(uri, content, clock.wallMs()))

  const place = locateDocument(uri, settings.files)
  if (!place.ok) {
    fail(place.problem)
    return unwatched(() => current)
  }
  switch (place.value.at) {
    case 'data':
      become(dataDocument(uri, limitBytes, clock.wallMs()))
      return unwatched(() => current)
    case 'file': {
      const { path, within = null } = place.value
      const name = path.replaceAll('\\', '/')
      const watch = watchFile({
        path,
        within,
        limitBytes,
        clock,
        watchFolder: settings.watchFolder,
        read: ({ content }) => (content.ok ? show({ ...content.value, name }) : fail(content.problem)),
      })
      return { current: () => current, fetch: watch.readNow, lastLook: watch.lastLook, stop: watch.stop }
    }
    case 'network': {
      const { url } = place.value
      let pending: AbortController | undefined
      const get = async (controller: AbortController): Promise<void> => {
        const { fetchTimeoutMs: timeoutMs } = settings
        const fetched = await fetchDocument(url, { limitBytes, timeoutMs, clock, signal: controller.signal })
        if (controller.signal.aborted) return
        pending = undefined
        if (!fetched.ok) return fail(fetched.problem)
        const from = fetched.value.url
        const moved = from.href === url.href ? {} : { fetchedFrom: from.href }
        show({ ...fetched.value, name: from.pathname, ...moved })
      }
      fail({ kind: 'needs-permission' })
      return {
        current: () => current,
        fetch: () => {
          if (pending !== undefined) return
          pending = new AbortController()
          become({ state: 'loading', uri })
          void get(pending)
        },
        lastLook: nothingToRead,
        stop: () => pending?.abort(),
      }
    }
  }
}

function unwatched(current: () => PlanDocument): OpenDocument {
  return { current, fetch: () => {}, lastLook: nothingToRead, stop: () => {} }
}

async function nothingToRead(): Promise<void> {}

/** The document in a `data:` URI. */
export function dataDocument(uri: string, limitBytes: number, readAtMs: number): PlanDocument {
  const payload = decodeDataUri(uri, limitBytes)
  if (!payload.ok) return { state: 'unavailable', uri, reason: { kind: 'bad-uri', cause: payload.problem } }
  return documentOf(uri, { ...payload.value, isCut: payload.value.sizeBytes > limitBytes }, readAtMs)
}

function documentOf(uri: string, content: DocumentContent, readAtMs: number): PlanDocument {
  const { bytes, sizeBytes, isCut, mediaType, name, fetchedFrom } = content
  const decoded = decodeText(bytes, { isCut, charset: mediaType?.charset })
  if (!decoded.ok) return { state: 'unavailable', uri, reason: { kind: 'binary' } }
  const { text, replacedCharacters } = decoded.value
  return {
    state: 'shown',
    uri,
    text,
    ...formatOfDocument({ mediaType, name, text }),
    sizeBytes,
    ...(isCut ? { truncatedToBytes: bytes.length } : {}),
    ...(replacedCharacters > 0 ? { replacedCharacters } : {}),
    ...(fetchedFrom === undefined ? {} : { fetchedFrom }),
    readAtMs,
  }
}

function lastShown(document: PlanDocument): { readonly lastShown?: ShownDocument } {
  const shown = document.state === 'shown' ? document : document.lastShown
  return shown === undefined ? {} : { lastShown: shown }
}

/** Equal but for `readAtMs`. */
export function isSameDocument(one: PlanDocument, other: PlanDocument): boolean {
  if (one.state !== 'shown' || other.state !== 'shown') return isDeepStrictEqual(one, other)
  return isDeepStrictEqual(one, { ...other, readAtMs: one.readAtMs })
}

interface DataPayload {
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
  if (!source.includes(percentSign)) return source
  const decoded = Buffer.allocUnsafe(source.length)
  let length = 0
  for (let at = 0; at < source.length; at += 1) {
    let byte = source[at] ?? 0
    if (byte === percentSign) {
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

const percentSign = 0x25

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

interface DecodedText {
  readonly text: string
  /** How many U+FFFD replace invalid bytes. */
  readonly replacedCharacters: number
}

interface DecodeOptions {
  /** The bytes end at a limit and not at the document's end: an incomplete character there is dropped. */
  readonly isCut?: boolean
  /** The declared encoding. A byte order mark takes precedence; an unknown label means UTF-8. */
  readonly charset?: string | undefined
}

/** A few invalid bytes are replaced (Latin-1 in a source file, say). Above this share the bytes are no text. */
const replacedShare = 0.1

/** Decodes bytes: UTF-8 unless a byte order mark or a declared encoding says otherwise. The mark is dropped. Never throws. */
export function decodeText(bytes: Uint8Array, options: DecodeOptions = {}): Result<DecodedText, 'binary'> {
  const encoding = encodingOf(bytes, options.charset)
  // UTF-16 text has NUL bytes, so there the decoded text is checked.
  if (encoding === 'utf-8' && bytes.includes(0)) return fail('binary')
  // With `stream` the decoder keeps an incomplete character at the end, for bytes that never come.
  const text = new TextDecoder(encoding).decode(bytes, { stream: options.isCut === true })
  if (encoding !== 'utf-8' && text.includes('\0')) return fail('binary')
  const replacedCharacters = encoding === 'utf-8' && isUtf8(bytes) ? 0 : countReplaced(text)
  if (replacedCharacters > text.length * replacedShare) return fail('binary')
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

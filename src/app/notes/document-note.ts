import { Buffer } from 'node:buffer'
import { isObject, stringAt, type JsonObject } from '../../protocol/wire/message.ts'
import type { DocumentNote } from './schema/document-note.ts'
import type {
  DocumentFormat,
  PlanDocument,
  ShownDocument,
  UnavailableDocument,
  UnavailableReason,
} from '../ports/plan-document.ts'

/** Longer documents are cut; documents of plans are shorter. */
const maxTextLength = 256 * 1024

/**
 * The note of a plan's document in a recording, so that a replay can show it elsewhere:
 * `{"type":"document","uri":…,"state":…}`. null: there is nothing to note yet.
 */
export function documentNote(document: PlanDocument): DocumentNote | null {
  const { uri } = document
  switch (document.state) {
    case 'loading':
      return null
    case 'unavailable':
      return { type: 'document', uri, state: 'unavailable', reason: document.reason }
    case 'shown': {
      const { readAtMs: _, ...shown } = document
      if (shown.text.length <= maxTextLength) return { type: 'document', ...shown }
      const text = shown.text.slice(0, maxTextLength).toWellFormed()
      return { type: 'document', ...shown, text, truncatedToBytes: Buffer.byteLength(text) }
    }
  }
}

/**
 * Reads a noted document; null if the note is another one or malformed. `before`: the document last noted for a URI.
 * Never throws: recordings are untrusted.
 */
export function readDocumentNote(
  note: JsonObject,
  readAtMs: number,
  before: (uri: string) => PlanDocument | null,
): PlanDocument | null {
  const uri = stringAt(note, 'uri')
  if (note['type'] !== 'document' || uri === undefined) return null
  if (note['state'] === 'unavailable') return readUnavailable(note, before(uri), uri)
  return note['state'] === 'shown' ? readShown(note, readAtMs, uri) : null
}

function readUnavailable(
  note: JsonObject,
  before: PlanDocument | null,
  uri: string,
): UnavailableDocument | null {
  const reason = readReason(note['reason'])
  if (reason === null) return null
  const lastShown = before?.state === 'shown' ? before : before?.lastShown
  return { state: 'unavailable', uri, reason, ...(lastShown === undefined ? {} : { lastShown }) }
}

const formats: readonly DocumentFormat[] = ['markdown', 'json', 'source', 'plain']

function readShown(note: JsonObject, readAtMs: number, uri: string): ShownDocument | null {
  const text = stringAt(note, 'text')
  const format = formats.find((each) => each === note['format'])
  const sizeBytes = countAt(note, 'sizeBytes')
  if (text === undefined || format === undefined || sizeBytes === undefined) return null
  const language = stringAt(note, 'language')
  const truncatedToBytes = countAt(note, 'truncatedToBytes')
  const replacedCharacters = countAt(note, 'replacedCharacters')
  const fetchedFrom = stringAt(note, 'fetchedFrom')
  return {
    state: 'shown',
    uri,
    text,
    format,
    ...(language === undefined ? {} : { language }),
    sizeBytes,
    ...(truncatedToBytes === undefined ? {} : { truncatedToBytes }),
    ...(replacedCharacters === undefined ? {} : { replacedCharacters }),
    ...(fetchedFrom === undefined ? {} : { fetchedFrom }),
    readAtMs,
  }
}

function countAt(note: JsonObject, key: string): number | undefined {
  const value = note[key]
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
}

type FieldType = 'string' | 'number'

/** The fields of each reason; `suggestion` is optional. */
const reasonFields: Readonly<Record<UnavailableReason['kind'], Readonly<Record<string, FieldType>>>> = {
  missing: { path: 'string' },
  'not-in-a-folder': { path: 'string' },
  unreadable: { path: 'string' },
  directory: { path: 'string' },
  device: { path: 'string', device: 'string' },
  'link-loop': { path: 'string' },
  'name-too-long': { path: 'string' },
  'read-failed': { path: 'string', cause: 'string' },
  binary: {},
  relative: {},
  'path-without-scheme': {},
  'bad-uri': { cause: 'string' },
  'other-host': { host: 'string' },
  'on-another-machine': { path: 'string' },
  'link-leads-out': { path: 'string', folder: 'string' },
  'unknown-scheme': { scheme: 'string' },
  'needs-permission': {},
  'fetch-refused': { status: 'number' },
  'fetch-failed': { cause: 'string' },
  'fetch-timeout': { afterMs: 'number' },
  'too-many-redirects': { limit: 'number' },
  'bad-redirect': { target: 'string' },
  'too-many-open': { limit: 'number' },
  'not-recorded': {},
}

function readReason(value: unknown): UnavailableReason | null {
  if (!isObject(value) || !isReason(value)) return null
  if (value.kind === 'device' && !['pipe', 'socket', 'device'].includes(value.device)) return null
  return value
}

function isReason(value: JsonObject): value is JsonObject & UnavailableReason {
  const kind = stringAt(value, 'kind')
  if (kind === undefined || !isReasonKind(kind)) return false
  const suggestion = value['suggestion']
  if (suggestion !== undefined && typeof suggestion !== 'string') return false
  return Object.entries(reasonFields[kind]).every(([field, type]) => typeof value[field] === type)
}

function isReasonKind(kind: string): kind is UnavailableReason['kind'] {
  return Object.hasOwn(reasonFields, kind)
}

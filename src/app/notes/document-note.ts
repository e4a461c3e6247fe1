import { Buffer } from 'node:buffer'
import type { JsonObject } from '../../protocol/wire/message.ts'
import { among, number, optional, text, variants } from './note-readers.ts'
import type { AppEvent } from '../state/app-event.ts'
import type { DocumentNote } from './schema/note.ts'
import type {
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

/** The event of a document that was read, with the text that a recording notes, or is missing; null: neither. */
export function documentEvent(document: PlanDocument, atMs: number): AppEvent | null {
  const note = documentNote(document)
  if (note === null) return null
  const { type: _, ...noted } = note
  return eventOf(noted, atMs)
}

/** The same event, read from a note; null if the note is another one or malformed. Never throws. */
export function readDocumentEvent(note: JsonObject, atMs: number): AppEvent | null {
  const read = note['type'] === 'document' ? readDocument(note) : undefined
  return read === undefined ? null : eventOf(read, atMs)
}

function eventOf(document: Noted, atMs: number): AppEvent | null {
  if (document.state === 'shown') return { type: 'document-read', atMs, document }
  const { kind } = document.reason
  const isMissing = kind === 'missing' || kind === 'not-in-a-folder'
  return isMissing ? { type: 'document-missing', atMs, uri: document.uri } : null
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
  if (note['type'] !== 'document') return null
  const read = readDocument(note)
  if (read?.state !== 'unavailable') return read === undefined ? null : { ...read, readAtMs }
  const last = before(read.uri)
  const lastShown = last?.state === 'shown' ? last : last?.lastShown
  return { ...read, ...(lastShown === undefined ? {} : { lastShown }) }
}

function count(value: unknown): number | undefined {
  const read = number(value)
  return read === undefined || read < 0 ? undefined : read
}

const onlyPath = { path: text }

const readReason = variants<UnavailableReason, 'kind'>('kind', {
  missing: onlyPath,
  'not-in-a-folder': onlyPath,
  unreadable: onlyPath,
  directory: onlyPath,
  device: { path: text, device: among('pipe', 'socket', 'device') },
  'link-loop': onlyPath,
  'name-too-long': onlyPath,
  'read-failed': { path: text, cause: text },
  binary: {},
  relative: {},
  'path-without-scheme': { suggestion: optional(text) },
  'bad-uri': { cause: text },
  'other-host': { host: text },
  'on-another-machine': onlyPath,
  'link-leads-out': { path: text, folder: text },
  'unknown-scheme': { scheme: text },
  'needs-permission': {},
  'fetch-refused': { status: number },
  'fetch-failed': { cause: text },
  'fetch-timeout': { afterMs: number },
  'too-many-redirects': { limit: number },
  'bad-redirect': { target: text },
  'too-many-open': { limit: number },
  'not-recorded': {},
})

/** What a note holds of a document: not when it was read, nor what was shown before. */
type Noted = Omit<ShownDocument, 'readAtMs'> | Omit<UnavailableDocument, 'lastShown'>

const readDocument = variants<Noted, 'state'>('state', {
  shown: {
    uri: text,
    text,
    format: among('markdown', 'json', 'source', 'plain'),
    language: optional(text),
    sizeBytes: count,
    truncatedToBytes: optional(count),
    replacedCharacters: optional(count),
    fetchedFrom: optional(text),
  },
  unavailable: { uri: text, reason: readReason },
})

import { readDocumentNote } from '../../app/notes/document-note.ts'
import type { PlanDocument, PlanDocuments } from '../../app/ports/plan-document.ts'
import { fail } from '../../lib/result.ts'
import type { Clock } from '../../lib/clock.ts'
import type { JsonObject } from '../../protocol/wire/message.ts'
import { locateDocument } from './locate-document.ts'
import { openDocument } from './open-document.ts'

/**
 * The documents of plans as a recording notes them. Nothing is read from a disk or fetched: what is there now is not what
 * was there then. `data:` URIs hold their documents themselves.
 */
export interface RecordedDocuments extends PlanDocuments {
  /** Takes what an `event` record notes; true: it notes a document. */
  note(note: JsonObject): boolean
  of(uri: string): PlanDocument
}

const limitBytes = 8 * 1024 * 1024
/** Of documents that are not noted; they are decoded again when they are asked for again. */
const decodedKept = 20

export function makeRecordedDocuments(clock: Clock): RecordedDocuments {
  const noted = new Map<string, PlanDocument>()
  const decoded = new Map<string, PlanDocument>()
  const listeners = new Map<string, Set<(document: PlanDocument) => void>>()

  function of(uri: string): PlanDocument {
    const known = noted.get(uri) ?? decoded.get(uri)
    if (known !== undefined) return known
    const document = withoutNote(uri, clock)
    decoded.set(uri, document)
    const oldest = decoded.keys().next().value
    if (decoded.size > decodedKept && oldest !== undefined) decoded.delete(oldest)
    return document
  }

  return {
    of,
    note(note) {
      const document = readDocumentNote(note, clock.wallMs(), (uri) => noted.get(uri) ?? null)
      if (document === null) return false
      noted.set(document.uri, document)
      for (const listener of listeners.get(document.uri) ?? []) listener(document)
      return true
    },
    open(uri, changed) {
      // Its own function each time, so that the same one may be given twice.
      const listener = (document: PlanDocument): void => changed(document)
      const others = listeners.get(uri) ?? new Set()
      listeners.set(uri, others.add(listener))
      listener(of(uri))
      return () => {
        others.delete(listener)
        if (others.size === 0 && listeners.get(uri) === others) listeners.delete(uri)
      }
    },
    fetch() {},
  }
}

function withoutNote(uri: string, clock: Clock): PlanDocument {
  // Whatever its path is to this system: the same everywhere.
  if (/^file:/i.test(uri)) return { state: 'unavailable', uri, reason: { kind: 'not-recorded' } }
  const place = locateDocument(uri)
  if (!place.ok) return { state: 'unavailable', uri, reason: place.problem }
  if (place.value.at !== 'data') return { state: 'unavailable', uri, reason: { kind: 'not-recorded' } }
  const settings = {
    clock,
    files: { type: 'here' } as const,
    limitBytes,
    fetchTimeoutMs: 0,
    watchFolder: () => fail('nothing is watched'),
  }
  return openDocument(uri, settings, () => {}).current()
}

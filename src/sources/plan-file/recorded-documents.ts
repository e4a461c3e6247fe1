import { readDocumentNote } from '../../app/notes/document-note.ts'
import type { PlanDocument, PlanDocuments } from '../../app/ports/plan-document.ts'
import type { Clock } from '../../lib/clock.ts'
import type { JsonObject } from '../../protocol/wire/message.ts'
import { locateDocument } from './locate-document.ts'
import { dataDocument, isSameDocument } from './open-document.ts'

/**
 * The documents of plans as a recording has them. Nothing is read from the disk or fetched, since it may have changed. Documents in
 * `data:` URIs are decoded.
 */
export interface RecordedDocuments extends PlanDocuments {
  /** Reads the note of an `event` record; true: it is about a document. */
  note(note: JsonObject): boolean
  of(uri: string): PlanDocument
}

const limitBytes = 8 * 1024 * 1024
/** A cache of documents without a note; others are decoded again. */
const maxCachedDocuments = 20

/** The documents as a recording has noted them; no file is read. */
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
    if (decoded.size > maxCachedDocuments && oldest !== undefined) decoded.delete(oldest)
    return document
  }

  return {
    of,
    note(note) {
      const document = readDocumentNote(note, clock.wallMs(), (uri) => noted.get(uri) ?? null)
      if (document === null) return false
      const before = of(document.uri)
      noted.set(document.uri, document)
      // What its URI holds, or that it holds nothing to read, was known before the note.
      if (isSameDocument(before, document)) return true
      for (const listener of listeners.get(document.uri) ?? []) listener(document)
      return true
    },
    open(uri, changed) {
      // A new function, since the same `changed` may be passed twice.
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
  const notRecorded: PlanDocument = { state: 'unavailable', uri, reason: { kind: 'not-recorded' } }
  // The same on all systems, whether or not the path is valid on this one.
  if (/^file:/i.test(uri)) return notRecorded
  const place = locateDocument(uri)
  if (!place.ok) return { ...notRecorded, reason: place.problem }
  return place.value.at === 'data' ? dataDocument(uri, limitBytes, clock.wallMs()) : notRecorded
}

/** Documents of a recording that is read from its beginning to its end. */
interface AwaitedDocuments extends PlanDocuments {
  /** The recording is over: documents that have not come are not in it. */
  end(): void
}

/** The documents of a recording; one that has not come yet counts as loading until the recording is over. */
export function awaitedDocuments(documents: RecordedDocuments): AwaitedDocuments {
  const awaiting = new Set<() => void>()
  let isOver = false
  return {
    fetch: (uri) => documents.fetch(uri),
    open(uri, changed) {
      const tellMissing = (): void => changed(documents.of(uri))
      const stop = documents.open(uri, (document) => {
        const isMissing = document.state === 'unavailable' && document.reason.kind === 'not-recorded'
        const isAwaited = !isOver && isMissing
        if (isAwaited) awaiting.add(tellMissing)
        else awaiting.delete(tellMissing)
        changed(isAwaited ? { state: 'loading', uri } : document)
      })
      return () => {
        awaiting.delete(tellMissing)
        stop()
      }
    },
    end() {
      isOver = true
      for (const tellMissing of awaiting) tellMissing()
      awaiting.clear()
    },
  }
}

import type {
  PlanDocument,
  PlanDocuments,
  ShownDocument,
  UnavailableReason,
} from '../../app/ports/plan-document.ts'
import { within, type Clock } from '../../lib/clock.ts'
import { watchFolder, type WatchFolder } from '../folder-watch.ts'
import type { DocumentFiles } from './locate-document.ts'
import { openDocument, type OpenDocument } from './open-document.ts'

export interface PlanDocumentsOptions {
  readonly clock: Clock
  /** `here` by default. */
  readonly files?: DocumentFiles
  /** How much of a document is read and shown at most. */
  readonly limitBytes?: number
  readonly fetchTimeoutMs?: number
  readonly watchFolder?: WatchFolder
  /** Removes our credentials from texts. */
  readonly conceal?: (text: string) => string
}

export interface PlanDocumentsSource extends PlanDocuments {
  /** Reads the open files of this machine once more: what is written just before an end may not have been noticed. Waits half a second at most. */
  lastLook(): Promise<void>
  /** Stops all open documents. */
  close(): void
}

export const documentLimitBytes = 8 * 1024 * 1024
const fetchTimeoutMs = 15_000
/** Where a file system hangs, the end is not held up. */
const lastLookMs = 500

type Listener = (document: PlanDocument) => void

interface SharedDocument {
  readonly document: OpenDocument
  readonly listeners: Set<Listener>
}

/** Reads and watches documents of this machine, and fetches others on `fetch`. `close` ends all timers and watches. */
export function makePlanDocuments(options: PlanDocumentsOptions): PlanDocumentsSource {
  const shared = new Map<string, SharedDocument>()
  const settings = {
    clock: options.clock,
    files: options.files ?? ({ type: 'here' } as const),
    limitBytes: options.limitBytes ?? documentLimitBytes,
    fetchTimeoutMs: options.fetchTimeoutMs ?? fetchTimeoutMs,
    watchFolder: options.watchFolder ?? watchFolder,
  }

  const { conceal } = options
  const shown = (document: PlanDocument): PlanDocument =>
    conceal === undefined ? document : concealedDocument(document, conceal)

  const share = (uri: string): SharedDocument => {
    const known = shared.get(uri)
    if (known !== undefined) return known
    const listeners = new Set<Listener>()
    const document = openDocument(uri, settings, (next) => {
      const known = shown(next)
      for (const listener of listeners) listener(known)
    })
    const made = { document, listeners }
    shared.set(uri, made)
    return made
  }

  return {
    open(uri, changed) {
      const { document, listeners } = share(uri)
      // A new function, since the same `changed` may be passed twice.
      const listener: Listener = (next) => changed(next)
      listeners.add(listener)
      listener(shown(document.current()))
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return
        document.stop()
        if (shared.get(uri)?.document === document) shared.delete(uri)
      }
    },
    fetch(uri) {
      shared.get(uri)?.document.fetch()
    },
    async lastLook() {
      const looks = [...shared.values()].map(({ document }) => document.lastLook())
      if (looks.length > 0) await within(options.clock, lastLookMs, Promise.all(looks))
    },
    close() {
      for (const { document, listeners } of shared.values()) {
        listeners.clear()
        document.stop()
      }
      shared.clear()
    },
  }
}

/** The document with `conceal` applied to its texts: the content, and causes that quote a server. */
function concealedDocument(document: PlanDocument, conceal: (text: string) => string): PlanDocument {
  if (document.state === 'shown') return concealedText(document, conceal)
  const { lastShown } = document
  const last = lastShown === undefined ? {} : { lastShown: concealedText(lastShown, conceal) }
  return document.state === 'loading'
    ? { ...document, ...last }
    : { ...document, ...last, reason: concealedReason(document.reason, conceal) }
}

function concealedText(document: ShownDocument, conceal: (text: string) => string): ShownDocument {
  const { text, fetchedFrom } = document
  return {
    ...document,
    text: conceal(text),
    ...(fetchedFrom === undefined ? {} : { fetchedFrom: conceal(fetchedFrom) }),
  }
}

function concealedReason(reason: UnavailableReason, conceal: (text: string) => string): UnavailableReason {
  if (reason.kind === 'bad-redirect') return { ...reason, target: conceal(reason.target) }
  return 'cause' in reason ? { ...reason, cause: conceal(reason.cause) } : reason
}

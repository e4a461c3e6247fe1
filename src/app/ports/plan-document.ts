import type { RevisionDocument } from '../history/plan-history.ts'

/** The current state of the document of a `file` plan. All texts are raw: they need `SafeText` before a terminal. */
export type PlanDocument = LoadingDocument | ShownDocument | UnavailableDocument

export interface LoadingDocument {
  readonly state: 'loading'
  readonly uri: string
  /** What was shown before the user had the document read again. */
  readonly lastShown?: ShownDocument
}

export interface ShownDocument extends RevisionDocument {
  /** When these bytes were first read, in milliseconds since the epoch. */
  readonly readAtMs: number
}

export interface UnavailableDocument {
  readonly state: 'unavailable'
  readonly uri: string
  readonly reason: UnavailableReason
  /** The last readable text, so that deleting the file does not blank the pane. */
  readonly lastShown?: ShownDocument
}

/** Documents kept open at a time: each is read, watched and held in memory. */
export const documentsOpen = 100

/** Why there is nothing (or nothing new) to show. `path`: the URI's path on the machine that has the file. */
export type UnavailableReason =
  | {
      readonly kind:
        | 'missing'
        | 'not-in-a-folder'
        | 'unreadable'
        | 'directory'
        | 'link-loop'
        | 'name-too-long'
        /** A file on a remote agent's machine that no mapping covers. */
        | 'on-another-machine'
      readonly path: string
    }
  | { readonly kind: 'device'; readonly path: string; readonly device: DeviceKind }
  | { readonly kind: 'read-failed'; readonly path: string; readonly cause: string }
  /** A symbolic link leads out of the folder that a mapping names. */
  | { readonly kind: 'link-leads-out'; readonly path: string; readonly folder: string }
  /** `not-recorded`: a replay without the document in its recording; the current file may differ from it. */
  | { readonly kind: 'binary' | 'relative' | 'needs-permission' | 'not-recorded' }
  | { readonly kind: 'path-without-scheme'; readonly suggestion?: string }
  | { readonly kind: 'bad-uri' | 'fetch-failed'; readonly cause: string }
  | { readonly kind: 'other-host'; readonly host: string }
  | { readonly kind: 'unknown-scheme'; readonly scheme: string }
  | { readonly kind: 'fetch-refused'; readonly status: number }
  | { readonly kind: 'fetch-timeout'; readonly afterMs: number }
  /** `too-many-open`: so many others were opened later. */
  | { readonly kind: 'too-many-redirects' | 'too-many-open'; readonly limit: number }
  | { readonly kind: 'bad-redirect'; readonly target: string }

export type DeviceKind = 'pipe' | 'socket' | 'device'

/** Reads and watches the documents of `file` plans. */
export interface PlanDocuments {
  /**
   * Reads and watches a URI; returns how to stop. `changed` is called once before `open` returns, and then with each
   * new state. A URI opened twice shares one watch.
   */
  open(uri: string, changed: (document: PlanDocument) => void): () => void
  /**
   * Reads an open URI again, over the network for http(s): call it on the user's key only. Does nothing for a URI
   * that is not open or is being fetched.
   */
  fetch(uri: string): void
}

import { isDeepStrictEqual } from 'node:util'
import type { PlanDocument, ShownDocument, UnavailableReason } from '../../app/ports/plan-document.ts'
import type { Clock } from '../../lib/clock.ts'
import { decodeDataUri } from './data-uri.ts'
import { decodeText } from './decode-text.ts'
import { formatOfDocument, type MediaType } from './document-format.ts'
import { fetchDocument } from './fetch-document.ts'
import type { WatchFolder } from '../folder-watch.ts'
import { locateDocument, type DocumentFiles } from './locate-document.ts'
import { watchFile } from './watch-file.ts'

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
  stop(): void
}

interface DocumentContent {
  readonly bytes: Uint8Array
  readonly sizeBytes: number
  readonly isCut: boolean
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
      return { current: () => current, fetch: watch.readNow, stop: watch.stop }
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
        stop: () => pending?.abort(),
      }
    }
  }
}

function unwatched(current: () => PlanDocument): OpenDocument {
  return { current, fetch: () => {}, stop: () => {} }
}

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

import type { UnavailableReason } from '../../app/ports/plan-document.ts'
import type { Clock } from '../../lib/clock.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import { networkCause } from '../network-cause.ts'
import { Pieces } from '../pieces.ts'
import { parseMediaType, type MediaType } from './document-format.ts'
import type { FileBeginning } from './watch-file.ts'

export interface FetchOptions {
  readonly limitBytes: number
  /** For redirects, headers and body together. */
  readonly timeoutMs: number
  readonly clock: Clock
  /** Cancels the fetch, whose result is not used then. */
  readonly signal: AbortSignal
}

export interface FetchedDocument extends FileBeginning {
  readonly mediaType?: MediaType
  /** After redirects. */
  readonly url: URL
}

const mostRedirects = 5

/** Fetches a document by http(s), at most `limitBytes` of it. Does not reject for errors of the network or the server. */
export async function fetchDocument(
  url: URL,
  options: FetchOptions,
): Promise<Result<FetchedDocument, UnavailableReason>> {
  const { clock, signal, timeoutMs } = options
  const controller = new AbortController()
  let isTimeout = false
  const timeUp = (): void => {
    isTimeout = true
    controller.abort()
  }
  const cancelTimeout = clock.after(timeoutMs, timeUp, 'alive')
  try {
    return await follow(url, options.limitBytes, AbortSignal.any([signal, controller.signal]))
  } catch (error) {
    // `fetch` and its streams throw plain errors for errors of the network.
    if (isTimeout) return fail({ kind: 'fetch-timeout', afterMs: timeoutMs })
    return fail({ kind: 'fetch-failed', cause: networkCause(error) })
  } finally {
    cancelTimeout()
    // Also cancels a body that was not read to its end.
    controller.abort()
  }
}

async function follow(
  start: URL,
  limitBytes: number,
  signal: AbortSignal,
): Promise<Result<FetchedDocument, UnavailableReason>> {
  let url = start
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    // Followed by hand, to check each target before it is requested. With `manual`, Node gives the real 3xx response.
    const response = await fetch(url, { redirect: 'manual', signal, headers: { accept: accepted } })
    const target = response.headers.get('location')
    if (target === null || !redirectStatuses.has(response.status))
      return await readResponse(response, url, limitBytes)
    await response.body?.cancel()
    const next = URL.canParse(target, url.href) ? new URL(target, url) : undefined
    if (next === undefined || !['http:', 'https:'].includes(next.protocol)) {
      return fail({ kind: 'bad-redirect', target })
    }
    url = next
  }
  return fail({ kind: 'too-many-redirects', limit: mostRedirects })
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const accepted = 'text/markdown, text/plain;q=0.9, application/json;q=0.9, text/*;q=0.8, */*;q=0.1'

async function readResponse(
  response: Response,
  url: URL,
  limitBytes: number,
): Promise<Result<FetchedDocument, UnavailableReason>> {
  if (!response.ok) {
    await response.body?.cancel()
    return fail({ kind: 'fetch-refused', status: response.status })
  }
  const pieces = new Pieces()
  let length = 0
  const body: AsyncIterable<Uint8Array> | null = response.body
  for await (const chunk of body ?? []) {
    pieces.push(chunk)
    length += chunk.length
    if (length > limitBytes) break
  }
  const isCut = length > limitBytes
  const mediaType = parseMediaType(response.headers.get('content-type') ?? '')
  return ok({
    bytes: pieces.take().subarray(0, limitBytes),
    sizeBytes: isCut ? Math.max(length, statedBytes(response)) : length,
    isCut,
    url,
    ...(mediaType === undefined ? {} : { mediaType }),
  })
}

/** The `Content-Length`; 0 where there is none, or it counts compressed bytes. */
function statedBytes(response: Response): number {
  if (response.headers.has('content-encoding')) return 0
  return Number(response.headers.get('content-length') ?? 0) || 0
}

import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Clock } from '../../lib/clock.ts'
import { safeLine } from '../../lib/text/safe-text.ts'
import type { Signal } from './otlp-messages.ts'
import { errorCode } from '../../lib/result.ts'

export interface Endpoint {
  readonly signal: Signal
  readonly url: URL
  readonly isJson: boolean
  readonly isGzipped: boolean
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  /** Files in PEM format; null: those of the system, or none. */
  readonly certificate: string | null
  readonly clientKey: string | null
  readonly clientCertificate: string | null
}

export interface DeliveryParts extends Omit<SendParts, 'signal'> {
  readonly clock: Clock
  /** From 0 to 1: so that many programs do not try again at the same moment. */
  readonly random: () => number
  readonly note: (line: string) => void
  readonly remark: (text: string) => void
}

const maxAttempts = 5
/** The pause after the first failed attempt; each further one is longer by half. */
const firstPauseMs = 1000
/** However long a backend wants to be left alone. */
const longestPauseMs = 10 * 60_000

/** Brings bodies to an endpoint, and tries again where that may help. https://opentelemetry.io/docs/specs/otlp/#otlphttp-throttling */
export class Delivery {
  readonly #endpoint: Endpoint
  readonly #parts: DeliveryParts
  readonly #abort = new AbortController()
  /** Settles when no attempt is to be repeated any more. */
  readonly #hurry: Promise<void>
  #isInHurry = false
  #endPause: () => void = () => undefined
  /** The user was told that nothing arrives. */
  #isTold = false

  constructor(endpoint: Endpoint, parts: DeliveryParts) {
    this.#endpoint = endpoint
    this.#parts = parts
    this.#hurry = new Promise((resolve) => (this.#endPause = resolve))
  }

  /** Whether the backend has taken it. Never rejects. */
  async deliver(body: Uint8Array): Promise<boolean> {
    const { clock, random } = this.#parts
    for (let attempt = 0; ; attempt++) {
      const reply = await sendRequest(this.#endpoint, body, { ...this.#parts, signal: this.#abort.signal })
      if (reply.words !== null) this.#say(reply.words)
      if (reply.type === 'taken') {
        this.#isTold = false
        return true
      }
      if (reply.type === 'refused' || attempt + 1 >= maxAttempts || this.#isInHurry) return false
      const pauseMs = reply.afterMs ?? firstPauseMs * 1.5 ** attempt * (0.8 + 0.4 * random())
      let cancel: () => void = () => undefined
      const paused = new Promise<void>((resolve) => {
        cancel = clock.after(Math.min(pauseMs, longestPauseMs), resolve)
      })
      await Promise.race([paused, this.#hurry])
      cancel()
      if (this.#isInHurry) return false
    }
  }

  /** From now on each body is tried once. */
  hurry(): void {
    this.#isInHurry = true
    this.#endPause()
  }

  stop(): void {
    this.#abort.abort()
  }

  #say(words: string): void {
    const { url, headers } = this.#endpoint
    // A backend may repeat what it was sent.
    const secrets = Object.values(headers).flatMap((value) => value.split(/\s+/))
    const said = secrets.reduce(
      (left, each) => (each.length < 4 ? left : left.replaceAll(each, '***')),
      words,
    )
    const line = `telemetry: ${url.origin}${url.pathname}: ${said}`
    this.#parts.note(line)
    // One word is enough until it works again.
    if (!this.#isTold && !this.#isInHurry) this.#parts.remark(line)
    this.#isTold = true
  }
}

/** What became of a request. `words` say what went wrong; shown to users, and safe. */
type Reply =
  | { readonly type: 'taken'; readonly words: string | null }
  | { readonly type: 'refused'; readonly words: string }
  /** It may be tried again, not before `afterMs` where the backend says when. */
  | { readonly type: 'failed'; readonly words: string; readonly afterMs: number | null }

export interface SendParts {
  readonly clock: Clock
  readonly userAgent: string
  /** The content of the files that the endpoint names. */
  readonly tls: Readonly<Record<'ca' | 'key' | 'cert', string | undefined>>
  readonly signal: AbortSignal
}

/** Longer answers are not read. */
const maxReplyBytes = 64 * 1024
const compress = promisify(gzip)

/** Posts a body once. Never rejects. https://opentelemetry.io/docs/specs/otlp/#otlphttp-response */
async function sendRequest(
  endpoint: Endpoint,
  body: Uint8Array,
  { clock, userAgent, tls, signal }: SendParts,
): Promise<Reply> {
  const { url, isJson, isGzipped, headers, timeoutMs } = endpoint
  const sent = isGzipped ? await compress(body) : body
  return await new Promise<Reply>((resolve) => {
    const stop = clock.after(timeoutMs, () => end(failure(`no answer within ${timeoutMs / 1000} s`)))
    const end = (reply: Reply): void => {
      stop()
      signal.removeEventListener('abort', onAbort)
      resolve(reply)
      request.destroy()
    }
    const onAbort = (): void => end(failure('given up'))
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      ...tls,
      method: 'POST',
      agent: false,
      headers: {
        'User-Agent': userAgent,
        ...headers,
        'Content-Type': isJson ? 'application/json' : 'application/x-protobuf',
        'Content-Length': sent.length,
        ...(isGzipped ? { 'Content-Encoding': 'gzip' } : {}),
      },
    })
    request.on('error', (cause) => end(failure(causeWords(cause, url))))
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      let length = 0
      const answered = (): void => end(replyOf(response, Buffer.concat(chunks), clock))
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        length += chunk.length
        if (length > maxReplyBytes) answered()
      })
      response.on('end', answered)
      response.on('error', (cause) => end(failure(causeWords(cause, url))))
    })
    signal.addEventListener('abort', onAbort)
    if (signal.aborted) onAbort()
    else request.end(sent)
    // A header that no request can have, or a key that is none.
  }).catch((cause: unknown) => ({ type: 'refused', words: safeLine(String(cause)) }))
}

function failure(words: string): Reply {
  return { type: 'failed', words, afterMs: null }
}

function causeWords(cause: Error, { port }: URL): string {
  const code = errorCode(cause) ?? ''
  const words = safeLine(
    code === 'ECONNREFUSED' ? 'nothing listens there' : `${cause.message} ${code}`.trim(),
  )
  return port === '4317' ? `${words} (4317 is the port for gRPC, 4318 that for HTTP)` : words
}

const maybeLater = [429, 502, 503, 504]

function replyOf({ statusCode = 0, headers }: IncomingMessage, body: Buffer, clock: Clock): Reply {
  const said = bodyWords(body)
  if (statusCode >= 200 && statusCode < 300) {
    // An empty body, or an empty `partial_success`, says that all was taken.
    const isWhole = body.length <= 2 || /^\{\s*("partialSuccess":\s*\{\s*\})?\s*\}$/.test(said)
    return { type: 'taken', words: isWhole || said === '' ? null : `a part was not taken: ${said}` }
  }
  const words = `status ${statusCode}${said === '' ? '' : `: ${said}`}`
  if (!maybeLater.includes(statusCode)) return { type: 'refused', words }
  return { type: 'failed', words, afterMs: waitOf(headers['retry-after'], clock.wallMs()) }
}

/** The time of a `Retry-After`, which is a number of seconds or a date; null: there is none. https://www.rfc-editor.org/rfc/rfc9110#field.retry-after */
function waitOf(value: string | undefined, nowMs: number): number | null {
  if (value === undefined) return null
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - nowMs
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}

const maxWords = 200

/** What can be read of a body, which is text, JSON or a protobuf message with a text in it. */
function bodyWords(body: Buffer): string {
  const text = body.subarray(0, 2000).toString('latin1')
  const words = text.match(/[\x20-\x7e]{3,}/g)?.join(' ') ?? ''
  return safeLine(words.trim().slice(0, maxWords))
}

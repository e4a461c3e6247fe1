import { shortened } from '../../../lib/text/wording.ts'
import { jsonIn } from '../../../lib/json/read-json.ts'
import type { Clock } from '../../../lib/clock.ts'
import { stringAt, objectIn } from '../../../protocol/wire/message.ts'

export interface Refusal {
  readonly status: number
  readonly location: string | null
  /** The beginning of the body, and its type. Raw text. */
  readonly body: string
  readonly contentType: string | null
}

export interface RefusedRequest {
  readonly over: 'http' | 'websocket'
  readonly url: string
  /** An Authorization header was sent. */
  readonly hasAuthorization: boolean
  /** With a connection, 404 is about that and not about the address. */
  readonly isConnected: boolean
}

/** Describes an HTTP error and what to do about it: the end of a sentence. Raw text. */
export function statusCause(refusal: Refusal, request: RefusedRequest): string {
  return `${statusText(refusal, request)}${quotedBody(refusal)}`
}

const loginHint = '--header "Authorization: Bearer …" or --token-file FILE'

function statusText({ status, location }: Refusal, request: RefusedRequest): string {
  const { pathname } = new URL(request.url)
  const protocol = request.over === 'http' ? 'HTTP' : 'WebSocket'
  if (status >= 300 && status < 400 && location !== null) {
    return `the server redirects (${status}): ${target(location, request)}`
  }
  switch (status) {
    case 401:
      return request.hasAuthorization
        ? `the server does not accept the login (401); check ${loginHint}`
        : `the server wants a login (401); give one with ${loginHint}`
    case 403:
      return request.hasAuthorization
        ? 'the server does not allow this login here (403)'
        : `the server does not allow this (403); perhaps it wants a login: ${loginHint}`
    case 404:
    case 410:
      return request.isConnected
        ? `the server no longer knows this connection (${status})`
        : `the server has nothing at ${pathname} (${status}); is the path right?`
    case 407:
      return 'a proxy wants a login (407)'
    case 429:
      return 'the server reports too many requests (429)'
    default:
      if (status >= 500) return `the server failed (${status})`
      if (request.isConnected) return `the server refused with status ${status}`
      return `there is no agent at ${pathname} that speaks ${protocol} (status ${status})${otherTransport(request)}`
  }
}

/** Suggests the other transport, since an endpoint may have only one of them. */
function otherTransport({ over, url }: RefusedRequest): string {
  const { protocol, host, pathname } = new URL(url)
  const scheme = over === 'http' ? protocol.replace(/^http/, 'ws') : protocol.replace(/^ws/, 'http')
  return `; perhaps it does at ${scheme}//${host}${pathname}`
}

/** The target of a redirect, as the user has to write its address. */
function target(location: string, { url, over }: RefusedRequest): string {
  if (!URL.canParse(location, url)) return 'but not where'
  const { protocol, host, pathname, search } = new URL(location, url)
  const scheme = over === 'websocket' ? protocol.replace(/^http/, 'ws') : protocol
  return `${scheme}//${host}${pathname}${search === '' ? '' : '?…'}; connect to that address instead`
}

const quoteLimit = 200

/** The message in the body, unless that is a page for browsers. */
function quotedBody({ body, contentType }: Refusal): string {
  if (!/^(text\/plain|application\/([\w.+-]*\+)?json)\b/i.test(contentType ?? '')) return ''
  const text = (jsonMessage(body) ?? body).replace(/\s+/g, ' ').trim()
  if (text === '') return ''
  return `: “${shortened(text, quoteLimit)}”`
}

function jsonMessage(body: string): string | null {
  const value = jsonIn(body)
  return messageIn(value) ?? messageIn(objectIn(value)['error'])
}

function messageIn(value: unknown): string | null {
  return typeof value === 'string' ? value : (stringAt(value, 'message') ?? null)
}

const limitBytes = 8 * 1024
/** An error page is sent at once. */
const waitMs = 1000

/** The beginning of the body of an error; the rest is cancelled. Never rejects. */
export async function readBeginning(body: ReadableStream<Uint8Array> | null, clock: Clock): Promise<string> {
  if (body === null) return ''
  const reader = body.getReader()
  // Also settles a pending read.
  const cancelBody = (): void => void reader.cancel().catch(() => undefined)
  const cancel = clock.after(waitMs, cancelBody, 'alive')
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    while (length < limitBytes) {
      const { done, value } = await reader.read()
      if (done) break
      const part = value.subarray(0, limitBytes - length)
      // Copied, since a decompressed chunk may be large.
      if (part.length > 0) chunks.push(Uint8Array.from(part))
      length += part.length
    }
  } catch {
    // A part of the message is better than none.
  }
  cancel()
  cancelBody()
  return Buffer.concat(chunks).toString('utf8')
}

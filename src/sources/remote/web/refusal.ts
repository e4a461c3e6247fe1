import { jsonIn } from '../../../lib/json/read-json.ts'
import type { Clock } from '../../../lib/clock.ts'

/** A server's answer that is a refusal. */
export interface Refusal {
  readonly status: number
  /** The `Location` header's value. */
  readonly location: string | null
  /** The body's beginning, and its type. Raw. */
  readonly body: string
  readonly contentType: string | null
}

export interface Asked {
  readonly over: 'http' | 'websocket'
  readonly url: string
  /** An Authorization header was sent. */
  readonly hasAuthorization: boolean
  /** A connection had been made: what is not found is that, and not the address. */
  readonly isConnected: boolean
}

/** What a refusal by HTTP means for the connection, and what may mend it: the end of a sentence. Raw text. */
export function statusCause(refusal: Refusal, asked: Asked): string {
  return `${wordsOf(refusal, asked)}${said(refusal)}`
}

const loginHint = '--header "Authorization: Bearer …" or --token-file FILE'

function wordsOf({ status, location }: Refusal, asked: Asked): string {
  const { pathname } = new URL(asked.url)
  if (status >= 300 && status < 400 && location !== null) {
    return `the server says that it is elsewhere (${status}): ${target(location, asked)}`
  }
  switch (status) {
    case 401:
      return asked.hasAuthorization
        ? `the server does not take the login that was given (401); check ${loginHint}`
        : `the server wants a login (401); give one with ${loginHint}`
    case 403:
      return asked.hasAuthorization
        ? 'the server does not allow this login here (403)'
        : `the server does not allow this (403); perhaps it wants a login: ${loginHint}`
    case 404:
    case 410:
      return asked.isConnected
        ? `the server no longer knows this connection (${status})`
        : `the server has nothing at ${pathname} (${status}); is the path right?`
    case 407:
      return 'a proxy on the way wants a login (407)'
    case 429:
      return 'the server says that it was asked too often (429)'
    default:
      if (status >= 500) return `the server failed (${status})`
      if (asked.isConnected) return `the server refused with status ${status}`
      return `there is no agent at ${pathname} that speaks ${spoken(asked)} (status ${status})${perhaps(asked)}`
  }
}

function spoken({ over }: Asked): string {
  return over === 'http' ? 'HTTP' : 'WebSocket'
}

/** The other of the two ways that one endpoint may have. */
function perhaps({ over, url }: Asked): string {
  const { protocol, host, pathname } = new URL(url)
  const scheme = over === 'http' ? protocol.replace(/^http/, 'ws') : protocol.replace(/^ws/, 'http')
  return `; perhaps it does at ${scheme}//${host}${pathname}`
}

/** Where to, in the form in which the user would have to give it. */
function target(location: string, { url, over }: Asked): string {
  if (!URL.canParse(location, url)) return 'but not where'
  const { protocol, host, pathname, search } = new URL(location, url)
  const scheme = over === 'websocket' ? protocol.replace(/^http/, 'ws') : protocol
  return `${scheme}//${host}${pathname}${search === '' ? '' : '?…'}; connect to that address instead`
}

const saidLimit = 200

/** What the server itself says, where it is meant for people and not for browsers. */
function said({ body, contentType }: Refusal): string {
  if (!/^(text\/plain|application\/([\w.+-]*\+)?json)\b/i.test(contentType ?? '')) return ''
  const text = (saidInJson(body) ?? body).replace(/\s+/g, ' ').trim()
  if (text === '') return ''
  return `: “${text.length <= saidLimit ? text : `${text.slice(0, saidLimit - 1)}…`}”`
}

function saidInJson(body: string): string | null {
  const value = jsonIn(body)
  return messageIn(value) ?? messageIn(errorIn(value))
}

function errorIn(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'error' in value ? value.error : null
}

function messageIn(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null || !('message' in value)) return null
  return typeof value.message === 'string' ? value.message : null
}

const limitBytes = 8 * 1024
/** A server that refuses has its words ready. */
const waitMs = 1000

/** The beginning of a body that only says why something is refused. What is missing of it is of no interest, and is let go. */
export async function readBeginning(body: ReadableStream<Uint8Array> | null, clock: Clock): Promise<string> {
  if (body === null) return ''
  const reader = body.getReader()
  // Settles a read that waits, too.
  const letGo = (): void => void reader.cancel().catch(() => undefined)
  const cancel = clock.after(waitMs, letGo, 'alive')
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    while (length < limitBytes) {
      const { done, value } = await reader.read()
      if (done) break
      const part = value.subarray(0, limitBytes - length)
      // A piece of what was unpacked may be large.
      if (part.length > 0) chunks.push(Uint8Array.from(part))
      length += part.length
    }
  } catch {
    // Half of the words are better than none.
  }
  cancel()
  letGo()
  return Buffer.concat(chunks).toString('utf8')
}

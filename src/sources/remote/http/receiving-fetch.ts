import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Socket } from 'node:net'
import type { AcpCookieStore } from '@agentclientprotocol/sdk/experimental/http-client'
import type { StreamSession } from '../../../app/ports/transport.ts'
import { jsonIn } from '../../../lib/json/read-json.ts'
import { lastingStream, pacedEvents, SseReader } from './event-stream.ts'
import { readBeginning, statusCause } from '../web/refusal.ts'
import { isError, noticeMessages, type Stub, stubFor } from '../web/sdk-client.ts'
import { messageLimitBytes, type WebRoute, deadline, type Deadline } from '../web/web-route.ts'
import { writeJson } from '../../../lib/json/write-json.ts'
import { isObject, stringAt, type JsonObject, objectIn, rpcCodes } from '../../../protocol/wire/message.ts'
import { excerptOf } from '../../../protocol/wire/wire-problem.ts'
import { Buffer } from 'node:buffer'
import { Pieces } from '../../pieces.ts'
import { RemoteFailure } from '../../network-cause.ts'

/** The agent has answered `initialize` with an error, so that there is no connection. The client handles that error. */
export class RefusedByAgent extends Error {}

export interface ReceivingFetchOptions {
  readonly route: WebRoute
  readonly cookieStore: AcpCookieStore
  /** Called with each message, or what is in place of one, byte for byte. */
  readonly onFrame: (frame: Buffer, from: StreamSession) => void
  readonly onConnected: () => void
  /** Aborts all requests but the one that closes the connection. */
  readonly halted: AbortSignal
  /** Aborts all requests. */
  readonly killed: AbortSignal
  /** Awaited before more is read. */
  readonly untilReadable: () => Promise<void>
}

const connectionHeader = 'Acp-Connection-Id'
const eventStream = 'text/event-stream'
/** They end the connection. Redirects do, since following one would send our headers to another server. */
const fatalStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308, 401, 403, 404, 410])
/** Worth another try: the server may still hold the old stream, or be overloaded. */
const temporaryStatuses: ReadonlySet<number> = new Set([409, 425, 429, 500, 502, 503, 504])

/**
 * The `fetch` of the SDK's HTTP client. Received messages go to `onFrame` as they are; the SDK gets stubs of them, which have what it needs
 * to open streams and to route messages. A failure that ends the connection is thrown as a `RemoteFailure`.
 */
export class ReceivingFetch {
  readonly #options: ReceivingFetchOptions
  /** Sessions of sub-agents, for which a server need not have streams. */
  readonly #subagents = new Set<string>()
  #isConnected = false
  /**
   * What `initialize` was sent under, to a server without ids of connections, such as Sandbox Agent: its address is the connection, one
   * stream has all that the agent sends, from its beginning, and each answer is in its response too, at the end of the turn. null: it has ids.
   */
  #initializedAs: unknown = null
  #closed: Promise<void> = Promise.resolve()

  constructor(options: ReceivingFetchOptions) {
    this.#options = options
  }

  readonly fetch = async (_: unknown, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers)
    switch (init.method) {
      case 'GET':
        return await this.#openStream(init, headers)
      case 'POST':
        return await (headers.has(connectionHeader)
          ? this.#post(init, headers.get(sessionHeader))
          : this.#initialize(init))
      default:
        return await this.#closeConnection(init)
    }
  }

  /** Settles when the request that closes the connection was answered, if there was one. */
  get closed(): Promise<void> {
    return this.#closed
  }

  async #send(init: RequestInit, ended: AbortSignal, due: Deadline): Promise<Response> {
    const { route, killed } = this.#options
    const lost = new AbortController()
    const ends = [ended, killed, due.signal, lost.signal, ...(init.signal ? [init.signal] : [])]
    const heard = (connection: unknown): void => {
      if (isLost(connection, new URL(route.url).host)) lost.abort(connectionLost())
    }
    subscribe(connected, heard)
    try {
      return await fetch(route.url, { ...init, redirect: 'manual', signal: AbortSignal.any(ends) })
    } finally {
      unsubscribe(connected, heard)
    }
  }

  /** With a time limit for the beginning of the response; that of its body depends on the request. */
  async #sendInTime(init: RequestInit, ended: AbortSignal, what: string): Promise<Response> {
    const { clock, waits } = this.#options.route
    const due = deadline(clock, methodOf(init.body) === prompt ? waits.promptMs : waits.answerMs, what)
    try {
      return await this.#send(init, ended, due)
    } finally {
      due.met()
    }
  }

  async #closeConnection(init: RequestInit): Promise<Response> {
    const answered = this.#sendInTime(init, this.#options.killed, 'answer the closing request')
    this.#closed = answered.then(ignored, ignored)
    return await answered
  }

  async #initialize(init: RequestInit): Promise<Response> {
    const { halted, route } = this.#options
    const due = deadline(route.clock, route.waits.answerMs, 'answer initialize')
    try {
      return await this.#readInitializeAnswer(init, await this.#send(init, halted, due))
    } finally {
      due.met()
    }
  }

  async #readInitializeAnswer(init: RequestInit, response: Response): Promise<Response> {
    if (!response.ok) throw await this.#refusal(response)
    const frame = await wholeBody(response)
    const asked = sentMessage(init.body)['id'] ?? null
    const told = response.headers.get(connectionHeader)
    const id = told ?? (isInitialized(frame) ? 'none' : null)
    if (told === null && id !== null) this.#initializedAs = asked
    this.#isConnected = id !== null
    if (id !== null) this.#options.onConnected()
    this.#options.onFrame(frame, null)
    if (id === null) {
      if (isError(frame)) throw new RefusedByAgent()
      throw new RemoteFailure(
        `no ACP agent answers there: the response has no connection id (${connectionHeader})`,
      )
    }
    const stub = stubFor(asked, { result: {} })
    return new Response(writeJson(stub), { headers: [[connectionHeader, id], ...cookiesOf(response)] })
  }

  async #post(init: RequestInit, sessionId: StreamSession): Promise<Response> {
    const what = `take ${methodOf(init.body) ?? 'an answer of ours'}`
    const answered = this.#sendInTime(init, this.#options.halted, what)
    if (this.#initializedAs !== null) {
      // The end of the stream tells of a server that is gone.
      answered
        .then(async (late) => await this.#receiveRefusal(late, sentMessage(init.body)['id']))
        .catch(ignored)
      return new Response(null, { status: 202 })
    }
    const response = await answered
    if (fatalStatuses.has(response.status)) throw await this.#refusal(response)
    if (!response.ok) return await this.#shortened(response)
    this.#receiveAnswer(response, sessionId).catch(ignored)
    return new Response(null, { status: 202, headers: cookiesOf(response) })
  }

  /** An error of a server without ids of connections answers the request; what the agent answers is in the stream. */
  async #receiveRefusal(response: Response, id: unknown): Promise<void> {
    if (response.ok) await response.body?.cancel()
    else if (id !== undefined) {
      const { message } = await this.#refusal(response)
      const error = { code: rpcCodes.internalError, message }
      this.#options.onFrame(Buffer.from(writeJson({ jsonrpc: '2.0', id, error })), null)
    }
  }

  /** Answers belong into a stream, but a server may send them in the response, along with requests of its own. */
  async #receiveAnswer(response: Response, from: StreamSession): Promise<void> {
    const { onFrame, untilReadable } = this.#options
    const type = contentType(response)
    if (type === eventStream) {
      const reader = new SseReader(messageLimitBytes)
      const body: AsyncIterable<Uint8Array> | null = response.body
      if (body !== null)
        for await (const data of pacedEvents(body, reader, untilReadable)) onFrame(data, from)
      for (const data of reader.end()) onFrame(data, from)
    } else if (/\bjson$/.test(type)) {
      const frame = await wholeBody(response)
      if (frame.length > 0) onFrame(frame, from)
    } else await response.body?.cancel()
  }

  async #openStream(init: RequestInit, headers: Headers): Promise<Response> {
    const { halted, killed, route, cookieStore, onFrame, untilReadable } = this.#options
    const sessionId = headers.get(sessionHeader)
    const what = 'open a stream of messages'
    if (sessionId !== null && this.#initializedAs !== null) return new Response(new ReadableStream())
    const first = await this.#sendInTime(init, halted, what)
    if (!first.ok) {
      if (sessionId !== null && this.#subagents.has(sessionId)) return new Response('', { status: 200 })
      // The SDK takes this as an error of the session, and not of the connection.
      if (first.status === 409 && sessionId !== null) return await this.#shortened(first)
    }
    await this.#expectStream(first)
    const body = lastingStream(first, {
      reopen: async (lastEventId) => {
        const again = { ...init, headers: this.#again(headers, lastEventId) }
        const response = await this.#sendInTime(again, halted, what)
        cookieStore.store(response.headers)
        if (temporaryStatuses.has(response.status)) {
          await response.body?.cancel()
          return null
        }
        await this.#expectStream(response)
        return response
      },
      onEvent: (data) => {
        const { stubs, subagents } = noticeMessages(data)
        // Its answer was in a response.
        if (this.#initializedAs !== null && stubs.some(({ id }) => id === this.#initializedAs)) return []
        for (const stub of stubs) expectNameable(stub)
        for (const subagent of subagents) this.#subagents.add(subagent)
        onFrame(data, sessionId)
        return stubs
      },
      isVital: sessionId === null,
      untilReadable,
      clock: route.clock,
      signal: AbortSignal.any([halted, killed, ...(init.signal ? [init.signal] : [])]),
    })
    return new Response(body, { headers: cookiesOf(first) })
  }

  async #expectStream(response: Response): Promise<void> {
    if (!response.ok) throw await this.#refusal(response)
    const type = contentType(response)
    if (type === eventStream) return
    await response.body?.cancel()
    throw new RemoteFailure(
      `the server sends “${type}” where a stream of messages (${eventStream}) should be`,
    )
  }

  /** The headers to reopen a stream after an event. Cookies may have changed. */
  #again(headers: Headers, lastEventId: string | null): Headers {
    const { route, cookieStore } = this.#options
    const again = new Headers(headers)
    again.delete('Cookie')
    const given = new Headers(route.headers).get('Cookie')
    if (given !== null) again.set('Cookie', given)
    cookieStore.apply(again)
    if (lastEventId !== null && /^[\x20-\x7e]+$/.test(lastEventId)) again.set('Last-Event-ID', lastEventId)
    return again
  }

  /** A response that the SDK turns into an error, with the beginning of its body: the SDK would read all of it, without a limit. */
  async #shortened(response: Response): Promise<Response> {
    const { status, statusText } = response
    // `Response` takes no higher status.
    if (status > 599) throw await this.#refusal(response)
    const body = await readBeginning(response.body, this.#options.route.clock)
    return new Response(body === '' ? null : body, { status, statusText, headers: cookiesOf(response) })
  }

  async #refusal(response: Response): Promise<RemoteFailure> {
    const { url, hasAuthorization, clock, concealer } = this.#options.route
    // Concealed before it is shortened.
    const body = concealer.body(await readBeginning(response.body, clock))
    const refusal = {
      status: response.status,
      location: response.headers.get('Location'),
      body,
      contentType: response.headers.get('Content-Type'),
    }
    const request = { over: 'http', url, hasAuthorization, isConnected: this.#isConnected } as const
    return new RemoteFailure(statusCause(refusal, request))
  }
}

/** Whether a server that tells no id of a connection is an agent all the same. */
function isInitialized(frame: Buffer): boolean {
  const { result } = objectIn(jsonIn(frame.toString('utf8')))
  return typeof objectIn(result)['protocolVersion'] === 'number'
}

const prompt = 'session/prompt'

/** null: the message is an answer. */
function methodOf(body: unknown): string | null {
  return stringAt(sentMessage(body), 'method') ?? null
}

function sentMessage(body: unknown): JsonObject {
  return objectIn(typeof body === 'string' ? jsonIn(body) : null)
}

const connected = 'undici:client:connected'

/**
 * Whether a connection of `fetch` was closed before it was used. Node 20 listens to the first one only after its parser of HTTP is loaded: it
 * does not notice an end before that, and the request would never settle.
 */
function isLost(connection: unknown, host: string): boolean {
  const { connectParams: to, socket } = objectIn(connection)
  return objectIn(to)['host'] === host && socket instanceof Socket && socket.destroyed
}

/** As `fetch` reports a connection that it has seen closed. */
function connectionLost(): Error {
  return Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' })
}

function ignored(): void {
  // The end of the connection is reported.
}

const sessionHeader = 'Acp-Session-Id'

/** Throws where a session's id is no valid header value: its stream cannot be opened, and nothing can be sent to it. */
function expectNameable({ result }: Stub): void {
  if (!isObject(result) || !('sessionId' in result)) return
  try {
    new Headers().set(sessionHeader, String(result['sessionId']))
  } catch {
    const id = excerptOf(writeJson(result['sessionId']))
    throw new RemoteFailure(`the session id ${id} cannot be sent in a header (${sessionHeader})`)
  }
}

/** The whole body of a response that is one message. */
async function wholeBody(response: Response): Promise<Buffer> {
  const chunks = new Pieces()
  let length = 0
  const body: AsyncIterable<Uint8Array> | null = response.body
  for await (const chunk of body ?? []) {
    length += chunk.length
    if (length > messageLimitBytes) {
      throw new RemoteFailure(`the agent sent a message over ${messageLimitBytes / 1024 / 1024} MiB`)
    }
    chunks.push(chunk)
  }
  return chunks.take()
}

function cookiesOf(response: Response): [string, string][] {
  return response.headers.getSetCookie().map((cookie) => ['Set-Cookie', cookie])
}

/** In lower case and without parameters; '' where there is none. */
function contentType(response: Response): string {
  return (response.headers.get('Content-Type') ?? '').replace(/;.*/, '').trim().toLowerCase()
}

import type { AcpCookieStore } from '@agentclientprotocol/sdk/experimental/http-client'
import type { StreamSession } from '../../../app/ports/transport.ts'
import { jsonIn } from '../../../lib/json/read-json.ts'
import { lastingStream } from './lasting-stream.ts'
import { deadline, type Deadline } from '../deadline.ts'
import { pacedEvents, SseReader } from './sse-reader.ts'
import { readBeginning, statusCause } from '../web/refusal.ts'
import { isError, noticeMessages, type Stub, stubFor } from './sdk-stubs.ts'
import { messageLimitBytes, type WebRoute } from '../web/web-route.ts'
import { writeJson } from '../../../lib/json/write-json.ts'
import { excerptOf } from '../../../protocol/wire/wire-problem.ts'
import type { Buffer } from 'node:buffer'
import { Pieces } from '../../pieces.ts'
import { RemoteFailure } from '../../network-cause.ts'

/** The agent answered `initialize` with an error, and no connection came of it: what follows is for the client to say. */
export class RefusedByAgent extends Error {}

export interface ReceivingFetchOptions {
  readonly route: WebRoute
  readonly cookieStore: AcpCookieStore
  /** One message, or what stands where one should be; byte for byte. */
  readonly onFrame: (frame: Buffer, from: StreamSession) => void
  readonly onConnected: () => void
  /** Ends all but the request that ends the connection. */
  readonly halted: AbortSignal
  /** Ends everything. */
  readonly killed: AbortSignal
  /** What is to be awaited before more is read. */
  readonly held: () => Promise<void>
}

const connectionHeader = 'Acp-Connection-Id'
const eventStream = 'text/event-stream'
/** These end a connection, and so do redirects: a request that is sent on would carry our headers to somebody else. */
const fatalStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308, 401, 403, 404, 410])
/** A server that still holds the old stream, or has too much to do, may have time later. */
const passingStatuses: ReadonlySet<number> = new Set([409, 425, 429, 500, 502, 503, 504])

/**
 * The `fetch` that the SDK's HTTP client gets. What a server sends goes to `onFrame` as it came; the SDK is shown stubs of
 * it, from which it learns what to open and where to send. What ends the connection is thrown in our words.
 */
export class ReceivingFetch {
  readonly #options: ReceivingFetchOptions
  /** Sessions of sub-agents: a server need not have streams for them. */
  readonly #subagents = new Set<string>()
  #isConnected = false
  #goodbye: Promise<void> = Promise.resolve()

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
        return await this.#sayGoodbye(init)
    }
  }

  /** Settles when the request that ends the connection was answered, if there was one. */
  get goodbye(): Promise<void> {
    return this.#goodbye
  }

  async #ask(init: RequestInit, ended: AbortSignal, due: Deadline): Promise<Response> {
    const { route, killed } = this.#options
    const signal = AbortSignal.any([ended, killed, due.signal, ...(init.signal ? [init.signal] : [])])
    return await fetch(route.url, { ...init, redirect: 'manual', signal })
  }

  /** Until the server begins to answer: how long the rest of it may take, only what is asked for tells. */
  async #askInTime(init: RequestInit, ended: AbortSignal, what: string): Promise<Response> {
    const { clock, waits } = this.#options.route
    const due = deadline(clock, methodOf(init.body) === prompt ? waits.promptMs : waits.answerMs, what)
    try {
      return await this.#ask(init, ended, due)
    } finally {
      due.met()
    }
  }

  async #sayGoodbye(init: RequestInit): Promise<Response> {
    const answered = this.#askInTime(init, this.#options.killed, 'answer our goodbye')
    this.#goodbye = answered.then(ignored, ignored)
    return await answered
  }

  async #initialize(init: RequestInit): Promise<Response> {
    const { halted, route } = this.#options
    const due = deadline(route.clock, route.waits.answerMs, 'answer initialize')
    try {
      return await this.#greeting(init, await this.#ask(init, halted, due))
    } finally {
      due.met()
    }
  }

  async #greeting(init: RequestInit, response: Response): Promise<Response> {
    if (!response.ok) throw await this.#refusal(response)
    const frame = await wholeBody(response)
    const id = response.headers.get(connectionHeader)
    this.#isConnected = id !== null
    if (id !== null) this.#options.onConnected()
    this.#options.onFrame(frame, null)
    if (id === null) {
      if (isError(frame)) throw new RefusedByAgent()
      throw new RemoteFailure(
        `what answers there is no ACP agent: it names no connection (${connectionHeader})`,
      )
    }
    const stub = stubFor(idOf(init.body), { result: {} })
    return new Response(writeJson(stub), { headers: [[connectionHeader, id], ...cookiesOf(response)] })
  }

  async #post(init: RequestInit, sessionId: StreamSession): Promise<Response> {
    const what = `take ${methodOf(init.body) ?? 'an answer of ours'}`
    const response = await this.#askInTime(init, this.#options.halted, what)
    if (fatalStatuses.has(response.status)) throw await this.#refusal(response)
    if (!response.ok) return await this.#shortened(response)
    this.#receiveAnswer(response, sessionId).catch(ignored)
    return new Response(null, { status: 202, headers: cookiesOf(response) })
  }

  /** An answer belongs into a stream, but a server may give it at once, with requests of its own. */
  async #receiveAnswer(response: Response, from: StreamSession): Promise<void> {
    const { onFrame, held } = this.#options
    const type = contentType(response)
    if (type === eventStream) {
      const reader = new SseReader(messageLimitBytes)
      const body: AsyncIterable<Uint8Array> | null = response.body
      if (body !== null) for await (const data of pacedEvents(body, reader, held)) onFrame(data, from)
      for (const data of reader.end()) onFrame(data, from)
    } else if (/\bjson$/.test(type)) {
      const frame = await wholeBody(response)
      if (frame.length > 0) onFrame(frame, from)
    } else await response.body?.cancel()
  }

  async #openStream(init: RequestInit, headers: Headers): Promise<Response> {
    const { halted, killed, route, cookieStore, onFrame, held } = this.#options
    const sessionId = headers.get(sessionHeader)
    const what = 'open a stream of messages'
    const first = await this.#askInTime(init, halted, what)
    if (!first.ok) {
      if (sessionId !== null && this.#subagents.has(sessionId)) return new Response('', { status: 200 })
      // To the SDK that is the session's trouble and not the connection's.
      if (first.status === 409 && sessionId !== null) return await this.#shortened(first)
    }
    await this.#expectStream(first)
    const body = lastingStream(first, {
      askAgain: async (lastEventId) => {
        const again = { ...init, headers: this.#again(headers, lastEventId) }
        const response = await this.#askInTime(again, halted, what)
        cookieStore.store(response.headers)
        if (passingStatuses.has(response.status)) {
          await response.body?.cancel()
          return null
        }
        await this.#expectStream(response)
        return response
      },
      onEvent: (data) => {
        const { stubs, subagents } = noticeMessages(data)
        for (const stub of stubs) expectNameable(stub)
        for (const subagent of subagents) this.#subagents.add(subagent)
        onFrame(data, sessionId)
        return stubs
      },
      isVital: sessionId === null,
      held,
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

  /** The headers of a stream, to ask for what comes after an event. Cookies may have changed. */
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

  /** A refusal that the SDK makes an error of: it would read its body for as long as that goes on. */
  async #shortened(response: Response): Promise<Response> {
    const { status, statusText } = response
    // Any other number is none that a response could be made of.
    if (status > 599) throw await this.#refusal(response)
    const body = await readBeginning(response.body, this.#options.route.clock)
    return new Response(body === '' ? null : body, { status, statusText, headers: cookiesOf(response) })
  }

  async #refusal(response: Response): Promise<RemoteFailure> {
    const { url, hasAuthorization, clock, concealer } = this.#options.route
    // Before anything is cut from it.
    const body = concealer.body(await readBeginning(response.body, clock))
    const refusal = {
      status: response.status,
      location: response.headers.get('Location'),
      body,
      contentType: response.headers.get('Content-Type'),
    }
    const asked = { over: 'http', url, hasAuthorization, isConnected: this.#isConnected } as const
    return new RemoteFailure(statusCause(refusal, asked))
  }
}

const prompt = 'session/prompt'

function idOf(body: unknown): unknown {
  const message = sentMessage(body)
  return message !== null && 'id' in message ? message.id : null
}

/** null: it is an answer. */
function methodOf(body: unknown): string | null {
  const message = sentMessage(body)
  return message !== null && 'method' in message && typeof message.method === 'string' ? message.method : null
}

function sentMessage(body: unknown): object | null {
  const message = typeof body === 'string' ? jsonIn(body) : null
  return typeof message === 'object' ? message : null
}

function ignored(): void {
  // Who waits for what did not come hears of the end.
}

const sessionHeader = 'Acp-Session-Id'

/** Throws where a session is named that no header can name: there is no asking for its stream, and nothing can be sent to it. */
function expectNameable({ result }: Stub): void {
  if (typeof result !== 'object' || result === null || !('sessionId' in result)) return
  try {
    new Headers().set(sessionHeader, String(result.sessionId))
  } catch {
    const id = excerptOf(writeJson(result.sessionId))
    throw new RemoteFailure(`the agent calls its session ${id}, which no header (${sessionHeader}) can hold`)
  }
}

/** All of a body that is one message. */
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

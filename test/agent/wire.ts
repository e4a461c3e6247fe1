import { Buffer } from 'node:buffer'
import type { AgentOptions } from '../../src/agent/agent-options.ts'
import type { OpenTransport, TransportEnd, TransportEvents } from '../../src/app/ports/transport.ts'
import { updateOf, type Json, type ReceivedMessage } from './puppet.ts'
import { settled, Waiting, watchRun, type WatchedRun } from './watched-run.ts'

/** The answer to `initialize` of an agent that offers all that version 1 has for sessions. */
export const offeringAll = {
  protocolVersion: 1,
  agentCapabilities: {
    loadSession: true,
    sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {} },
  },
}

export interface WireRun extends WatchedRun {
  /** The next connection that was opened. */
  nextWire(): Promise<Wire>
}

/** A run whose agent is the test itself, at the other end of a transport without a process. */
export function runOnWire(options: Partial<AgentOptions> = {}): WireRun {
  const wires = new Waiting<Wire>()
  const open: OpenTransport = (events) => {
    const wire = new Wire(events)
    wires.add(wire)
    return {
      isRunning: true,
      send: (message) => wire.received(message),
      end: async () => {
        wire.beforeClose()
        wire.close()
      },
      killNow: () => wire.close(),
    }
  }
  return { ...watchRun({ open, cwd: '/work', ...options }), nextWire: async () => await wires.next() }
}

/** A run whose agent has answered `initialize`. */
export async function greetOnWire(
  options: Partial<AgentOptions> = {},
  greeting: Json = { protocolVersion: 1 },
): Promise<{ readonly run: WireRun; readonly wire: Wire }> {
  const run = runOnWire(options)
  return { run, wire: await greeted(run, greeting) }
}

/** The next connection of a run, once the agent has answered `initialize`. */
export async function greeted(run: WireRun, greeting: Json): Promise<Wire> {
  const wire = await run.nextWire()
  await wire.answersNext(greeting)
  return wire
}

/** A run whose handshake is through: version 1 with these capabilities, or version 2. */
export async function openOnWire(
  options: Partial<AgentOptions> = {},
  greeting: Json = { protocolVersion: 1 },
  session: Json = {},
): Promise<{ readonly run: WireRun; readonly wire: Wire }> {
  const { run, wire } = await greetOnWire(options, greeting)
  await wire.answersNext({ sessionId: 's1', ...session })
  await run.opened()
  return { run, wire }
}

/** The agent's end of one connection. */
export class Wire {
  readonly #events: TransportEvents
  readonly #messages = new Waiting<ReceivedMessage>()
  /** Everything that was sent to the agent. */
  readonly received: (message: string) => void
  readonly lines: string[] = []
  isClosed = false
  /** What the agent still does when its input ends. */
  beforeClose: () => void = () => undefined

  constructor(events: TransportEvents) {
    this.#events = events
    this.received = (message) => {
      this.lines.push(message)
      this.#messages.add(JSON.parse(message) as ReceivedMessage)
    }
  }

  async receives(): Promise<ReceivedMessage> {
    return await this.#messages.next()
  }

  write(text: string | Buffer): void {
    if (!this.isClosed) this.#events.onBytes(Buffer.from(text as string))
  }

  stderr(text: string): void {
    this.#events.onStderr(Buffer.from(text))
  }

  frame(content: string | Buffer, kind: 'text' | 'binary' = 'text'): void {
    this.#events.onFrame(Buffer.from(content as string), kind, null)
  }

  send(...messages: readonly Json[]): void {
    this.write(messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''))
  }

  answer(request: ReceivedMessage, result: unknown): void {
    this.send({ id: request.id, result })
  }

  fail(request: ReceivedMessage, code: number, message: string, data?: unknown): void {
    this.send({ id: request.id, error: { code, message, data } })
  }

  update(update: Json, sessionId = 's1'): void {
    this.send(updateOf(update, sessionId))
  }

  /** Answers the next request, and gives it once the answer has had its effect. */
  async answersNext(result: unknown): Promise<ReceivedMessage> {
    const request = await this.receives()
    this.answer(request, result)
    await settled()
    return request
  }

  /** Does its part of the opening of a new session. */
  async open(greeting: Json = { protocolVersion: 1 }, session: Json = {}): Promise<void> {
    await this.answersNext(greeting)
    await this.answersNext({ sessionId: 's1', ...session })
  }

  /** Nothing of what is sent to it is read any more, or all of it. */
  stall(isStalled: boolean): void {
    this.#events.onStalled(isStalled)
  }

  lose(end: TransportEnd): void {
    this.#events.onEnded(end)
  }

  close(): void {
    this.isClosed = true
  }
}

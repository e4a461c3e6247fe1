import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { AppEvent } from '../../src/app/app-event.ts'
import type { AppState } from '../../src/app/app-state.ts'
import { createApp } from '../../src/app/app.ts'
import { startAgent, type AgentOptions, type RunningAgent } from '../../src/agent/start-agent.ts'
import { fakeClock, type FakeClock } from './fake-clock.ts'

export type Json = Readonly<Record<string, unknown>>

/** A message as the puppet received it. */
export interface ReceivedMessage {
  readonly id?: number
  readonly method?: string
  readonly params?: Json
  readonly result?: Json
  readonly error?: Json
}

const puppetFile = fileURLToPath(new URL('agents/puppet.mjs', import.meta.url))

export interface Run {
  readonly agent: RunningAgent
  readonly clock: FakeClock
  readonly events: readonly AppEvent[]
  readonly folder: string
  state(): AppState
  /** The next process that was started. */
  nextPuppet(): Promise<Puppet>
  /** Settles with the first event, from the beginning, that `is` accepts. */
  event<T extends AppEvent['type']>(
    type: T,
    is?: (event: Extract<AppEvent, { type: T }>) => boolean,
  ): Promise<Extract<AppEvent, { type: T }>>
  eventsOf<T extends AppEvent['type']>(type: T): readonly Extract<AppEvent, { type: T }>[]
  /** Calls `listener` within each event. */
  listen(listener: (event: AppEvent) => void): void
  until(holds: (state: AppState) => boolean): Promise<AppState>
}

/** Starts the puppet as an agent; all of it is gone when the test has finished. */
export async function run(options: Partial<AgentOptions> = {}): Promise<Run> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-test-'))
  const socket = join(folder, 'puppet.sock')
  const puppets = new Waiting<Puppet>()
  const server = createServer((connection) => puppets.add(new Puppet(connection)))
  await new Promise<void>((resolve) => server.listen(socket, resolve))
  const clock = fakeClock()
  const app = createApp()
  const events: AppEvent[] = []
  const waiting = new Set<() => void>()
  app.onEvent((event) => {
    events.push(event)
    for (const look of waiting) look()
  })
  const agent = startAgent({
    command: process.execPath,
    args: [puppetFile],
    cwd: folder,
    protocol: 'auto',
    advertisesPlans: true,
    permissions: 'ask',
    canAsk: true,
    prompts: [],
    timeoutMs: null,
    clientVersion: '1.2.3',
    clock,
    dispatch: app.dispatch,
    ...options,
    env: { PUPPET_SOCKET: socket, ...options.env },
  })
  onTestFinished(async () => {
    await agent.close()
    server.close()
    await rm(folder, { recursive: true, force: true })
  })
  const settles = async <T>(find: (newest: AppEvent | undefined) => T | undefined): Promise<T> =>
    await new Promise((resolve) => {
      const look = (): void => {
        const found = find(events.at(-1))
        if (found === undefined) return
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
      look()
    })
  return {
    agent,
    clock,
    events,
    folder,
    state: app.state,
    nextPuppet: async () => await puppets.next(),
    event: async (type, is = () => true) => {
      const isIt = (event: AppEvent | undefined): event is Extract<AppEvent, { type: typeof type }> =>
        event?.type === type && is(event as never)
      return events.find(isIt) ?? (await settles((newest) => (isIt(newest) ? newest : undefined)))
    },
    eventsOf: (type) =>
      events.filter((event): event is Extract<AppEvent, { type: typeof type }> => event.type === type),
    listen: (listener) => void app.onEvent(listener),
    until: async (holds) => await settles(() => (holds(app.state()) ? app.state() : undefined)),
  }
}

/** A run whose handshake is through. */
export async function openRun(
  options: Partial<AgentOptions> = {},
  version: 1 | 2 = 1,
): Promise<{ readonly run: Run; readonly puppet: Puppet }> {
  const running = await run(options)
  const puppet = await running.nextPuppet()
  await puppet.open(version)
  await running.until((state) => state.link.state === 'open')
  return { run: running, puppet }
}

/** One process of the agent, told what to do next. */
export class Puppet {
  readonly #socket: Socket
  readonly #messages = new Waiting<ReceivedMessage>()
  readonly #reports = new Map<string, Waiting<Json>>()
  /** Every line that came on its stdin. */
  readonly lines: string[] = []
  #text = ''

  constructor(socket: Socket) {
    this.#socket = socket
    socket.setEncoding('utf8')
    socket.on('error', () => undefined)
    socket.on('data', (text) => this.#read(String(text)))
  }

  /** The next message that came on stdin. */
  async receives(): Promise<ReceivedMessage> {
    return await this.#messages.next()
  }

  async reports(type: 'started' | 'stdin-ended' | 'signal' | 'grandchild'): Promise<Json> {
    return await this.#reportsOf(type).next()
  }

  /** Writes to stdout, byte for byte; settles when it was written. */
  async write(text: string | Buffer): Promise<void> {
    await this.order({ type: 'write', base64: Buffer.from(text as string).toString('base64') })
  }

  async stderr(text: string | Buffer): Promise<void> {
    await this.order({ type: 'stderr', base64: Buffer.from(text as string).toString('base64') })
  }

  async send(...messages: readonly Json[]): Promise<void> {
    await this.write(
      messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''),
    )
  }

  async answer(request: ReceivedMessage, result: unknown): Promise<void> {
    await this.send({ id: request.id, result })
  }

  async fail(request: ReceivedMessage, code: number, message: string): Promise<void> {
    await this.send({ id: request.id, error: { code, message } })
  }

  async update(update: Json, sessionId = 's1'): Promise<void> {
    await this.send(updateOf(update, sessionId))
  }

  /** Does its part of the handshake; the session is called `s1`. */
  async open(version: 1 | 2, sessionId = 's1'): Promise<void> {
    await this.answer(await this.receives(), { protocolVersion: version })
    await this.answer(await this.receives(), { sessionId })
  }

  /** Settles when the order was carried out. */
  async order(order: Json): Promise<void> {
    this.give(order)
    await this.#reportsOf('done').next()
  }

  /** Without waiting: for orders that end it. */
  give(order: Json): void {
    this.#socket.write(`${JSON.stringify(order)}\n`)
  }

  #reportsOf(type: string): Waiting<Json> {
    const reports = this.#reports.get(type) ?? new Waiting<Json>()
    this.#reports.set(type, reports)
    return reports
  }

  #read(text: string): void {
    const lines = (this.#text + text).split('\n')
    this.#text = lines.pop() ?? ''
    for (const line of lines) {
      const report = JSON.parse(line) as Json & { readonly type: string; readonly line: string }
      if (report.type !== 'received') this.#reportsOf(report.type).add(report)
      else {
        this.lines.push(report.line)
        this.#messages.add(JSON.parse(report.line) as ReceivedMessage)
      }
    }
  }
}

export function updateOf(update: Json, sessionId = 's1'): Json {
  return { method: 'session/update', params: { sessionId, update } }
}

/** Things that come one after the other, and those who wait for the next. */
class Waiting<T> {
  readonly #there: T[] = []
  readonly #takers: ((value: T) => void)[] = []

  add(value: T): void {
    const taker = this.#takers.shift()
    if (taker === undefined) this.#there.push(value)
    else taker(value)
  }

  async next(): Promise<T> {
    const value = this.#there.shift()
    return value === undefined ? await new Promise((resolve) => this.#takers.push(resolve)) : value
  }
}

import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished, vi } from 'vitest'
import type { AgentOptions } from '../../src/agent/agent-options.ts'
import { openSpawned, type SpawnedCommand } from '../../src/sources/spawned/open-spawned.ts'
import { localSocket } from '../support/local-socket.ts'
import { Waiting, watchRun, type WatchedRun } from './watched-run.ts'

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

export interface Run extends WatchedRun {
  readonly folder: string
  /** The next process that was started. */
  nextPuppet(): Promise<Puppet>
}

export type RunOptions = Partial<AgentOptions> & Partial<SpawnedCommand>

/** Starts the puppet as an agent; all of it is gone when the test has finished. */
export async function run(options: RunOptions = {}): Promise<Run> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-test-'))
  const socket = localSocket(folder, 'puppet.sock')
  const puppets = new Waiting<Puppet>()
  const server = createServer((connection) => puppets.add(new Puppet(connection)))
  await new Promise<void>((resolve) => server.listen(socket, resolve))
  // What is registered last is undone first: the agent goes before its folder.
  onTestFinished(async () => {
    server.close()
    await rm(folder, { recursive: true, force: true })
  })
  const { command = process.execPath, args = [puppetFile], cwd = folder, env, ...more } = options
  const open = openSpawned({ command, args, cwd, env: { PUPPET_SOCKET: socket, ...env } })
  return { ...watchRun({ open, cwd, ...more }), folder, nextPuppet: async () => await puppets.next() }
}

/** A run whose handshake is through. */
export async function openRun(
  options: RunOptions = {},
  version: 1 | 2 = 1,
): Promise<{ readonly run: Run; readonly puppet: Puppet }> {
  const running = await run(options)
  const puppet = await running.nextPuppet()
  await puppet.open(version)
  await running.opened()
  return { run: running, puppet }
}

/** The shortest time that an agent has to end, once its input has. */
const shortestDeadlineMs = 600

/**
 * From here on an agent has all the time that it takes to end, as on a busy machine: its deadlines pass when the test says so. Others are in
 * real time, as processes are.
 */
export function holdDeadlines(): { readonly pass: () => void } {
  const { setTimeout } = globalThis
  const held: (() => void)[] = []
  const holding = vi.spyOn(globalThis, 'setTimeout').mockImplementation((run: () => void, ms = 0) => {
    if (ms < shortestDeadlineMs) return setTimeout(run, ms)
    held.push(run)
    return setTimeout(() => undefined, 0)
  })
  onTestFinished(() => holding.mockRestore())
  return { pass: () => held.shift()?.() }
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

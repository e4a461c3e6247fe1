// An agent that does what a test tells it, in a process of its own.
import { fileURLToPath } from 'node:url'
import { createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { changes, type Changes } from './changes.ts'
import { localSocket } from './local-socket.ts'
import { surroundings } from './surroundings.ts'

const puppet = fileURLToPath(new URL('programs/puppet.mjs', import.meta.url))

/** A JSON-RPC message as the app wrote it. */
export interface AppMessage {
  readonly id?: number | string | null
  readonly method?: string
  readonly params?: Record<string, unknown>
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

/** A method's name, a pattern for the whole line, or a test of the message. */
export type MessageMatcher = string | RegExp | ((message: AppMessage) => boolean)

export interface Handshake {
  readonly protocolVersion?: 1 | 2
  readonly sessionId?: string
  /** Merged over the answer to `initialize`. */
  readonly initialize?: Readonly<Record<string, unknown>>
  /** Merged over the answer to `session/new` or `session/load`. */
  readonly session?: Readonly<Record<string, unknown>>
}

/** What an agent process can be told to live through; without it, it ends as processes do. */
export type Outlives = 'stdin-end' | 'SIGTERM' | 'SIGINT' | 'SIGHUP'

/**
 * An agent process that does what the test says next. Where the app starts it again, everything here is about the
 * newest process.
 */
export interface ScriptedAgent {
  /** What stands after `--`. */
  readonly command: readonly [string, ...string[]]
  /** The session that `answerHandshake` opened, which `update` goes to. */
  readonly sessionId: string
  /** Resolves when it runs (for the `run`th time). */
  started(run?: number): Promise<{
    readonly pid: number
    readonly cwd: string
    readonly env: Readonly<Record<string, string>>
  }>
  /** The first message not handed out yet that matches. Each is handed out once. */
  received(matcher: MessageMatcher): Promise<AppMessage>
  /** All lines the app wrote to it so far. */
  lines(): readonly string[]
  stdinEnded(): Promise<void>
  /** Resolves when the process is gone. */
  gone(): Promise<void>
  /** Resolves when the process was told so by a signal that it can catch. */
  signalled(signal: NodeJS.Signals): Promise<void>

  /** Raw bytes to its stdout. Resolves when they are in the pipe. */
  write(bytes: string | Uint8Array): Promise<void>
  writeStderr(bytes: string | Uint8Array): Promise<void>
  closeStdout(): Promise<void>
  exit(code: number): Promise<void>
  kill(signal: NodeJS.Signals): Promise<void>

  /** One JSON object, as a line. */
  send(message: object): Promise<void>
  notify(method: string, params: object): Promise<void>
  /** A `session/update` of the session; `sessionId` for another one. */
  update(update: object, sessionId?: string): Promise<void>
  /** Asks the app, and resolves with its answer. */
  request(method: string, params: object): Promise<AppMessage>
  /** Asks for a permission in the session; an option is written `kind name`, and its id is its name. Resolves with the result. */
  asks(toolCall: object, ...options: readonly string[]): Promise<unknown>
  respond(to: AppMessage, result: object | null): Promise<void>
  respondError(to: AppMessage, error: { readonly code: number; readonly message: string }): Promise<void>
  /** Answers `initialize` and `session/new` (or `session/load`, `session/resume`); resolves with both requests. */
  answerHandshake(
    handshake?: Handshake,
  ): Promise<{ readonly initialize: AppMessage; readonly session: AppMessage }>
  /** The next `session/prompt`. In version 2 it is answered at once, as that version wants it. */
  prompted(): Promise<AppMessage>
  /** Ends the turn that `prompt` began, in the way of the version that was answered. */
  endTurn(prompt: AppMessage, stopReason?: string): Promise<void>
}

/** Call it inside a test; it ends with the test. */
export async function scriptedAgent({
  outlives = [],
}: { outlives?: readonly Outlives[] } = {}): Promise<ScriptedAgent> {
  const line = await puppetLine()
  return agentOn(line, [process.execPath, puppet, line.socketPath, ...outlives])
}

/** An agent whose runs report to `line`. */
export function agentOn(line: PuppetLine, command: ScriptedAgent['command']): ScriptedAgent {
  const inbox = inboxOf(line)
  let version: 1 | 2 = 1
  let sessionId = 'session-1'
  let asked = 0

  const running = async (): Promise<PuppetRun> => nthRun(line, 1)
  const write = async (bytes: string | Uint8Array): Promise<void> =>
    (await running()).order({ order: 'stdout', base64: Buffer.from(bytes).toString('base64') })
  const send = async (message: object): Promise<void> => write(`${JSON.stringify(message)}\n`)
  const notify = async (method: string, params: object): Promise<void> =>
    send({ jsonrpc: '2.0', method, params })
  const update = async (content: object, session = sessionId): Promise<void> =>
    notify('session/update', { sessionId: session, update: content })
  const request = async (method: string, params: object): Promise<AppMessage> => {
    const id = `agent-${++asked}`
    await send({ jsonrpc: '2.0', id, method, params })
    // A test goes on while this waits, so that no time passes for it.
    return inbox.next((message) => message.id === id && message.method === undefined, line.changes.until)
  }
  const respond = async (to: AppMessage, result: object | null): Promise<void> =>
    send({ jsonrpc: '2.0', id: to.id, result })

  return {
    command,
    get sessionId() {
      return sessionId
    },
    started: async (run = 1) => nthRun(line, run),
    received: (matcher) => inbox.next(matcher),
    lines: () => linesOf(line.runs.at(-1)),
    async stdinEnded() {
      await running()
      await line.until(
        () => line.runs.at(-1)?.hasStdinEnded === true || undefined,
        () => 'the app did not close the agent’s stdin',
      )
    },
    async gone() {
      await running()
      await line.until(
        () => line.runs.at(-1)?.isGone === true || undefined,
        () => 'the agent is still running',
      )
    },
    async signalled(signal) {
      await line.until(
        () => line.runs.at(-1)?.signals.includes(signal) || undefined,
        () => `the agent got no ${signal}`,
      )
    },
    write,
    async writeStderr(bytes) {
      await (await running()).order({ order: 'stderr', base64: Buffer.from(bytes).toString('base64') })
    },
    async closeStdout() {
      await (await running()).order({ order: 'close-stdout' })
    },
    async exit(code) {
      await (await running()).order({ order: 'exit', code })
    },
    async kill(signal) {
      ;(await running()).kill(signal)
    },
    send,
    notify,
    update,
    request,
    async asks(toolCall, ...options) {
      const params = { sessionId, toolCall, options: options.map(permissionOption) }
      return (await request('session/request_permission', params)).result
    },
    respond,
    async respondError(to, error) {
      await send({ jsonrpc: '2.0', id: to.id, error })
    },
    async answerHandshake(handshake = {}) {
      version = handshake.protocolVersion ?? 1
      sessionId = handshake.sessionId ?? 'session-1'
      const initialize = await inbox.next('initialize')
      await respond(initialize, { ...initializeAnswer(version), ...handshake.initialize })
      const session = await inbox.next(({ method }) => /^session\/(new|load|resume)$/.test(method ?? ''))
      await respond(session, {
        ...(session.method === 'session/new' ? { sessionId } : {}),
        ...handshake.session,
      })
      return { initialize, session }
    },
    async prompted() {
      const prompt = await inbox.next('session/prompt')
      if (version === 2) await respond(prompt, { messageId: `message-${String(prompt.id)}` })
      return prompt
    },
    async endTurn(prompt, stopReason = 'end_turn') {
      if (version === 1) await respond(prompt, { stopReason })
      else await update({ sessionUpdate: 'state_update', state: 'idle', stopReason })
    },
  }
}

/** The result of a permission request that is answered with an option of `asks`. */
export function selected(name: string): object {
  return { outcome: { outcome: 'selected', optionId: name } }
}

function permissionOption(option: string): object {
  const [kind = '', ...words] = option.split(' ')
  const name = words.join(' ')
  return { optionId: name, name, kind }
}

function initializeAnswer(protocolVersion: 1 | 2): object {
  const info = { name: 'scripted-agent', title: 'Scripted agent', version: '1.0.0' }
  if (protocolVersion === 2) return { protocolVersion, info, capabilities: {}, authMethods: [] }
  return { protocolVersion, agentInfo: info, agentCapabilities: { loadSession: true }, authMethods: [] }
}

/** The newest run, once there are at least `atLeast`. */
async function nthRun(line: PuppetLine, atLeast: number): Promise<PuppetRun> {
  return line.until(
    () => (line.runs.length >= atLeast ? line.runs.at(-1) : undefined),
    () => `the app started the agent ${line.runs.length} times, not ${atLeast}`,
  )
}

function linesOf(run: PuppetRun | undefined): string[] {
  const text = run?.stdin.toString('utf8') ?? ''
  return text.split('\n').slice(0, -1)
}

function inboxOf(line: PuppetLine): {
  next(matcher: MessageMatcher, until?: PuppetLine['until']): Promise<AppMessage>
} {
  const handedOut = new WeakMap<PuppetRun, Set<number>>()
  return {
    async next(matcher, until = line.until) {
      return until(
        () => {
          const run = line.runs.at(-1)
          if (run === undefined) return undefined
          const taken = handedOut.get(run) ?? new Set()
          handedOut.set(run, taken)
          for (const [index, text] of linesOf(run).entries()) {
            if (taken.has(index)) continue
            const message = JSON.parse(text) as AppMessage
            if (!isMatch(matcher, message, text)) continue
            taken.add(index)
            return message
          }
          return undefined
        },
        () =>
          `the agent did not receive ${String(matcher)}; it received:\n${linesOf(line.runs.at(-1)).join('\n')}`,
      )
    },
  }
}

function isMatch(matcher: MessageMatcher, message: AppMessage, text: string): boolean {
  if (typeof matcher === 'string') return message.method === matcher
  return matcher instanceof RegExp ? matcher.test(text) : matcher(message)
}

/** What the puppet tells: see programs/puppet.mjs. */
type Report =
  | {
      readonly type: 'started'
      readonly pid: number
      readonly argv: readonly string[]
      readonly cwd: string
      readonly env: Readonly<Record<string, string>>
    }
  | { readonly type: 'stdin'; readonly base64: string }
  | { readonly type: 'stdin-end' }
  | { readonly type: 'signal'; readonly signal: NodeJS.Signals }
  | { readonly type: 'broken-pipe'; readonly cause: string }
  | { readonly type: 'done'; readonly id: number }

export type Order =
  | { readonly order: 'stdout' | 'stderr'; readonly base64: string }
  | { readonly order: 'close-stdout' }
  | { readonly order: 'exit'; readonly code: number }

/** One process of the puppet, from its start to its end. */
export interface PuppetRun {
  readonly pid: number
  readonly cwd: string
  /** The variables that are about plans. */
  readonly env: Readonly<Record<string, string>>
  /** All bytes it was given on stdin so far. */
  stdin: Buffer
  hasStdinEnded: boolean
  isGone: boolean
  readonly signals: NodeJS.Signals[]
  kill(signal: NodeJS.Signals): void
  /** Resolves when the order was carried out; rejects when the process ends before. */
  order(order: Order): Promise<void>
}

export interface PuppetLine {
  readonly runs: readonly PuppetRun[]
  readonly changes: Changes
  /** Waits as `changes.until` does; where the program's time is the test's, it passes meanwhile. */
  readonly until: Changes['until']
}

/** Where puppets report to; each connection is a new run of the agent. Closed when the test ends. */
async function puppetLine(): Promise<PuppetLine & { readonly socketPath: string }> {
  const socketPath = localSocket(surroundings().folder, 'puppet')
  const runs: PuppetRun[] = []
  const moved = changes()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    listen(socket, moved, (run) => runs.push(run))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(socketPath, resolve)
  })
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return { socketPath, runs, changes: moved, until: moved.until }
}

function listen(socket: Socket, moved: Changes, began: (run: PuppetRun) => void): void {
  const done = new Set<number>()
  let orders = 0
  let run: PuppetRun | undefined
  const order = async (what: Order): Promise<void> => {
    const id = ++orders
    socket.write(`${JSON.stringify({ id, ...what })}\n`)
    await moved.until(
      () => {
        if (done.delete(id)) return true
        if (run?.isGone === true) throw new Error(`the agent ended before it did: ${what.order}`)
        return undefined
      },
      () => `the agent did not do: ${what.order} (does the app read its stdout?)`,
    )
  }
  const hear = (report: Report): void => {
    switch (report.type) {
      case 'started':
        run = {
          pid: report.pid,
          cwd: report.cwd,
          env: report.env,
          stdin: Buffer.alloc(0),
          hasStdinEnded: false,
          isGone: false,
          signals: [],
          kill: (signal) => process.kill(report.pid, signal),
          order,
        }
        return began(run)
      case 'stdin':
        if (run !== undefined) run.stdin = Buffer.concat([run.stdin, Buffer.from(report.base64, 'base64')])
        return
      case 'stdin-end':
        if (run !== undefined) run.hasStdinEnded = true
        return
      case 'signal':
        run?.signals.push(report.signal)
        return
      case 'done':
        done.add(report.id)
        return
      case 'broken-pipe':
        return
    }
  }
  let rest = ''
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) hear(JSON.parse(line) as Report)
    moved.changed()
  })
  socket.on('error', () => socket.destroy())
  socket.on('close', () => {
    if (run !== undefined) run.isGone = true
    moved.changed()
  })
}

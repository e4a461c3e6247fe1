import { onTestFinished } from 'vitest'
import { connectDemoAgent } from '../../src/demo/agent/demo-agent.ts'
import { openDemoFolder } from '../../src/demo/host/demo-process.ts'
import { findScenario } from '../../src/demo/scenarios.ts'
import type { DemoScenario } from '../../src/demo/script/playing/scripted-scenario.ts'
import type { Speed } from '../../src/lib/clock.ts'

/** What an agent may send, all of it optional: tests look at what came and not at what should have. */
export interface Frame {
  readonly jsonrpc?: unknown
  readonly id?: unknown
  readonly method?: string
  readonly params?: {
    readonly sessionId?: string
    readonly update?: Update | string
    readonly requestId?: unknown
    readonly options?: readonly { readonly optionId: string; readonly kind: string }[]
    readonly toolCall?: { readonly rawInput?: { readonly plan?: string } }
    readonly mode?: string
    readonly elicitationId?: string
  }
  readonly result?: {
    readonly protocolVersion?: number
    readonly sessionId?: string
    readonly stopReason?: string
    readonly messageId?: string
    readonly sessions?: readonly Listed[]
    readonly nextCursor?: string
    readonly modes?: { readonly currentModeId: string }
    readonly configOptions?: readonly ConfigOption[]
    readonly availableCommands?: readonly Command[]
    readonly authMethods?: readonly {
      readonly id?: string
      readonly methodId?: string
      readonly type?: string
    }[]
  }
  readonly error?: { readonly code: number; readonly message: string }
}

export interface Command {
  readonly name: string
  readonly type?: string
  readonly input?: unknown
}

export interface Listed {
  readonly sessionId: string
  readonly cwd: string
  readonly title: string | null
  readonly updatedAt: string
}

export interface ConfigOption {
  readonly id?: string
  readonly configId?: string
  readonly type: string
  readonly currentValue: unknown
}

export interface Entry {
  readonly content?: unknown
  readonly status?: unknown
  readonly priority?: unknown
}

export interface NamedPlan {
  readonly id?: string
  readonly planId?: string
}

export interface Plan extends NamedPlan {
  readonly type?: string
  readonly entries?: readonly (Entry | null)[] | null
  readonly content?: string
  readonly uri?: string
}

export interface Update extends NamedPlan {
  readonly sessionUpdate?: string
  readonly state?: string
  readonly stopReason?: string
  readonly messageId?: string
  readonly title?: string
  readonly content?: { readonly text?: string }
  readonly currentModeId?: string
  readonly configOptions?: readonly ConfigOption[]
  readonly availableCommands?: readonly Command[]
  readonly rawInput?: { readonly todos?: readonly unknown[] }
  readonly plan?: Plan | null
  readonly entries?: readonly (Entry | null)[] | null
}

/** A client that sends only what a test sends, and records what the agent sends. */
export interface DemoClient {
  /** All frames so far. */
  readonly frames: readonly Frame[]
  /** Lines that are no JSON. */
  readonly junk: readonly string[]
  send(frame: object): void
  request(method: string, params: object, id?: string | number): Promise<Frame>
  /** The first frame, past or future, that the test holds for; rejects when the agent ends without one. */
  frame(test: (frame: Frame) => boolean): Promise<Frame>
}

/** `take` gets the agent's lines, and `end` the reason why there are no more. */
export interface DemoClientEnd {
  take(line: string): void
  end(reason: string): void
}

export function demoClient(write: (frame: object) => void): DemoClient & DemoClientEnd {
  const frames: Frame[] = []
  const junk: string[] = []
  const waiting = new Set<() => void>()
  let ended: string | null = null
  let lastId = 0
  const look = (): void => [...waiting].forEach((each) => each())
  const frame: DemoClient['frame'] = (test) =>
    new Promise((resolve, reject) => {
      const each = (): void => {
        const found = frames.find(test)
        if (found === undefined && ended === null) return
        waiting.delete(each)
        if (found === undefined) reject(new Error(`the agent ended without the frame; ${ended}`))
        else resolve(found)
      }
      waiting.add(each)
      each()
    })
  const send = (message: object): void => write({ jsonrpc: '2.0', ...message })
  return {
    frames,
    junk,
    send,
    request(method, params, id = `test-${++lastId}`) {
      send({ id, method, params })
      return frame((each) => each.id === id && each.method === undefined)
    },
    frame,
    take(line) {
      try {
        frames.push(JSON.parse(line) as Frame)
      } catch {
        junk.push(line)
      }
      look()
    },
    end(reason) {
      ended = reason
      look()
    },
  }
}

export interface StartOptions {
  readonly speed?: Speed
  readonly env?: Readonly<Record<string, string>>
  /** Gets each message of both sides as a line of a trace. */
  readonly onLine?: (line: string) => void
}

/** The demo agent in the process of the test. */
export function startAgent(
  played: string | DemoScenario,
  { speed = 'max', env = {}, onLine = () => undefined }: StartOptions = {},
): DemoClient {
  const scenario = typeof played === 'string' ? findScenario(played) : played
  if (scenario === undefined) throw new Error('there is no such scenario')
  const toAgent = new TransformStream<never, never>()
  const writer = toAgent.writable.getWriter()
  const client = demoClient((frame) => {
    onLine(JSON.stringify({ t: 0, out: frame }))
    void writer.write(frame as never)
  })
  const folder = openDemoFolder()
  onTestFinished(async () => {
    await writer.close()
    folder.remove()
  })
  const writable = new WritableStream({
    write(message) {
      onLine(JSON.stringify({ t: 0, in: message as unknown }))
      client.take(JSON.stringify(message))
    },
  })
  const run = {
    scenario,
    pace: { speed, idleLimitMs: null },
    isLooping: false,
    folder,
    writeLine: async (line: string) => client.take(line),
    writeStderr: () => undefined,
  }
  connectDemoAgent({ readable: toAgent.readable, writable }, run, {
    exit: () => undefined,
    now: Date.now,
    env,
  })
  return client
}

/** A session of an agent, after the handshake for a version. */
export interface DemoSession {
  readonly id: string
  /** Sends a prompt and gives the stop reason of its turn, by the rules of the version. */
  prompt(text?: string): Promise<string | undefined>
  cancel(): void
}

/** What a client knows that knows everything. */
const plansById = { plan: {}, planCapabilities: {} }
const v2Capabilities = { auth: { terminal: {} }, elicitation: { form: {}, url: {} }, ...plansById }
const v1Capabilities = {
  auth: { terminal: true },
  session: { configOptions: { boolean: {} }, notices: {} },
  subagents: {},
  elicitation: { form: {}, url: {} },
  ...plansById,
}

/** The handshake, and a login where one is wanted: with the first way that there is. */
export async function openSession(agent: DemoClient, version: 1 | 2): Promise<DemoSession> {
  const answer = await agent.request('initialize', {
    protocolVersion: version,
    ...(version === 2 ? { capabilities: v2Capabilities } : { clientCapabilities: v1Capabilities }),
  })
  const [method] = answer.result?.authMethods ?? []
  if (method)
    await agent.request(version === 2 ? 'auth/login' : 'authenticate', {
      methodId: method.methodId ?? method.id,
    })
  return newSession(agent, version)
}

export async function newSession(agent: DemoClient, version: 1 | 2): Promise<DemoSession> {
  const created = await agent.request('session/new', { cwd: '/demo', mcpServers: [] })
  const id = created.result?.sessionId ?? ''
  return {
    id,
    async prompt(text = 'go') {
      const before = new Set(agent.frames)
      const answer = await agent.request('session/prompt', {
        sessionId: id,
        prompt: [{ type: 'text', text }],
      })
      if (answer.error) throw new Error(answer.error.message)
      if (version === 1) return answer.result?.stopReason
      const idle = await agent.frame((frame) => !before.has(frame) && updateOf(frame)?.state === 'idle')
      return updateOf(idle)?.stopReason
    },
    cancel: () => agent.send({ method: 'session/cancel', params: { sessionId: id } }),
  }
}

/** Answers every permission request with its option of this kind, or its last one. */
export function answerQuestions(agent: DemoClient, kind: string): void {
  void (async () => {
    const answered = new Set<unknown>()
    for (;;) {
      const question = await agent.frame(
        ({ method, id }) => method === 'session/request_permission' && !answered.has(id),
      )
      answered.add(question.id)
      const options = question.params?.options ?? []
      const optionId = (options.find((option) => option.kind === kind) ?? options.at(-1))?.optionId
      agent.send({ id: question.id, result: { outcome: { outcome: 'selected', optionId } } })
    }
  })().catch(() => undefined)
}

/** The update that a frame carries, if it carries one. */
export function updateOf(frame: Frame | undefined): Update | undefined {
  const update = frame?.method === 'session/update' ? frame.params?.update : undefined
  return typeof update === 'string' ? undefined : update
}

/** All messages that the agent has written, each in one piece. */
export function messagesOf(frames: readonly Frame[]): readonly string[] {
  const messages = new Map<string, string>()
  for (const frame of frames) {
    const update = updateOf(frame)
    if (update?.sessionUpdate !== 'agent_message_chunk') continue
    const id = update.messageId ?? ''
    messages.set(id, (messages.get(id) ?? '') + (update.content?.text ?? ''))
  }
  return [...messages.values()]
}

import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'esbuild'
import { scripts } from '../../.tools/build/scripts.mjs'

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

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** The demo agent as a child process, and a client that says only what it is told to say. */
export interface DemoProcess {
  /** Every frame that has come so far. */
  readonly frames: readonly Frame[]
  /** Lines that were no JSON. */
  readonly junk: readonly string[]
  readonly ended: Promise<Ended>
  stderr(): string
  send(frame: object): void
  request(method: string, params: object): Promise<Frame>
  /** The first frame, past or future, that the test holds for; rejects when the process ends without one. */
  frame(test: (frame: Frame) => boolean): Promise<Frame>
  endInput(): void
  kill(signal: NodeJS.Signals): void
  /** What lies in the folder that the process takes for the system's temporary one. */
  temporaryFiles(): Promise<readonly string[]>
}

export interface DemoBundle {
  start(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<DemoProcess>
  /** Ends what is still running and deletes all files. */
  dispose(): Promise<void>
}

/** Bundles the agent as the package does, so that what is tested is what is shipped. */
export async function bundleDemoAgent(): Promise<DemoBundle> {
  const folder = await mkdtemp(join(tmpdir(), 'demo-agent-test-'))
  const outfile = join(folder, 'demo-agent.mjs')
  await build({
    entryPoints: ['src/demo/main.ts'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    plugins: [scripts],
    banner: {
      js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)`,
    },
    outfile,
  })
  const running = new Set<DemoProcess>()
  return {
    async start(args, env = {}) {
      const temporary = await mkdtemp(join(folder, 'run-'))
      const started = startProcess(
        [outfile, ...args],
        { ...process.env, ...env, TMPDIR: temporary },
        temporary,
      )
      running.add(started)
      void started.ended.then(() => running.delete(started))
      return started
    },
    async dispose() {
      for (const each of running) each.kill('SIGKILL')
      await Promise.all([...running].map((each) => each.ended))
      await rm(folder, { recursive: true })
    },
  }
}

function startProcess(args: readonly string[], env: NodeJS.ProcessEnv, temporary: string): DemoProcess {
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'pipe'] })
  const frames: Frame[] = []
  const junk: string[] = []
  const watchers = new Set<() => void>()
  let stderr = ''
  let hasEnded = false
  let lastId = 0
  child.stdin.on('error', () => undefined)
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const notifyWatchers = (): void => [...watchers].forEach((watcher) => watcher())
  createInterface({ input: child.stdout }).on('line', (line) => {
    try {
      frames.push(JSON.parse(line) as Frame)
    } catch {
      junk.push(line)
    }
    notifyWatchers()
  })
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code, signal) => {
      hasEnded = true
      notifyWatchers()
      resolve({ code, signal })
    })
  })
  const frame = (test: (frame: Frame) => boolean): Promise<Frame> =>
    new Promise((resolve, reject) => {
      let seen = 0
      const look = (): void => {
        while (seen < frames.length) {
          const next = frames[seen++]
          if (next && test(next)) {
            watchers.delete(look)
            return resolve(next)
          }
        }
        if (hasEnded) reject(new Error(`the agent ended without the frame; stderr: ${stderr}`))
      }
      watchers.add(look)
      look()
    })
  const send = (message: object): void =>
    void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  return {
    frames,
    junk,
    ended,
    stderr: () => stderr,
    send,
    request(method, params) {
      const id = `test-${++lastId}`
      send({ id, method, params })
      return frame((each) => each.id === id && each.method === undefined)
    },
    frame,
    endInput: () => child.stdin.end(),
    kill: (signal) => void child.kill(signal),
    temporaryFiles: async () => (await readdir(temporary, { recursive: true })).sort(),
  }
}

/** A session of an agent, after the handshake for a version. */
export interface DemoSession {
  readonly id: string
  /** Sends a prompt and gives the stop reason of its turn, by the rules of the version. */
  prompt(text?: string): Promise<string | undefined>
  cancel(): void
}

/** What a client knows that knows everything. */
const v2Capabilities = { auth: { terminal: {} }, elicitation: { form: {}, url: {} } }
const v1Capabilities = {
  auth: { terminal: true },
  session: { configOptions: { boolean: {} }, notices: {} },
  subagents: {},
  elicitation: { form: {}, url: {} },
}

/** The handshake, and a login where one is wanted: with the first way that there is. */
export async function openSession(agent: DemoProcess, version: 1 | 2): Promise<DemoSession> {
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

export async function newSession(agent: DemoProcess, version: 1 | 2): Promise<DemoSession> {
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

/** Answers every permission request with its option of this kind, or its last one; forms with nothing, pages with yes. */
export function answerQuestions(agent: DemoProcess, kind: string): void {
  void (async () => {
    const answered = new Set<unknown>()
    for (;;) {
      const question = await agent.frame(
        (frame) =>
          (frame.method === 'session/request_permission' ||
            frame.method === 'elicitation/create' ||
            (frame.id !== undefined && isOwnRequest(frame))) &&
          !answered.has(frame.id),
      )
      answered.add(question.id)
      if (isOwnRequest(question)) {
        const yes = question.method?.startsWith('cursor/') === true
        agent.send({ id: question.id, result: { outcome: yes ? { outcome: 'accepted' } : 'approved' } })
        continue
      }
      if (question.method === 'elicitation/create') {
        agent.send({ id: question.id, result: { action: 'accept', content: {} } })
        continue
      }
      const options = question.params?.options ?? []
      const optionId = (options.find((option) => option.kind === kind) ?? options.at(-1))?.optionId
      agent.send({ id: question.id, result: { outcome: { outcome: 'selected', optionId } } })
    }
  })().catch(() => undefined)
}

/** A request that only agents of one vendor send. */
function isOwnRequest({ method }: Frame): boolean {
  return /^_?(?:cursor|x\.ai)\//.test(method ?? '')
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

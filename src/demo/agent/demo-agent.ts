import {
  agent,
  RequestError,
  type AgentConnection,
  type Stream,
  ndJsonStream,
} from '@agentclientprotocol/sdk/unstable'
import {
  isObject,
  stringAt,
  type JsonObject,
  objectAt,
  type ProtocolVersion,
} from '../../protocol/wire/message.ts'
import { type RequestHandlers, asObject, sessionHandlers } from './session-requests.ts'
import type { StopReason } from '../script/playing/play-steps.ts'
import { record, sendUpdate, type Audience, type Session } from './session.ts'
import { openSessions } from './sessions.ts'
import { playTurn, type DemoRun, type Turn } from './turn.ts'
import { userMessage } from '../script/playing/updates.ts'
import type { ClientCapabilities } from '../script/playing/scene.ts'
import type { ScriptLogin } from '../script/reading/script-schema.ts'
import { openDemoFolder, pause, type Client, type Pace } from '../host/demo-process.ts'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'

const implementation = { name: 'acp-plan-tui-demo', title: 'Demo agent', version: '1.0.0' }
const descriptions: Readonly<Record<ProtocolVersion, JsonObject>> = {
  1: {
    protocolVersion: 1,
    agentInfo: implementation,
    agentCapabilities: {
      loadSession: true,
      sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {} },
    },
  },
  // In v2, listing, resuming and closing are no capabilities.
  2: { protocolVersion: 2, info: implementation, capabilities: { session: { delete: {} } } },
}

export interface DemoHost {
  /** Called when a scenario ends the process in the middle of a turn. */
  exit(status: number): void
  /** Milliseconds since 1970. */
  now(): number
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Serves the demo agent on a stream: ACP v1 and v2, as `initialize` decides. Methods that it does not have get -32601. */
export function connectDemoAgent(stream: Stream, run: DemoRun, host: DemoHost): AgentConnection {
  const { offers } = run.scenario
  const logins = new Logins(offers.logins ?? [], run.pace, host.env)
  const sessions = openSessions(run, () => host.now())
  let version: ProtocolVersion = 1
  let capabilities = readClientCapabilities({}, version)

  const handlers: RequestHandlers = {
    initialize({ params }) {
      version = agreedVersion(params['protocolVersion'])
      capabilities = readClientCapabilities(params, version)
      return { ...descriptions[version], authMethods: logins.methods(version, capabilities) }
    },
    ...loginHandlers(),
    ...sessionHandlers({
      offers,
      sessions,
      audienceOf: (client) => ({ client, version, capabilities }),
      expectLogin: () => logins.expectLogin(),
    }),
    async 'session/prompt'({ params, client, signal }) {
      const session = sessions.find(params)
      const turn = startTurn(session, promptText(params), { client, version, capabilities })
      signal.addEventListener('abort', () => session.running?.abort(), { once: true })
      const messageId = `turn-${turn.number}-prompt`
      if (version === 1) {
        // Not sent, since the client has its own prompt, but part of a replay.
        record(session, userMessage(messageId, turn.text, version))
        return { stopReason: await finishTurn(turn) }
      }
      await sendUpdate(turn, { sessionUpdate: 'user_message', messageId, content: params['prompt'] })
      // The turn starts in a later turn of the event loop, when this handler's result has been written.
      setImmediate(() => void runDetached(turn))
      return { messageId }
    },
  }

  const app = agent({ name: implementation.name })
  for (const [method, handler] of Object.entries(handlers)) app.onRequest(method, asObject, handler)
  const connection = app
    .onNotification('session/cancel', asObject, ({ params }) => sessions.cancel(params))
    .connect(stream)
  connection.signal.addEventListener('abort', () => sessions.cancelAll())
  return connection

  /** `authenticate` in v1, `auth/login` in v2. */
  function loginHandlers(): RequestHandlers {
    if (offers.logins === undefined) return {}
    const logIn: RequestHandlers[string] = async ({ params, signal }) => {
      await logins.logIn(stringAt(params, 'methodId') ?? '', signal)
      return {}
    }
    return { authenticate: logIn, 'auth/login': logIn }
  }

  function startTurn(session: Session, text: string, audience: Audience): Turn {
    if (session.running)
      throw RequestError.invalidRequest(undefined, 'a turn of this session is still running')
    session.running = new AbortController()
    session.turns++
    session.updatedAtMs = host.now()
    return { ...audience, session, text, number: session.turns, cancellation: session.running.signal }
  }

  async function finishTurn(turn: Turn): Promise<StopReason> {
    try {
      const end = await playTurn(turn, run)
      if (end.type === 'turn') return end.stopReason
      host.exit(end.status)
      // The process is ending, and a crash handlers no prompt.
      return await new Promise<never>(() => undefined)
    } finally {
      turn.session.running = null
    }
  }

  async function runDetached(turn: Turn): Promise<void> {
    await sendUpdate(turn, { sessionUpdate: 'state_update', state: 'running' })
    const stopReason = await finishTurn(turn)
    await sendUpdate(turn, { sessionUpdate: 'state_update', state: 'idle', stopReason })
  }
}

/** The highest version that both sides support. */
function agreedVersion(requested: unknown): ProtocolVersion {
  if (typeof requested !== 'number')
    throw RequestError.invalidParams(undefined, 'protocolVersion must be a number')
  if (requested >= 2) return 2
  if (requested >= 1) return 1
  throw RequestError.unsupportedProtocolVersion(requested, [1, 2])
}

function promptText(params: JsonObject): string {
  const blocks = params['prompt']
  if (!Array.isArray(blocks))
    throw RequestError.invalidParams(undefined, 'prompt must be a list of content blocks')
  return blocks.map((block: unknown) => stringAt(block, 'text') ?? '').join('\n')
}

/** Reads the params of `initialize`. Every v2 client has some of what is a capability in v1. */
function readClientCapabilities(params: JsonObject, version: ProtocolVersion): ClientCapabilities {
  const capabilities = objectAt(params, version === 2 ? 'capabilities' : 'clientCapabilities')
  const elicitation = objectAt(capabilities, 'elicitation')
  const session = objectAt(capabilities, 'session')
  return {
    forms: isObject(elicitation['form']),
    urls: isObject(elicitation['url']),
    subagents: version === 2 || isObject(capabilities['subagents']),
    booleans: version === 2 || isObject(objectAt(session, 'configOptions')['boolean']),
    notices: version === 2 || isObject(session['notices']),
    terminalLogins: Boolean(objectAt(capabilities, 'auth')['terminal']),
  }
}

/** Whether the user is logged in, and the ways to log in. */
class Logins {
  readonly #logins: readonly ScriptLogin[]
  readonly #pace: Pace
  #isLoggedIn: boolean

  constructor(logins: readonly ScriptLogin[], pace: Pace, env: DemoHost['env']) {
    this.#logins = logins
    this.#pace = pace
    this.#isLoggedIn =
      logins.length === 0 || logins.some(({ variable }) => variable !== undefined && Boolean(env[variable]))
  }

  /** Throws `auth_required` unless the user is logged in, or needs no login. */
  expectLogin(): void {
    if (!this.#isLoggedIn) throw RequestError.authRequired()
  }

  /** `authMethods` of the answer to `initialize`. */
  methods(version: ProtocolVersion, capabilities: ClientCapabilities): readonly JsonObject[] {
    return this.#logins
      .filter(({ args }) => args === undefined || capabilities.terminalLogins)
      .map((login) => onWire(login, version))
  }

  /** Throws where there is no such method, it is not done by the agent, or it fails. */
  async logIn(methodId: string, signal: AbortSignal): Promise<void> {
    const login = this.#logins.find(({ id }) => id === methodId)
    if (login === undefined || login.args !== undefined || login.variable !== undefined)
      throw RequestError.invalidParams({ methodId }, 'this is no method that the agent can do')
    await pause(Math.round((login.seconds ?? 1) * 1000), this.#pace, signal)
    if (login.failure !== undefined) throw RequestError.internalError({ details: login.failure })
    this.#isLoggedIn = true
  }
}

function onWire(login: ScriptLogin, version: ProtocolVersion): JsonObject {
  const { id, name, description, args, variable } = login
  const method = { [version === 2 ? 'methodId' : 'id']: id, name, description }
  if (args !== undefined) return { ...method, type: 'terminal', args }
  if (variable !== undefined) {
    // A type of its own: both versions reserve the words without an underscore, and agents of v1 use this one all the same.
    const type = version === 2 ? '_env_var' : 'env_var'
    return { ...method, type, vars: [{ name: variable }] }
  }
  // v1 has no type for it.
  return version === 2 ? { ...method, type: 'agent' } : method
}

/** Plays a scenario for one client, until it sends nothing more, or the scenario ends the agent. */
export async function serveScenario(
  run: Omit<DemoRun, 'folder' | 'writeLine' | 'writeStderr'>,
  client: Client,
): Promise<void> {
  const folder = openDemoFolder()
  const input = Readable.toWeb(client.input) as ReadableStream<Uint8Array>
  const connection = connectDemoAgent(
    ndJsonStream(new WritableStream({ write: client.write }), input),
    {
      ...run,
      folder,
      writeLine: async (line) => await client.write(`${line}\n`),
      writeStderr: client.writeStderr,
    },
    { exit: (status) => client.exit(status, null), now: Date.now, env: process.env },
  )
  await connection.closed
  folder.remove()
}

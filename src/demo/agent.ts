import {
  agent,
  RequestError,
  type AgentConnection,
  type AgentContext,
  type Stream,
} from '@agentclientprotocol/sdk/unstable'
import { isObject, stringAt, type JsonObject } from '../protocol/message.ts'
import { playTurn, sendUpdate, type Show, type Turn } from './turn.ts'
import type { ProtocolVersion } from './updates.ts'

const implementation = { name: 'acp-plan-tui-demo', title: 'Demo agent', version: '1.0.0' }

interface Session {
  readonly id: string
  turns: number
  running: AbortController | null
}

/**
 * Serves the demo agent on a stream: ACP v1 and v2, as `initialize` decides. Methods that it does not have get -32601.
 * `exit` is called when a scenario ends the process in the middle of a turn.
 */
export function connectDemoAgent(
  stream: Stream,
  show: Show,
  exit: (status: number) => void,
): AgentConnection {
  const sessions = new Map<string, Session>()
  let version: ProtocolVersion = 1

  const sessionOf = (params: JsonObject): Session => {
    const id = stringAt(params, 'sessionId') ?? ''
    const session = sessions.get(id)
    if (!session) throw RequestError.sessionNotFound(id)
    return session
  }

  // Identity parsers throughout: the SDK's own would accept the shapes of one protocol version only.
  const connection = agent({ name: implementation.name })
    .onRequest('initialize', asObject, ({ params }) => {
      version = agreedVersion(params['protocolVersion'])
      return version === 2
        ? { protocolVersion: 2, info: implementation, capabilities: { session: {} }, authMethods: [] }
        : {
            protocolVersion: 1,
            agentInfo: implementation,
            agentCapabilities: { loadSession: false },
            authMethods: [],
          }
    })
    .onRequest('session/new', asObject, () => {
      const id = `demo-${show.scenario.name}-${sessions.size + 1}`
      sessions.set(id, { id, turns: 0, running: null })
      return { sessionId: id }
    })
    .onRequest('session/prompt', asObject, async ({ params, client, signal }) => {
      const session = sessionOf(params)
      const turn = startTurn(session, { text: promptText(params), version, client })
      signal.addEventListener('abort', () => session.running?.abort(), { once: true })
      if (version === 1) return { stopReason: await finishTurn(turn, session) }
      const messageId = `turn-${turn.number}-prompt`
      await sendUpdate(turn, { sessionUpdate: 'user_message', messageId, content: params['prompt'] })
      // The turn begins once the answer is out: the loop comes round to it after this handler's result was written.
      setImmediate(() => void runDetached(turn, session))
      return { messageId }
    })
    .onNotification('session/cancel', asObject, ({ params }) => {
      sessions.get(stringAt(params, 'sessionId') ?? '')?.running?.abort()
    })
    .connect(stream)

  connection.signal.addEventListener('abort', () => {
    for (const session of sessions.values()) session.running?.abort()
  })
  return connection

  function startTurn(
    session: Session,
    prompt: { text: string; version: ProtocolVersion; client: AgentContext },
  ): Turn {
    if (session.running)
      throw RequestError.invalidRequest(undefined, 'a turn of this session is still running')
    session.running = new AbortController()
    session.turns++
    return { ...prompt, sessionId: session.id, number: session.turns, cancellation: session.running.signal }
  }

  async function finishTurn(turn: Turn, session: Session): Promise<'end_turn' | 'cancelled'> {
    try {
      const end = await playTurn(turn, show)
      if (end.type === 'turn') return end.stopReason
      exit(end.status)
      // The process is ending; a turn that answered now would not look like a crash.
      return await new Promise<never>(() => undefined)
    } finally {
      session.running = null
    }
  }

  async function runDetached(turn: Turn, session: Session): Promise<void> {
    await sendUpdate(turn, { sessionUpdate: 'state_update', state: 'running' })
    const stopReason = await finishTurn(turn, session)
    await sendUpdate(turn, { sessionUpdate: 'state_update', state: 'idle', stopReason })
  }
}

function asObject(params: unknown): JsonObject {
  if (!isObject(params)) throw RequestError.invalidParams(undefined, 'params must be an object')
  return params
}

/** The highest version that both sides know. */
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
  return blocks.map((block: unknown) => (isObject(block) ? (stringAt(block, 'text') ?? '') : '')).join('\n')
}

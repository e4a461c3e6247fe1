import {
  isObject,
  type JsonObject,
  type MessageId,
  rpcCodes,
  type RpcOutcome,
  stringAt,
  objectAt,
  type ProtocolVersion,
} from '../../protocol/wire/message.ts'
import { type Exchange, openingMethods, type Recording } from './recording.ts'
import { isSameJson } from '../../lib/json/json-values.ts'
import type { SessionIds } from './mapped-messages.ts'

/** The exchanges that were not played yet, and the sessions that are open. */
interface Remaining {
  /** In their order. */
  readonly exchanges: readonly Exchange[]
  readonly sessions: SessionIds
}

/** The recorded exchange to play for a request of the client's; null: there is none. */
export function chooseExchange(method: string, params: JsonObject, remaining: Remaining): Exchange | null {
  if (method === 'session/prompt') return choosePrompt(params, remaining)
  if (openingMethods.includes(method)) return chooseOpening(method, params, remaining)
  const alike = remaining.exchanges.filter((exchange) => exchange.method === method)
  const same = alike.find((exchange) => isSameRequest(exchange.params, params, remaining.sessions))
  if (same !== undefined) return same
  // A request that changes a session is played only for the same change.
  return stringAt(params, 'sessionId') === undefined ? (alike.find(isAnswered) ?? alike[0] ?? null) : null
}

/** The next turn of the same session, else of a recorded session that the client has not opened. */
function choosePrompt(params: JsonObject, { exchanges, sessions }: Remaining): Exchange | null {
  const recorded = sessions.recordedFor(stringAt(params, 'sessionId') ?? '')
  const prompts = exchanges.filter(({ method }) => method === 'session/prompt')
  return (
    prompts.find(({ sessionId }) => sessionId !== null && recorded.includes(sessionId)) ??
    prompts.find((exchange) => isTurn(exchange) && !sessions.isBound(exchange.sessionId ?? '')) ??
    null
  )
}

/** The same session, else the next one that was opened by the same method, else by any. */
function chooseOpening(
  method: string,
  params: JsonObject,
  { exchanges, sessions }: Remaining,
): Exchange | null {
  const openings = exchanges.filter((exchange) => openingMethods.includes(exchange.method))
  const alike = openings.filter((exchange) => exchange.method === method)
  const id = stringAt(params, 'sessionId')
  const ofSession = (exchange: Exchange): boolean => id !== undefined && exchange.sessionId === id
  const isFree = (exchange: Exchange): boolean =>
    isAnswered(exchange) && !sessions.isBound(exchange.sessionId ?? '')
  return (
    alike.find(ofSession) ??
    openings.find((exchange) => ofSession(exchange) && isAnswered(exchange)) ??
    alike.find(isFree) ??
    openings.find(isFree) ??
    (id === undefined ? alike.find((exchange) => !isAnswered(exchange)) : undefined) ??
    null
  )
}

function isAnswered({ answer }: Exchange): boolean {
  return answer?.isError === false
}

/** A turn that was not answered by an error; its answer may be missing. */
function isTurn({ answer }: Exchange): boolean {
  return answer?.isError !== true
}

function isSameRequest(recorded: JsonObject, params: JsonObject, sessions: SessionIds): boolean {
  const id = stringAt(params, 'sessionId')
  const recordedId = stringAt(recorded, 'sessionId')
  if ((id === undefined) !== (recordedId === undefined)) return false
  if (id !== undefined && id !== recordedId && !sessions.recordedFor(id).includes(recordedId ?? ''))
    return false
  return isSameJson(contentOf(recorded), contentOf(params))
}

/** The params of a request without those that depend on the session and the machine. */
function contentOf({
  sessionId: _sessionId,
  cwd: _cwd,
  mcpServers: _mcpServers,
  _meta,
  type: _type,
  ...rest
}: JsonObject): JsonObject {
  return rest
}

export class ExchangePlayback {
  readonly exchange: Exchange
  /** The client's request; null: an exchange that the client has skipped, whose answer is not sent. */
  readonly requestId: MessageId | null
  /** The index of the next moment. */
  at = 0
  isAnswered = false
  isOver = false
  /** The rest is played without waits. */
  isHurried = false
  /** The agent's requests that the client has not answered: recorded ids with the ids that were sent. */
  readonly open = new Map<MessageId, MessageId>()
  #pause = new AbortController()
  #waiting: readonly (() => void)[] = []

  constructor(exchange: Exchange, requestId: MessageId | null) {
    this.exchange = exchange
    this.requestId = requestId
    this.isHurried = requestId === null
  }

  /** Aborts when the current wait is cut short. */
  get signal(): AbortSignal {
    return this.#pause.signal
  }

  /** It is a prompt whose turn is running. */
  get isTurn(): boolean {
    const { method, turnEnd } = this.exchange
    return method === 'session/prompt' && !this.isOver && (turnEnd < 0 || this.at <= turnEnd)
  }

  skipTo(at: number): void {
    this.at = at
    this.open.clear()
    this.#endPause()
  }

  hurry(): void {
    this.isHurried = true
    this.#endPause()
  }

  stop(): void {
    this.isOver = true
    this.#endPause()
  }

  /** Settles all promises of `woken`. */
  wake(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const resolve of waiting) resolve()
  }

  /** Settles with the next `wake`. */
  async woken(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#waiting = [...this.#waiting, resolve]
    })
  }

  #endPause(): void {
    this.#pause.abort()
    this.#pause = new AbortController()
    this.wake()
  }
}

const agentInfo = { name: 'recording', title: 'Recording', version: '1.0.0' }

/** The answer to a request that is not in the recording. */
export function answerUnrecorded(method: string, params: JsonObject, recording: Recording): RpcOutcome {
  switch (method) {
    case 'initialize':
      return ok(describe(recording.version))
    case 'session/list':
      return ok({ sessions: [] })
    case 'session/set_config_option':
      return ok({ configOptions: changedOptions(params, recording) })
    case 'session/set_mode':
    case 'session/set_model':
    case 'session/close':
    case 'session/delete':
    case 'authenticate':
    case 'auth/login':
    case 'auth/logout':
    case 'logout':
      return ok({})
    case 'session/load':
    case 'session/resume':
    case 'session/fork':
      return refused(rpcCodes.resourceNotFound, 'this session is not in the recording')
    default:
      return refused(rpcCodes.methodNotFound, `not in the recording: ${method}`)
  }
}

function ok(value: unknown): RpcOutcome {
  return { ok: true, value }
}

export function refused(code: number, message: string): RpcOutcome {
  return { ok: false, error: { code, message } }
}

function describe(version: ProtocolVersion): JsonObject {
  return version === 2
    ? { protocolVersion: 2, info: agentInfo, capabilities: {} }
    : { protocolVersion: 1, agentInfo, agentCapabilities: {}, authMethods: [] }
}

/** The first recorded options, with the value that the client sets. */
function changedOptions(params: JsonObject, { exchanges }: Recording): readonly unknown[] {
  const id = stringAt(params, 'configId')
  for (const { answer } of exchanges) {
    const options = objectAt(answer, 'result')['configOptions']
    if (!Array.isArray(options)) continue
    return options.map((option: unknown) =>
      isObject(option) && (option['id'] ?? option['configId']) === id
        ? { ...option, currentValue: params['value'] }
        : option,
    )
  }
  return []
}

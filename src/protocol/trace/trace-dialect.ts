import {
  toMessage,
  type JsonObject,
  isObject,
  stringAt,
  type Message,
  type MessageId,
  objectIn,
} from '../wire/message.ts'
import { lineOf, readEnvelope, isOwnRecord, readHeader, timeOf } from './read-record.ts'
import type { TraceDirection } from './trace-record.ts'

/**
 * `own`: what `--record` writes. `frames`: messages in objects with times and directions. `messages`: only messages,
 * of one direction or both. `conductor`: the trace of an ACP conductor.
 */
export type TraceDialect = 'own' | 'frames' | 'messages' | 'conductor'

export const dialectWords: Readonly<Record<TraceDialect, string>> = {
  own: 'a recording of acp-plan-tui',
  frames: 'frames with times and directions',
  messages: 'messages alone, of one direction or both',
  conductor: 'a trace of the ACP conductor',
}

/** The dialect of a line's value; null for none, and `cast` for a recording of a terminal. */
export function findDialect(value: JsonObject): TraceDialect | 'cast' | null {
  if (readHeader(value) !== null || isOwnRecord(value)) return 'own'
  if (isConductorEvent(value)) return 'conductor'
  if (toMessage(value) !== null) return 'messages'
  const envelope = readEnvelope(value)
  if (envelope !== null && envelope.message !== null) return 'frames'
  return isCastHeader(value) ? 'cast' : null
}

/** https://docs.asciinema.org/manual/asciicast/v2/ (version 3 has its size in `term`, version 1 its text in `stdout`). */
function isCastHeader(value: JsonObject): boolean {
  return typeof value['version'] === 'number' && ('width' in value || 'term' in value || 'stdout' in value)
}

/** A line of a terminal recording without its beginning. */
export function isCastEvent(value: readonly unknown[]): boolean {
  return typeof value[0] === 'number' && typeof value[1] === 'string' && typeof value[2] === 'string'
}

export interface ForeignFrame {
  readonly atMs: number
  /** The time is made up: the line has none. */
  readonly isUntimed?: true
  readonly dir: TraceDirection
  readonly line: string
}

const otherWay = { 'from-agent': 'to-agent', 'to-agent': 'from-agent' } as const

/** The interval between messages of a trace without times, so that they can be replayed one after the other. */
const madeUpStepMs = 50
/** Larger times are dates: they are counted from the first one. */
const earliestDateMs = 1e10
const latestDateMs = 4e12

/** Reads the frames of other programs' dialects. Missing times are made up, missing directions inferred. */
export class ForeignFrames {
  #directions = new MessageDirections()
  /** The agent wrote it: to it, what comes in is the client's. null: no message has shown it. */
  #isOfAgent: boolean | null = null
  #hasTimes = false
  #firstMs: number | null = null
  #lastMs = 0

  get hasTimes(): boolean {
    return this.#hasTimes
  }

  /** The date of the first message, by the wall clock; null: the times are no dates. */
  get startedAtMs(): number | null {
    return this.#firstMs === null || this.#firstMs === 0 ? null : this.#firstMs
  }

  copy(): ForeignFrames {
    const copy = new ForeignFrames()
    copy.#directions = this.#directions.copy()
    copy.#isOfAgent = this.#isOfAgent
    copy.#hasTimes = this.#hasTimes
    copy.#firstMs = this.#firstMs
    copy.#lastMs = this.#lastMs
    return copy
  }

  /** null: it holds no message; `elsewhere`: the message passed elsewhere than at the agent's end. */
  read(value: JsonObject, text: string, beside: string): ForeignFrame | 'elsewhere' | null {
    if (isConductorEvent(value)) {
      const event = readConductorEvent(value)
      const line = event === null ? null : lineOf(event.message)
      return event === null || line === null
        ? 'elsewhere'
        : { ...this.#time(event.atMs), dir: event.dir, line }
    }
    const message = toMessage(value)
    if (message !== null) {
      const own = recordedIn(value)
      const [atMs, line] = own === null ? [dateIn(beside), text] : [own.atMs, lineOf(own.message) ?? text]
      return { ...this.#time(atMs), dir: this.#directions.of(message), line }
    }
    const envelope = readEnvelope(value)
    if (envelope === null) return null
    const { message: inside, line, dir } = envelope
    const found = inside === null ? 'from-agent' : this.#directions.of(inside)
    const sender = inside === null ? null : senderOf(inside)
    if (dir !== null && sender !== null) this.#isOfAgent ??= dir !== sender
    const told = dir !== null && this.#isOfAgent === true ? otherWay[dir] : dir
    return { ...this.#time(envelope.atMs), dir: told ?? found, line }
  }

  #time(atMs: number | null): Pick<ForeignFrame, 'atMs' | 'isUntimed'> {
    if (atMs === null) {
      this.#lastMs += this.#firstMs === null && !this.#hasTimes ? madeUpStepMs : 0
      return { atMs: this.#lastMs, isUntimed: true }
    }
    this.#hasTimes = true
    this.#firstMs ??= atMs > earliestDateMs ? atMs : 0
    this.#lastMs = atMs - this.#firstMs
    return { atMs: this.#lastMs }
  }
}

/** A notification as Hydra (`recordedAt`) and Grok (`timestamp`) keep it in the history of a session, with its time among its fields; null: it is another one. */
function recordedIn(value: JsonObject): { readonly atMs: number; readonly message: JsonObject } | null {
  const { recordedAt, method, params } = value
  if ('jsonrpc' in value || 'id' in value) return null
  const atMs = recordedAt === undefined ? timeOf(value) : recordedAt
  const isDate = typeof atMs === 'number' && atMs > earliestDateMs && atMs < latestDateMs
  return isDate ? { atMs, message: { jsonrpc: '2.0', method, params } } : null
}

const date = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?/

/** The date beside a message on its line, as logs write it. */
function dateIn(text: string): number | null {
  const found = text === '' ? null : date.exec(text.slice(0, 200))
  const atMs = found === null ? Number.NaN : Date.parse(found[0].replace(' ', 'T').replace(',', '.'))
  return Number.isNaN(atMs) ? null : atMs
}

/** A message in a conductor's trace, as it passed between the agent and its neighbour. */
interface ConductorMessage {
  readonly atMs: number
  readonly dir: TraceDirection
  readonly message: JsonObject
}

/**
 * Whether an object is an event of the ACP conductor (`.jsons`).
 * https://docs.rs/agent-client-protocol-conductor/latest/agent_client_protocol_conductor/trace/
 */
function isConductorEvent(value: JsonObject): boolean {
  if (typeof value['ts'] !== 'number') return false
  if (value['type'] === 'trace') return typeof value['component'] === 'string'
  return kinds.has(stringAt(value, 'type') ?? '') && 'from' in value && 'to' in value && !('jsonrpc' in value)
}

const kinds = new Set(['request', 'response', 'notification'])

/**
 * The message of an event. null: it passed elsewhere than at the agent's end, the only place where the trace has both
 * directions completely, or it belongs to MCP. Times are in seconds.
 */
function readConductorEvent(event: JsonObject): ConductorMessage | null {
  const dir = directionOf(event)
  if (dir === null || event['protocol'] === 'mcp') return null
  const atMs = Number(event['ts']) * 1000
  const { id, params, payload } = event
  const method = stringAt(event, 'method') ?? ''
  switch (event['type']) {
    case 'request':
      return { atMs, dir, message: { jsonrpc: '2.0', id, method, params } }
    case 'notification':
      return { atMs, dir, message: { jsonrpc: '2.0', method, params } }
    case 'response': {
      const outcome = event['is_error'] === true ? { error: errorOf(payload) } : { result: payload ?? null }
      return { atMs, dir, message: { jsonrpc: '2.0', id, ...outcome } }
    }
    default:
      return null
  }
}

/** Components are called `client`, `proxy:0`, `agent`; in newer versions `Client`, `Proxy(0)`, `Agent`. */
function directionOf(event: JsonObject): TraceDirection | null {
  if (isAgent(event['from'])) return 'from-agent'
  return isAgent(event['to']) ? 'to-agent' : null
}

function isAgent(name: unknown): boolean {
  return typeof name === 'string' && name.toLowerCase() === 'agent'
}

function errorOf(payload: unknown): JsonObject {
  return isObject(payload)
    ? payload
    : { code: 0, message: typeof payload === 'string' ? payload : 'no message' }
}

/** Limit for unanswered requests, since a log of one direction has no responses. Further requests are ignored. */
const maxPendingRequests = 10_000

/** Infers the direction of messages in a log without directions: of requests by their methods, of responses by their ids. */
class MessageDirections {
  #pending: Readonly<Record<TraceDirection, Map<MessageId, string>>> = {
    'from-agent': new Map(),
    'to-agent': new Map(),
  }

  copy(): MessageDirections {
    const copy = new MessageDirections()
    const { 'from-agent': byAgent, 'to-agent': byClient } = this.#pending
    copy.#pending = { 'from-agent': new Map(byAgent), 'to-agent': new Map(byClient) }
    return copy
  }

  of(message: Message): TraceDirection {
    switch (message.kind) {
      case 'request': {
        const dir = byMethod(message.method)
        const pending = this.#pending[dir]
        if (pending.size < maxPendingRequests) pending.set(message.id, message.method)
        return dir
      }
      case 'notification':
        return message.method === '$/cancel_request'
          ? this.#ofCancellation(message.params)
          : byMethod(message.method)
      case 'result':
      case 'error':
        return this.#ofResponse(message)
    }
  }

  #ofResponse(message: Response): TraceDirection {
    const { 'to-agent': byClient, 'from-agent': byAgent } = this.#pending
    const isClientId = byClient.has(message.id)
    const isAmbiguous = isClientId === byAgent.has(message.id)
    // Both sides number their requests from 0, so the id alone often fits requests of both: then the result decides.
    const isFromAgent = isAmbiguous ? !isClientResult(message) : isClientId && !isUserAnswer(message)
    ;(isFromAgent ? byClient : byAgent).delete(message.id)
    return isFromAgent ? 'from-agent' : 'to-agent'
  }

  /** The sender of a request cancels it. */
  #ofCancellation(params: unknown): TraceDirection {
    const { requestId: id } = objectIn(params)
    return (typeof id === 'string' || typeof id === 'number') && this.#pending['from-agent'].has(id)
      ? 'from-agent'
      : 'to-agent'
  }
}

const clientMethods = new Set(['initialize', 'authenticate', 'logout', 'session/cancel'])
const agentMethods = new Set(['session/update', 'session/request_permission'])

/** Unknown methods are taken for the agent's, since more agents than clients have extensions. */
function byMethod(method: string): TraceDirection {
  if (agentMethods.has(method)) return 'from-agent'
  return clientMethods.has(method) || /^(?:session|auth|providers|nes|document)\//.test(method)
    ? 'to-agent'
    : 'from-agent'
}

/** Who has sent a message, if its method says it beyond doubt: one of a run's first messages does. */
function senderOf(message: Message): TraceDirection | null {
  if (message.kind !== 'request' && message.kind !== 'notification') return null
  if (agentMethods.has(message.method)) return 'from-agent'
  return openingMethods.has(message.method) ? 'to-agent' : null
}

const openingMethods = new Set([
  'initialize',
  'session/new',
  'session/load',
  'session/resume',
  'session/prompt',
])

type Response = Extract<Message, { kind: 'result' | 'error' }>

/** The user's answer to a permission request or elicitation, which only clients send. */
function isUserAnswer(message: Response): boolean {
  if (message.kind === 'error') return false
  const { outcome, action } = objectIn(message.result)
  return (
    (isObject(outcome) && 'outcome' in outcome) ||
    /^(?:accept|decline|cancel)$/.test(typeof action === 'string' ? action : '')
  )
}

/** A result that clients send: the user's answer, a file, the state of a terminal. */
function isClientResult(message: Response): boolean {
  if (message.kind === 'error' || !isObject(message.result)) return false
  const { result } = message
  return (
    isUserAnswer(message) ||
    stringAt(result, 'content') !== undefined ||
    'terminalId' in result ||
    'exitStatus' in result
  )
}

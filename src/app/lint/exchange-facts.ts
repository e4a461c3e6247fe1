import {
  askedId,
  sessionIdIn,
  isObject,
  type JsonObject,
  type Message,
  type MessageId,
  objectIn,
  objectAt,
  type ProtocolVersion,
} from '../../protocol/wire/message.ts'
import { spokenVersion } from '../exchange/interpret-answer.ts'
import type { TraceDirection } from '../../protocol/trace/trace-record.ts'
import type { MessagePosition } from './finding.ts'

/** What client and agent have agreed on. */
export interface ExchangeFacts {
  /** The protocol version that the agent answered, or as long as it has not, the one that the client wants; null: neither was seen. */
  readonly version: number | null
  /** The capabilities of the client; null: its `initialize` was not seen. */
  readonly client: JsonObject | null
  /** Those of the agent; null: its answer was not seen. */
  readonly agent: JsonObject | null
  /** The client can show plans with ids; null: its `initialize` was not seen. */
  readonly offersPlans: boolean | null
}

const noFacts: ExchangeFacts = { version: null, client: null, agent: null, offersPlans: null }

/** Reads the facts from the messages of an exchange. */
export class FactReader {
  facts: ExchangeFacts = noFacts
  /** The id of the last `initialize`; undefined: none is open. */
  #initializeId: MessageId | undefined
  #hasClient = false

  read(message: Message, dir: TraceDirection): void {
    if (dir === 'to-agent') {
      this.#hasClient = true
      if (message.kind !== 'request' || message.method !== 'initialize') return
      this.#initializeId = message.id
      const client = capabilitiesIn(message.params, 'clientCapabilities')
      const version = asVersion(objectIn(message.params)['protocolVersion'])
      this.facts = { version, client, agent: null, offersPlans: offersPlans(client) }
    } else if (message.kind === 'result' && this.#isAnswer(message)) {
      this.#initializeId = undefined
      const agent = capabilitiesIn(message.result, 'agentCapabilities')
      const version = versionIn(message.result)
      this.facts = { ...this.facts, version: version ?? this.facts.version, agent }
    }
  }

  /** A trace of the agent's messages only has its answer, but not the request. */
  #isAnswer({ id, result }: Extract<Message, { kind: 'result' }>): boolean {
    if (this.#initializeId !== undefined) return String(id) === String(this.#initializeId)
    return !this.#hasClient && this.facts.version === null && 'protocolVersion' in objectIn(result)
  }
}

/** The version whose schema applies; null: none is known. */
export function schemaVersion({ version }: ExchangeFacts): ProtocolVersion | null {
  return version === 1 || version === 2 ? version : null
}

/** The version whose words and pages findings use. */
export function toldVersion({ version }: ExchangeFacts): ProtocolVersion {
  return (version ?? 1) >= 2 ? 2 : 1
}

/** Whether capabilities have something at a path; `true` and an object are yes. */
export function hasCapability(capabilities: JsonObject, path: readonly string[]): boolean {
  const found = path.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), capabilities)
  return found === true || isObject(found)
}

/** Of an answer to `initialize`. */
function versionIn(result: unknown): number | null {
  return asVersion(spokenVersion(objectIn(result)))
}

function asVersion(version: unknown): number | null {
  return typeof version === 'number' ? version : null
}

/** Their names in version 1, and in version 2; a client may send both. */
function capabilitiesIn(value: unknown, name: string): JsonObject {
  return { ...objectAt(value, 'capabilities'), ...objectAt(value, name) }
}

/** `plan` is the capability of today's schema, `planCapabilities` that of the RFD as first written. */
function offersPlans(client: JsonObject): boolean {
  return isObject(client['plan']) || isObject(client['planCapabilities'])
}

/** A request that has passed. */
export interface AskedRequest {
  readonly method: string
  /** The session that it names; null: it names none. */
  readonly sessionId: string | null
  /** null: not kept, since it may be big. */
  readonly params: unknown
  readonly place: MessagePosition
}

const maxOpen = 10_000

/** The requests of both sides that have no answer yet: so many by their ids, more are only counted. */
export class AskedRequests {
  readonly #of = { 'from-agent': new OpenRequests(), 'to-agent': new OpenRequests() }

  /** The request that a message answers; null: it answers none that is remembered. */
  pass(message: Message, dir: TraceDirection, place: MessagePosition): AskedRequest | null {
    const { 'from-agent': ofAgent, 'to-agent': ofClient } = this.#of
    const [own, other] = dir === 'from-agent' ? [ofAgent, ofClient] : [ofClient, ofAgent]
    own.hasPassed = true
    if (message.kind === 'notification') return null
    if (message.kind !== 'request') return other.answered(message.id)
    const { id, method, params } = message
    const sessionId = sessionIdIn(params)
    own.asked(id, { method, sessionId, params: method === 'session/prompt' ? null : params, place })
    return null
  }

  /** Those of one side; none in a trace of one direction, which has no answers. */
  unanswered(dir: TraceDirection): readonly AskedRequest[] {
    const isWhole = this.#of['from-agent'].hasPassed && this.#of['to-agent'].hasPassed
    return isWhole ? this.#of[dir].all() : []
  }
}

/** The open requests of one direction. */
class OpenRequests {
  /** A message has passed in this direction. */
  hasPassed = false
  readonly #byId = new Map<MessageId, AskedRequest>()
  /** Those that are only counted, and the last of them. */
  #more = 0
  #last: AskedRequest | null = null

  asked(id: MessageId, request: AskedRequest): void {
    if (this.#byId.size < maxOpen) this.#byId.set(id, request)
    else {
      this.#more++
      this.#last = request
    }
  }

  answered(id: MessageId): AskedRequest | null {
    const asked = askedId(id, this.#byId)
    const request = this.#byId.get(asked) ?? null
    if (!this.#byId.delete(asked) && this.#more > 0) this.#more--
    return request
  }

  all(): readonly AskedRequest[] {
    const last = this.#last
    const more = last === null ? [] : Array.from({ length: this.#more }, () => last)
    return [...this.#byId.values(), ...more]
  }
}

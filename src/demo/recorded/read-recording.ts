import {
  isObject,
  stringAt,
  type JsonObject,
  type Message,
  type MessageId,
} from '../../protocol/wire/message.ts'
import type { TraceRecord } from '../../protocol/trace/trace-record.ts'
import type { ProtocolVersion } from '../turn/updates.ts'
import { withMissingRequests } from './missing-requests.ts'
import { passedIn, type Passed } from './passed-items.ts'
import { openingMethods, type Exchange, type Moment, type Recording } from './recording.ts'

/** Cuts a trace into exchanges. Never throws; a trace without a word of the agent's has none that says anything. */
export function readRecording(records: readonly TraceRecord[]): Recording {
  const items = withMissingRequests(records.flatMap(passedIn))
  const version = versionOf(items)
  const cutter = new ExchangeCutter(version)
  for (const item of items) cutter.take(item)
  return { version, prologue: cutter.prologue, exchanges: cutter.finish(), documents: firstTexts(items) }
}

/** Whether the agent says anything at all in it. */
export function hasAgent({ prologue, exchanges }: Recording): boolean {
  const said: readonly Moment['type'][] = ['answer', 'notification', 'request', 'bytes']
  return [prologue, ...exchanges.map(({ moments }) => moments)].some((moments) =>
    moments.some(({ type }) => said.includes(type)),
  )
}

function firstTexts(items: readonly Passed[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (const item of items)
    if (item.type === 'document' && item.text !== null && !texts.has(item.uri)) texts.set(item.uri, item.text)
  return texts
}

type PassedMessage = Extract<Passed, { type: 'message' }>

/** What the agent agreed to, or else what only one of the versions has. */
function versionOf(items: readonly Passed[]): ProtocolVersion {
  for (const item of items) {
    if (item.type !== 'message' || item.dir !== 'from-agent') continue
    const { result, params } = item.value
    if (isObject(result) && typeof result['protocolVersion'] === 'number')
      return result['protocolVersion'] >= 2 ? 2 : 1
    const update = isObject(params) ? params['update'] : undefined
    const kind = isObject(update) ? stringAt(update, 'sessionUpdate') : undefined
    if (kind === 'state_update' || kind === 'user_message') return 2
    if (isObject(result) && 'stopReason' in result) return 1
  }
  return 1
}

interface OpenExchange {
  readonly method: string
  readonly params: JsonObject
  sessionId: string | null
  answer: Exchange['answer']
  readonly moments: Moment[]
  turnEnd: number
  lastMs: number
}

class ExchangeCutter {
  readonly prologue: Moment[] = []
  readonly #version: ProtocolVersion
  readonly #exchanges: OpenExchange[] = []
  /** Requests of the client that are not answered, and of the agent. */
  readonly #asked = new Map<MessageId, OpenExchange>()
  readonly #askedByAgent = new Map<MessageId, OpenExchange | null>()
  /** The turn that a session is in, and what was asked about it last. */
  readonly #turns = new Map<string, OpenExchange>()
  readonly #latest = new Map<string, OpenExchange>()
  readonly #parents = new Map<string, string>()
  #last: OpenExchange | null = null
  #touched: OpenExchange | null = null
  #prologueMs = 0
  #exit: { readonly of: OpenExchange | null; readonly moment: Moment } | null = null

  constructor(version: ProtocolVersion) {
    this.#version = version
  }

  take(item: Passed): void {
    switch (item.type) {
      case 'message':
        if (item.dir === 'to-agent') this.#takeFromClient(item)
        else this.#takeFromAgent(item)
        return
      case 'bytes':
        return this.#add(this.#touched, item.t, { type: 'bytes', bytes: item.bytes })
      case 'stderr':
        return this.#add(this.#touched, item.t, { type: 'stderr', line: item.line })
      case 'document':
        return this.#add(this.#touched, item.t, { type: 'document', uri: item.uri, text: item.text })
      case 'exit': {
        const { code, signal } = item
        const moment = { gapMs: this.#gap(this.#touched, item.t), type: 'exit' as const, code, signal }
        this.#exit = { of: this.#touched, moment }
      }
    }
  }

  finish(): readonly Exchange[] {
    // An agent that was started again has not ended there.
    if (this.#exit !== null) (this.#exit.of?.moments ?? this.prologue).push(this.#exit.moment)
    return this.#exchanges
  }

  #takeFromClient({ t, message, value }: PassedMessage): void {
    const params = isObject(value['params']) ? value['params'] : {}
    switch (message.kind) {
      case 'request':
        return this.#begin(message, params, t)
      case 'notification': {
        const { requestId } = params
        const of =
          message.method === 'session/cancel'
            ? this.#turns.get(stringAt(params, 'sessionId') ?? '')
            : message.method === '$/cancel_request' && isId(requestId)
              ? this.#asked.get(requestId)
              : undefined
        if (of !== undefined) this.#add(of, t, { type: 'cancelled' })
        return
      }
      case 'result':
      case 'error': {
        const of = this.#askedByAgent.get(message.id)
        if (of === undefined) return
        this.#askedByAgent.delete(message.id)
        const result = message.kind === 'result' ? message.result : null
        this.#add(of, t, { type: 'answered', id: message.id, result })
      }
    }
  }

  #begin({ id, method }: Extract<Message, { kind: 'request' }>, params: JsonObject, t: number): void {
    const sessionId = stringAt(params, 'sessionId') ?? null
    const exchange = { method, params, sessionId, answer: null, moments: [], turnEnd: -1, lastMs: t }
    this.#exchanges.push(exchange)
    this.#asked.set(id, exchange)
    this.#last = exchange
    this.#touched = exchange
    this.#exit = null
    if (sessionId === null) return
    this.#latest.set(sessionId, exchange)
    if (method === 'session/prompt') this.#turns.set(sessionId, exchange)
  }

  #takeFromAgent({ t, message, value, line }: PassedMessage): void {
    switch (message.kind) {
      case 'request': {
        const of = this.#ownerOf(value)
        this.#askedByAgent.set(message.id, of)
        return this.#add(of, t, { type: 'request', id: message.id, line, value })
      }
      case 'notification': {
        const of = this.#ownerOf(value)
        this.#add(of, t, { type: 'notification', line, value })
        return this.#hear(value, of)
      }
      case 'result':
      case 'error':
        return this.#takeAnswer(message, { t, value, line })
    }
  }

  #takeAnswer(
    message: Extract<Message, { kind: 'result' | 'error' }>,
    { t, value, line }: Pick<PassedMessage, 't' | 'value' | 'line'>,
  ): void {
    const of = this.#asked.get(message.id)
    // A response to nothing is the agent's slip, and played like the rest.
    if (of === undefined) return this.#add(this.#touched, t, { type: 'notification', line, value })
    this.#asked.delete(message.id)
    const isError = message.kind === 'error'
    const result = isError ? null : message.result
    of.answer = { isError, result }
    this.#add(of, t, { type: 'answer', line, value })
    if (openingMethods.includes(of.method) && isObject(result)) {
      of.sessionId = stringAt(result, 'sessionId') ?? of.sessionId
      if (of.sessionId !== null && !this.#turns.has(of.sessionId)) this.#latest.set(of.sessionId, of)
    }
    if (of.method === 'session/prompt' && (this.#version === 1 || isError)) this.#endTurn(of)
  }

  #endTurn(turn: OpenExchange): void {
    turn.turnEnd = turn.moments.length - 1
    if (turn.sessionId !== null && this.#turns.get(turn.sessionId) === turn)
      this.#turns.delete(turn.sessionId)
  }

  /** What notifications tell that matters here: the end of a turn of v2, and whose sub-agent a session is. */
  #hear(value: JsonObject, of: OpenExchange | null): void {
    const params = isObject(value['params']) ? value['params'] : {}
    const update = isObject(params['update']) ? params['update'] : {}
    const sessionId = stringAt(params, 'sessionId') ?? ''
    const kind = stringAt(update, 'sessionUpdate')
    const child = stringAt(update, 'sessionId')
    if (kind === 'subagent_update' && child !== undefined) this.#parents.set(child, sessionId)
    const isIdle = kind === 'state_update' && update['state'] === 'idle'
    if (isIdle && of !== null && this.#turns.get(sessionId) === of) this.#endTurn(of)
  }

  /** The exchange that something of the agent's belongs to; null: there was no request yet. */
  #ownerOf(value: JsonObject): OpenExchange | null {
    const params = isObject(value['params']) ? value['params'] : {}
    const { requestId } = params
    if (value['method'] === '$/cancel_request' && isId(requestId)) {
      const of = this.#askedByAgent.get(requestId)
      if (of !== undefined) return of
    }
    const sessionId = stringAt(params, 'sessionId')
    return sessionId === undefined ? this.#last : this.#ownerOfSession(sessionId)
  }

  #ownerOfSession(sessionId: string): OpenExchange | null {
    // A sub-agent works in the turn of whom it works for; the chain is short, unless it is a circle.
    let id = sessionId
    for (let depth = 0; depth < 20 && !this.#turns.has(id); depth++) id = this.#parents.get(id) ?? id
    return (
      this.#turns.get(id) ??
      this.#latest.get(sessionId) ??
      [...this.#asked.values()].findLast(({ method }) => method === 'session/new') ??
      [...this.#turns.values()].at(-1) ??
      this.#latest.get(id) ??
      this.#last
    )
  }

  #add(of: OpenExchange | null, t: number, what: WithoutGap<Moment>): void {
    const gapMs = this.#gap(of, t)
    ;(of?.moments ?? this.prologue).push({ gapMs, ...what })
    if (of === null) this.#prologueMs = t
    else of.lastMs = t
    this.#touched = of
  }

  #gap(of: OpenExchange | null, t: number): number {
    return Math.max(0, t - (of?.lastMs ?? this.#prologueMs))
  }
}

type WithoutGap<M> = M extends unknown ? Omit<M, 'gapMs'> : never

function isId(value: unknown): value is MessageId {
  return typeof value === 'string' || typeof value === 'number'
}

import {
  askedId,
  isObject,
  type JsonObject,
  type Message,
  type MessageId,
  objectAt,
  stringAt,
  listIn,
  type ProtocolVersion,
} from '../../protocol/wire/message.ts'
import type { TraceRecord } from '../../protocol/trace/trace-record.ts'
import {
  itemsOf,
  type RecordedItem,
  type Exchange,
  type Moment,
  openingMethods,
  type Recording,
  isId,
} from './recording.ts'
import { writeJson } from '../../lib/json/write-json.ts'

/** Divides a trace into exchanges. Never throws; see `hasAgent` for a trace without the agent. */
export function readRecording(records: readonly TraceRecord[]): Recording {
  const items = withMissingRequests(records.flatMap(itemsOf))
  const version = versionOf(items)
  const cutter = new ExchangeCutter(version)
  for (const item of items) cutter.take(item)
  return { version, prologue: cutter.prologue, exchanges: cutter.finish(), documents: firstTexts(items) }
}

/** Whether the recording has any output of the agent. */
export function hasAgent({ prologue, exchanges }: Recording): boolean {
  const output: readonly Moment['type'][] = ['answer', 'notification', 'request', 'bytes']
  return [prologue, ...exchanges.map(({ moments }) => moments)].some((moments) =>
    moments.some(({ type }) => output.includes(type)),
  )
}

function firstTexts(items: readonly RecordedItem[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (const item of items)
    if (item.type === 'document' && item.text !== null && !texts.has(item.uri)) texts.set(item.uri, item.text)
  return texts
}

type RecordedMessage = Extract<RecordedItem, { type: 'message' }>

/** The version of the agent's `initialize` answer, else inferred from what only one version has. */
function versionOf(items: readonly RecordedItem[]): ProtocolVersion {
  for (const item of items) {
    if (item.type !== 'message' || item.dir !== 'from-agent') continue
    const { result } = item.value
    if (isObject(result) && typeof result['protocolVersion'] === 'number')
      return result['protocolVersion'] >= 2 ? 2 : 1
    const kind = stringAt(objectAt(objectAt(item.value, 'params'), 'update'), 'sessionUpdate')
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
  /** Unanswered requests of the client, and of the agent. */
  readonly #clientRequests = new Map<MessageId, OpenExchange>()
  readonly #agentRequests = new Map<MessageId, OpenExchange | null>()
  /** By sessions: the running turn, and the last exchange. */
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

  take(item: RecordedItem): void {
    switch (item.type) {
      case 'message':
        if (item.dir === 'to-agent') this.#takeFromClient(item)
        else this.#takeFromAgent(item)
        return
      case 'bytes':
      case 'stderr':
      case 'document': {
        const { t, ...moment } = item
        return this.#add(this.#touched, t, moment)
      }
      case 'exit': {
        const { t, ...moment } = item
        this.#exit = { of: this.#touched, moment: { gapMs: this.#gap(this.#touched, t), ...moment } }
      }
    }
  }

  finish(): readonly Exchange[] {
    // Reset by a later request, since the agent was started again then.
    if (this.#exit !== null) (this.#exit.of?.moments ?? this.prologue).push(this.#exit.moment)
    return this.#exchanges
  }

  #takeFromClient({ t, message, value }: RecordedMessage): void {
    const params = objectAt(value, 'params')
    switch (message.kind) {
      case 'request':
        return this.#begin(message, params, t)
      case 'notification': {
        const { requestId } = params
        const of =
          message.method === 'session/cancel'
            ? this.#turns.get(stringAt(params, 'sessionId') ?? '')
            : message.method === '$/cancel_request' && isId(requestId)
              ? this.#clientRequests.get(requestId)
              : undefined
        if (of !== undefined) this.#add(of, t, { type: 'cancelled' })
        return
      }
      case 'result':
      case 'error': {
        const id = askedId(message.id, this.#agentRequests)
        const of = this.#agentRequests.get(id)
        if (of === undefined) return
        this.#agentRequests.delete(id)
        const result = message.kind === 'result' ? message.result : null
        this.#add(of, t, { type: 'answered', id, result })
      }
    }
  }

  #begin({ id, method }: Extract<Message, { kind: 'request' }>, params: JsonObject, t: number): void {
    const sessionId = stringAt(params, 'sessionId') ?? null
    const exchange = { method, params, sessionId, answer: null, moments: [], turnEnd: -1, lastMs: t }
    this.#exchanges.push(exchange)
    this.#clientRequests.set(id, exchange)
    this.#last = exchange
    this.#touched = exchange
    this.#exit = null
    if (sessionId === null) return
    this.#latest.set(sessionId, exchange)
    if (method === 'session/prompt') this.#turns.set(sessionId, exchange)
  }

  #takeFromAgent({ t, message, value, line }: RecordedMessage): void {
    switch (message.kind) {
      case 'request': {
        const of = this.#ownerOf(value)
        this.#agentRequests.set(message.id, of)
        return this.#add(of, t, { type: 'request', id: message.id, line, value })
      }
      case 'notification': {
        const of = this.#ownerOf(value)
        this.#add(of, t, { type: 'notification', line, value })
        return this.#noteUpdate(value, of)
      }
      case 'result':
      case 'error':
        return this.#takeAnswer(message, { t, value, line })
    }
  }

  #takeAnswer(
    message: Extract<Message, { kind: 'result' | 'error' }>,
    { t, value, line }: Pick<RecordedMessage, 't' | 'value' | 'line'>,
  ): void {
    const id = askedId(message.id, this.#clientRequests)
    const of = this.#clientRequests.get(id)
    // An answer without a request is the agent's error, and is played all the same.
    if (of === undefined) return this.#add(this.#touched, t, { type: 'notification', line, value })
    this.#clientRequests.delete(id)
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

  /** Notes the end of a turn in v2, and the parent of a sub-agent's session. */
  #noteUpdate(value: JsonObject, of: OpenExchange | null): void {
    const params = objectAt(value, 'params')
    const update = objectAt(params, 'update')
    const sessionId = stringAt(params, 'sessionId') ?? ''
    const kind = stringAt(update, 'sessionUpdate')
    const child = stringAt(update, 'sessionId')
    if (kind === 'subagent_update' && child !== undefined) this.#parents.set(child, sessionId)
    const isIdle = kind === 'state_update' && update['state'] === 'idle'
    if (isIdle && of !== null && this.#turns.get(sessionId) === of) this.#endTurn(of)
  }

  /** The exchange that a message of the agent's belongs to; null: there was no request yet. */
  #ownerOf(value: JsonObject): OpenExchange | null {
    const params = objectAt(value, 'params')
    const { requestId } = params
    if (value['method'] === '$/cancel_request' && isId(requestId)) {
      const of = this.#agentRequests.get(requestId)
      if (of !== undefined) return of
    }
    const sessionId = stringAt(params, 'sessionId')
    return sessionId === undefined ? this.#last : this.#ownerOfSession(sessionId)
  }

  #ownerOfSession(sessionId: string): OpenExchange | null {
    // A sub-agent works in the turn of its parent. The depth is bounded, since a recording may have a cycle of parents.
    let id = sessionId
    for (let depth = 0; depth < 20 && !this.#turns.has(id); depth++) id = this.#parents.get(id) ?? id
    return (
      this.#turns.get(id) ??
      this.#latest.get(sessionId) ??
      [...this.#clientRequests.values()].findLast(({ method }) => method === 'session/new') ??
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

/** The prompts of the first session that has any, in their order. */
export function recordedPrompts({ exchanges }: Recording): readonly string[] {
  const prompts = exchanges.filter(
    ({ method, answer }) => method === 'session/prompt' && answer?.isError !== true,
  )
  return prompts
    .filter(({ sessionId }) => sessionId === prompts[0]?.sessionId)
    .map(({ params }) => textOf(params))
    .filter((text) => text !== '')
}

function textOf(params: JsonObject): string {
  const texts = listIn(params['prompt']).flatMap((block) => stringAt(block, 'text') ?? [])
  return texts.join('\n')
}

/**
 * Adds the client's requests to a log that has only their answers, since it has one direction only or begins late. The methods are
 * inferred from the results.
 */
function withMissingRequests(items: readonly RecordedItem[]): readonly RecordedItem[] {
  const open = new Set<MessageId>()
  const completed: RecordedItem[] = []
  /** The index where a missing prompt is inserted: after the last answer. */
  let turnStart = 0
  let hasRequests = false
  let prompts = 0
  const insert = (at: number, t: number, id: MessageId, method: string): void => {
    const sessionId = sessionIn(completed.slice(at), completed)
    completed.splice(at, 0, request(t, id, { method, sessionId }))
  }
  for (const item of items) {
    if (item.type === 'message') {
      const { message, dir } = item
      if (dir === 'to-agent' && message.kind === 'request') {
        open.add(message.id)
        hasRequests = true
        if (message.method === 'session/prompt') prompts++
      } else if (dir === 'from-agent' && message.kind === 'result') {
        const isMissing = !open.delete(askedId(message.id, open))
        const method = isMissing ? methodOf(message.result) : null
        if (method !== null) {
          const at =
            method === 'session/prompt' && !isPromptOfV2(message.result) ? turnStart : completed.length
          insert(at, item.t, message.id, method)
          if (method === 'session/prompt') prompts++
        }
        completed.push(item)
        turnStart = completed.length
        continue
      } else if (dir === 'from-agent' && message.kind === 'error') open.delete(askedId(message.id, open))
    }
    completed.push(item)
  }
  // A log that has only updates is one turn.
  const isTurn = !hasRequests && prompts === 0 && completed.slice(turnStart).some(isWork)
  if (isTurn) insert(turnStart, completed[turnStart]?.t ?? 0, 'the only prompt', 'session/prompt')
  return completed
}

function request(
  t: number,
  id: MessageId,
  { method, sessionId }: { readonly method: string; readonly sessionId: string | null },
): RecordedItem {
  const params = method === 'session/prompt' ? { sessionId, prompt: [] } : {}
  const value = { jsonrpc: '2.0', id, method, params }
  const message = { kind: 'request', id, method, params } as const
  return { t, type: 'message', dir: 'to-agent', message, value, line: writeJson(value) }
}

/** The method that has such a result; null: unknown. */
function methodOf(result: unknown): string | null {
  if (!isObject(result)) return null
  if ('protocolVersion' in result) return 'initialize'
  if ('stopReason' in result || 'messageId' in result) return 'session/prompt'
  if ('sessionId' in result) return 'session/new'
  return Array.isArray(result['sessions']) ? 'session/list' : null
}

/** v2 answers a prompt at the beginning of the turn. */
function isPromptOfV2(result: unknown): boolean {
  return isObject(result) && 'messageId' in result
}

/** The first session that the items name, or the last one before them. */
function sessionIn(items: readonly RecordedItem[], before: readonly RecordedItem[]): string | null {
  for (const item of items) {
    const id = sessionOf(item)
    if (id !== null) return id
  }
  return before.map(sessionOf).findLast((id) => id !== null) ?? null
}

function sessionOf(item: RecordedItem): string | null {
  if (item.type !== 'message' || item.dir !== 'from-agent') return null
  const { value } = item
  return stringAt(objectAt(value, isObject(value['params']) ? 'params' : 'result'), 'sessionId') ?? null
}

function isWork(item: RecordedItem): boolean {
  if (item.type !== 'message') return false
  const update = objectAt(objectAt(item.value, 'params'), 'update')
  return /^(?:plan|agent_|tool_call)/.test(stringAt(update, 'sessionUpdate') ?? '')
}

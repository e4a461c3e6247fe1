import { isObject, type JsonObject, listIn, withInputRead } from '../../protocol/wire/message.ts'

/** A tool call as its agent has sent it so far. */
export interface SentCall {
  readonly sessionId: string
  readonly toolCallId: string
  /** The last value of each field, as it came, but an input that is JSON text as its value: of the call, its updates, and the requests about it. Its `toolCallId` is among them. */
  readonly fields: JsonObject
  /** An update has named it. False: only requests have. */
  readonly isAnnounced: boolean
  /** Not all of its content is kept: there were too many pieces, or it was too long. */
  readonly isContentCut?: true
}

/** A call before and after a message. */
export interface MergedCall {
  readonly before: SentCall | null
  readonly now: SentCall
}

/** What a message says of a tool call, as it came. */
export type NamedCall = JsonObject & { readonly toolCallId: string }

/** Calls kept; the one that began first is dropped first. */
const maxCalls = 2000
/** Characters kept of all calls, and of a field: a longer value is not kept. Any plan that can be shown is shorter. */
const maxCharacters = 32_000_000
const maxFieldLength = 4_000_000
/** Pieces of content that are appended to a call. */
const maxPieces = 1000
/** Keys of `_meta` that are patched; what comes for more replaces them. */
const maxMetaKeys = 200

/**
 * The tool calls of an exchange, merged from all that was sent of them. A field that is absent in an update stays as it was, a list
 * replaces the one before, `_meta` is patched; null changes nothing in version 1, and clears the field in version 2.
 * https://agentclientprotocol.com/protocol/tool-calls#updating https://agentclientprotocol.com/protocol/v2/tool-calls#updating
 */
export class SentCalls {
  /** In the order in which they began. */
  #calls = new Map<string, SentCall>()
  /** The session that last used an id: a vendor's request may name its call only. */
  #sessions = new Map<string, string>()
  /** At least as many as are kept: what updates replace is only subtracted when there are too many. */
  #characters = 0

  /** The values are shared: they never change. */
  copy(): SentCalls {
    const copy = new SentCalls()
    copy.#calls = new Map(this.#calls)
    copy.#sessions = new Map(this.#sessions)
    copy.#characters = this.#characters
    return copy
  }

  clear(): void {
    this.#calls.clear()
    this.#sessions.clear()
    this.#characters = 0
  }

  get(sessionId: string, toolCallId: string): SentCall | null {
    return this.#calls.get(keyOf(sessionId, toolCallId)) ?? null
  }

  /** The call of a session that began last among those that are meant; null: none is. */
  last(sessionId: string, isMeant: (fields: JsonObject) => boolean): SentCall | null {
    const calls = [...this.#calls.values()]
    return calls.findLast((call) => call.sessionId === sessionId && isMeant(call.fields)) ?? null
  }

  /** The session of a tool call; null: unknown. */
  sessionOf(toolCallId: string): string | null {
    return this.#sessions.get(toolCallId) ?? null
  }

  /**
   * Merges a `tool_call`, a `tool_call_update` or a `tool_call_content_chunk`. Any of them begins a call that is not known, which was
   * null `before`.
   */
  updated(sessionId: string, update: NamedCall, version: 1 | 2): MergedCall {
    const { sessionUpdate, toolCallId } = update
    let before = this.get(sessionId, toolCallId)
    // Some agents count their calls anew in each turn.
    if (sessionUpdate === 'tool_call' && before !== null && endOf(before) !== null) {
      this.#drop(before)
      before = null
    }
    const fields = sessionUpdate === 'tool_call_content_chunk' ? appended(before, update) : update
    return this.#merge(before, { sessionId, fields, version, isAnnounced: true })
  }

  /** Merges what a request says of its call. */
  asked(sessionId: string, fields: NamedCall, version: 1 | 2): MergedCall {
    const before = this.get(sessionId, fields.toolCallId)
    const told = hasShorterTitle(fields, before) ? { ...fields, title: undefined } : fields
    return this.#merge(before, {
      sessionId,
      fields: told,
      version,
      isAnnounced: before?.isAnnounced === true,
    })
  }

  #merge(before: SentCall | null, { sessionId, fields: given, version, isAnnounced }: Given): MergedCall {
    const { toolCallId } = given
    const { fields, length } = mergedFields(before?.fields ?? nothing, withInputRead(given), version)
    const cut = isContentCut(before, given, fields) ? ({ isContentCut: true } as const) : {}
    const now = { sessionId, toolCallId, fields, isAnnounced, ...cut }
    this.#calls.set(keyOf(sessionId, toolCallId), now)
    this.#characters += length
    if (this.#sessions.get(toolCallId) !== sessionId) this.#sessions.set(toolCallId, sessionId)
    if (this.#calls.size > maxCalls) this.#dropOldest()
    if (this.#characters > maxCharacters) this.#measure()
    return { before, now }
  }

  /** Counts what is kept, and drops the oldest calls until a quarter is free, so that it is not counted often. */
  #measure(): void {
    const lengths = [...this.#calls.values()].map((call) => ({ call, length: lengthOf(call.fields) }))
    this.#characters = lengths.reduce((sum, { length }) => sum + length, 0)
    for (const { call, length } of lengths) {
      if (this.#characters <= (maxCharacters * 3) / 4) return
      this.#drop(call)
      this.#characters -= length
    }
  }

  #dropOldest(): void {
    const [oldest] = this.#calls.values()
    if (oldest !== undefined) this.#drop(oldest)
  }

  #drop({ sessionId, toolCallId }: SentCall): void {
    this.#calls.delete(keyOf(sessionId, toolCallId))
    if (this.#sessions.get(toolCallId) === sessionId) this.#sessions.delete(toolCallId)
  }
}

interface Given {
  readonly sessionId: string
  readonly fields: NamedCall
  readonly version: 1 | 2
  readonly isAnnounced: boolean
}

/** Goose asks about a call by the name of its tool, with which the title of the call begins. */
function hasShorterTitle({ title }: NamedCall, before: SentCall | null): boolean {
  const known = before?.fields['title']
  return typeof title === 'string' && typeof known === 'string' && known.startsWith(`${title} `)
}

/** How a call has ended; null: it goes on. */
export function endOf({ fields }: SentCall): 'completed' | 'failed' | null {
  const { status } = fields
  return status === 'completed' || status === 'failed' ? status : null
}

const nothing: JsonObject = {}

/** The length makes it unambiguous, whatever the ids hold. */
function keyOf(sessionId: string, toolCallId: string): string {
  return `${sessionId.length} ${sessionId}${toolCallId}`
}

function appended(before: SentCall | null, { content, ...rest }: NamedCall): NamedCall {
  const list = listIn(before?.fields['content'])
  if (content === undefined || list.length >= maxPieces) return rest
  return { ...rest, content: [...list, content] }
}

/** `length`: characters of the new values. Nearly all calls of agents come this way several times. */
function mergedFields(
  before: JsonObject,
  given: JsonObject,
  version: 1 | 2,
): { readonly fields: JsonObject; readonly length: number } {
  const fields: Record<string, unknown> = { ...before }
  let length = 0
  for (const key of Object.keys(given)) {
    if (key === 'sessionUpdate' || key === '__proto__') continue
    const value = given[key]
    if (value === undefined) continue
    if (value === null) {
      if (version === 2) delete fields[key]
      continue
    }
    const was = before[key]
    const valueLength = lengthOf(value)
    if (valueLength > maxFieldLength) delete fields[key]
    else {
      const isPatch = key === '_meta' && isObject(value) && isObject(was)
      fields[key] = isPatch && Object.keys(was).length < maxMetaKeys ? { ...was, ...value } : value
      length += valueLength
    }
  }
  return { fields, length }
}

/** Whether a part of the content is missing after `given`, of which a piece that is not kept has no content. */
function isContentCut(before: SentCall | null, given: NamedCall, fields: JsonObject): boolean {
  const content = given['content'] ?? undefined
  const isPiece = given['sessionUpdate'] === 'tool_call_content_chunk'
  if (content === undefined ? isPiece : fields['content'] !== content) return true
  return before?.isContentCut === true && (isPiece || content === undefined)
}

/** About as many characters as a value takes as JSON. Recursive: values from the wire have a limited depth. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length + lengthOfOther
  let length = lengthOfOther
  if (Array.isArray(value)) for (const item of value as readonly unknown[]) length += lengthOf(item)
  else if (isObject(value))
    for (const key of Object.keys(value)) length += lengthOfOther + lengthOf(value[key])
  return length
}

const lengthOfOther = 8

import { isObject, type JsonObject } from '../../protocol/wire/message.ts'

/** A tool call as its agent has sent it so far. */
export interface SentCall {
  readonly sessionId: string
  readonly toolCallId: string
  /** The last value of each field, as it came: of the call, its updates, and the requests about it. Its `toolCallId` is among them. */
  readonly fields: JsonObject
  /** An update has named it. False: only requests have. */
  readonly isAnnounced: boolean
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

interface Kept {
  readonly call: SentCall
  readonly size: number
}

/**
 * The tool calls of an exchange, merged from all that was sent of them. A field that is absent in an update stays as it was, a list
 * replaces the one before, `_meta` is patched; null changes nothing in version 1, and clears the field in version 2.
 * https://agentclientprotocol.com/protocol/tool-calls#updating https://agentclientprotocol.com/protocol/v2/tool-calls#updating
 */
export class SentCalls {
  /** In the order in which they began. */
  #calls = new Map<string, Kept>()
  /** The session that last used an id: a vendor's request may name its call only. */
  #sessions = new Map<string, string>()
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
    return this.#calls.get(keyOf(sessionId, toolCallId))?.call ?? null
  }

  /** The call of a session that began last among those that are meant; null: none is. */
  last(sessionId: string, isMeant: (fields: JsonObject) => boolean): SentCall | null {
    const kept = [...this.#calls.values()].findLast(
      ({ call }) => call.sessionId === sessionId && isMeant(call.fields),
    )
    return kept?.call ?? null
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
    const { sessionUpdate, ...given } = update
    const known = this.#calls.get(keyOf(sessionId, update.toolCallId))
    // Some agents count their calls anew in each turn.
    const isAnew = sessionUpdate === 'tool_call' && known !== undefined && hasEnded(known.call)
    if (isAnew) this.#drop(known)
    const before = isAnew ? undefined : known
    const fields = sessionUpdate === 'tool_call_content_chunk' ? appended(before, given) : given
    return this.#merge(before, { sessionId, fields, version, isAnnounced: true })
  }

  /** Merges what a request says of its call. */
  asked(sessionId: string, fields: NamedCall, version: 1 | 2): MergedCall {
    const before = this.#calls.get(keyOf(sessionId, fields.toolCallId))
    return this.#merge(before, { sessionId, fields, version, isAnnounced: before?.call.isAnnounced === true })
  }

  #merge(before: Kept | undefined, { sessionId, fields, version, isAnnounced }: Given): MergedCall {
    const { toolCallId } = fields
    const merged = mergedFields(before?.call.fields ?? nothing, fields, version)
    const call = { sessionId, toolCallId, fields: merged.fields, isAnnounced }
    this.#calls.set(keyOf(sessionId, toolCallId), { call, size: (before?.size ?? 0) + merged.grownBy })
    this.#characters += merged.grownBy
    if (this.#sessions.get(toolCallId) !== sessionId) this.#sessions.set(toolCallId, sessionId)
    if (this.#calls.size > maxCalls || this.#characters > maxCharacters) this.#dropOldest()
    return { before: before?.call ?? null, now: call }
  }

  #dropOldest(): void {
    for (const kept of this.#calls.values()) {
      if (this.#calls.size <= maxCalls && this.#characters <= maxCharacters) return
      this.#drop(kept)
    }
  }

  #drop({ call: { sessionId, toolCallId }, size }: Kept): void {
    this.#calls.delete(keyOf(sessionId, toolCallId))
    this.#characters -= size
    if (this.#sessions.get(toolCallId) === sessionId) this.#sessions.delete(toolCallId)
  }
}

interface Given {
  readonly sessionId: string
  readonly fields: NamedCall
  readonly version: 1 | 2
  readonly isAnnounced: boolean
}

/** The status of a call that has ended; null: it goes on. */
export function endOf({ fields }: Pick<SentCall, 'fields'>): 'completed' | 'failed' | null {
  const { status } = fields
  return status === 'completed' || status === 'failed' ? status : null
}

function hasEnded(call: SentCall): boolean {
  return endOf(call) !== null
}

const nothing: JsonObject = {}

/** The length makes it unambiguous, whatever the ids hold. */
function keyOf(sessionId: string, toolCallId: string): string {
  return `${sessionId.length} ${sessionId}${toolCallId}`
}

/** The call's content with one more piece. */
function appended(before: Kept | undefined, { content, ...rest }: NamedCall): NamedCall {
  const pieces = before?.call.fields['content']
  const list: readonly unknown[] = Array.isArray(pieces) ? pieces : []
  if (content === undefined || list.length >= maxPieces) return rest
  return { ...rest, content: [...list, content] }
}

/** `grownBy`: characters more than before. */
function mergedFields(
  before: JsonObject,
  given: JsonObject,
  version: 1 | 2,
): { readonly fields: JsonObject; readonly grownBy: number } {
  const fields: Record<string, unknown> = { ...before, ...given }
  let grownBy = 0
  for (const [key, value] of Object.entries(given)) {
    const was = Object.hasOwn(before, key) ? before[key] : undefined
    let now = value
    if (value === null) now = version === 1 ? was : undefined
    else if (key === '_meta' && isObject(value) && isObject(was)) now = { ...was, ...value }
    const length = lengthOf(now)
    grownBy += length - lengthOf(was)
    if (now === undefined || length > maxFieldLength) {
      delete fields[key]
      if (now !== undefined) grownBy -= length
    } else if (now !== value) fields[key] = now
  }
  return { fields, grownBy }
}

/** About as many characters as a value takes as JSON. Recursive: values from the wire have a limited depth. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length + lengthOfOther
  if (typeof value !== 'object' || value === null) return value === undefined ? 0 : lengthOfOther
  let length = lengthOfOther
  if (Array.isArray(value)) for (const item of value as readonly unknown[]) length += lengthOf(item)
  else for (const [key, item] of Object.entries(value)) length += key.length + lengthOf(item)
  return length
}

const lengthOfOther = 8

import { writeJson } from '../../lib/json/write-json.ts'
import { isObject, objectAt, stringAt, type MessageId } from '../../protocol/wire/message.ts'
import type { RecordedItem } from './recorded-items.ts'

/**
 * Adds the client's requests to a log that has only their answers, since it has one direction only or begins late. The methods are
 * inferred from the results.
 */
export function withMissingRequests(items: readonly RecordedItem[]): readonly RecordedItem[] {
  const open = new Set<MessageId>()
  const completed: RecordedItem[] = []
  /** The index where a missing prompt is inserted: after the last answer. */
  let turnStart = 0
  let hasRequests = false
  let prompts = 0
  for (const item of items) {
    if (item.type === 'message') {
      const { message, dir } = item
      if (dir === 'to-agent' && message.kind === 'request') {
        open.add(message.id)
        hasRequests = true
        if (message.method === 'session/prompt') prompts++
      } else if (dir === 'from-agent' && message.kind === 'result') {
        const isMissing = !open.delete(message.id)
        const method = isMissing ? methodOf(message.result) : null
        if (method !== null) {
          const at =
            method === 'session/prompt' && !isPromptOfV2(message.result) ? turnStart : completed.length
          completed.splice(
            at,
            0,
            request(item.t, message.id, { method, sessionId: sessionIn(completed.slice(at), completed) }),
          )
          if (method === 'session/prompt') prompts++
        }
        completed.push(item)
        turnStart = completed.length
        continue
      } else if (dir === 'from-agent' && message.kind === 'error') open.delete(message.id)
    }
    completed.push(item)
  }
  // A log that has only updates is one turn.
  const isTurn = !hasRequests && prompts === 0 && completed.slice(turnStart).some(isWork)
  const late = completed.slice(turnStart)
  if (isTurn)
    completed.splice(
      turnStart,
      0,
      request(late[0]?.t ?? 0, 'the only prompt', {
        method: 'session/prompt',
        sessionId: sessionIn(late, completed),
      }),
    )
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

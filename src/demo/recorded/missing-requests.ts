import { writeJson } from '../../lib/json/write-json.ts'
import { isObject, stringAt, type JsonObject, type MessageId } from '../../protocol/wire/message.ts'
import type { Passed } from './passed-items.ts'

/**
 * Puts requests of the client into a log that has answers without them: one of the agent's direction only, or one that begins
 * late. What they were is told by the answers.
 */
export function withMissingRequests(items: readonly Passed[]): readonly Passed[] {
  const asked = new Set<MessageId>()
  const made: Passed[] = []
  /** Where a prompt would have come in: after the last answer. */
  let turnStart = 0
  let hasRequests = false
  let prompts = 0
  for (const item of items) {
    if (item.type === 'message') {
      const { message, dir } = item
      if (dir === 'to-agent' && message.kind === 'request') {
        asked.add(message.id)
        hasRequests = true
        if (message.method === 'session/prompt') prompts++
      } else if (dir === 'from-agent' && message.kind === 'result') {
        const isMissing = !asked.delete(message.id)
        const method = isMissing ? methodOf(message.result) : null
        if (method !== null) {
          const at = method === 'session/prompt' && !isPromptOfV2(message.result) ? turnStart : made.length
          made.splice(
            at,
            0,
            request(item.t, message.id, { method, sessionId: sessionIn(made.slice(at), made) }),
          )
          if (method === 'session/prompt') prompts++
        }
        made.push(item)
        turnStart = made.length
        continue
      } else if (dir === 'from-agent' && message.kind === 'error') asked.delete(message.id)
    }
    made.push(item)
  }
  // A log of updates and nothing else: they are one turn.
  const isTurn = !hasRequests && prompts === 0 && made.slice(turnStart).some(isWork)
  const late = made.slice(turnStart)
  if (isTurn)
    made.splice(
      turnStart,
      0,
      request(late[0]?.t ?? 0, 'the only prompt', {
        method: 'session/prompt',
        sessionId: sessionIn(late, made),
      }),
    )
  return made
}

function request(
  t: number,
  id: MessageId,
  { method, sessionId }: { readonly method: string; readonly sessionId: string | null },
): Passed {
  const params = method === 'session/prompt' ? { sessionId, prompt: [] } : {}
  const value = { jsonrpc: '2.0', id, method, params }
  const message = { kind: 'request', id, method, params } as const
  return { t, type: 'message', dir: 'to-agent', message, value, line: writeJson(value) }
}

/** The method that has such a result; null: that cannot be told. */
function methodOf(result: unknown): string | null {
  if (!isObject(result)) return null
  if ('protocolVersion' in result) return 'initialize'
  if ('stopReason' in result || 'messageId' in result) return 'session/prompt'
  if ('sessionId' in result) return 'session/new'
  return Array.isArray(result['sessions']) ? 'session/list' : null
}

/** There, it is answered at its beginning. */
function isPromptOfV2(result: unknown): boolean {
  return isObject(result) && 'messageId' in result
}

/** The session that is spoken of first, or was last before. */
function sessionIn(items: readonly Passed[], before: readonly Passed[]): string | null {
  for (const item of items) {
    const id = sessionOf(item)
    if (id !== null) return id
  }
  return before.map(sessionOf).findLast((id) => id !== null) ?? null
}

function sessionOf(item: Passed): string | null {
  if (item.type !== 'message' || item.dir !== 'from-agent') return null
  const { params, result } = item.value
  const holder: JsonObject = isObject(params) ? params : isObject(result) ? result : {}
  return stringAt(holder, 'sessionId') ?? null
}

function isWork(item: Passed): boolean {
  const params = item.type === 'message' ? item.value['params'] : undefined
  const update = isObject(params) ? params['update'] : undefined
  return isObject(update) && /^(?:plan|agent_|tool_call)/.test(stringAt(update, 'sessionUpdate') ?? '')
}

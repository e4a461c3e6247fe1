import { isObject, objectAt, stringAt, type JsonObject } from '../wire/message.ts'
import type { ReadUpdate, SessionEvent } from './session-event.ts'

/** A notification with an event of GitHub Copilot's own; it comes to clients that ask for it in `initialize`. */
export const copilotEventMethod = 'github.com/copilot/sessionEvent'

const readers: Readonly<Record<string, (params: JsonObject, data: JsonObject) => SessionEvent | null>> = {
  'subagent.started': (params, data) => subagent(params, data, 'running'),
  'subagent.completed': (params, data) => subagent(params, data, 'idle'),
  'subagent.failed': (params, data) => subagent(params, data, 'idle'),
  'session.todos_changed': () => ({ type: 'todos-touched' }),
}

/**
 * The events to ask for: what its updates do not tell. Not the calls of its tools, which come as updates: each would come twice, with
 * its output.
 */
export const copilotEvents: readonly string[] = Object.keys(readers)

/** Decodes the params of such a notification; no event for the types that are not asked for. Never throws. */
export function readCopilotEvent(params: unknown): ReadUpdate {
  if (!isObject(params)) return { sessionId: null, events: [], problems: [] }
  const type = stringAt(params, 'type') ?? ''
  const read = Object.hasOwn(readers, type) ? readers[type] : undefined
  const event = read?.(params, objectAt(params, 'data')) ?? null
  return {
    sessionId: stringAt(params, 'sessionId') ?? null,
    events: event === null ? [] : [event],
    problems: [],
  }
}

/** Its calls come in the session of its parent, with the same id in `_meta`. */
function subagent(params: JsonObject, data: JsonObject, state: 'running' | 'idle'): SessionEvent | null {
  const childSessionId = stringAt(params, 'agentId')
  if (childSessionId === undefined) return null
  const title = stringAt(data, 'agentDisplayName') ?? stringAt(data, 'agentName')
  const description = stringAt(data, 'agentDescription')
  const isCancelled = data['cancelled'] === true
  return {
    type: 'subagent',
    childSessionId,
    state,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(state === 'idle' ? { stopReason: isCancelled ? 'cancelled' : stopReasonOf(data) } : {}),
  }
}

function stopReasonOf(data: JsonObject): string {
  return stringAt(data, 'error') === undefined ? 'end_turn' : 'failed'
}

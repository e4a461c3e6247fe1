import { isObject, stringAt, type JsonObject } from './message.ts'
import { readPlanEntries, readPlanRemoved, readPlanUpdate } from './plan-update.ts'
import type { SessionEvent } from './session-event.ts'
import { excerptOf, type WireProblem } from './wire-problem.ts'

export interface ReadUpdate {
  /** null when the update does not say. */
  readonly sessionId: string | null
  readonly events: readonly SessionEvent[]
  readonly problems: readonly WireProblem[]
}

/**
 * Decodes the params of a `session/update` of any protocol version and plan dialect, by the fields that are there. Keeps
 * what is good and reports what is not; never throws.
 * https://agentclientprotocol.com/protocol/prompt-turn#3-agent-reports-output
 */
export function readSessionUpdate(params: unknown): ReadUpdate {
  const sessionId = isObject(params) ? (stringAt(params, 'sessionId') ?? null) : null
  const update = isObject(params) ? params['update'] : undefined
  if (!isObject(update)) {
    const text = `session/update without an update object (got ${update === null ? 'null' : Array.isArray(update) ? 'a list' : typeof update})`
    return rejected(sessionId, {
      code: 'bad-update',
      text,
      path: 'params.update',
      weight: 'rejected',
      excerpt: excerptOf(params),
    })
  }
  const kind = update['sessionUpdate']
  if (typeof kind !== 'string') {
    const text = 'the update does not name its kind'
    return rejected(sessionId, {
      code: 'bad-update',
      text,
      path: 'update.sessionUpdate',
      weight: 'rejected',
      excerpt: excerptOf(update),
    })
  }
  return { sessionId, ...readKind(kind, update) }
}

type Read = Omit<ReadUpdate, 'sessionId'>

function rejected(sessionId: string | null, problem: WireProblem): ReadUpdate {
  return { sessionId, events: [], problems: [problem] }
}

function readKind(kind: string, update: JsonObject): Read {
  switch (kind) {
    case 'plan':
      return readPlanEntries(update)
    case 'plan_update':
      return readPlanUpdate(update)
    case 'plan_removed':
      return readPlanRemoved(update)
    case 'agent_message_chunk':
    case 'agent_message':
      return said('agent', kind === 'agent_message', update)
    case 'user_message_chunk':
    case 'user_message':
      return said('user', kind === 'user_message', update)
    case 'agent_thought_chunk':
    case 'agent_thought':
      return said('thought', kind === 'agent_thought', update)
    case 'tool_call':
    case 'tool_call_update':
      return toolCall(update)
    case 'state_update':
      return state(update)
    case 'session_info_update':
      return only(
        typeof update['title'] === 'string'
          ? { type: 'session-titled', title: update['title'] }
          : other(kind),
      )
    case 'notice':
      return only({
        type: 'notice',
        severity: stringAt(update, 'severity') ?? 'info',
        text: stringAt(update, 'title') ?? stringAt(update, 'description') ?? '',
      })
    default:
      return only(other(kind))
  }
}

function only(event: SessionEvent): Read {
  return { events: [event], problems: [] }
}

function other(update: string): SessionEvent {
  return { type: 'other', update }
}

function said(who: 'agent' | 'user' | 'thought', isWhole: boolean, update: JsonObject): Read {
  // https://agentclientprotocol.com/protocol/v2/prompt-turn: an upsert without content leaves the content as it is.
  if (isWhole && update['content'] === undefined) return only(other(stringAt(update, 'sessionUpdate') ?? ''))
  const messageId = stringAt(update, 'messageId')
  const text = textOf(update['content'])
  return only({ type: 'said', who, text, isWhole, ...(messageId === undefined ? {} : { messageId }) })
}

/** The text of a content block or of a list of them; other kinds of content are named in brackets. */
function textOf(content: unknown): string {
  return Array.isArray(content) ? content.map(textOfBlock).join('') : textOfBlock(content)
}

function textOfBlock(content: unknown): string {
  if (typeof content === 'string') return content
  if (!isObject(content)) return ''
  const text = stringAt(content, 'text')
  if (text !== undefined) return text
  const kind = stringAt(content, 'type')
  return kind === undefined ? '' : `[${kind}]`
}

function state(update: JsonObject): Read {
  const name = stringAt(update, 'state')
  if (name === undefined) {
    const problem: WireProblem = {
      code: 'bad-update',
      text: 'state_update without a state',
      path: 'update.state',
      weight: 'rejected',
      excerpt: excerptOf(update),
    }
    return { events: [], problems: [problem] }
  }
  const stopReason = stringAt(update, 'stopReason')
  return only({ type: 'state', state: name, ...(stopReason === undefined ? {} : { stopReason }) })
}

function toolCall(update: JsonObject): Read {
  const toolCallId = stringAt(update, 'toolCallId')
  if (toolCallId === undefined) {
    const problem: WireProblem = {
      code: 'bad-update',
      text: 'a tool call without toolCallId',
      path: 'update.toolCallId',
      weight: 'rejected',
      excerpt: excerptOf(update),
    }
    return { events: [], problems: [problem] }
  }
  const optional = {
    ...given('title', stringAt(update, 'title')),
    ...given('name', stringAt(update, 'name')),
    ...given('kind', stringAt(update, 'kind')),
    ...given('status', stringAt(update, 'status')),
    ...given('path', firstPath(update['locations'])),
  }
  return only({ type: 'tool-call', toolCallId, hasTodos: hasTodos(update), ...optional })
}

function given<K extends string>(key: K, value: string | undefined): Partial<Record<K, string>> {
  return value === undefined ? {} : ({ [key]: value } as Partial<Record<K, string>>)
}

function firstPath(locations: unknown): string | undefined {
  const first: unknown = Array.isArray(locations) ? locations[0] : undefined
  return isObject(first) ? stringAt(first, 'path') : undefined
}

const todoTools = /todo|update_?plan|task_?list/i

function hasTodos(update: JsonObject): boolean {
  const input = update['rawInput']
  if (isObject(input) && (Array.isArray(input['todos']) || Array.isArray(input['plan']))) return true
  return todoTools.test(stringAt(update, 'name') ?? '') || todoTools.test(stringAt(update, 'title') ?? '')
}

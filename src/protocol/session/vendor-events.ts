import { given, isObject, objectAt, stringAt, type JsonObject } from '../wire/message.ts'
import { numberAt } from './call-evidence.ts'
import type { ReadUpdate, SessionEvent } from './session-event.ts'

/** A notification with an event of GitHub Copilot's own; it comes to clients that ask for it in `initialize`. */
export const copilotEventMethod = 'github.com/copilot/sessionEvent'

const copilotReaders: Readonly<
  Record<string, (params: JsonObject, data: JsonObject) => SessionEvent | null>
> = {
  'subagent.started': (params, data) => copilotSubagent(params, data, 'running'),
  'subagent.completed': (params, data) => copilotSubagent(params, data, 'idle'),
  'subagent.failed': (params, data) => copilotSubagent(params, data, 'idle'),
  'session.todos_changed': () => ({ type: 'todos-touched' }),
}

/**
 * The events to ask for: what its updates do not tell. Not the calls of its tools, which come as updates: each would come twice, with
 * its output.
 */
export const copilotEvents: readonly string[] = Object.keys(copilotReaders)

/** Decodes the params of such a notification; no event for the types that are not asked for. Never throws. */
export function readCopilotEvent(params: unknown): ReadUpdate {
  if (!isObject(params)) return { sessionId: null, events: [], problems: [] }
  const type = stringAt(params, 'type') ?? ''
  const read = Object.hasOwn(copilotReaders, type) ? copilotReaders[type] : undefined
  const event = read?.(params, objectAt(params, 'data')) ?? null
  return {
    sessionId: stringAt(params, 'sessionId') ?? null,
    events: event === null ? [] : [event],
    problems: [],
  }
}

/** Its calls come in the session of its parent, with the same id in `_meta`. */
function copilotSubagent(
  params: JsonObject,
  data: JsonObject,
  state: 'running' | 'idle',
): SessionEvent | null {
  const childSessionId = stringAt(params, 'agentId')
  if (childSessionId === undefined) return null
  const title = stringAt(data, 'agentDisplayName') ?? stringAt(data, 'agentName')
  const description = stringAt(data, 'agentDescription')
  const isCancelled = data['cancelled'] === true
  return {
    type: 'subagent',
    childSessionId,
    state,
    ...given('title', title),
    ...given('description', description),
    ...(state === 'idle' ? { stopReason: isCancelled ? 'cancelled' : stopReasonOf(data) } : {}),
  }
}

function stopReasonOf(data: JsonObject): string {
  return stringAt(data, 'error') === undefined ? 'end_turn' : 'failed'
}

/**
 * The notifications in which Grok tells what its updates do not: sub-agents, commands in the background, and the turns that it begins itself
 * when one of these has ended. The second comes when a session is loaded. Measured with 1.0.41.
 */
const grokMethods: ReadonlySet<string> = new Set(
  ['session_notification', 'session/update', 'task_backgrounded', 'task_completed', 'queue/changed'].flatMap(
    (name) => [`x.ai/${name}`, `_x.ai/${name}`],
  ),
)

/** Whether a notification is one of Grok's own that is read. */
export function isGrokEvent(method: string): boolean {
  return grokMethods.has(method)
}

const grokReaders: Readonly<Record<string, (update: JsonObject) => readonly SessionEvent[]>> = {
  subagent_spawned: (update) => grokSubagent(update, 'running'),
  subagent_finished: (update) => grokSubagent(update, 'idle'),
  task_backgrounded: (update) => task(update, 'running'),
  task_completed: taskCompleted,
  turn_completed: (update) => ownTurn(update['prompt_id'], 'idle', stringAt(update, 'stop_reason')),
}

/** Decodes the params of such a notification; no event for what clients need not know. Never throws. */
export function readGrokEvent(params: unknown): ReadUpdate {
  if (!isObject(params)) return { sessionId: null, events: [], problems: [] }
  const update = objectAt(params, 'update')
  const kind = stringAt(update, 'sessionUpdate') ?? ''
  const read = Object.hasOwn(grokReaders, kind) ? grokReaders[kind] : undefined
  const events = read?.(update) ?? ownTurn(params['runningPromptId'], 'running')
  return { sessionId: stringAt(params, 'sessionId') ?? null, events, problems: [] }
}

/** One in the background goes on after the turn, and the end of each is told. */
function grokSubagent(update: JsonObject, state: 'running' | 'idle'): readonly SessionEvent[] {
  const childSessionId = stringAt(update, 'child_session_id')
  if (childSessionId === undefined) return []
  const status = stringAt(update, 'status')
  return [
    {
      type: 'subagent',
      childSessionId,
      state,
      outlastsTurn: true,
      ...given('title', stringAt(update, 'description')),
      ...given('description', stringAt(update, 'subagent_type')),
      ...(state === 'idle' ? given('stopReason', status === 'completed' ? 'end_turn' : status) : {}),
    },
  ]
}

function task(task: JsonObject, state: string): readonly SessionEvent[] {
  const taskId = stringAt(task, 'task_id')
  if (taskId === undefined) return []
  const title = stringAt(task, 'description') ?? stringAt(task, 'command')
  return [{ type: 'task', taskId, state, ...given('title', title) }]
}

/** The call of the command has ended before, and named the task: that is how its status is told. */
function taskCompleted(update: JsonObject): readonly SessionEvent[] {
  const snapshot = objectAt(update, 'task_snapshot')
  const exit = numberAt(snapshot, 'exit_code')
  const terminalId = stringAt(snapshot, 'task_id')
  const ended: readonly SessionEvent[] =
    exit === undefined || terminalId === undefined ? [] : [{ type: 'terminal-ended', terminalId, exit }]
  return [...task(snapshot, exit === undefined || exit === 0 ? 'completed' : 'failed'), ...ended]
}

/** The turns of prompts begin and end with these. */
function ownTurn(promptId: unknown, state: string, stopReason?: string): readonly SessionEvent[] {
  const isOwn = typeof promptId === 'string' && /^[a-z]+-completed-/.test(promptId)
  return isOwn
    ? [{ type: 'state', state, isShared: true, isOwn: true, ...given('stopReason', stopReason) }]
    : []
}

import { given, objectAt, objectIn, sessionIdIn, stringAt, type JsonObject } from '../wire/message.ts'
import { numberAt } from './call-evidence.ts'
import type { ReadUpdate, SessionEvent } from './session-event.ts'

/** A notification with an event of GitHub Copilot's own; it comes to clients that ask for it in `initialize`. */
export const copilotEventMethod = 'github.com/copilot/sessionEvent'

type Read = (told: JsonObject) => readonly SessionEvent[]

const copilotReaders = new Map<string | undefined, Read>([
  ['subagent.started', (params) => copilotSubagent(params, 'running')],
  ['subagent.completed', (params) => copilotSubagent(params, 'idle')],
  ['subagent.failed', (params) => copilotSubagent(params, 'idle')],
  ['session.todos_changed', () => [{ type: 'todos-touched' }]],
])

/**
 * The events to ask for: what its updates do not tell. Not the calls of its tools, which come as updates: each would come twice, with
 * its output.
 */
export const copilotEvents = [...copilotReaders.keys()]

/** Decodes the params of such a notification; no event for the types that are not asked for. Never throws. */
export function readCopilotEvent(params: unknown): ReadUpdate {
  const events = copilotReaders.get(stringAt(params, 'type'))?.(objectIn(params)) ?? []
  return { sessionId: sessionIdIn(params), events, problems: [] }
}

/** Its calls come in the session of its parent, with the same id in `_meta`. */
function copilotSubagent(params: JsonObject, state: 'running' | 'idle'): readonly SessionEvent[] {
  const childSessionId = stringAt(params, 'agentId')
  if (childSessionId === undefined) return []
  const data = objectAt(params, 'data')
  const ended = stringAt(data, 'error') === undefined ? 'end_turn' : 'failed'
  return [
    {
      type: 'subagent',
      childSessionId,
      state,
      ...given('title', stringAt(data, 'agentDisplayName') ?? stringAt(data, 'agentName')),
      ...given('description', stringAt(data, 'agentDescription')),
      ...(state === 'idle' ? { stopReason: data['cancelled'] === true ? 'cancelled' : ended } : {}),
    },
  ]
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

const grokReaders: ReadonlyMap<string | undefined, (update: JsonObject) => readonly SessionEvent[]> = new Map(
  [
    ['subagent_spawned', (update) => grokSubagent(update, 'running')],
    ['subagent_finished', (update) => grokSubagent(update, 'idle')],
    ['task_backgrounded', (update) => task(update, 'running')],
    ['task_completed', taskCompleted],
    ['turn_completed', (update) => turnEnd(update['prompt_id'], stringAt(update, 'stop_reason'))],
  ],
)

/** Decodes the params of such a notification; no event for what clients need not know. Never throws. */
export function readGrokEvent(params: unknown): ReadUpdate {
  const update = objectAt(params, 'update')
  const read = grokReaders.get(stringAt(update, 'sessionUpdate'))
  const events = read?.(update) ?? ownTurn(objectIn(params)['runningPromptId'], 'running')
  return { sessionId: sessionIdIn(params), events, problems: [] }
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
    exit === undefined || terminalId === undefined ? [] : [{ type: 'terminal', terminalId, exit }]
  return [...task(snapshot, exit === undefined || exit === 0 ? 'completed' : 'failed'), ...ended]
}

/** The end of any turn. That of a prompt has its answer, too, but not in the file that Grok keeps of a session. */
function turnEnd(promptId: unknown, stopReason: string | undefined): readonly SessionEvent[] {
  const end = ownTurn(promptId, 'idle', stopReason)
  return end.length > 0
    ? end
    : [{ type: 'state', state: 'idle', isShared: true, ...given('stopReason', stopReason) }]
}

/** A turn that Grok begins itself. */
function ownTurn(promptId: unknown, state: string, stopReason?: string): readonly SessionEvent[] {
  const isOwn = typeof promptId === 'string' && /^[a-z]+-completed-/.test(promptId)
  return isOwn
    ? [{ type: 'state', state, isShared: true, isOwn: true, ...given('stopReason', stopReason) }]
    : []
}

import {
  given,
  isObject,
  listIn,
  type JsonObject,
  objectAt,
  rpcErrorText,
  stringAt,
  toError,
} from '../wire/message.ts'
import {
  textOf,
  type DetachedWork,
  type StateReport,
  type TurnFailure,
  type UpdateOf,
} from './session-event.ts'

type Reported = UpdateOf<'subagent'>

/** `subagent_update`, unstable: https://agentclientprotocol.com/rfds/subagents; `sessionId` is the child's. null: it has none. */
export function readSubagent(update: JsonObject): Reported | null {
  return reported(update, ['sessionId', 'title', 'description'], false)
}

/** `subagent_spawned` and `subagent_state_update` of claude and codex for one editor. null: no session is named. */
export function readSpawned(update: JsonObject, isNew: boolean): Reported | null {
  return reported(update, ['subagentSessionId', 'name', 'task'], isNew)
}

/** `keys`: those of the child's session, its title and its description. */
function reported(
  update: JsonObject,
  keys: readonly [string, string, string],
  isNew: boolean,
): Reported | null {
  const [id, title, description] = keys
  const childSessionId = stringAt(update, id)
  if (childSessionId === undefined) return null
  return {
    type: 'subagent',
    childSessionId,
    ...given('title', stringOrNull(update[title])),
    ...given('description', stringOrNull(update[description])),
    ...(isNew ? { state: 'running' } : {}),
    ...stateOf(update['state']),
  }
}

/** A state with its stop reason and background work, or only its name. */
function stateOf(state: unknown): Pick<Reported, 'state' | keyof StateReport> {
  if (typeof state === 'string') return { state }
  return isObject(state) ? { ...given('state', stringAt(state, 'state')), ...stateReport(state) } : {}
}

/**
 * What a state tells besides its name: why the turn has ended, and what goes on without it.
 * https://agentclientprotocol.com/protocol/v2/draft/prompt-lifecycle#stop-reasons and #background-work
 */
export function stateReport(state: JsonObject): StateReport {
  const stopReason = stringAt(state, 'stopReason')
  const { background: list } = state
  return {
    ...given('stopReason', stopReason),
    ...(stopReason === 'error' ? { failure: failureIn(state['error']) } : {}),
    ...(Array.isArray(list)
      ? {
          background: list.flatMap((work: unknown) => stringAt(work, 'sessionId') ?? []),
          detached: list.slice(0, maxDetached).flatMap(readDetached),
        }
      : {}),
  }
}

/** Of a kind that is not known, only that it runs: claude-agent-acp describes its own (`_claude/task`). */
function readDetached(work: unknown): readonly DetachedWork[] {
  const type = stringAt(work, 'type')
  if (type === undefined || stringAt(work, 'sessionId') !== undefined) return []
  const id = stringAt(work, 'terminalId') ?? stringAt(work, 'toolCallId')
  if (id !== undefined) return [{ id }]
  const title = stringAt(work, 'title') ?? stringAt(work, 'description') ?? type
  return [{ id: stringAt(work, 'taskId') ?? stringAt(work, 'id') ?? type, title }]
}

/** Beyond, more is known to run than is shown. */
const maxDetached = 50

function failureIn(error: unknown): TurnFailure {
  if (!isObject(error)) return { code: 0, message: 'the agent does not say which' }
  const { code, message } = toError(error)
  return { code, message: rpcErrorText({ message, data: error['data'] }) }
}

/** `async_task_spawned`, `async_task_progress` and `async_task_state_update`. null: no task is named. */
export function readTask(update: JsonObject, isNew: boolean): UpdateOf<'task'> | null {
  const taskId = stringAt(update, 'asyncTaskId')
  if (taskId === undefined) return null
  return {
    type: 'task',
    taskId,
    ...given('title', stringAt(update, 'name')),
    ...given('description', stringAt(update, 'description')),
    ...(isNew ? { state: 'running' } : {}),
    ...given('state', stringAt(update, 'state')),
  }
}

/**
 * A sub-agent that Qwen Code or claude-agent-acp leaves in the background: begun by the result of its call. Qwen Code ends it by messages
 * that name this call. After a good end the agent answers to it in a turn of its own, of which only the last message tells that it is over.
 * Measured with Qwen Code 0.24.4 and claude-agent-acp 0.58.1.
 * Or what Oh My Pi leaves there: sub-agents and commands, of which nothing comes after the turn. Measured with 18.2.3. So it is with the
 * sub-agents of oh-my-opencode, whose end the agent is told, and nobody else. Measured with 4.19.4.
 */
export function readBackgroundAgent(update: JsonObject): UpdateOf<'task'> | null {
  const callId = stringAt(update, 'toolCallId')
  const kept = { type: 'task', outlastsTurn: true } as const
  if (callId !== undefined) {
    const title = titleOfBegun(update)
    if (title !== null) return { ...kept, taskId: callId, ...given('title', title), state: 'running' }
    const plugin = objectAt(update['rawOutput'], 'metadata')
    const left = stringAt(plugin, 'backgroundTaskId')
    if (left !== undefined && plugin['run_in_background'] === true)
      return {
        type: 'task',
        taskId: callId,
        title: stringAt(plugin, 'description') ?? left,
        state: 'running',
      }
    const job = objectAt(objectAt(update['rawOutput'], 'details'), 'async')
    const [jobId, jobState] = [stringAt(job, 'jobId'), stringAt(job, 'state')]
    return jobId === undefined || jobState === undefined
      ? null
      : { type: 'task', taskId: callId, title: jobId, state: jobState }
  }
  const told = objectAt(objectAt(update, '_meta'), 'backgroundTask')
  const taskId = stringAt(told, 'toolUseId')
  if (taskId === undefined || told['kind'] !== 'agent') return null
  const status = stringAt(told, 'status') ?? 'running'
  const isAnswered = told['turnComplete'] === true || status !== 'completed'
  return { ...kept, taskId, state: isAnswered ? status : 'running' }
}

/** The sub-agents that CodeBuddy lets work in the background until its turn ends, by their names. Measured with 2.117. */
export function readMembers(update: JsonObject): readonly UpdateOf<'task'>[] {
  const { members } = objectAt(objectAt(update, '_meta'), 'codebuddy.ai/teamUpdate')
  return listIn(members).flatMap((member) => {
    const name = stringAt(member, 'name')
    const [description, state] = [stringAt(member, 'description'), stringAt(member, 'status')]
    const told = { ...given('description', description), ...given('state', state) }
    return name === undefined ? [] : [{ type: 'task', taskId: name, title: name, ...told }]
  })
}

/** How claude-agent-acp ends what it does of its own accord after something in the background has ended. */
export function isTaskAnswered(usage: JsonObject): boolean {
  return objectAt(objectAt(usage, '_meta'), '_claude/origin')['kind'] === 'task-notification'
}

/** undefined: it has none; null: the call begins no sub-agent in the background. */
function titleOfBegun(update: JsonObject): string | undefined | null {
  const qwen = objectAt(update, 'rawOutput')
  if (qwen['executionMode'] === 'background') return stringAt(qwen, 'taskDescription')
  const claude = objectAt(objectAt(update['_meta'], 'claudeCode'), 'toolResponse')
  return claude['status'] === 'async_launched' ? stringAt(claude, 'description') : null
}

/** `session_message` and `session_message_chunk`: what one session says to another. null: it is no message, or has no id. */
export function readSessionMessage(update: JsonObject, isWhole: boolean): UpdateOf<'session-message'> | null {
  const messageId = stringAt(update, 'messageId')
  if (messageId === undefined) return null
  const { content } = update
  return {
    type: 'session-message',
    messageId,
    isWhole,
    ...given('from', stringOrNull(update['senderSessionId'])),
    ...given('to', stringOrNull(update['recipientSessionId'])),
    ...(content === undefined ? {} : { text: textOf(content) }),
  }
}

/** The call that began the sub-agent which makes a call, or says something, in the session of its parent: claude's and CodeBuddy's. */
export function parentCallOf({ _meta: meta }: JsonObject): { readonly parentCallId?: string } {
  const ofClaude = stringAt(objectAt(meta, 'claudeCode'), 'parentToolUseId')
  return given('parentCallId', ofClaude ?? stringAt(meta, 'codebuddy.ai/parentToolCallId'))
}

/** The goal that the agent works towards, of claude and codex; undefined: the update does not tell, null: there is none any more. */
export function readGoal(update: JsonObject): UpdateOf<'goal'> | null {
  const goal = objectAt(objectAt(objectAt(update, '_meta'), 'jetbrains'), 'air')['goal']
  if (goal === null) return { type: 'goal', goal: null }
  const objective = stringAt(goal, 'objective')
  if (!isObject(goal) || objective === undefined) return null
  return { type: 'goal', goal: { objective, status: stringAt(goal, 'status') ?? '' } }
}

export function stringOrNull(value: unknown): string | null | undefined {
  return typeof value === 'string' || value === null ? value : undefined
}

import {
  sessionIdIn,
  isObject,
  type JsonObject,
  objectAt,
  stringAt,
  given,
  listIn,
  objectIn,
  withInputRead,
} from '../wire/message.ts'
import { copilotEventMethod, readCopilotEvent, isGrokEvent, readGrokEvent } from './vendor-events.ts'
import {
  isOfTodoTool,
  isTodoTool,
  kindOfCall,
  readCallEvidence,
  readExitStatus,
  toolInMeta,
} from './call-evidence.ts'
import { planReaders, readOtherPlanKind, readTodoList } from './plan-update.ts'
import { readCommands, readConfigOptions, readUsage } from './session-settings.ts'
import { textOf, type ReadEvents, type ReadUpdate, type SessionEvent } from './session-event.ts'
import { nameOf, noted, rejected, type WireProblem } from '../wire/wire-problem.ts'
import { isNamedForPlan, updatesElsewhere } from './update-names.ts'
import {
  readGoal,
  readSessionMessage,
  readSpawned,
  isTaskAnswered,
  readBackgroundAgent,
  readSubagent,
  readTask,
  parentCallOf,
  readMembers,
  stateReport,
  stringOrNull,
} from './read-subagents.ts'
import { callingAgent, readPlanWrite, readSqlResult } from '../plans/plan-write.ts'
import { wordsKey } from '../plans/plan-content.ts'
import { readTodoChange, readToolTodos } from '../plans/tool-todos.ts'

/**
 * Reads a notification that is about a session, of the protocol or of a vendor's own; null: it is another one, which may hold an update
 * all the same. Never throws.
 */
export function readNotification(method: string, params: unknown): ReadUpdate | null {
  switch (method) {
    case 'session/update':
      return readSessionUpdate(params)
    case copilotEventMethod:
      return readCopilotEvent(params)
    case '_acp_ext:codex_proposed_plan':
      return readCodexPlan(params)
    default:
      return isGrokEvent(method) ? readGrokEvent(params) : null
  }
}

/** Lody's codex adapter tells the block with which a turn proposes a plan, as far as it has come: as the message that it stands for. */
function readCodexPlan(params: unknown): ReadUpdate {
  const { sessionId, turnId: messageId, markdown, status } = objectIn(params)
  let text = ''
  if (status !== 'cleared') {
    if (typeof markdown !== 'string')
      return { sessionId: sessionIdIn(params), ...rejectedFor(objectIn(params), 'markdown', 'a string') }
    text = `<proposed_plan>\n${markdown}`
    if (status === 'completed') text += `${markdown.endsWith('\n') ? '' : '\n'}</proposed_plan>\n`
  }
  const update = { sessionUpdate: 'agent_message', messageId, content: { type: 'text', text } }
  return readSessionUpdate({ sessionId, update })
}

/**
 * Decodes the params of a `session/update` of any protocol version and plan dialect, by the fields that are there. Keeps what is
 * valid and reports what is not; never throws. https://agentclientprotocol.com/protocol/prompt-turn#3-agent-reports-output
 */
export function readSessionUpdate(params: unknown): ReadUpdate {
  const sessionId = sessionIdIn(params)
  const { update } = objectIn(params)
  const known = isObject(update) ? readers.get(stringAt(update, 'sessionUpdate') ?? '') : undefined
  if (known !== undefined && isObject(update)) return { sessionId, ...known(update) }
  const { updates, problems } = updatesElsewhere(params, (kind) => readers.has(kind))
  const read = updates.map(readUpdate)
  return {
    sessionId,
    events: read.flatMap(({ events }) => events),
    problems: [...problems, ...read.flatMap((each) => each.problems)],
  }
}

function readUpdate(update: JsonObject): ReadEvents {
  const kind = update['sessionUpdate']
  return typeof kind === 'string'
    ? (readers.get(kind)?.(update) ?? unknownKind(kind, update))
    : rejectedFor(update, 'sessionUpdate', 'the name of its kind')
}

const readers: ReadonlyMap<string, (update: JsonObject) => ReadEvents> = new Map([
  ...planReaders,
  ['agent_message_chunk', (update) => said('agent', false, update)],
  ['agent_message', (update) => said('agent', true, update)],
  [
    'user_message_chunk',
    (update) => (isPromptAgain(update) ? other('user_message_chunk') : userChunk(update)),
  ],
  ['user_message', (update) => said('user', true, update)],
  ['agent_thought_chunk', (update) => said('thought', false, update)],
  ['agent_thought', (update) => said('thought', true, update)],
  ['tool_call', readToolCall],
  ['tool_call_update', readToolCall],
  ['terminal_update', terminalUpdate],
  ['state_update', state],
  ['prompt_received', prompted],
  ['turn_complete', (update) => sharedState('idle', update)],
  ['_hydra_turn_started', (update) => sharedState('running', update)],
  ['_hydra_turn_ended', (update) => sharedState('idle', update)],
  ['session_info_update', sessionInfo],
  ['current_mode_update', modeChanged],
  ['current_model_update', modelChanged],
  ['config_option_update', configOptions],
  ['available_commands_update', commands],
  ['usage_update', usage],
  ['session_message', (update) => sessionMessage(true, update)],
  ['session_message_chunk', (update) => sessionMessage(false, update)],
  ...['', '_'].flatMap((prefix): [string, (update: JsonObject) => ReadEvents][] => [
    [`${prefix}subagent_update`, (update) => named(readSubagent(update), update, 'sessionId')],
    [`${prefix}subagent_spawned`, (update) => spawned(true, update)],
    [`${prefix}subagent_state_update`, (update) => spawned(false, update)],
    [`${prefix}async_task_spawned`, (update) => task(true, update)],
    [`${prefix}async_task_progress`, (update) => task(false, update)],
    [`${prefix}async_task_state_update`, (update) => task(false, update)],
  ]),
  ['notice', notice],
  ['compaction_update', compaction],
  ['compaction_summary_chunk', compactionSummary],
])

function other(update: string): ReadEvents {
  return only({ type: 'other', update })
}

/** Agents may have kinds of their own, which mean nothing to a client. One that looks like a plan is missed on the screen. */
function unknownKind(kind: string, update: JsonObject): ReadEvents {
  const [isVendors, isOfTodos] = [kind.startsWith('_'), isTodoTool(kind)]
  const holdsPlan = ['entries', 'todos'].some((key) => Array.isArray(update[key])) || isObject(update['plan'])
  // Some agents send each to-do in an update of its own.
  const isTodo = !holdsPlan && isOfTodos && wordsKey(update) !== undefined
  const isAboutPlan = holdsPlan || isTodo || (!isOfTodos && isNamedForPlan(kind))
  const plan = isOfTodos ? readTodoList(update) : isVendors ? null : readOtherPlanKind(kind, update)
  const read = plan ?? other(kind)
  if (isVendors || (plan === null && !isAboutPlan)) return read
  const known = planReaders.map(([name]) => name).join(', ')
  const taken = plan === null ? 'not shown' : isOfTodos ? 'read as the to-do list' : 'read as a plan_update'
  const text = `an update of an unknown kind, and the ${isTodo ? 'to-do' : 'plan'} in it is ${taken}; those of plans are ${known}`
  const problem = (plan === null ? rejected : noted)('bad-update', text, update, 'update.sessionUpdate')
  return { ...read, problems: [problem, ...read.problems] }
}

function said(who: 'agent' | 'user' | 'thought', isWhole: boolean, update: JsonObject): ReadEvents {
  // https://agentclientprotocol.com/protocol/v2/prompt-turn: an upsert without content leaves the content as it is.
  const isEmpty = isWhole && update['content'] === undefined
  // What a sub-agent says, or is told, in the session of its parent: the call that began it has that, too.
  const isOfChild = parentCallOf(update).parentCallId !== undefined || callingAgent(update) !== undefined
  if (isEmpty || isOfChild) return other(stringAt(update, 'sessionUpdate') ?? '')
  const text = textOf(update['content'])
  const event = {
    type: 'said',
    who,
    text,
    isWhole,
    ...given('messageId', stringAt(update, 'messageId')),
  } as const
  return withBackgroundAgent(only(event), update)
}

function state(update: JsonObject): ReadEvents {
  const name = stringAt(update, 'state')
  if (name === undefined) return rejectedFor(update, 'state', 'a string')
  return only({ type: 'state', state: name, ...stateReport(update) })
}

/** Where several clients share a session (https://github.com/agentclientprotocol/agent-client-protocol/pull/533): one of them has prompted. */
function prompted(update: JsonObject): ReadEvents {
  const said = { type: 'said', who: 'user', text: textOf(update['prompt']), isWhole: true } as const
  const event = { ...said, ...given('messageId', stringAt(update, 'messageId')) }
  return { events: [event, ...sharedState('running', update).events], problems: [] }
}

/** Grok says with a chunk which prompt it is: a turn begins. What it adds in a turn has no such number. */
function userChunk(update: JsonObject): ReadEvents {
  const { events, problems } = said('user', false, update)
  const begins = typeof objectAt(update, '_meta')['promptIndex'] === 'number'
  return { events: begins ? [...events, ...sharedState('running', update).events] : events, problems }
}

/** Hydra repeats a prompt for clients that do not know `prompt_received`. */
function isPromptAgain(update: JsonObject): boolean {
  return 'compatFor' in objectAt(objectAt(update, '_meta'), 'hydra-acp')
}

function sharedState(state: string, update: JsonObject): ReadEvents {
  return only({
    type: 'state',
    state,
    isShared: true,
    ...given('stopReason', stringAt(update, 'stopReason')),
  })
}

/** Version 2: https://agentclientprotocol.com/protocol/v2/tool-calls#terminals */
function terminalUpdate(update: JsonObject): ReadEvents {
  const terminalId = stringAt(update, 'terminalId')
  const exit = readExitStatus(update['exitStatus'])
  const command = stringAt(update, 'command')
  return terminalId === undefined || (exit === null && command === undefined)
    ? other('terminal_update')
    : only({
        type: 'terminal',
        terminalId,
        ...given('command', command),
        ...given('exit', exit ?? undefined),
      })
}

/** An update of other session info has neither a title nor a goal. */
function sessionInfo(update: JsonObject): ReadEvents {
  const text = stringOrNull(update['title'])
  const goal = readGoal(update)
  const titled: readonly SessionEvent[] = text === undefined ? [] : [{ type: 'session-titled', title: text }]
  const events = [...titled, ...(goal === null ? [] : [goal]), ...readMembers(update)]
  return events.length === 0 ? other('session_info_update') : { events, problems: [] }
}

function modeChanged(update: JsonObject): ReadEvents {
  const current = stringAt(update, 'currentModeId')
  // The protocol's first schemas called it `modeId`, and Hydra has called it `currentMode`.
  const key = ['modeId', 'currentMode'].find((each) => stringAt(update, each) !== undefined) ?? 'modeId'
  const modeId = current ?? stringAt(update, key)
  const read = named(modeId === undefined ? null : { type: 'mode-changed', modeId }, update, 'currentModeId')
  if (modeId === undefined || current !== undefined) return read
  const text = `currentModeId is missing; ${key} is read in its place`
  return { ...read, problems: [noted('bad-update', text, update, 'update.currentModeId')] }
}

/** Of the agents that have models beside their options, and call the current one by three names. */
function modelChanged(update: JsonObject): ReadEvents {
  const modelId = ['currentModelId', 'modelId', 'currentModel']
    .map((key) => stringAt(update, key))
    .find((id) => id !== undefined)
  return modelId === undefined ? other('current_model_update') : only({ type: 'model-changed', modelId })
}

function configOptions(update: JsonObject): ReadEvents {
  if (!Array.isArray(update['configOptions'])) return rejectedFor(update, 'configOptions', 'a list')
  const problems: WireProblem[] = []
  const options = readConfigOptions(update['configOptions'], 'update.configOptions', problems)
  return { events: [{ type: 'config-options', options }], problems }
}

function commands(update: JsonObject): ReadEvents {
  if (!Array.isArray(update['availableCommands'])) return rejectedFor(update, 'availableCommands', 'a list')
  const problems: WireProblem[] = []
  const list = readCommands(update['availableCommands'], 'update.availableCommands', problems)
  return { events: [{ type: 'commands', commands: list }], problems }
}

function usage(update: JsonObject): ReadEvents {
  const problems: WireProblem[] = []
  const report = readUsage(update, problems)
  const told: readonly SessionEvent[] = report === null ? [] : [{ type: 'usage', usage: report }]
  return { events: isTaskAnswered(update) ? [...told, { type: 'tasks-answered' }] : told, problems }
}

function notice(update: JsonObject): ReadEvents {
  const parts = [stringAt(update, 'title'), stringAt(update, 'description')]
  const text = parts.filter((part) => part !== undefined && part !== '').join(': ')
  return only({ type: 'notice', severity: stringAt(update, 'severity') ?? 'info', text })
}

/** https://agentclientprotocol.com/protocol/v1/prompt-turn#session-compaction: null clears a field, or sets the first status. */
function compaction(update: JsonObject): ReadEvents {
  const compactionId = stringAt(update, 'compactionId')
  if (compactionId === undefined) return rejectedFor(update, 'compactionId', 'a string')
  const { status, summary, error } = update
  return only({
    type: 'compaction',
    compactionId,
    ...given('status', status === null ? 'in_progress' : stringAt(update, 'status')),
    ...given('summary', summary === undefined ? undefined : textOf(summary)),
    ...given('error', error === null ? '' : stringAt(update, 'error')),
  })
}

function compactionSummary(update: JsonObject): ReadEvents {
  const compactionId = stringAt(update, 'compactionId')
  if (compactionId === undefined) return rejectedFor(update, 'compactionId', 'a string')
  return only({ type: 'compaction-summary', compactionId, text: textOf(update['content']) })
}

function spawned(isNew: boolean, update: JsonObject): ReadEvents {
  return named(readSpawned(update, isNew), update, 'subagentSessionId')
}

function task(isNew: boolean, update: JsonObject): ReadEvents {
  return named(readTask(update, isNew), update, 'asyncTaskId')
}

function sessionMessage(isWhole: boolean, update: JsonObject): ReadEvents {
  return named(readSessionMessage(update, isWhole), update, 'messageId')
}

function withBackgroundAgent({ events, problems }: ReadEvents, update: JsonObject): ReadEvents {
  const agent = readBackgroundAgent(update)
  return { events: agent === null ? events : [...events, agent], problems }
}

function only(event: SessionEvent): ReadEvents {
  return { events: [event], problems: [] }
}

/** The event of an update that names what it is about at `key`; null: it does not. */
function named(event: SessionEvent | null, update: JsonObject, key: string): ReadEvents {
  return event === null ? rejectedFor(update, key, 'a string') : only(event)
}

/** Rejects the update because the field at `key` has the wrong type. */
function rejectedFor(update: JsonObject, key: string, expected: string): ReadEvents {
  const kind = stringAt(update, 'sessionUpdate') ?? 'an update'
  const text = `${kind}: ${key} is ${nameOf(update[key])}, ${expected} is expected`
  return { events: [], problems: [rejected('bad-update', text, update, `update.${key}`)] }
}

/** `tool_call` and `tool_call_update` of either version. https://agentclientprotocol.com/protocol/tool-calls */
function readToolCall(sent: JsonObject): ReadEvents {
  const update = withInputRead(sent)
  const toolCallId = stringAt(update, 'toolCallId')
  if (toolCallId === undefined) return rejectedFor(sent, 'toolCallId', 'a string')
  const planWrite = readPlanWrite(update) ?? undefined
  const isSql = planWrite?.type === 'todo-sql'
  const name = stringAt(update, 'name') ?? (isSql ? 'sql' : toolInMeta(update['_meta']))
  const isTodos = isOfTodoTool(update)
  const todos = readToolTodos(update, isTodos) ?? undefined
  const todoChange = readTodoChange(update, todos !== undefined) ?? undefined
  const call = only({
    type: 'tool-call',
    toolCallId,
    hasTodos: isTodos || isSql || todos !== undefined || todoChange !== undefined,
    ...given('title', titleOf(update)),
    ...given('name', name),
    ...given('kind', kindOfCall(update)),
    ...given('status', stringAt(update, 'status')),
    ...given('path', stringAt(listIn(update['locations'])[0], 'path')),
    ...given('evidence', readCallEvidence(update)),
    ...given('todos', todos),
    ...given('todoChange', todoChange),
    ...given('planWrite', planWrite),
    ...given('sqlResult', readSqlResult(update) ?? undefined),
    ...given('childSessionId', callingAgent(update)),
    ...given('unreviewedPlan', unreviewedPlan(update)),
    ...parentCallOf(update),
  })
  return withBackgroundAgent(call, update)
}

/** Characters of a command or a path in a title. */
const maxAbout = 500

/**
 * A title that is no more than the name of a tool, or that and its input, says what that asks. Kilo Code and OpenClaw wait for an answer
 * that they ask for by no request: then this is all that a user sees of the question. The kind of a sub-agent (CodeBuddy) says what it is to
 * do. Of a call without locations it says what is run or which file it is about, which Mastra Code tells nowhere else.
 */
function titleOf({ title: sent, rawInput, locations }: JsonObject): string | undefined {
  const title = typeof sent === 'string' ? sent : undefined
  const asked = stringAt(listIn(objectIn(rawInput)['questions'])[0], 'question')
  const tool = /^(\S+?)(?:: questions: .*)?$/s.exec(title ?? '')?.[1]
  if (tool !== undefined && asked !== undefined) return `${tool}: ${asked}`
  const [type, task] = [stringAt(rawInput, 'subagent_type'), stringAt(rawInput, 'description')]
  if (type !== undefined && type === title && task !== undefined) return `${type}: ${task}`
  if (!/^[a-z]+(?:_[a-z]+)*$/i.test(title ?? '') || listIn(locations).length > 0) return title
  const [about = ''] = (stringAt(rawInput, 'command') ?? stringAt(rawInput, 'path') ?? '').split('\n', 1)
  return about.trim() === '' || about === title ? title : `${title}: ${about.slice(0, maxAbout)}`
}

/** What kimi's tool answers in its mode `auto`: a heading, and below it the plan. */
const unreviewedHeading = /^#{1,6} Plan \([^)\n]*not user-reviewed[^)\n]*\):?[^\S\n]*$/im

function unreviewedPlan({ content, rawOutput }: JsonObject): string | undefined {
  const texts = [rawOutput, ...listIn(content).map((block) => textOf(objectIn(block)['content']))]
  for (const text of texts) {
    if (typeof text !== 'string') continue
    const heading = unreviewedHeading.exec(text)
    if (heading !== null) return text.slice(heading.index + heading[0].length).trim()
  }
  return undefined
}

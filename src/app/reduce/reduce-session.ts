import { withoutPlan } from '../state/step-work.ts'
import { append, emptyList } from '../../lib/sequences.ts'
import { mapDifference, withEntry } from '../../lib/shared-map.ts'
import { pastPlan, planKey } from '../../plans/plan.ts'
import { noWork, readClock } from '../../plans/steps/step-times.ts'
import { noPlans } from '../../plans/session-plans.ts'
import { inferredPlan } from '../../protocol/plans/plan-content.ts'
import type { AppEvent, TurnOutcome, EventOf } from '../state/app-event.ts'
import { withOwnPlan, withOwnPlanRemoved, withPlanPiece } from './reduce-own-plan.ts'
import { withProposalAfterPrompt, withProposalAfterTurn } from './reduce-proposal.ts'
import { withGoingOn, withUntoldMode } from './reduce-going-on.ts'
import { withActivity, withMessagesEnded, withSaid, withTurnKept, withTurnRead } from './reduce-message.ts'
import { withPlanWrite, withTodosTouched } from './reduce-plan-write.ts'
import { withDetached, withTask, withTasksAnswered, withWorkersCall } from './reduce-tasks.ts'
import { withHeldList, withTodos, withToolTodos } from './reduce-todos.ts'
import { withFailureShown, withToolCall } from './reduce-tool-call.ts'
import {
  refsOf,
  planChangeAt,
  withPlanChanges,
  withTerminalTold,
  withWorkOfCall,
  withWorkOfMessage,
  type Caller,
} from './reduce-work.ts'
import {
  type Activity,
  maxActivity,
  type Session,
  type Turn,
  type Compaction,
  maxMessageLength,
} from '../state/session.ts'
import { isSameJson } from '../../lib/json/json-values.ts'
import {
  type ConfigOption,
  type SessionModes,
  type UsageReport,
  withModel,
  withModelsKept,
} from '../../protocol/session/session-settings.ts'
import type { SessionEvent, StateReport, UpdateOf, Called } from '../../protocol/session/session-event.ts'
import { knownAgentOf, type AppState } from '../state/app-state.ts'
import { withoutClosedSteps } from '../../plans/todo-call.ts'
import { isReplaying, turnWork, withHeard } from '../state/session-clock.ts'
import { activityOf, mapSessions, withActivityAs } from '../state/session-map.ts'

/** `hasSentPlans`: nothing is inferred before its first one. `sessions`: the calls of some sub-agents come in the session of their parent. */
type ReduceOptions = Pick<AppState, 'infersPlans' | 'hasSentPlans' | 'sessions' | 'agent' | 'planTools'>

/** The session after an update of the agent's; the same session when nothing changed. Never throws. */
export function withSessionUpdate(
  session: Session,
  event: EventOf<'session-updated'>,
  options: ReduceOptions,
): Session {
  const { update, atMs } = event
  const before = withHeard(withLastOutput(session, atMs), atMs)
  const now = updated(before, event, options)
  const after = withGoingOn(before, now, update, atMs)
  return isReplaying(session) ? withPast(after, session, atMs) : withPlanChanges(session, after, atMs)
}

function updated(session: Session, event: EventOf<'session-updated'>, options: ReduceOptions): Session {
  const { update, atMs } = event
  switch (update.type) {
    case 'tool-call':
      return withCall(session, update, options, event)
    case 'terminal': {
      const now = withTerminalTold(session, update, null, event)
      return withFailureShown(now, now.work.terminals.get(update.terminalId)?.callKey ?? '')
    }
    case 'plan-replaced':
      return withOwnPlan(session, asLastCalled(session, update, options), atMs)
    default:
      return withUpdate(session, update, atMs)
  }
}

/** The state after an event whose time nobody tells: what it has changed has no times. */
export function withoutTimes(before: AppState, after: AppState, { isUntimed, atMs }: AppEvent): AppState {
  if (isUntimed !== true || after.sessions === before.sessions) return after
  const sessions = mapSessions(after.sessions, (session) => {
    const was = before.sessions.get(session.id)
    const now = withPast(session, was, atMs)
    return now.turn === was?.turn ? now : { ...now, turn: untimedTurn(now.turn) }
  })
  return { ...after, sessions }
}

function untimedTurn(turn: Turn): Turn {
  switch (turn.state) {
    case 'not-asked':
      return turn
    case 'working':
      return { ...turn, workBegan: null }
    case 'ended':
      return { ...turn, took: null }
  }
}

/** Only while there is no plan, since only then it is used. */
function withLastOutput(session: Session, atMs: number): Session {
  const isWaitedFor = session.turn.state === 'working' && session.counts.planUpdates === 0
  return isWaitedFor && session.lastOutputAtMs !== atMs ? { ...session, lastOutputAtMs: atMs } : session
}

/** Changed plans and proposals have no times. */
function withPast(session: Session, before: Session | undefined, atMs: number): Session {
  let { plans, proposal } = session
  if (plans !== before?.plans)
    for (const key of mapDifference(plans, before?.plans ?? noPlans).changed) {
      const plan = plans.get(key)
      if (plan !== undefined) plans = withEntry(plans, key, pastPlan(plan, atMs))
    }
  if (proposal !== null && proposal !== before?.proposal) proposal = { ...proposal, isUntimed: true }
  const isSame = plans === session.plans && proposal === session.proposal
  return isSame ? session : { ...session, plans, proposal }
}

/** Ends the turn with its messages and open questions. */
export function withTurnEnded(session: Session, outcome: TurnOutcome, atMs: number): Session {
  const { turn } = session
  const now = withHeldList(withMessagesEnded(session, atMs), atMs)
  if (turn.state === 'ended') return now
  const sinceMs = turn.state === 'working' ? turn.sinceMs : atMs
  const took = turn.state === 'working' ? turnWork(session, atMs) : noWork
  const ended: Turn = { state: 'ended', outcome, sinceMs, endedAtMs: atMs, took }
  return withProposalAfterTurn({ ...withUntoldMode(now), turn: ended }, outcome, atMs)
}

/** Turns by states (https://agentclientprotocol.com/protocol/v2/prompt-turn): anything but `idle` is work. */
export function withState(
  session: Session,
  { state, stopReason = 'end_turn', failure }: StateReport & { readonly state: string },
  atMs: number,
): Session {
  const isWorking = session.turn.state === 'working'
  // Unstable: the agent cannot tell, and nothing has begun or ended.
  if (state === 'unknown') return session
  if (state !== 'idle') {
    if (isWorking) return session
    return { ...withTurnRead(session, atMs), ...begunTurn(session, atMs) }
  }
  if (!isWorking) return session
  // In a replay no turn ends.
  if (session.phase === 'opening')
    return { ...withMessagesEnded(session, atMs), turn: { state: 'not-asked' } }
  const outcome: TurnOutcome =
    failure === undefined ? { kind: 'stopped', stopReason } : { kind: 'failed', ...failure }
  return withTurnEnded(session, outcome, atMs)
}

function begunTurn(session: Session, atMs: number): Pick<Session, 'turn' | 'countsBefore' | 'work'> {
  const { clock, counts, work } = session
  return {
    turn: { state: 'working', sinceMs: atMs, workBegan: readClock(clock, atMs), isCancelling: false },
    countsBefore: counts,
    work: { ...work, planChange: planChangeAt(session, atMs) },
  }
}

/** The user asks the agent to stop: the turn continues until it does. */
export function withCancelling(session: Session): Session {
  const { turn } = session
  return turn.state === 'working' && !turn.isCancelling
    ? { ...session, turn: { ...turn, isCancelling: true } }
    : session
}

/** A prompt was sent: a turn begins. */
export function withPrompt(session: Session, text: string, atMs: number): Session {
  const now = withTurnRead(withProposalAfterPrompt(session, text, atMs), atMs)
  const asked: Activity = { type: 'said', who: 'user', text, messageId: null, atMs }
  return {
    ...now,
    ...begunTurn(session, atMs),
    held: null,
    lastOutputAtMs: null,
    earlier: withTurnKept(session),
    activity: append(emptyList<Activity>(), asked, maxActivity),
  }
}

function withCall(
  session: Session,
  update: Called,
  { infersPlans, hasSentPlans, sessions }: ReduceOptions,
  event: AppEvent,
): Session {
  const { atMs } = event
  const { childSessionId } = update
  const caller = childSessionId === undefined ? null : (sessions.get(childSessionId)?.title ?? 'sub-agent')
  const called = withToolCall(session, update, caller, atMs)
  const counted = withWorkOfCall(called, update, callerOf(session, update, sessions), event)
  const shown = withFailureShown(counted, update.toolCallId)
  const now = withWorkersCall(shown, update, sessions, atMs)
  // An inferred plan continues: the agent may send plans in other sessions only.
  const isWaitedFor = hasSentPlans && !now.plans.has(planKey(inferredPlan))
  const mayInfer = infersPlans && !isWaitedFor
  return withToolTodos(withPlanWrite(now, update, mayInfer, atMs), update, mayInfer, atMs)
}

/** The sub-agent that makes a call in the session of its parent; null: the agent itself does. */
function callerOf(
  { work, tasks }: Session,
  { parentCallId, childSessionId }: Called,
  sessions: AppState['sessions'],
): Caller | null {
  if (parentCallId !== undefined)
    return { sessionId: null, steps: work.calls.get(parentCallId)?.steps ?? [withoutPlan] }
  if (childSessionId === undefined) return null
  const begun =
    sessions.get(childSessionId)?.subagent?.begun ?? tasks.find(({ id }) => id === childSessionId)?.begun
  return { sessionId: childSessionId, steps: begun === undefined ? [withoutPlan] : refsOf(begun) }
}

/** A checklist without what its agent says at the end of a turn of itself. */
function asLastCalled(
  { todoCall }: Session,
  update: UpdateOf<'plan-replaced'>,
  options: ReduceOptions,
): UpdateOf<'plan-replaced'> {
  const { content } = update
  if (todoCall === null || content.type !== 'items' || knownAgentOf(options)?.closesSteps !== true)
    return update
  return { ...update, content: { ...content, entries: withoutClosedSteps(content.entries, todoCall) } }
}

type Update = Exclude<SessionEvent, { type: 'tool-call' | 'terminal' | 'plan-replaced' }>

function withUpdate(session: Session, update: Update, atMs: number): Session {
  switch (update.type) {
    case 'plan-grown':
      return withPlanPiece(session, update, atMs)
    case 'todos':
      return withTodos(session, update, atMs)
    case 'todos-touched':
      return withTodosTouched(session, atMs)
    case 'plan-removed':
      return withOwnPlanRemoved(session, update.plan, atMs)
    case 'said': {
      const modeId = modeSaid(session, update)
      if (modeId !== null) return withMode(session, modeId)
      if (update.who !== 'agent') return withSaid(session, update, atMs)
      return withSaid(withWorkOfMessage(withHeldList(session, atMs)), update, atMs)
    }
    case 'state':
      return withDetached(withState(session, update, atMs), update.detached, atMs)
    case 'session-titled':
      return update.title === session.title ? session : { ...session, title: update.title }
    case 'mode-changed':
      return withMode(session, update.modeId)
    case 'model-changed':
      return withConfigOptions(session, withModel(session.configOptions, update.modelId))
    case 'config-options':
      return withConfigOptions(session, withModelsKept(update.options, session.configOptions))
    case 'option-changed':
      return withConfigOptions(
        session,
        session.configOptions.map((option) => withValue(option, update)),
      )
    case 'commands':
      return isSameJson(session.commands, update.commands)
        ? session
        : { ...session, commands: update.commands }
    case 'usage':
      return withUsage(session, update.usage)
    case 'notice':
      return withActivity(session, { type: 'notice', text: update.text, atMs })
    case 'compaction':
      return withCompaction(session, update, atMs)
    case 'compaction-summary':
      return withCompactionSummary(session, update)
    case 'goal':
      return isSameJson(session.goal, update.goal) ? session : { ...session, goal: update.goal }
    case 'task':
      // Of what an agent tells again nothing goes on.
      return isReplaying(session) ? session : withTask(session, update, atMs)
    case 'tasks-answered':
      return withTasksAnswered(session)
    // These concern another session, too; see reduce.ts.
    case 'subagent':
    case 'session-message':
    case 'other':
      return session
  }
}

const modeMessage = '[MODE_UPDATE] '

/** gemini reports a change of the mode as a message with nothing else in it; null for any other message. */
function modeSaid({ modes }: Session, update: UpdateOf<'said'>): string | null {
  if (update.who !== 'agent' || modes === null || !update.text.startsWith(modeMessage)) return null
  const modeId = update.text.slice(modeMessage.length).trim()
  return modes.available.some(({ id }) => id === modeId) ? modeId : null
}

/** Agents of version 1 have the mode as a config option, too, and report a change of only one of the two. */
function withMode(session: Session, modeId: string): Session {
  const { modes, configOptions } = session
  if (modes === null || modes.current === modeId) return session
  const options = configOptions.map((option) =>
    option.type === 'select' && isModeOption(option, modes) && hasChoice(option, modeId)
      ? { ...option, value: modeId }
      : option,
  )
  return { ...session, modes: { ...modes, current: modeId }, configOptions: options }
}

function withConfigOptions(session: Session, options: readonly ConfigOption[]): Session {
  if (isSameJson(session.configOptions, options)) return session
  const { modes } = session
  const mode = modes === null ? undefined : options.find((option) => isModeOption(option, modes))
  const current = mode?.type === 'select' ? mode.value : modes?.current
  if (modes === null || current === undefined || current === modes.current)
    return { ...session, configOptions: options }
  return { ...session, configOptions: options, modes: { ...modes, current } }
}

/** An option of another id or type stays as it was. */
function withValue(option: ConfigOption, { optionId, value }: UpdateOf<'option-changed'>): ConfigOption {
  if (option.id !== optionId) return option
  if (option.type === 'select' && typeof value === 'string') return { ...option, value }
  if (option.type === 'boolean' && typeof value === 'boolean') return { ...option, value }
  return option
}

function isModeOption(option: ConfigOption, { available }: SessionModes): boolean {
  return option.category === 'mode' && available.every(({ id }) => hasChoice(option, id))
}

function hasChoice(option: ConfigOption, value: string): boolean {
  return option.type === 'select' && option.choices.some((choice) => choice.value === value)
}

/** An update without a cost leaves the last one. */
function withUsage(session: Session, { used, size, cost }: UsageReport): Session {
  const usage = { used, size, cost: cost === undefined ? (session.usage?.cost ?? null) : cost }
  return isSameJson(session.usage, usage) ? session : { ...session, usage }
}

/** Adds or updates the compaction's activity line. */
function withCompaction(session: Session, update: UpdateOf<'compaction'>, atMs: number): Session {
  const before = activityOf(session, 'compaction', update.compactionId)
  const now: Compaction = {
    type: 'compaction',
    id: update.compactionId,
    status: update.status ?? before?.status ?? 'in_progress',
    summary: update.summary?.slice(0, maxMessageLength) ?? before?.summary ?? '',
    error: update.error?.slice(0, maxMessageLength) ?? before?.error ?? '',
    atMs: before?.atMs ?? atMs,
  }
  return before === null ? withActivity(session, now) : withActivityAs(session, before, now)
}

/** Appends to the summary of a compaction; pieces for an unknown one are ignored, since an update comes first. */
function withCompactionSummary(
  session: Session,
  { compactionId, text }: UpdateOf<'compaction-summary'>,
): Session {
  const before = activityOf(session, 'compaction', compactionId)
  if (before === null) return session
  const summary = (before.summary + text).slice(0, maxMessageLength)
  return withActivityAs(session, before, { ...before, summary })
}

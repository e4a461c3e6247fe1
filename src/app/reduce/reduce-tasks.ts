import { isProposed } from '../proposals/session-proposals.ts'
import { isSameJson } from '../../lib/json/json-values.ts'
import { planSteps } from '../../plans/kinds/plan-kinds.ts'
import { planProgress } from '../../plans/plan.ts'
import { isActive } from '../../plans/steps/tracked-entry.ts'
import type { Called, DetachedWork, UpdateOf } from '../../protocol/session/session-event.ts'
import type { AppState } from '../state/app-state.ts'
import { isDetached, isLeftRunning } from '../state/children.ts'
import { withSession } from '../state/session-map.ts'
import { maxTasks, type Begun, type Session, type Task } from '../state/session.ts'
import { outcomeOf, type WorkCall } from '../state/step-work.ts'

/**
 * Where something belongs that is begun in a session now: to the steps in progress. If there are none, to the plans that are
 * unfinished.
 */
export function begunIn(session: Pick<Session, 'plans'> | undefined, atMs: number): Begun {
  const plans = [...(session?.plans.values() ?? [])]
    .filter(
      (plan) => plan.removedAtMs === null && !isProposed(plan) && planProgress(plan)?.isComplete === false,
    )
    .map(({ key, body }) => ({ key, steps: activeSteps(body) }))
  const active = plans.filter(({ steps }) => steps.length > 0)
  return { atMs, plans: active.length > 0 ? active : plans }
}

function activeSteps(body: Parameters<typeof planSteps>[0]): readonly number[] {
  return planSteps(body)
    .filter(({ status }) => isActive(status))
    .map(({ key }) => key)
}

type Told = UpdateOf<'task'>
/** A task in the background begins, goes on or ends. */
export function withTask(session: Session, told: Told, atMs: number): Session {
  const before = session.tasks.find(({ id }) => id === told.taskId)
  const state = told.state ?? before?.state ?? 'running'
  const task: Task = {
    id: told.taskId,
    isSubagent: before?.isSubagent ?? told.outlastsTurn ?? false,
    outlastsTurn: told.outlastsTurn ?? before?.outlastsTurn ?? false,
    title: told.title ?? before?.title ?? null,
    description: told.description ?? before?.description ?? null,
    state,
    // Left at the end of a turn, it is over until it is said to run again.
    isOver: told.state === undefined ? (before?.isOver ?? false) : hasEnded(state),
    callId: before?.callId ?? null,
    calls: before?.calls ?? [],
    begun: before?.begun ?? begunIn(session, atMs),
  }
  return withTaskAs(session, task)
}

/** Agents' words for the end of a task. Any other word is work. */
function hasEnded(state: string): boolean {
  return endWords.test(state)
}

const endWords =
  /^(?:idle|done|ended|exited|finished|complete[d]?|succeeded|success|fail(?:ed|ure)|errored|error|cancell?ed|stopped|killed|aborted|timed[ _-]?out)$/i

/** Calls of one worker that are kept. */
const maxCalls = 20

/**
 * Notes a sub-agent that works in its parent's session: its calls name it, or the call that began it, with which it ends. Of one that
 * was begun in the background the end is not told.
 */
export function withWorkersCall(
  session: Session,
  call: Called,
  sessions: AppState['sessions'],
  atMs: number,
): Session {
  const { toolCallId, status } = call
  const worker = workerOf(call, sessions)
  if (worker === null)
    return session.tasks.length === 0 ? session : withCallEnded(session, toolCallId, status)
  const before = session.tasks.find(({ id }) => id === worker.id)
  if (before !== undefined) {
    if (before.calls.includes(toolCallId)) return session
    const calls = [...before.calls, toolCallId].slice(-maxCalls)
    // Its call has ended, and it goes on.
    return withTaskAs(session, { ...before, calls, state: 'running', isOver: false })
  }
  const first = beginningOf(session, worker)
  // In a session of its own, a sub-agent's calls name one in the session of its parent.
  if (first === null && session.subagent !== null) return session
  return withTaskAs(session, {
    id: worker.id,
    isSubagent: true,
    outlastsTurn: false,
    title: first?.title ?? null,
    description: null,
    state: 'running',
    isOver: false,
    callId: first?.id ?? null,
    calls: [toolCallId],
    begun: begunIn(session, atMs),
  })
}

/** Who works, of several in one session: by the call that began it, or by an id of its own. */
interface Worker {
  readonly type: 'call' | 'agent'
  readonly id: string
}

/** The sub-agent that makes a call; null: the agent itself, or a sub-agent with a session of its own. */
function workerOf({ parentCallId, childSessionId }: Called, sessions: AppState['sessions']): Worker | null {
  if (parentCallId !== undefined) return { type: 'call', id: parentCallId }
  const isKnown = childSessionId === undefined || (sessions.get(childSessionId)?.subagent ?? null) !== null
  return isKnown ? null : { type: 'agent', id: childSessionId }
}

/** The call that began a sub-agent; if none is named, the oldest open one that could have and has begun no other. */
function beginningOf(
  { activity, tasks }: Session,
  worker: Worker,
): { readonly id: string; readonly title: string } | null {
  const calls = activity.items.filter((item) => item.type === 'tool-call')
  if (worker.type === 'call') return calls.find(({ id }) => id === worker.id) ?? null
  const isOwn = (id: string): boolean =>
    tasks.some(({ callId, calls: made }) => callId === id || made.includes(id))
  return (
    calls.find(({ id, kind, status }) => isOpen(status) && beginningKinds.has(kind) && !isOwn(id)) ?? null
  )
}

const beginningKinds: ReadonlySet<string> = new Set(['other', 'think', ''])

function isOpen(status: string): boolean {
  return status === 'pending' || status === 'in_progress'
}

function withCallEnded(session: Session, callId: string, status: string | undefined): Session {
  if (status === undefined || isOpen(status)) return session
  const task = session.tasks.find((each) => each.callId === callId && !each.isOver)
  return task === undefined ? session : withTaskAs(session, { ...task, state: status, isOver: true })
}

function withTaskAs(session: Session, task: Task): Session {
  const at = session.tasks.findIndex(({ id }) => id === task.id)
  if (isSameJson(session.tasks[at], task)) return session
  if (at >= 0) return { ...session, tasks: session.tasks.with(at, task) }
  const { tasks } = session
  const oldest = tasks.findIndex(({ isOver }) => isOver)
  const kept = tasks.length < maxTasks ? tasks : tasks.toSpliced(Math.max(0, oldest), 1)
  return { ...session, tasks: [...kept, task] }
}

/** Notes what goes on in the background, other than sub-agents with a session: all that does. */
export function withDetached(
  session: Session,
  works: readonly DetachedWork[] | undefined,
  atMs: number,
): Session {
  if (works === undefined) return session
  const ended = session.tasks.filter(
    (task) => task.outlastsTurn && !task.isOver && !works.some(({ id }) => id === task.id),
  )
  const ran = ended.reduce(
    (now, task) => withTaskAs(now, { ...task, ...endOfDetached(session, task) }),
    session,
  )
  return works.reduce((now, { id, title: told }) => {
    const before = now.tasks.find((task) => task.id === id)
    if (before !== undefined)
      return withTaskAs(now, { ...before, outlastsTurn: true, state: 'running', isOver: false })
    const call = callOfDetached(now, id)
    const title = told ?? call?.command ?? call?.title ?? now.work.terminals.get(id)?.command ?? null
    const begun = begunIn(now, atMs)
    const kept = { isSubagent: false, outlastsTurn: true, description: null, callId: null, calls: [] }
    return withTaskAs(now, { ...kept, id, title, state: 'running', isOver: false, begun })
  }, ran)
}

function callOfDetached({ work }: Session, id: string): WorkCall | undefined {
  return work.calls.get(work.terminals.get(id)?.callKey ?? id)
}

function endOfDetached(session: Session, { id }: Task): Pick<Task, 'state' | 'isOver'> {
  const call = callOfDetached(session, id)
  return { state: call !== undefined && outcomeOf(call) === 'failed' ? 'failed' : 'completed', isOver: true }
}

/** What outlasts its turn has ended, until it is heard of again: of several ones nobody tells which it was. */
export function withTasksAnswered(session: Session): Session {
  if (!session.tasks.some(isLeftRunning)) return session
  const tasks = session.tasks.map((task) =>
    isLeftRunning(task) ? { ...task, state: 'completed', isOver: true } : task,
  )
  return { ...session, tasks }
}

/**
 * A turn has ended, or all of its session: nothing more is heard of tasks that are not over. With a turn that is cancelled, all ends that was
 * begun in it.
 */
export function withTasksLeft(session: Session, end: 'of-turn' | 'of-session'): Session {
  const { turn } = session
  const isCancelled =
    turn.state === 'ended' && turn.outcome.kind === 'stopped' && turn.outcome.stopReason === 'cancelled'
  const isLeft = (task: Task): boolean => {
    if (task.isOver) return false
    if (end === 'of-session' || !task.outlastsTurn) return true
    return isCancelled && !isDetached(task) && task.begun.atMs >= turn.sinceMs
  }
  if (!session.tasks.some(isLeft)) return session
  return { ...session, tasks: session.tasks.map((task) => (isLeft(task) ? { ...task, isOver: true } : task)) }
}

/** Notes a call that a sub-agent with a session of its own makes in that of its parent. */
export function withCallNoted(state: AppState, { toolCallId, childSessionId }: Called): AppState {
  if (childSessionId === undefined || !state.sessions.has(childSessionId)) return state
  return withSession(state, childSessionId, (child) => {
    const { subagent } = child
    if (subagent === null || subagent.calls.includes(toolCallId)) return child
    return { ...child, subagent: { ...subagent, calls: [...subagent.calls, toolCallId].slice(-maxCalls) } }
  })
}

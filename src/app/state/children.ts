import { memoWeak } from '../../lib/memo.ts'
import type { AppState } from './app-state.ts'
import type { Begun, Session, Task } from './session.ts'

/** What the agent began in a session and lets work beside it: a sub-agent, or a task in the background. Strings are raw. */
export interface Child {
  /** Unique among those of its session. */
  readonly id: string
  readonly isSubagent: boolean
  readonly title: string
  readonly doing: ChildDoing
  readonly begun: Begun
  /** Its session; null: it has none of its own. */
  readonly session: Session | null
}

export type ChildDoing =
  | { readonly state: 'running' }
  /** `what`: the question that is open; null: the agent does not tell. */
  | { readonly state: 'waiting'; readonly what: string | null }
  /**
   * `how`: the stop reason, or the agent's word, which may be empty; `lost` and `failed` with the turn that it was begun in. null: that turn ended
   * while it was at work. `why`: what the agent says of a failure of the sub-agent's own; '': nothing.
   */
  | { readonly state: 'ended'; readonly how: string | null; readonly why: string }

type Sessions = AppState['sessions']

/** All that was begun in a session, in the order of its beginning. */
export function childrenOf(state: AppState, sessionId: string): readonly Child[] {
  const session = state.sessions.get(sessionId)
  if (session === undefined) return noChildren
  const sessions = childSessions(state.sessions).get(sessionId) ?? noSessions
  if (sessions.length === 0 && session.tasks.length === 0) return noChildren
  return [
    ...sessions.map((child) => childSession(state, child)),
    ...session.tasks.map((task) => childTask(state, session, task)),
  ].toSorted((one, other) => one.begun.atMs - other.begun.atMs)
}

const noChildren: readonly Child[] = []
const noSessions: readonly Session[] = []
const noFamilies: ReadonlyMap<string, readonly Session[]> = new Map()

/** The sub-agents' sessions by the session that they work for. Computed once for all sessions of a state. */
export const childSessions = memoWeak((sessions: Sessions): ReadonlyMap<string, readonly Session[]> => {
  let children: Map<string, Session[]> | null = null
  sessions.forEach((session) => {
    if (session.subagent === null) return
    children ??= new Map()
    const own = children.get(session.subagent.parentId)
    if (own === undefined) children.set(session.subagent.parentId, [session])
    else own.push(session)
  })
  return children ?? noFamilies
})

/** Whether a sub-agent's session is at work, or one that works for it. */
export function isChildRunning(sessions: Sessions, { id }: Session): boolean {
  return runningChildren(sessions).has(id)
}

/** Computed once for all sessions of a state: chains of sub-agents may be long. */
const runningChildren = memoWeak((sessions: Sessions): ReadonlySet<string> => {
  const running = new Set<string>()
  sessions.forEach((session) => {
    if (session.subagent === null || !isAtWorkItself(sessions, session)) return
    let at: Session | undefined = session
    while (at !== undefined && !running.has(at.id) && mayRun(sessions, at)) {
      running.add(at.id)
      at = parentOf(sessions, at)
    }
  })
  return running
})

/** Of a sub-agent whose state was never told, as long as the turn runs in which it was begun. */
function isAtWorkItself(sessions: Sessions, session: Session): boolean {
  const { turn, subagent } = session
  if (turn.state !== 'not-asked') return turn.state === 'working'
  const parent = parentOf(sessions, session)
  if (subagent === null || subagent.state === 'idle' || parent?.turn.state !== 'working') return false
  return subagent.begun.atMs >= parent.turn.sinceMs
}

/** Nothing runs in a session that is closed, or whose past is shown: before the first prompt to a loaded one, everything is past. */
function mayRun(sessions: Sessions, session: Session): boolean {
  if (session.subagent === null) return false
  const parent = parentOf(sessions, session)
  if (parent === undefined) return true
  if (parent.phase === 'closed' || parent.phase === 'opening') return false
  return parent.origin !== 'loaded' || parent.turn.state !== 'not-asked'
}

function parentOf(sessions: Sessions, { subagent }: Session): Session | undefined {
  return subagent === null ? undefined : sessions.get(subagent.parentId)
}

/** A command or a call that goes on without the agent, such as a server: no step and no end of a run waits for it. */
export function isDetached({ isSubagent, outlastsTurn }: Pick<Task, 'isSubagent' | 'outlastsTurn'>): boolean {
  return outlastsTurn && !isSubagent
}

/** A sub-agent without a session that goes on after its turn: a run waits for it. */
export function isLeftRunning({ isSubagent, outlastsTurn, isOver }: Task): boolean {
  return outlastsTurn && isSubagent && !isOver
}

/** Whether something runs that was begun in a session, other than its turn and what is detached from it. */
export function hasRunningChild({ sessions }: Pick<AppState, 'sessions'>, { id, tasks }: Session): boolean {
  if (tasks.some((task) => !task.isOver && !isDetached(task))) return true
  return (childSessions(sessions).get(id) ?? noSessions).some((child) => isChildRunning(sessions, child))
}

/**
 * Whether an agent makes a call that it has begun after the end of its turn: version 1 has no word for a turn that nobody has asked for.
 * oh-my-opencode goes on so with steps that are left open.
 */
export function goesOnUnasked({ turn, activity: { items } }: Session): boolean {
  if (turn.state !== 'ended' || turn.outcome.kind !== 'stopped') return false
  for (let at = items.length - 1; at >= 0; at--) {
    const item = items[at]
    if (item === undefined || item.atMs <= turn.endedAtMs) return false
    if (item.type === 'tool-call' && openStatuses.has(item.status)) return true
  }
  return false
}

const openStatuses: ReadonlySet<string> = new Set(['pending', 'in_progress'])

function childSession(state: AppState, session: Session): Child {
  const { id, title, subagent } = session
  const description = subagent?.description ?? null
  return {
    id,
    isSubagent: true,
    title: title ?? description ?? id,
    doing: doingOf(state, session),
    begun: subagent?.begun ?? { atMs: 0, plans: [] },
    session,
  }
}

function doingOf(state: AppState, session: Session): ChildDoing {
  const { id, turn, subagent } = session
  if (isChildRunning(state.sessions, session)) {
    const asked = openQuestionOf(
      state,
      ({ sessionId, callId }) =>
        sessionId === id ||
        (sessionId === subagent?.parentId && callId !== undefined && subagent.calls.includes(callId)),
    )
    if (asked !== null) return { state: 'waiting', what: asked }
    return subagent?.state === 'requires_action' ? { state: 'waiting', what: null } : { state: 'running' }
  }
  const parents = parentOf(state.sessions, session)?.turn
  const last = turn.state === 'ended' ? turn : parents
  if (last?.state !== 'ended') return { state: 'ended', how: subagent?.state === 'idle' ? '' : null, why: '' }
  const { outcome } = last
  if (outcome.kind === 'stopped')
    return { state: 'ended', how: subagent?.state === 'idle' ? outcome.stopReason : null, why: '' }
  // It ended with the turn of its parent, which tells why.
  const isShared = parents?.state === 'ended' && parents.outcome === outcome
  return {
    state: 'ended',
    how: outcome.kind,
    why: outcome.kind === 'failed' && !isShared ? outcome.message : '',
  }
}

function childTask(state: AppState, session: Session, task: Task): Child {
  const { id, isSubagent, title, description, begun } = task
  const name = title ?? description ?? (isSubagent ? 'sub-agent' : 'task')
  return { id, isSubagent, title: name, doing: taskDoing(state, session, task), begun, session: null }
}

function taskDoing(state: AppState, { id, phase }: Session, task: Task): ChildDoing {
  if (task.isOver || phase === 'closed')
    return { state: 'ended', how: task.state === 'running' ? null : task.state, why: '' }
  const asked = openQuestionOf(
    state,
    ({ sessionId, callId }) => sessionId === id && callId !== undefined && task.calls.includes(callId),
  )
  return asked === null ? { state: 'running' } : { state: 'waiting', what: asked }
}

interface Asked {
  readonly sessionId: string | null
  readonly callId?: string
}

/** The first open question that matches, in the agent's words; null: none. */
function openQuestionOf(
  { permissions, elicitations }: AppState,
  matches: (asked: Asked) => boolean,
): string | null {
  return permissions.find(matches)?.title ?? elicitations.find(matches)?.message ?? null
}

import { type AppState, currentSession } from '../../app/state/app-state.ts'
import { isProposed } from '../../app/proposals/session-proposals.ts'
import { openQuestion } from '../../app/state/question.ts'
import type { Session } from '../../app/state/session.ts'
import { unknownPlan } from '../../app/plan-advice/unknown-plan.ts'
import { own, type SafeText } from '../../lib/text/safe-text.ts'
import { planProgress } from '../../plans/plan-progress.ts'

/** What someone who looks elsewhere wants to know of a run. Numbers only, and nothing that the agent wrote. */
export interface RunFacts {
  readonly agent: 'starting' | 'there' | 'lost' | 'ended'
  /** Something waits for the user's answer, or a login does. */
  readonly isWaiting: boolean
  readonly turn: 'not-asked' | 'working' | 'cancelled' | 'rested'
  /** Steps and boxes of the current session's plans; those of a plan that is only proposed do not count. */
  readonly done: number
  readonly total: number
  /** All are done, the last in the running turn or the last one. */
  readonly isDone: boolean
}

export const noFacts: RunFacts = {
  agent: 'starting',
  isWaiting: false,
  turn: 'not-asked',
  done: 0,
  total: 0,
  isDone: false,
}

export function runFacts(state: AppState): RunFacts {
  const session = currentSession(state)
  const isWaiting = state.link.state === 'wants-login' || openQuestion(state) !== null
  const facts = { ...noFacts, agent: agentFact(state), isWaiting }
  return session === null ? facts : { ...facts, turn: turnFact(session), ...planFacts(state, session) }
}

function agentFact({ link }: AppState): RunFacts['agent'] {
  switch (link.state) {
    case 'starting':
    case 'shaking-hands':
      return 'starting'
    case 'wants-login':
    case 'open':
      return 'there'
    case 'reconnecting':
      return 'lost'
    case 'ended':
      return link.end.kind === 'closed' ? 'there' : 'ended'
  }
}

function turnFact({ turn }: Session): RunFacts['turn'] {
  if (turn.state !== 'rested') return turn.state
  const { outcome } = turn
  return outcome.kind === 'stopped' && outcome.stopReason === 'cancelled' ? 'cancelled' : 'rested'
}

function planFacts(state: AppState, session: Session): Pick<RunFacts, 'done' | 'total' | 'isDone'> {
  const { plans, turn, askedTodos } = session
  // The boxes of its documents do not say how far a checklist is that nobody knows.
  if (unknownPlan(state, session) === 'checklist') return { done: 0, total: 0, isDone: false }
  let done = 0
  let total = 0
  let areComplete = true
  let changedAtMs = Number.NEGATIVE_INFINITY
  for (const plan of plans.values()) {
    const isOpen = isProposed(plan) || plan === askedTodos?.plan
    const progress = plan.removedAtMs === null && !isOpen ? planProgress(plan) : null
    if (progress === null) continue
    done += progress.done
    total += progress.total
    areComplete &&= progress.isComplete
    changedAtMs = Math.max(changedAtMs, plan.changedAtMs)
  }
  // A plan of an earlier turn, or of a past that is told anew, is no news.
  return { done, total, isDone: total > 0 && areComplete && changedAtMs >= turnBegan(turn) }
}

function turnBegan(turn: Session['turn']): number {
  switch (turn.state) {
    case 'not-asked':
      return Number.POSITIVE_INFINITY
    case 'working':
      return turn.sinceMs
    case 'rested':
      return turn.sinceMs
  }
}

/** What is worth to call somebody for. */
export type Notice = 'ended' | 'lost' | 'waiting' | 'plan-done' | 'stopped'

/** The most important news between two looks at a run; null where there is none. */
export function noticeBetween(before: RunFacts, after: RunFacts): Notice | null {
  if (after.agent === 'ended') return before.agent === 'ended' ? null : 'ended'
  if (after.agent === 'lost') return before.agent === 'lost' ? null : 'lost'
  if (after.isWaiting && !before.isWaiting) return 'waiting'
  if (after.isDone && !before.isDone) return 'plan-done'
  // Who cancelled is there; and that all is done has been said.
  return after.turn === 'rested' && before.turn === 'working' && !after.isDone ? 'stopped' : null
}

export function noticeWords(notice: Notice): SafeText {
  switch (notice) {
    case 'ended':
      return own`acp-plan-tui: the agent has ended`
    case 'lost':
      return own`acp-plan-tui: the agent was lost and is called again`
    case 'waiting':
      return own`acp-plan-tui: the agent waits for you`
    case 'plan-done':
      return own`acp-plan-tui: the plan is done`
    case 'stopped':
      return own`acp-plan-tui: the agent has stopped`
  }
}

/** The window's title: how far the plan is, or what there is to do. */
export function titleWords(facts: RunFacts, ascii: boolean): SafeText {
  const said = situation(facts)
  if (said === null) return own`acp-plan-tui`
  return ascii ? own`acp-plan-tui - ${said}` : own`acp-plan-tui · ${said}`
}

function situation({ agent, isWaiting, turn, done, total }: RunFacts): SafeText | null {
  if (agent === 'ended') return own`the agent has ended`
  if (agent === 'lost') return own`the agent was lost`
  if (isWaiting) return own`waiting for you`
  if (total > 0)
    return done < total && turn !== 'working' ? own`stopped at ${done}/${total}` : own`${done}/${total}`
  return turn === 'working' ? own`working` : null
}

/** How a terminal's own sign of progress is to look. */
export type ProgressSign =
  | { readonly sign: 'none' }
  /** It works, and nothing says how far it is. */
  | { readonly sign: 'unknown' }
  | { readonly sign: 'working' | 'waiting' | 'failed'; readonly percent: number }

export function progressSign({ agent, isWaiting, turn, done, total }: RunFacts): ProgressSign {
  const percent = total === 0 ? 0 : Math.floor((done / total) * 100)
  if (agent === 'ended' || agent === 'lost') return { sign: 'failed', percent }
  if (isWaiting) return { sign: 'waiting', percent }
  if (turn !== 'working') return { sign: 'none' }
  return total === 0 ? { sign: 'unknown' } : { sign: 'working', percent }
}

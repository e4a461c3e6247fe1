import { type AppState, currentSession } from '../../app/state/app-state.ts'
import { openQuestion } from '../../app/state/question.ts'
import { isAtWork } from '../../app/state/session-clock.ts'
import { goesOnUnasked } from '../../app/state/children.ts'
import type { Session } from '../../app/state/session.ts'
import { sessionProgress, type SessionProgress } from '../../app/observed/session-summary.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'

/** The facts of a run for title, progress bar and notifications: numbers, and no text of the agent. The progress is that of the current session. */
export interface RunFacts extends SessionProgress {
  readonly agent: 'starting' | 'there' | 'lost' | 'ended'
  /** A question or a login waits for the user. */
  readonly isWaiting: boolean
  readonly turn: 'not-asked' | 'working' | 'cancelled' | 'ended'
  /** How often an approved plan was found to say something else. */
  readonly changedPlans: number
}

export const noFacts: RunFacts = {
  agent: 'starting',
  isWaiting: false,
  turn: 'not-asked',
  done: 0,
  total: 0,
  isDone: false,
  changedPlans: 0,
}

export function runFacts(state: AppState): RunFacts {
  const session = currentSession(state)
  const isWaiting = state.link.state === 'wants-login' || openQuestion(state) !== null
  const changedPlans = state.history.changeCount
  const facts = { ...noFacts, agent: agentFact(state), isWaiting, changedPlans }
  return session === null ? facts : { ...facts, turn: turnFact(session), ...sessionProgress(state, session) }
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

function turnFact(session: Session): RunFacts['turn'] {
  const { turn } = session
  if (turn.state !== 'ended') return turn.state
  // Sub-agents go on in the background. Of calls that nobody asked for the last one is not known, and each would be an end.
  if (isAtWork(session) && !goesOnUnasked(session)) return 'working'
  const { outcome } = turn
  return outcome.kind === 'stopped' && outcome.stopReason === 'cancelled' ? 'cancelled' : 'ended'
}

export type Notice = 'ended' | 'lost' | 'waiting' | 'plan-changed' | 'plan-done' | 'stopped'

/** The most important change between two states of a run; null: none. */
export function noticeBetween(before: RunFacts, after: RunFacts): Notice | null {
  if (after.agent === 'ended') return before.agent === 'ended' ? null : 'ended'
  if (after.agent === 'lost') return before.agent === 'lost' ? null : 'lost'
  if (after.isWaiting && !before.isWaiting) return 'waiting'
  if (after.changedPlans > before.changedPlans) return 'plan-changed'
  if (after.isDone && !before.isDone) return 'plan-done'
  // A user who cancelled is present, and a completed plan was notified.
  return after.turn === 'ended' && before.turn === 'working' && !after.isDone ? 'stopped' : null
}

export const noticeWords: Readonly<Record<Notice, SafeText>> = {
  ended: safe`acp-plan-tui: the agent has ended`,
  lost: safe`acp-plan-tui: the connection is lost; reconnecting`,
  waiting: safe`acp-plan-tui: the agent waits for you`,
  'plan-changed': safe`acp-plan-tui: the approved plan has changed`,
  'plan-done': safe`acp-plan-tui: the plan is done`,
  stopped: safe`acp-plan-tui: the agent has stopped`,
}

/** The window's title: the progress of the plan, or what waits for the user. */
export function titleWords(facts: RunFacts, ascii: boolean): SafeText {
  const said = situation(facts)
  if (said === null) return safe`acp-plan-tui`
  return ascii ? safe`acp-plan-tui - ${said}` : safe`acp-plan-tui · ${said}`
}

function situation({ agent, isWaiting, turn, done, total }: RunFacts): SafeText | null {
  if (agent === 'ended') return safe`the agent has ended`
  if (agent === 'lost') return safe`the agent was lost`
  if (isWaiting) return safe`waiting for you`
  if (total > 0)
    return done < total && turn !== 'working' ? safe`stopped at ${done}/${total}` : safe`${done}/${total}`
  return turn === 'working' ? safe`working` : null
}

export interface ProgressSign {
  /** `unknown`: working, without a number. */
  readonly sign: 'none' | 'unknown' | 'working' | 'waiting' | 'failed'
  /** 0 for `none` and `unknown`. */
  readonly percent: number
}

/** What the progress sign of a terminal shows; `percent` is rounded down. */
export function progressSign({ agent, isWaiting, turn, done, total }: RunFacts): ProgressSign {
  const percent = total === 0 ? 0 : Math.floor((done / total) * 100)
  if (agent === 'ended' || agent === 'lost') return { sign: 'failed', percent }
  if (isWaiting) return { sign: 'waiting', percent }
  if (turn !== 'working') return { sign: 'none', percent: 0 }
  return { sign: total === 0 ? 'unknown' : 'working', percent }
}

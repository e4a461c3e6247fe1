import { isProposed, planTitleIn } from '../proposals/session-proposals.ts'
import type { AppState } from '../state/app-state.ts'
import { type Question, waitingQuestion } from '../state/question.ts'
import { type Link, silentSince } from '../state/link.ts'
import { isAtWork } from '../state/session-clock.ts'
import type { Session } from '../state/session.ts'
import type { PlanSummary, SessionSummary } from '../state/observed.ts'
import { withoutMarkup } from '../../lib/text/markdown-lines.ts'
import { planSteps } from '../../plans/kinds/plan-kinds.ts'
import { type Plan, planProgress } from '../../plans/plan.ts'
import { isActive } from '../../plans/steps/tracked-entry.ts'
import { unknownPlan } from '../plan-advice/unknown-plan.ts'

const longest = 200

/**
 * The connection to an agent that has sent nothing since then, for long (`restMs`), where nobody knows whether it still runs; null: nothing is
 * said, since it does not work, or waits for its user.
 */
export function silentLink(state: AppState, sinceMs: number): Link | null {
  const isWorking = waitingQuestion(state) === null && [...state.sessions.values()].some(isAtWork)
  return isWorking ? { state: 'open', sinceMs, silentSinceMs: sinceMs } : null
}

/** What a list tells of a state: what waits or works in it, and its newest plan. Texts are raw, and cut. */
export function summaryOf(state: AppState): SessionSummary {
  const sessions = [...state.sessions.values()].filter(({ phase }) => phase !== 'closed')
  const newest = newestPlan(sessions)
  const plan = newest === null ? null : summaryOfPlan(newest)
  const question = waitingQuestion(state)
  if (question !== null) return { doing: 'waits', about: cut(titleOf(question, plan)), plan }
  const steps = newest === null ? [] : planSteps(newest.plan.body)
  const step = steps.find(({ status }) => isActive(status))?.content.slice(0, 2 * longest) ?? null
  if (sessions.some(isAtWork))
    return { doing: 'works', about: cut(step === null ? null : withoutMarkup(step)), plan }
  return { doing: silentSince(state.link) === null ? 'rests' : 'silent', about: null, plan }
}

interface PlanOfSession {
  readonly session: Session
  readonly plan: Plan
}

function newestPlan(sessions: readonly Session[]): PlanOfSession | null {
  let newest: PlanOfSession | null = null
  for (const session of sessions)
    session.plans.forEach((plan) => {
      if (plan.removedAtMs !== null) return
      if (newest === null || isNewer(plan, newest.plan)) newest = { session, plan }
    })
  return newest
}

/** Of plans that came at once, as in a log without times, the last checklist counts. */
export function isNewer(plan: Plan, than: Plan): boolean {
  if (plan.changedAtMs !== than.changedAtMs) return plan.changedAtMs > than.changedAtMs
  return planProgress(plan) !== null || planProgress(than) === null
}

function summaryOfPlan({ session, plan }: PlanOfSession): PlanSummary {
  const progress = isProposed(plan) ? null : planProgress(plan)
  return {
    title: planTitleIn(session, plan).slice(0, longest),
    progress: progress === null ? null : { done: progress.done, total: progress.total },
  }
}

/** What is asked; of a proposal, what it proposes. Raw. */
export function titleOf(question: Question, plan: Pick<PlanSummary, 'title'> | null): string | null {
  switch (question.kind) {
    case 'permission':
      return question.request.title
    case 'elicitation':
      return question.request.message
    case 'proposal':
      return plan?.title ?? null
  }
}

function cut(text: string | null): string | null {
  return text === null || text.trim() === '' ? null : text.slice(0, longest)
}

/** How far the plans of a session are: their steps and boxes, without proposed ones. */
export interface SessionProgress {
  readonly done: number
  readonly total: number
  /** All are done, and one of them since the last turn began. */
  readonly isDone: boolean
}

/** The progress that users who look elsewhere are told of: by the title, notifications and hooks. */
export function sessionProgress(state: AppState, session: Session): SessionProgress {
  const { plans, turn, proposedTodos } = session
  // The checklist is unknown: boxes of documents would not be its progress.
  if (unknownPlan(state, session) === 'checklist') return { done: 0, total: 0, isDone: false }
  let done = 0
  let total = 0
  let areComplete = true
  let changedAtMs = Number.NEGATIVE_INFINITY
  for (const plan of plans.values()) {
    const isOpen = isProposed(plan) || plan === proposedTodos?.plan
    const progress = plan.removedAtMs === null && !isOpen ? planProgress(plan) : null
    if (progress === null) continue
    done += progress.done
    total += progress.total
    areComplete &&= progress.isComplete
    changedAtMs = Math.max(changedAtMs, plan.changedAtMs)
  }
  // A plan of an earlier turn, or of a replayed history, is not news.
  const isNews = turn.state !== 'not-asked' && changedAtMs >= turn.sinceMs
  return { done, total, isDone: total > 0 && areComplete && isNews }
}

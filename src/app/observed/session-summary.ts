import { isProposed, planTitleIn } from '../proposals/session-proposals.ts'
import type { AppState } from '../state/app-state.ts'
import { waitingQuestion, type Question } from '../state/question.ts'
import { silentSince, type Link } from '../state/link.ts'
import { isAtWork } from '../state/session-clock.ts'
import type { Session } from '../state/session.ts'
import type { PlanSummary, SessionSummary } from '../state/observed.ts'
import { withoutMarks } from '../../lib/text/markdown-lines.ts'
import { planSteps } from '../../plans/kinds/plan-kinds.ts'
import { planProgress, type Plan } from '../../plans/plan.ts'
import { isActive } from '../../plans/steps/tracked-entry.ts'

const longest = 200

/**
 * The connection to an agent that has sent nothing since then, for long (`restMs`), where nobody knows whether it still runs; null: nothing is
 * said, since it does not work, or waits for its user.
 */
export function silentLink(state: AppState, sinceMs: number): Link | null {
  const isWorking = waitingQuestion(state) === null && [...state.sessions.values()].some(isAtWork)
  return isWorking ? { state: 'open', sinceMs, silentSinceMs: sinceMs } : null
}

export function summaryOf(state: AppState): SessionSummary {
  const sessions = [...state.sessions.values()].filter(({ phase }) => phase !== 'closed')
  const newest = newestPlan(sessions)
  const plan = newest === null ? null : summaryOfPlan(newest)
  const question = waitingQuestion(state)
  if (question !== null) return { doing: 'waits', about: cut(titleOf(question, plan)), plan }
  const step = newest === null ? null : activeStep(newest.plan)
  if (sessions.some(isAtWork)) return { doing: 'works', about: cut(step), plan }
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

function activeStep({ body }: Plan): string | null {
  for (const { status, content } of planSteps(body))
    if (isActive(status)) return withoutMarks(content.slice(0, 2 * longest))
  return null
}

function cut(text: string | null): string | null {
  return text === null || text.trim() === '' ? null : text.slice(0, longest)
}

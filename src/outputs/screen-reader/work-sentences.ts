import type { AppEvent } from '../../app/state/app-event.ts'
import type { AppState } from '../../app/state/app-state.ts'
import type { Session } from '../../app/state/session.ts'
import { stepRef, workOf } from '../../app/state/step-work.ts'
import { planLabel } from '../../app/words/plan.ts'
import { sentence } from '../../app/words/text.ts'
import { doubtWords, namedDoubts, workParts } from '../../app/words/work.ts'
import { doubtsOf } from '../../app/work/doubts.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import { planSteps } from '../../plans/kinds/plan-kinds.ts'
import type { Plan } from '../../plans/plan.ts'
import { endedSteps } from '../changes/compare-plans.ts'

/** What was done in the steps that an event has ended, and what there is to doubt since, a sentence each. */
export function workSentences(before: AppState, after: AppState, event: AppEvent): readonly SafeText[] {
  if (!('sessionId' in event) || event.sessionId === null) return []
  const [was, now] = [before.sessions.get(event.sessionId), after.sessions.get(event.sessionId)]
  if (now === undefined || was === undefined || now.phase === 'opening') return []
  if (was.plans === now.plans && was.work === now.work && was.turn === now.turn) return []
  return [...now.plans.values()].flatMap((plan) => {
    const old = was.plans.get(plan.key) ?? null
    const of = now.plans.size === 1 ? safe`` : safe` of ${planLabel(after, now.id, plan)}`
    return [
      ...endedSteps(old, plan).flatMap(({ key }) =>
        stepSentences({ state: after, session: now, plan, of }, key, event.atMs),
      ),
      ...newDoubts(
        { state: before, session: was, plan: old },
        { state: after, session: now, plan },
        event.atMs,
      ).map((words) => sentence(safe`Doubt${of}: ${words}`)),
    ]
  })
}

/** All doubts about a plan in a sentence; empty: there are none. */
export function doubtSentences(
  state: AppState,
  session: Session,
  plan: Plan,
  nowMs: number,
): readonly SafeText[] {
  const doubts = namedDoubts(plan, doubtsOf(state, session, plan, nowMs))
  return doubts.length === 0 ? [] : [sentence(safe`Doubts: ${doubts.join('; ') as SafeText}`)]
}

interface PlanAt {
  readonly state: AppState
  readonly session: Session
  readonly plan: Plan
}

function stepSentences(
  { state, session, plan, of }: PlanAt & { readonly of: SafeText },
  key: number,
  nowMs: number,
): readonly SafeText[] {
  const place = safe`step ${planSteps(plan.body).findIndex((step) => step.key === key) + 1}${of}`
  const work = workParts(workOf(session, stepRef(plan.key, key)), true)
  const doubts = doubtsOf(state, session, plan, nowMs).steps.get(key) ?? []
  return [
    ...(work.length === 0 ? [] : [sentence(safe`Work of ${place}: ${work.join(', ') as SafeText}`)]),
    ...doubts.map((doubt) => sentence(safe`Doubt of ${place}: ${doubtWords(doubt)}`)),
  ]
}

/** Doubts about the whole plan of kinds that there were none of before. */
function newDoubts(
  was: Omit<PlanAt, 'plan'> & { readonly plan: Plan | null },
  { state, session, plan }: PlanAt,
  nowMs: number,
): readonly SafeText[] {
  const doubts = doubtsOf(state, session, plan, nowMs).plan
  if (doubts.length === 0) return []
  const known = was.plan === null ? [] : doubtsOf(was.state, was.session, was.plan, nowMs).plan
  return doubts.filter(({ type }) => known.every((each) => each.type !== type)).map(doubtWords)
}

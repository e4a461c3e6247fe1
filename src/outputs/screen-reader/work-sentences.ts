import type { AppEvent } from '../../app/state/app-event.ts'
import type { AppState } from '../../app/state/app-state.ts'
import type { Session } from '../../app/state/session.ts'
import { stepRef, workOf } from '../../app/state/step-work.ts'
import { planLabel } from '../../app/words/plan.ts'
import { sentence } from '../../app/words/text.ts'
import { doubtWords, namedDoubts, workParts } from '../../app/words/work.ts'
import { doubtsOf, planDoubtsOf } from '../../app/work/doubts.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import { planSteps } from '../../plans/kinds/plan-kinds.ts'
import type { Plan } from '../../plans/plan.ts'
import type { TrackedEntry } from '../../plans/steps/tracked-entry.ts'
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
    const place = { state: after, session: now, plan, of, nowMs: event.atMs }
    const known = old === null ? [] : planDoubtsOf(before, was, old, event.atMs)
    const fresh = planDoubtsOf(after, now, plan, event.atMs).filter(({ type }) =>
      known.every((each) => each.type !== type),
    )
    return [
      ...endedSentences(endedSteps(old, plan), place),
      ...fresh.map((doubt) => sentence(safe`Doubt${of}: ${doubtWords(doubt)}`)),
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
  readonly of: SafeText
  readonly nowMs: number
}

/** Steps whose work is read after one event. */
const stepsRead = 20

function endedSentences(
  ended: readonly TrackedEntry[],
  { state, session, plan, of, nowMs }: PlanAt,
): readonly SafeText[] {
  if (ended.length === 0) return []
  const doubts = doubtsOf(state, session, plan, nowMs).steps
  const numbers = new Map(planSteps(plan.body).map(({ key }, index) => [key, index + 1]))
  const more = ended.length - stepsRead
  return [
    ...ended.slice(0, stepsRead).flatMap(({ key }) => {
      const place = safe`step ${numbers.get(key) ?? 0}${of}`
      const work = workParts(workOf(session, stepRef(plan.key, key)), true)
      return [
        ...(work.length === 0 ? [] : [sentence(safe`Work of ${place}: ${work.join(', ') as SafeText}`)]),
        ...(doubts.get(key) ?? []).map((doubt) => sentence(safe`Doubt of ${place}: ${doubtWords(doubt)}`)),
      ]
    }),
    ...(more > 0 ? [safe`And the work of ${more} more steps.`] : []),
  ]
}

import type { AppState } from '../../app/state/app-state.ts'
import { isAtWork, updateTime, stalledStep } from '../../app/state/session-clock.ts'
import { stepRef, workOf } from '../../app/state/step-work.ts'
import type { Session } from '../../app/state/session.ts'
import { stepTimeWords } from '../../app/words/step.ts'
import type { Clock } from '../../lib/clock.ts'
import { counted } from '../../lib/text/listed-words.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import { cutLine } from '../../lib/text/width.ts'
import { planSteps } from '../../plans/kinds/plan-kinds.ts'
import type { Plan } from '../../plans/plan.ts'
import { stepFacts } from '../../plans/steps/tracked-entry.ts'
import { planLabel, noPlan } from '../../app/words/plan.ts'

/** The timeline of each plan in words: a sentence a step. */
export function timelineSentences(
  state: AppState,
  clock: Pick<Clock, 'nowMs' | 'wallMs'>,
): readonly SafeText[] {
  const said = [...state.sessions.values()].flatMap((session) =>
    [...session.plans.values()].flatMap((plan) =>
      plan.removedAtMs === null ? planSentences(state, { session, plan }, clock) : [],
    ),
  )
  return said.length === 0 ? [noPlan] : said
}

function planSentences(
  state: AppState,
  { session, plan }: { readonly session: Session; readonly plan: Plan },
  clock: Pick<Clock, 'nowMs' | 'wallMs'>,
): readonly SafeText[] {
  const label = planLabel(state, session.id, plan)
  const nowMs = clock.nowMs()
  const steps = planSteps(plan.body)
  if (steps.length === 0) return [safe`${label}: it has no steps with times.`]
  const now = updateTime(session, nowMs)
  const wallOffsetMs = clock.wallMs() - nowMs
  const stalled = stalledStep(state, { session, plan }, nowMs)
  const sentences = steps.map((entry, index) => {
    const words = stepTimeWords(entry, {
      facts: stepFacts(entry, now),
      wallOffsetMs,
      isAtWork: isAtWork(session),
    })
    const { calls, failed } = workOf(session, stepRef(plan.key, entry.key))
    const done = calls === 0 ? safe`` : safe`, ${counted(calls, 'call')}`
    const isStalled = entry === stalled?.entry
    const name = cutLine(entry.content, longestName)
    return safe`Step ${index + 1}, ${name}: ${words}${done}${failed === 0 ? safe`` : safe`, ${failed} failed`}${isStalled ? safe`, seems to be stalled` : safe``}.`
  })
  return [safe`${label}, when its steps were worked on:`, ...sentences]
}

const longestName = 300

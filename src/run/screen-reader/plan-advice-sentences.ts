import { adviceSentences } from '../../app/words/agent.ts'
import { noPlanWords } from '../../app/words/plan.ts'
import type { AppState } from '../../app/state/app-state.ts'
import { cameNoPlan, hasAnyPlan, noPlanReasons } from '../../app/plan-advice/no-plan-reasons.ts'
import { canSwitchPlansOn, planAdvice } from '../../app/plan-advice/plan-advice.ts'
import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'

/** Why there is no plan; empty if there is one. */
export function noPlanSentences(state: AppState, nowMs: number): readonly SafeText[] {
  if (!cameNoPlan(state)) return []
  const others = noPlanReasons(state, nowMs).filter(({ type }) => type !== 'advice')
  return [...planAdviceSentences(state), ...others.map((reason) => safeLine(noPlanWords(reason)))]
}

/** What keeps the agent's plans away, as far as known; empty if there is a plan. */
export function planAdviceSentences(state: AppState): readonly SafeText[] {
  const advice = hasAnyPlan(state) ? null : planAdvice(state)
  if (advice === null) return []
  const sentences = adviceSentences(advice).map((sentence) => safeLine(sentence))
  return canSwitchPlansOn(state)
    ? [...sentences, safe`Type /plan-tools to start it again with that set.`]
    : sentences
}

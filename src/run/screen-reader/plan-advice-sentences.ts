import { adviceSentences } from '../../app/wording/describe-plan-tools.ts'
import type { AppState } from '../../app/state/app-state.ts'
import { canSwitchPlansOn, planAdvice } from '../../app/plan-advice/plan-advice.ts'
import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'

/** The known reasons why no plan came; empty if there is one. */
export function planAdviceSentences(state: AppState): readonly SafeText[] {
  const hasPlan = [...state.sessions.values()].some(({ plans }) => plans.size > 0)
  const advice = hasPlan ? null : planAdvice(state)
  if (advice === null) return []
  const sentences = adviceSentences(advice).map((sentence) => safeLine(sentence))
  return canSwitchPlansOn(state)
    ? [...sentences, safe`Type /plan-tools to start it again with that set.`]
    : sentences
}

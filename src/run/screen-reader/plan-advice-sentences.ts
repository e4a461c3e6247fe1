import { adviceSentences } from '../../app/wording/describe-plan-tools.ts'
import type { AppState } from '../../app/state/app-state.ts'
import { canSwitchPlansOn, planAdvice } from '../../app/plan-advice/plan-advice.ts'
import { own, safeLine, type SafeText } from '../../lib/text/safe-text.ts'

/** Why no plan came, where that is known; nothing where there is one. */
export function adviceSaid(state: AppState): readonly SafeText[] {
  const hasPlan = [...state.sessions.values()].some(({ plans }) => plans.size > 0)
  const advice = hasPlan ? null : planAdvice(state)
  if (advice === null) return []
  const sentences = adviceSentences(advice).map((sentence) => safeLine(sentence))
  return canSwitchPlansOn(state)
    ? [...sentences, own`Type /plan-tools to start it again with that set.`]
    : sentences
}

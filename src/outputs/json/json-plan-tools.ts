import type { AppState } from '../../app/state/app-state.ts'
import { adviceSentences } from '../../app/wording/describe-plan-tools.ts'
import { knownAgentOf, switchAdviceOf } from '../../app/plan-advice/plan-advice.ts'
import { switchOf } from '../../app/plan-advice/plan-tools.ts'
import type { JsonPlanTools } from './schema/session-lines.ts'

/** What is known of the switch for the plans of the agent that runs; null where there is none, or it is not for us to set. */
export function jsonPlanTools(state: AppState): JsonPlanTools | null {
  const agent = knownAgentOf(state)
  const found = agent === null ? null : switchOf(state.planTools, agent.id)
  if (agent?.plans.type !== 'switched' || found === null) return null
  const advice = switchAdviceOf(state, agent)
  const message = advice === null || advice.type === 'on' ? '' : adviceSentences(advice).join(' ')
  return { agent: agent.id, variable: agent.plans.by.variable, state: found.type, message }
}

import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import type { Plan } from '../../plans/plan.ts'
import { knownAgentOf, type AppState } from '../state/app-state.ts'

/** The name of the agent that makes this plan up, whatever it is asked; null: it is a plan like any other. */
export function madeUpBy(state: Pick<AppState, 'agent' | 'planTools'>, { body }: Plan): string | null {
  if (body.type !== 'items') return null
  const agent = knownAgentOf(state)
  const steps = agent?.madeUpSteps ?? []
  const isSame =
    body.entries.length === steps.length && body.entries.every(({ content }, at) => content === steps[at])
  return agent !== null && steps.length > 0 && isSame ? agent.name : null
}

/** What is said about such a plan wherever it is shown. */
export function madeUpSentence(agentName: string): SafeText {
  return safe`Fixed steps that ${safeLine(agentName)} sends for every prompt: they say nothing of the work.`
}

import { currentSession, type AppState } from '../app/state/app-state.ts'
import { adviceSentences, switchCommand } from '../app/words/agent.ts'
import { hasAnyPlan } from '../app/plan-advice/no-plan-reasons.ts'
import { planAdvice } from '../app/plan-advice/plan-advice.ts'
import { safe, safeLine, type SafeText } from '../lib/text/safe-text.ts'

/** Longer commands are not printed: a cut command would be another one. */
const longestCommand = 5000

/**
 * Lines for stderr after a run without a screen in which a turn ended and no plan came: the known reason, unless the output has told
 * it (`isTold`), and the command that helps. Empty if there was a plan, or no reason is known. `command`: the agent's.
 */
export function noPlanMessage(
  state: AppState,
  command: readonly string[],
  isTold = false,
): readonly SafeText[] {
  const advice = hasAnyPlan(state) ? null : planAdvice(state)
  // Unreadable settings may be why the agent has not finished a turn.
  const isReason = currentSession(state)?.turn.state === 'ended' || advice?.type === 'unreadable'
  if (advice === null || !isReason) return []
  const words = switchCommand(advice, command)?.join(' ') ?? null
  const help =
    words === null || words.length > longestCommand
      ? []
      : [safe`Start it like this, with your own options before --: ${safeLine(words)}`]
  return isTold
    ? help.map((line) => safe`acp-plan-tui: no plan came. ${line}`)
    : [
        safe`acp-plan-tui: no plan came. ${safeLine(adviceSentences(advice).join(' '))}`,
        ...help.map((line) => safe`  ${line}`),
      ]
}

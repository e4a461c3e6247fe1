import { currentSession, type AppState } from '../app/state/app-state.ts'
import { adviceSentences, switchCommand } from '../app/wording/describe-plan-tools.ts'
import { planAdvice } from '../app/plan-advice/plan-advice.ts'
import { own, safeLine, type SafeText } from '../lib/text/safe-text.ts'

/** Longer commands are not told: a part of a command is another command. */
const longestCommand = 5000

/**
 * The lines for stderr of a run without a screen in which a prompt was answered and no plan came: what is known of why, and
 * the command that mends it. None where nothing is known, or a plan came. `command`: the agent's, as it was started.
 */
export function noPlanMessage(state: AppState, command: readonly string[]): readonly SafeText[] {
  const hasPlan = [...state.sessions.values()].some(({ plans }) => plans.size > 0)
  const advice = hasPlan ? null : planAdvice(state)
  // What cannot be read may be why the agent did not get as far as a turn.
  const isReason = currentSession(state)?.turn.state === 'rested' || advice?.type === 'unreadable'
  if (advice === null || !isReason) return []
  const words = switchCommand(advice, command)?.join(' ') ?? null
  return [
    own`acp-plan-tui: no plan came. ${safeLine(adviceSentences(advice).join(' '))}`,
    ...(words === null || words.length > longestCommand
      ? []
      : [own`  Start it so, with your own options before --: ${safeLine(words)}`]),
  ]
}

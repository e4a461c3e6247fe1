import type { AppState } from '../../../app/state/app-state.ts'
import { openQuestion } from '../../../app/state/question.ts'
import { quitArmedMs } from '../../state/timing.ts'
import { emptyLine, type UiState } from '../../state/ui-state.ts'
import { only, type Acted, type ActContext } from '../key-result.ts'
import { armed, isArmedBy } from '../armed-key.ts'
import type { KeyPress } from '../key-press.ts'
import { whenAlone } from '../typed-text-guard.ts'

/**
 * `q` closes the panel that is open, else it quits. While that would cost something, it asks for a second one right after
 * it; else it quits when nothing is typed after it.
 */
export function quitByLetter(ui: UiState, press: KeyPress, context: ActContext): Acted {
  const { state, nowMs } = context
  if (ui.panel !== null) return only({ ...ui, panel: null })
  const quit: Acted = { ui, intents: [{ type: 'quit', reason: 'quit' }] }
  // Of a recording nothing is lost.
  if (state.playback !== null || isArmedBy(ui, press.name, nowMs)) return quit
  const cost = costOfQuitting(state)
  if (cost !== null || context.stands === 'in-text') return asked(ui, { key: press.name, cost }, nowMs)
  return whenAlone(ui, press, { ...context, does: () => quit })
}

/** ctrl-c takes what is being written first; then it quits, wherever the focus is. */
export function interrupted(ui: UiState, press: KeyPress, { state, nowMs }: ActContext): Acted {
  if (ui.focus === 'prompt' && ui.prompt.line.text !== '')
    return only({ ...ui, prompt: { ...ui.prompt, line: emptyLine, historyAt: null } })
  if (ui.focus === 'feedback' && ui.feedback !== null && ui.feedback.line.text !== '')
    return only({ ...ui, feedback: { ...ui.feedback, line: emptyLine } })
  const cost = costOfQuitting(state)
  if (cost === null || isArmedBy(ui, press.name, nowMs))
    return { ui, intents: [{ type: 'quit', reason: 'interrupted' }] }
  return asked(ui, { key: press.name, cost }, nowMs)
}

interface Asked {
  readonly key: string
  readonly cost: string | null
}

function asked(ui: UiState, { key, cost }: Asked, nowMs: number): Acted {
  const words = cost === null ? `${key} again quits.` : `${key} again quits: ${cost}.`
  return only(armed(ui, { key, untilMs: nowMs + quitArmedMs }, words))
}

/** What would be broken off; null: nothing. */
function costOfQuitting(state: AppState): string | null {
  // Nothing can be lost of what a recording shows.
  if (state.playback !== null) return null
  if (openQuestion(state) !== null) return 'a question waits'
  const isWorking = [...state.sessions.values()].some(
    ({ phase, turn }) => phase === 'open' && turn.state === 'working',
  )
  return isWorking ? 'the agent is working' : null
}

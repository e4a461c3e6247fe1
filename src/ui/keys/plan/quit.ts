import type { AppState } from '../../../app/state/app-state.ts'
import { openQuestion } from '../../../app/state/question.ts'
import { quitArmedMs } from '../../state/timing.ts'
import { emptyLine, type UiState } from '../../state/ui-state.ts'
import { armed, isArmedBy, whenAlone } from '../accidental-keys.ts'
import type { KeyPress } from '../key-press.ts'
import { screenOnly, type KeyContext, type KeyResult } from '../key-result.ts'

/**
 * `q` closes the open panel; without one it quits. While quitting would interrupt something, `q` must be pressed twice; otherwise
 * it quits unless another letter follows.
 */
export function quitByLetter(ui: UiState, press: KeyPress, context: KeyContext): KeyResult {
  const { state, nowMs } = context
  if (ui.panel !== null) return screenOnly({ ...ui, panel: null })
  const quit: KeyResult = { ui, intents: [{ type: 'quit', reason: 'quit' }] }
  // Quitting a recording loses nothing.
  if (state.playback !== null || isArmedBy(ui, press.name, nowMs)) return quit
  const cost = costOfQuitting(state)
  if (cost !== null || context.typing === 'in-text') return confirm(ui, { key: press.name, cost }, nowMs)
  return whenAlone(ui, press, { ...context, does: () => quit })
}

/** ctrl-c clears the text that is being written; without one it quits, whatever has the focus. */
export function interrupted(ui: UiState, press: KeyPress, { state, nowMs }: KeyContext): KeyResult {
  if (ui.focus === 'prompt' && ui.prompt.line.text !== '')
    return screenOnly({ ...ui, prompt: { ...ui.prompt, line: emptyLine, historyAt: null } })
  if (ui.focus === 'feedback' && ui.feedback !== null && ui.feedback.line.text !== '')
    return screenOnly({ ...ui, feedback: { ...ui.feedback, line: emptyLine } })
  const cost = costOfQuitting(state)
  if (cost === null || isArmedBy(ui, press.name, nowMs))
    return { ui, intents: [{ type: 'quit', reason: 'interrupted' }] }
  return confirm(ui, { key: press.name, cost }, nowMs)
}

interface Confirmation {
  readonly key: string
  /** What quitting would interrupt; null: nothing. */
  readonly cost: string | null
}

/** Asks for the same key once more. */
function confirm(ui: UiState, { key, cost }: Confirmation, nowMs: number): KeyResult {
  const words = cost === null ? `${key} again quits.` : `${key} again quits: ${cost}.`
  return screenOnly(armed(ui, { key, untilMs: nowMs + quitArmedMs }, words))
}

/** What quitting would interrupt, in words; null: nothing. */
function costOfQuitting(state: AppState): string | null {
  if (state.playback !== null) return null
  if (openQuestion(state) !== null) return 'a question waits'
  const isWorking = [...state.sessions.values()].some(
    ({ phase, turn }) => phase === 'open' && turn.state === 'working',
  )
  return isWorking ? 'the agent is working' : null
}

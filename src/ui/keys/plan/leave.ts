import { currentSession, type AppState } from '../../../app/state/app-state.ts'
import { openQuestion, questionKey, type Question } from '../../../app/state/question.ts'
import { cancelArmedMs } from '../../state/timing.ts'
import { emptyLine, withScroll, type UiState } from '../../state/ui-state.ts'
import { only, told, withMessage, type Acted, type ActContext, type Intent } from '../key-result.ts'
import { armed, disarmed, isArmedBy } from '../armed-key.ts'
import { cancelOf, isAskedInTurn } from '../question/cancel-turn.ts'
import type { KeyPress } from '../key-press.ts'

/**
 * Closes the innermost thing that is open. When nothing is, a second one in time cancels the turn; prompts that have not gone out
 * are taken back by the first.
 */
export function left(ui: UiState, press: KeyPress, context: ActContext): Acted {
  const { state, nowMs } = context
  if (ui.panel !== null) return only({ ...ui, panel: null })
  if (ui.query !== '') return only({ ...ui, query: '', search: emptyLine })
  const scroll = ui.tab === null ? undefined : ui.scrolls.get(ui.tab)
  if (ui.tab !== null && scroll !== undefined && scroll.cursorKey !== null)
    return only(withScroll(ui, ui.tab, { ...scroll, cursorKey: null }))
  if (state.playback !== null) return told(ui, 'Nothing is open.', context)
  const cancel = cancelling(state)
  if (cancel === null) return told(ui, 'Nothing is open, and no turn runs.', context)
  if (cancel.words === null)
    return {
      ui: withMessage(ui, 'What was not sent yet is taken back.', nowMs),
      intents: [cancel.intent],
    }
  if (isArmedBy(ui, press.name, nowMs)) return { ui: disarmed(ui), intents: [cancel.intent] }
  return only(armed(ui, { key: press.name, untilMs: nowMs + cancelArmedMs }, cancel.words))
}

/** The question waits, and the keys go to the plan; `w` leads back to it. Nothing is answered. */
export function putAside(ui: UiState, question: Question, nowMs: number): UiState {
  return withMessage({ ...ui, aside: questionKey(question) }, 'It waits: w leads back to it.', nowMs)
}

interface Cancelling {
  readonly intent: Intent
  /** What a second key would do; null: nothing runs, and one is enough. */
  readonly words: string | null
}

/** The current session's turn, else what a question waits in that was put aside; null: nothing can be cancelled. */
function cancelling(state: AppState): Cancelling | null {
  const turn = currentSession(state)?.turn
  const own = cancelOf(null, state)
  if (own !== null) {
    if (turn?.state !== 'working') return { intent: own, words: null }
    const words = turn.isCancelling
      ? 'The turn is being cancelled: esc again tells the agent once more.'
      : 'esc again cancels the turn.'
    return { intent: own, words }
  }
  const question = openQuestion(state)
  if (question?.kind !== 'permission') return null
  const intent = cancelOf(question, state)
  if (intent === null) return null
  const words = isAskedInTurn(question, state)
    ? 'esc again cancels the turn that the question is asked in.'
    : 'esc again dismisses the question.'
  return { intent, words }
}

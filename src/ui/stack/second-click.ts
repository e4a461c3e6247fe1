import type { Intent } from '../state/intent.ts'
import { isArmedBy } from '../input/accidental-keys.ts'
import { screenOnly, type KeyResult } from '../input/key-result.ts'
import { gestureMs, quitArmedMs } from '../state/timing.ts'
import type { UiState } from '../state/ui-state.ts'

/**
 * Clicks that have an effect outside of the screen: what was drawn at a place may have changed in the moment before it is clicked, and who
 * double-clicks clicks twice. So the first click only says what a second one does, and clicks of one gesture count once.
 */

/** Whether what has this name was clicked before, in a gesture of its own that is not long ago; or its key was pressed, which arms it too. */
export function isSecondClick(ui: UiState, name: string, nowMs: number): boolean {
  const clickedAtMs = ui.guard.armed?.clickedAtMs
  return isArmedBy(ui, name, nowMs) && (clickedAtMs === undefined || nowMs - clickedAtMs >= gestureMs)
}

/** The screen after the first click on what has this name; `words` say what the second one does, '' for nothing. */
export function armedByClick(ui: UiState, name: string, words: string, nowMs: number): UiState {
  const untilMs = nowMs + quitArmedMs
  const message = words === '' ? ui.message : { text: words, untilMs }
  return { ...ui, guard: { ...ui.guard, armed: { key: name, untilMs, clickedAtMs: nowMs } }, message }
}

export interface Click {
  /** What was clicked. */
  readonly name: string
  /** What a second click does. */
  readonly words: string
  readonly nowMs: number
}

/** What a click does, if it needs no second one or is the second one; else the screen that waits for that. */
export function carefully(ui: UiState, result: KeyResult, { name, words, nowMs }: Click): KeyResult {
  if (result.intents.every(({ type }) => isHarmless(type)) || isSecondClick(ui, name, nowMs)) return result
  return screenOnly(armedByClick(ui, name, words, nowMs))
}

/** Whether an intent ends nothing, starts nothing, and sends and writes nothing. */
function isHarmless(type: Intent['type']): boolean {
  switch (type) {
    case 'list-sessions':
    case 'fetch':
    case 'mark':
    case 'playback':
    case 'observe':
    case 'copy':
    case 'save':
    case 'edit':
    case 'redraw':
      return true
    case 'prompt':
    case 'cancel-turn':
    case 'answer':
    case 'answer-elicitation':
    case 'decide-proposal':
    case 'open-url':
    case 'new-session':
    case 'open-session':
    case 'close-session':
    case 'delete-session':
    case 'set-mode':
    case 'set-config-option':
    case 'log-in':
    case 'restart':
    case 'switch-plans-on':
    case 'save-as':
    case 'discard-edit':
    case 'stop':
    case 'quit':
      return false
  }
}

import type { Intent } from '../state/intent.ts'
import { isArmedBy, disarmed } from '../input/accidental-keys.ts'
import { openLayers, takesLetters } from '../state/open-layers.ts'
import { followedBy, messageOnly, screenOnly, type KeyResult, type KeyContext } from '../input/layer.ts'
import { gestureMs, quitArmedMs } from '../state/timing.ts'
import type { UiState } from '../state/ui-state.ts'
import { firstKey, type Hint, type ToPress } from '../keys/key-map.ts'
import { act } from './act.ts'
import { pressOf, type KeyPress, nothingTyped } from '../keys/key-press.ts'

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
  if (result.intents.every(({ type }) => harmless.has(type)) || isSecondClick(ui, name, nowMs)) return result
  return screenOnly(armedByClick(ui, name, words, nowMs))
}

/** What ends nothing, starts nothing, and sends and writes nothing. */
const harmless: ReadonlySet<Intent['type']> = new Set([
  'list-sessions',
  'fetch',
  'mark',
  'playback',
  'observe',
  'copy',
  'save',
  'edit',
  'edit-text',
  'list-files',
  'redraw',
] as const)

/** A click on a hint does what its key does; what the key needs two presses for, or what has an effect outside, needs two clicks. */
export function clickedHint(ui: UiState, hint: Hint | ToPress, context: KeyContext): KeyResult {
  const press = keyOfHint(hint, ui)
  if (press === null) return screenOnly(ui)
  if (press.text !== '' && takesLetters(ui, openLayers(ui, context.state)))
    return clickedWhileWriting(ui, hint, context)
  const { nowMs } = context
  // No letter follows a click: it is not held back as the beginning of a text.
  const alone: KeyContext = { ...context, typing: 'alone' }
  const once = act(
    { ...disarmed(ui), guard: { ...ui.guard, armed: null, typed: nothingTyped } },
    press,
    alone,
  )
  const { guard, message } = once.ui
  if (guard.armed?.key === press.name) {
    if (isSecondClick(ui, press.name, nowMs)) return act(once.ui, press, alone)
    return screenOnly(armedByClick(once.ui, press.name, message?.text ?? '', nowMs))
  }
  return carefully(ui, once, { name: press.name, words: `Click again: ${hint.does}.`, nowMs })
}

/** Its key would be written as a letter: what is written is left first, if its text is kept. */
function clickedWhileWriting(ui: UiState, hint: Hint | ToPress, context: KeyContext): KeyResult {
  const left = keptKinds.has(ui.writing?.kind) ? act(ui, pressOf('escape'), context) : null
  if (left === null || takesLetters(left.ui, openLayers(left.ui, context.state)))
    return messageOnly(ui, 'A text is written here: first enter or esc.', context)
  return followedBy(left, (after) => clickedHint(after, hint, context))
}

const keptKinds: ReadonlySet<NonNullable<UiState['writing']>['kind'] | undefined> = new Set([
  'prompt',
  'search',
  'feedback',
])

/** The keys that hints name without a command, and that are not called so in a press. */
const named: ReadonlyMap<string, string> = new Map([
  ['esc', 'escape'],
  ['↑', 'up'],
])

/** The key that a hint names, the first of two; null where it names the arrows of a list, which have no single meaning. */
function keyOfHint(hint: Hint | ToPress, { keys }: UiState): KeyPress | null {
  const name = hint.command === undefined ? (named.get(hint.key) ?? hint.key) : firstKey(keys, hint.command)
  if (name === null || /[↑↓←→]/.test(name)) return null
  return pressOf(name)
}

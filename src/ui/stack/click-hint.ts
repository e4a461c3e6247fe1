import type { Hint } from '../keys/hint.ts'
import { act } from './act.ts'
import { disarmed } from '../input/accidental-keys.ts'
import { firstKey } from '../keys/key-map.ts'
import { pressOf, type KeyPress } from '../keys/key-press.ts'
import { screenOnly, type KeyContext, type KeyResult } from '../input/key-result.ts'
import { nothingTyped } from '../state/keys-before.ts'
import type { UiState } from '../state/ui-state.ts'
import { armedByClick, carefully, isSecondClick } from './second-click.ts'

/** A click on a hint does what its key does; what the key needs two presses for, or what has an effect outside, needs two clicks. */
export function clickedHint(ui: UiState, hint: Hint, context: KeyContext): KeyResult {
  const press = keyOfHint(hint, ui)
  if (press === null) return screenOnly(ui)
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

/** The keys that hints name without a command, and that are not called so in a press. */
const named: ReadonlyMap<string, string> = new Map([
  ['esc', 'escape'],
  ['↑', 'up'],
])

/** The key that a hint names, the first of two; null where it names the arrows of a list, which have no single meaning. */
function keyOfHint({ key, command }: Hint, { keys }: UiState): KeyPress | null {
  const name = command === undefined ? (named.get(key) ?? key) : firstKey(keys, command)
  if (name === null || /[↑↓←→]/.test(name)) return null
  return pressOf(name)
}

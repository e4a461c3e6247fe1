import { heldMs, typingGapMs } from '../state/timing.ts'
import { nothingTyped, type TypedKeys, type UiState } from '../state/ui-state.ts'
import { only, withMessage, type Acted, type ActContext } from './key-result.ts'
import type { KeyPress } from './key-press.ts'

/**
 * Somebody who believes to be in the prompt types sentences on the plan. Letters are commands there, and most of them only
 * show something; those that end or start something are done when they stand alone.
 */

/** So many different letters in a row are a text. */
const textFrom = 2
/** Keys that select something may stand before an enter. */
const textBeforeEnterFrom = 3

/** The letters that were typed last, with this key. */
export function typedWith({ typed }: UiState, { name, text }: KeyPress, nowMs: number): TypedKeys {
  if (text === '') return nothingTyped
  const before = nowMs < typed.untilMs ? typed : nothingTyped
  const count = before.last === name ? before.count : before.count + 1
  return { last: name, count, untilMs: nowMs + typingGapMs }
}

/** The key stands in a text: letters were typed right before it. */
export function isInText({ typed }: UiState, { name, text }: KeyPress, nowMs: number): boolean {
  if (nowMs >= typed.untilMs) return false
  if (text !== '') return typed.count >= textFrom
  return name === 'enter' && typed.count >= textBeforeEnterFrom
}

/** Does what a letter asks for when it stands alone, which the next moment tells. */
export function whenAlone(
  ui: UiState,
  press: KeyPress,
  { does, stands, nowMs }: ActContext & { readonly does: () => Acted },
): Acted {
  if (stands === 'alone') return does()
  if (stands === 'in-text') return only(withMessage(ui, typedOnPlan, nowMs))
  return only({ ...ui, held: { press, dueAtMs: nowMs + heldMs } })
}

export const typedOnPlan = 'Nothing was done: press enter first to write to the agent.'

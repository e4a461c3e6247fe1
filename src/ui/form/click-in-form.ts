import type { ElicitationRequest } from '../../app/state/elicitation.ts'
import type { KeyPress } from '../keys/key-press.ts'
import type { FieldTarget } from '../rows/target.ts'
import type { FormAction, FormState, UiState } from '../state/ui-state.ts'
import { editField, type FocusedField } from './edit-field.ts'
import { focusedField, validateOnLeave } from './form-keys.ts'
import { entryOf, formIn } from './form-state.ts'

/**
 * A click on a field or one of its choices: it gets the focus, and in a text the cursor goes to the clicked place. A click on the choice
 * that has the focus picks it, as space does.
 */
export function clickedField(ui: UiState, target: FieldTarget, request: ElicitationRequest): UiState {
  const before = formIn(request, ui.form)
  const { focus } = target
  const hasFocus =
    before.focus.at === 'field' && before.focus.field === focus.field && before.focus.option === focus.option
  const form = hasFocus ? before : { ...left(request, before), focus }
  const focused = focusedField(request, form)
  const next = focused === null ? null : edited(form, { ...target, hasFocus }, focused)
  return { ...ui, form: next ?? form }
}

/** A click on an action: it gets the focus. Nothing is sent. */
export function focusedAction(ui: UiState, action: FormAction, request: ElicitationRequest): UiState {
  return { ...ui, form: { ...left(request, formIn(request, ui.form)), focus: { at: 'action', action } } }
}

/** The form whose focused field loses the focus. */
function left(request: ElicitationRequest, form: FormState): FormState {
  return validateOnLeave({ form, focused: focusedField(request, form) })
}

/** The form with what the click changes in the focused field; null: nothing. */
function edited(
  form: FormState,
  { cursor, flag, hasFocus }: FieldTarget & { readonly hasFocus: boolean },
  focused: FocusedField,
): FormState | null {
  const { field, focus } = focused
  const entry = entryOf(form, field, focus.field)
  if (entry.type === 'line') {
    if (cursor === null) return null
    const line = { ...entry.line, cursor: Math.min(cursor, entry.line.text.length) }
    return { ...form, entries: new Map(form.entries).set(focus.field, { type: 'line', line }) }
  }
  if (!hasFocus) return null
  if (flag !== null) return editField(form, key(flag ? 'y' : 'n'), focused)
  return field.type === 'boolean' ? null : editField(form, key('space'), focused)
}

function key(name: string): KeyPress {
  return { name, text: '' }
}

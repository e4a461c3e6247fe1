import type { ElicitationField, FieldValue } from '../../app/state/elicitation.ts'
import type { KeyPress } from '../keys/key-press.ts'
import { editLine, editText, inserted } from '../input/lines/edit-line.ts'
import type { FieldEntry, FormState, FormFocus } from '../state/ui-state.ts'
import { entryOf, pickedIn, entryValue } from './form-state.ts'

/** The field of a form that has the focus. */
export interface FocusedField {
  readonly field: ElicitationField
  readonly focus: Extract<FormFocus, { at: 'field' }>
}

/** The form after a key that changes the focused field; null for other keys. */
export function editField(form: FormState, press: KeyPress, focused: FocusedField): FormState | null {
  const { field, focus } = focused
  const entry = entryOf(form, field, focus.field)
  switch (field.type) {
    case 'text':
    case 'number': {
      if (entry.type !== 'line') return null
      const line = (field.type === 'text' ? editText : editLine)(entry.line, press)
      return line === null ? null : withEntry(form, focused, { type: 'line', line })
    }
    case 'boolean': {
      const value = flagAfter(entry, press.name, field.isRequired)
      return value === undefined ? null : withEntry(form, focused, picked(value))
    }
    case 'choice': {
      const value = field.choices[focus.option]?.value ?? null
      if (press.name === 'space') {
        const isTakenBack = !field.isRequired && pickedIn(entry).includes(value ?? '')
        return withEntry(form, focused, picked(isTakenBack ? null : value))
      }
      const step = press.name === 'left' ? -1 : press.name === 'right' ? 1 : 0
      const option = focus.option + step
      const choice = field.choices[option]
      if (step === 0) return null
      return choice === undefined
        ? form
        : withEntry({ ...form, focus: { ...focus, option } }, focused, picked(choice.value))
    }
    case 'choices': {
      if (press.name !== 'space') return null
      const value = field.choices[focus.option]?.value
      const before = new Set(pickedIn(entry))
      if (value !== undefined && !before.delete(value)) before.add(value)
      // In the order in which they are offered, not in that of picking.
      const after = field.choices.flatMap((choice) => (before.has(choice.value) ? [choice.value] : []))
      return withEntry(form, focused, picked(after))
    }
  }
}

/** Picks the focused choice. */
export function pickFocused(form: FormState, focused: FocusedField): FormState {
  const { field, focus } = focused
  const choice = field.type === 'choice' ? field.choices[focus.option] : undefined
  return choice === undefined ? form : withEntry(form, focused, picked(choice.value))
}

/** Inserts pasted text, into text fields only. */
export function pasteInField(form: FormState, text: string, focused: FocusedField): FormState {
  const entry = entryOf(form, focused.field, focused.focus.field)
  if (entry.type !== 'line') return form
  const clean = focused.field.type === 'number' ? text.replaceAll('\n', ' ').trim() : text
  return withEntry(form, focused, { type: 'line', line: inserted(entry.line, clean) })
}

function picked(value: FieldValue | null): FieldEntry {
  return { type: 'picked', value }
}

/** The value of a boolean field after a key; undefined for other keys. Space can empty an optional field again. */
function flagAfter(entry: FieldEntry, key: string, isRequired: boolean): boolean | null | undefined {
  const before = entry.type === 'picked' ? entry.value : null
  switch (key) {
    case 'y':
    case 'left':
      return true
    case 'n':
    case 'right':
      return false
    case 'space':
      if (before === true) return false
      return before === false && !isRequired ? null : true
    default:
      return undefined
  }
}

/** The form with a changed entry. A field with an error is validated on each change, others when the focus leaves them. */
function withEntry(form: FormState, { field, focus }: FocusedField, entry: FieldEntry): FormState {
  const changed = { ...form, entries: new Map(form.entries).set(focus.field, entry) }
  return form.errors.has(focus.field) ? validateField(changed, field, focus.field) : changed
}

/** The form with one of its fields validated. */
export function validateField(form: FormState, field: ElicitationField, at: number): FormState {
  const value = entryValue(field, entryOf(form, field, at))
  const known = form.errors.get(at)
  if (value.ok ? known === undefined : known === value.problem) return form
  const errors = new Map(form.errors)
  if (value.ok) errors.delete(at)
  else errors.set(at, value.problem)
  return { ...form, errors }
}

import type { ElicitationField, FieldValue } from '../../app/state/elicitation.ts'
import { editLine, inserted } from '../keys/lines/edit-line.ts'
import type { KeyPress } from '../keys/key-press.ts'
import type { FieldEntry, FormState, FormStop } from '../state/ui-state.ts'
import { entryOf, pickedIn } from './form-state.ts'
import { valueOf } from './form-values.ts'

/** A field of a form that has the focus. */
export interface FocusedField {
  readonly field: ElicitationField
  readonly stop: Extract<FormStop, { at: 'field' }>
}

/** The form after a key that changes its field; null when the key does not. */
export function editField(form: FormState, press: KeyPress, focused: FocusedField): FormState | null {
  const { field, stop } = focused
  const entry = entryOf(form, field, stop.field)
  switch (field.type) {
    case 'text':
    case 'number':
      return editText(form, press, focused)
    case 'boolean': {
      const value = flagAfter(entry, press.name, field.isRequired)
      return value === undefined ? null : withEntry(form, focused, picked(value))
    }
    case 'choice': {
      const value = field.choices[stop.option]?.value ?? null
      if (press.name === 'space') {
        const isTakenBack = !field.isRequired && pickedIn(entry).includes(value ?? '')
        return withEntry(form, focused, picked(isTakenBack ? null : value))
      }
      const step = press.name === 'left' ? -1 : press.name === 'right' ? 1 : 0
      const option = stop.option + step
      const choice = field.choices[option]
      if (step === 0) return null
      return choice === undefined
        ? form
        : withEntry({ ...form, stop: { ...stop, option } }, focused, picked(choice.value))
    }
    case 'choices': {
      if (press.name !== 'space') return null
      const value = field.choices[stop.option]?.value
      const before = new Set(pickedIn(entry))
      if (value !== undefined && !before.delete(value)) before.add(value)
      // In the order in which they are offered, however they were picked.
      const after = field.choices.flatMap((choice) => (before.has(choice.value) ? [choice.value] : []))
      return withEntry(form, focused, picked(after))
    }
  }
}

/** The choice under the focus, picked. */
export function pickFocused(form: FormState, focused: FocusedField): FormState {
  const { field, stop } = focused
  const choice = field.type === 'choice' ? field.choices[stop.option] : undefined
  return choice === undefined ? form : withEntry(form, focused, picked(choice.value))
}

/** Text that was pasted; it goes only where a line is written. */
export function pasteInField(form: FormState, text: string, focused: FocusedField): FormState {
  const entry = entryOf(form, focused.field, focused.stop.field)
  if (entry.type !== 'line') return form
  const clean = focused.field.type === 'number' ? text.replaceAll('\n', ' ').trim() : text
  return withEntry(form, focused, { type: 'line', line: inserted(entry.line, clean) })
}

function editText(form: FormState, press: KeyPress, focused: FocusedField): FormState | null {
  const entry = entryOf(form, focused.field, focused.stop.field)
  if (entry.type !== 'line') return null
  const isBreak = press.name === 'alt-enter' || press.name === 'ctrl-j'
  if (isBreak && focused.field.type === 'number') return null
  const line = editLine(entry.line, isBreak ? { name: 'newline', text: '\n' } : press)
  return line === null ? null : withEntry(form, focused, { type: 'line', line })
}

function picked(value: FieldValue | null): FieldEntry {
  return { type: 'picked', value }
}

/** Yes or no after a key; undefined when the key says nothing about it. A field that may be left out can be neither again. */
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

/** A field that is known to be wrong is looked at again with each change; others are when they are left. */
function withEntry(form: FormState, { field, stop }: FocusedField, entry: FieldEntry): FormState {
  const changed = { ...form, entries: new Map(form.entries).set(stop.field, entry) }
  return form.errors.has(stop.field) ? checked(changed, field, stop.field) : changed
}

/** The form with what is wrong in one of its fields. */
export function checked(form: FormState, field: ElicitationField, at: number): FormState {
  const value = valueOf(field, entryOf(form, field, at))
  const known = form.errors.get(at)
  if (value.ok ? known === undefined : known === value.problem) return form
  const errors = new Map(form.errors)
  if (value.ok) errors.delete(at)
  else errors.set(at, value.problem)
  return { ...form, errors }
}

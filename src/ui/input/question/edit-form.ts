import { checkField, formContent, typedValue } from '../../../app/forms/check-field.ts'
import type {
  ElicitationField,
  ElicitationRequest,
  FieldValue,
  FormContent,
} from '../../../app/state/elicitation.ts'
import { fail, ok, type Result } from '../../../lib/result.ts'
import type { KeyPress } from '../../keys/key-press.ts'
import { editLine, editText, inserted } from '../lines/edit-line.ts'
import {
  actionsOf,
  chosenIn,
  entryOf,
  fieldsOf,
  optionCount,
  pickedIn,
  hasChoices,
  type FieldEntry,
  type FormFocus,
  type FormState,
} from '../../state/question-state.ts'

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

export function validateField(form: FormState, field: ElicitationField, at: number): FormState {
  const value = entryValue(field, entryOf(form, field, at))
  const known = form.errors.get(at)
  if (value.ok ? known === undefined : known === value.problem) return form
  const errors = new Map(form.errors)
  if (value.ok) errors.delete(at)
  else errors.set(at, value.problem)
  return { ...form, errors }
}

/** The value of a field as it is filled in, or a description of the error. */
function entryValue(field: ElicitationField, entry: FieldEntry): Result<FieldValue | null, string> {
  if (entry.type === 'line') return typedValue(field, entry.line.text)
  const value = withoutEmpty(field, entry.value)
  const problem = checkField(field, value)
  return problem === null ? ok(value) : fail(problem)
}

/** An optional field that requires at least one choice is omitted when none is picked. */
function withoutEmpty(field: ElicitationField, value: FieldValue | null): FieldValue | null {
  const isEmpty = field.type === 'choices' && !field.isRequired && Array.isArray(value) && value.length === 0
  return isEmpty && (field.minItems ?? 0) > 0 ? null : value
}

/** The answer to a form as it is filled in, or the errors, by the index of the field. */
export function answerOf(
  request: ElicitationRequest,
  form: FormState,
): Result<FormContent, ReadonlyMap<number, string>> {
  const given: (readonly [ElicitationField, FieldValue | null])[] = []
  const errors = new Map<number, string>()
  for (const [at, field] of fieldsOf(request).entries()) {
    const value = entryValue(field, entryOf(form, field, at))
    if (value.ok) given.push([field, value.value])
    else errors.set(at, value.problem)
  }
  return errors.size === 0 ? ok(formContent(given)) : fail(errors)
}

interface Move {
  readonly by: -1 | 1
  readonly skipsChoices: boolean
}

/** Moves the focus by one: through the choices of a field, the fields, and the actions. */
export function moveFocus(
  request: ElicitationRequest,
  form: FormState,
  { by, skipsChoices }: Move,
): FormState {
  const fields = fieldsOf(request)
  const { focus } = form
  if (focus.at === 'action') {
    const actions = actionsOf(request)
    const action = actions[actions.indexOf(focus.action) + by]
    if (action !== undefined) return { ...form, focus: { at: 'action', action } }
    return by < 0 ? focusField(request, form, { field: fields.length - 1, isFromBelow: !skipsChoices }) : form
  }
  const field = fields[focus.field]
  const option = focus.option + by
  const isInside = field !== undefined && option >= 0 && option < optionCount(field)
  if (!skipsChoices && isInside) return { ...form, focus: { ...focus, option } }
  return focusField(request, form, { field: focus.field + by, isFromBelow: by < 0 && !skipsChoices })
}

interface Target {
  readonly field: number
  /** The focus comes from the field below: its last choice is nearest. */
  readonly isFromBelow: boolean
}

/** Focuses a field, at its picked choice; after the last field, the first action. */
export function focusField(request: ElicitationRequest, form: FormState, target: Target): FormState {
  const fields = fieldsOf(request)
  if (fields.length === 0) return form
  const at = Math.max(0, target.field)
  const field = fields[at]
  const [action = 'send'] = actionsOf(request)
  if (field === undefined) return { ...form, focus: { at: 'action', action } }
  const entry = entryOf(form, field, at)
  const isFromEnd = target.isFromBelow && pickedIn(entry).length === 0
  const option = isFromEnd ? optionCount(field) - 1 : chosenIn(field, entry)
  return { ...form, focus: { at: 'field', field: at, option } }
}

/** Choices that PgDn and PgUp move by. */
const pageSize = 8

/** Focuses the choice of a digit, or the next one that begins with the typed letter; null for other keys and fields. */
export function seekChoice(
  form: FormState,
  press: KeyPress,
  { field, focus }: FocusedField,
): FormState | null {
  if (!hasChoices(field)) return null
  const { choices } = field
  if (press.name === 'home') return { ...form, focus: { ...focus, option: 0 } }
  if (press.name === 'end') return { ...form, focus: { ...focus, option: choices.length - 1 } }
  const letter = press.text.toLowerCase()
  if (/^[1-9]$/.test(letter))
    return choices[Number(letter) - 1] === undefined
      ? form
      : { ...form, focus: { ...focus, option: Number(letter) - 1 } }
  if (letter === '' || letter === '?') return null
  const begins = ({ title }: { readonly title: string }): boolean =>
    title.trimStart().slice(0, 8).toLowerCase().startsWith(letter)
  const next = choices.findIndex((choice, at) => at > focus.option && begins(choice))
  const found = next < 0 ? choices.findIndex(begins) : next
  return found < 0 ? null : { ...form, focus: { ...focus, option: found } }
}

/** Moves the focus by a page of choices; null in a field with fewer. */
export function pageChoices(
  form: FormState,
  direction: -1 | 1,
  { field, focus }: FocusedField,
): FormState | null {
  const count = optionCount(field)
  if (count <= pageSize) return null
  const option = Math.max(0, Math.min(focus.option + direction * pageSize, count - 1))
  return { ...form, focus: { ...focus, option } }
}

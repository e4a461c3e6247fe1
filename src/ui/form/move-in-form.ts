import type { ElicitationRequest } from '../../app/state/elicitation.ts'
import { pageAddress } from '../../app/forms/page-address.ts'
import type { KeyPress } from '../keys/key-press.ts'
import type { FormAction, FormState } from '../state/ui-state.ts'
import type { FocusedField } from './edit-field.ts'
import { chosenIn, entryOf, fieldsOf, optionCount, pickedIn } from './form-state.ts'

/** The actions of a request, in the order of their buttons; the first one is next to the fields. */
export function actionsOf({ mode }: ElicitationRequest): readonly FormAction[] {
  if (mode.type === 'url') return pageAddress(mode.url).ok ? ['decline', 'open', 'send'] : ['decline', 'send']
  return mode.fields.length === 0 ? ['decline', 'send'] : ['send', 'decline']
}

interface Move {
  readonly by: -1 | 1
  /** Skips the choices of a field. */
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

/** Focuses the next choice that begins with the typed letter; null for other keys and fields. Digits select plans. */
export function seekChoice(
  form: FormState,
  press: KeyPress,
  { field, focus }: FocusedField,
): FormState | null {
  if (field.type !== 'choice' && field.type !== 'choices') return null
  const { choices } = field
  if (press.name === 'home') return { ...form, focus: { ...focus, option: 0 } }
  if (press.name === 'end') return { ...form, focus: { ...focus, option: choices.length - 1 } }
  const letter = press.text.toLowerCase()
  if (letter === '' || /[?1-9]/.test(letter)) return null
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
  const count = field.type === 'choice' || field.type === 'choices' ? field.choices.length : 1
  if (count <= pageSize) return null
  const option = Math.max(0, Math.min(focus.option + direction * pageSize, count - 1))
  return { ...form, focus: { ...focus, option } }
}

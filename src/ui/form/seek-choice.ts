import type { KeyPress } from '../keys/key-press.ts'
import type { FocusedField } from './edit-field.ts'
import type { FormState } from '../state/ui-state.ts'

/** Choices that a page has. */
const page = 8

/** The focus on the choice that a letter begins; null for other keys and fields. Digits are plans. */
export function soughtIn(form: FormState, press: KeyPress, { field, stop }: FocusedField): FormState | null {
  if (field.type !== 'choice' && field.type !== 'choices') return null
  const { choices } = field
  if (press.name === 'home') return { ...form, stop: { ...stop, option: 0 } }
  if (press.name === 'end') return { ...form, stop: { ...stop, option: choices.length - 1 } }
  const letter = press.text.toLowerCase()
  if (letter === '' || /[?1-9]/.test(letter)) return null
  const begins = ({ title }: { readonly title: string }): boolean =>
    title.trimStart().slice(0, 8).toLowerCase().startsWith(letter)
  const next = choices.findIndex((choice, at) => at > stop.option && begins(choice))
  const found = next < 0 ? choices.findIndex(begins) : next
  return found < 0 ? null : { ...form, stop: { ...stop, option: found } }
}

/** The focus a page of choices further; null where a field has fewer. */
export function pagedIn(form: FormState, direction: -1 | 1, { field, stop }: FocusedField): FormState | null {
  const count = field.type === 'choice' || field.type === 'choices' ? field.choices.length : 1
  if (count <= page) return null
  const option = Math.max(0, Math.min(stop.option + direction * page, count - 1))
  return { ...form, stop: { ...stop, option } }
}

import { pageAddress } from '../../app/forms/page-address.ts'
import type { ElicitationField, ElicitationRequest, FieldValue } from '../../app/state/elicitation.ts'
import type { QuestionKey } from '../../app/state/question.ts'
import { shownLine } from '../../lib/text/safe-text.ts'
import { lineWith, type LineEdit } from './line-edit.ts'

/** The state of an open question; the fields of a form have their own. */
export interface QuestionChoice {
  readonly questionKey: QuestionKey
  /** Index of the selected option; 0 is the safest. */
  readonly option: number
  /** Enter was pressed once on a dangerous option. */
  readonly isArmed: boolean
  /** The first visible line of a text that is too long for its room. */
  readonly detailTop: number
}

/** The state of a question: `last` if it belongs to this one, else its safest option is selected. */
export function choiceIn(questionKey: QuestionKey, last: QuestionChoice | null): QuestionChoice {
  return last?.questionKey === questionKey ? last : { questionKey, option: 0, isArmed: false, detailTop: 0 }
}

/** The state of a form that the agent wants filled in, or of a page that it wants opened. */
export interface FormState {
  readonly request: ElicitationRequest
  readonly focus: FormFocus
  /** What the user changed, by the index of the field. */
  readonly entries: ReadonlyMap<number, FieldEntry>
  /** Errors in words, by the index of the field. */
  readonly errors: ReadonlyMap<number, string>
  /** The page was opened in the browser. */
  readonly isOpened: boolean
}

/** The focused element of a form. `option` is the index of a choice, 0 in a field without choices. */
export type FormFocus =
  | { readonly at: 'field'; readonly field: number; readonly option: number }
  | { readonly at: 'action'; readonly action: FormAction }

export type FormAction = 'send' | 'open' | 'decline'

/** The content of a field: a line of text, or a picked value. */
export type FieldEntry =
  | { readonly type: 'line'; readonly line: LineEdit }
  | { readonly type: 'picked'; readonly value: FieldValue | null }

/** The state of a request's form: `last` if it belongs to this request, else its initial state. */
export function formIn(request: ElicitationRequest, last: FormState | null): FormState {
  return last?.request.key === request.key ? last : startForm(request)
}

function startForm(request: ElicitationRequest): FormState {
  const [first] = fieldsOf(request)
  return {
    request,
    // Without fields a single enter would accept, so the safe action has the focus.
    focus:
      first === undefined
        ? { at: 'action', action: 'decline' }
        : { at: 'field', field: 0, option: chosenIn(first) },
    entries: new Map(),
    errors: new Map(),
    isOpened: false,
  }
}

export function fieldsOf({ mode }: ElicitationRequest): readonly ElicitationField[] {
  return mode.type === 'form' ? mode.fields : []
}

export function entryOf(form: FormState, field: ElicitationField, at: number): FieldEntry {
  return form.entries.get(at) ?? startEntry(field)
}

function startEntry(field: ElicitationField): FieldEntry {
  switch (field.type) {
    case 'text':
    case 'number': {
      const text = field.value === null ? '' : String(field.value)
      return { type: 'line', line: lineWith(text) }
    }
    case 'boolean':
    case 'choice':
    case 'choices':
      return { type: 'picked', value: field.value }
  }
}

/** What the user has written and picked in a form, a line for each field with its title; empty without any. Raw. */
export function formText(form: FormState): string {
  return fieldsOf(form.request)
    .flatMap((field, at) => {
      const entry = form.entries.get(at)
      const text = entry === undefined ? '' : entryText(field, entry)
      return text.trim() === '' ? [] : [`${shownLine(field.title)}: ${text}`]
    })
    .join('\n')
}

function entryText(field: ElicitationField, entry: FieldEntry): string {
  if (entry.type === 'line') return entry.line.text
  if (typeof entry.value === 'boolean') return entry.value ? 'yes' : 'no'
  const picked = pickedIn(entry)
  const choices = hasChoices(field) ? field.choices.filter(({ value }) => picked.includes(value)) : []
  return choices.map(({ title }) => shownLine(title)).join(', ')
}

/** Whether a text field of the form has the focus. */
export function writesInForm(request: ElicitationRequest, last: FormState | null): boolean {
  const { focus } = formIn(request, last)
  const field = focus.at === 'field' ? fieldsOf(request)[focus.field] : undefined
  return field?.type === 'text' || field?.type === 'number'
}

export function hasChoices(
  field: ElicitationField,
): field is ElicitationField & { type: 'choice' | 'choices' } {
  return field.type === 'choice' || field.type === 'choices'
}

/** How many focusable rows a field has. */
export function optionCount(field: ElicitationField): number {
  return hasChoices(field) ? field.choices.length : 1
}

export function pickedIn(entry: FieldEntry): readonly string[] {
  if (entry.type === 'line') return []
  const { value } = entry
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? value : []
}

/** Index of the first picked choice; 0 for none. */
export function chosenIn(field: ElicitationField, entry: FieldEntry = startEntry(field)): number {
  if (!hasChoices(field)) return 0
  const picked = pickedIn(entry)
  return Math.max(
    0,
    field.choices.findIndex(({ value }) => picked.includes(value)),
  )
}

/** The actions of a request, in the order of their buttons; the first one is next to the fields. */
export function actionsOf({ mode }: ElicitationRequest): readonly FormAction[] {
  if (mode.type === 'url') return pageAddress(mode.url).ok ? ['decline', 'open', 'send'] : ['decline', 'send']
  return mode.fields.length === 0 ? ['decline', 'send'] : ['send', 'decline']
}

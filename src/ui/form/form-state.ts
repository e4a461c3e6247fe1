import type { ElicitationField, ElicitationRequest } from '../../app/state/elicitation.ts'
import type { FieldEntry, FormState } from '../state/ui-state.ts'

/** What was written last, if it was for this request; else its start. */
export function formIn(request: ElicitationRequest, last: FormState | null): FormState {
  return last?.requestKey === request.key ? last : startForm(request)
}

function startForm(request: ElicitationRequest): FormState {
  const [first] = fieldsOf(request)
  return {
    requestKey: request.key,
    // Where nothing is to be filled in, agreeing is one key: the safe answer has the focus then.
    stop:
      first === undefined
        ? { at: 'action', action: 'decline' }
        : { at: 'field', field: 0, option: chosenIn(first) },
    entries: new Map(),
    errors: new Map(),
    textTop: 0,
    isOpened: false,
  }
}

export function fieldsOf({ asks }: ElicitationRequest): readonly ElicitationField[] {
  return asks.type === 'form' ? asks.fields : []
}

export function entryOf(form: FormState, field: ElicitationField, at: number): FieldEntry {
  return form.entries.get(at) ?? startEntry(field)
}

function startEntry(field: ElicitationField): FieldEntry {
  switch (field.type) {
    case 'text':
    case 'number': {
      const text = field.value === null ? '' : String(field.value)
      return { type: 'line', line: { text, cursor: text.length } }
    }
    case 'boolean':
    case 'choice':
    case 'choices':
      return { type: 'picked', value: field.value }
  }
}

/** A line is being written in the form. */
export function writesInForm(request: ElicitationRequest, last: FormState | null): boolean {
  const { stop } = formIn(request, last)
  const field = stop.at === 'field' ? fieldsOf(request)[stop.field] : undefined
  return field?.type === 'text' || field?.type === 'number'
}

/** How many rows of a field can have the focus. */
export function optionCount(field: ElicitationField): number {
  return field.type === 'choice' || field.type === 'choices' ? field.choices.length : 1
}

/** The values picked in a field. */
export function pickedIn(entry: FieldEntry): readonly string[] {
  if (entry.type === 'line') return []
  const { value } = entry
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? value : []
}

/** The place of the first choice that is picked; 0 for none. */
export function chosenIn(field: ElicitationField, entry: FieldEntry = startEntry(field)): number {
  if (field.type !== 'choice' && field.type !== 'choices') return 0
  const picked = pickedIn(entry)
  return Math.max(
    0,
    field.choices.findIndex(({ value }) => picked.includes(value)),
  )
}

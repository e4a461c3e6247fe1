import { checkField, formContent } from '../../app/forms/check-field.ts'
import type {
  ElicitationField,
  ElicitationRequest,
  FieldValue,
  FormContent,
} from '../../app/state/elicitation.ts'
import { typedValue } from '../../app/forms/typed-value.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import type { FieldEntry, FormState } from '../state/ui-state.ts'

/** The state of a request's form: `last` if it belongs to this request, else its initial state. */
export function formIn(request: ElicitationRequest, last: FormState | null): FormState {
  return last?.requestKey === request.key ? last : startForm(request)
}

function startForm(request: ElicitationRequest): FormState {
  const [first] = fieldsOf(request)
  return {
    requestKey: request.key,
    // Without fields a single enter would accept, so the safe action has the focus.
    focus:
      first === undefined
        ? { at: 'action', action: 'decline' }
        : { at: 'field', field: 0, option: chosenIn(first) },
    entries: new Map(),
    errors: new Map(),
    textTop: 0,
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
      return { type: 'line', line: { text, cursor: text.length } }
    }
    case 'boolean':
    case 'choice':
    case 'choices':
      return { type: 'picked', value: field.value }
  }
}

/** Whether a text field of the form has the focus. */
export function writesInForm(request: ElicitationRequest, last: FormState | null): boolean {
  const { focus } = formIn(request, last)
  const field = focus.at === 'field' ? fieldsOf(request)[focus.field] : undefined
  return field?.type === 'text' || field?.type === 'number'
}

/** How many focusable rows a field has. */
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

/** Index of the first picked choice; 0 for none. */
export function chosenIn(field: ElicitationField, entry: FieldEntry = startEntry(field)): number {
  if (field.type !== 'choice' && field.type !== 'choices') return 0
  const picked = pickedIn(entry)
  return Math.max(
    0,
    field.choices.findIndex(({ value }) => picked.includes(value)),
  )
}

/** The value of a field as it is filled in, or a description of the error. */
export function entryValue(field: ElicitationField, entry: FieldEntry): Result<FieldValue | null, string> {
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

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
import { entryOf, fieldsOf } from './form-state.ts'

/** What a field comes to as the user has it; in words what is wrong with it. */
export function valueOf(field: ElicitationField, entry: FieldEntry): Result<FieldValue | null, string> {
  if (entry.type === 'line') return typedValue(field, entry.line.text)
  const value = skipped(field, entry.value)
  const problem = checkField(field, value)
  return problem === null ? ok(value) : fail(problem)
}

/** Nothing picked where something would have to be, in a field that may be left out, leaves it out. */
function skipped(field: ElicitationField, value: FieldValue | null): FieldValue | null {
  const isSkipped =
    field.type === 'choices' && !field.isRequired && Array.isArray(value) && value.length === 0
  return isSkipped && (field.minItems ?? 0) > 0 ? null : value
}

/** The answer to a form as the user has it, or what is wrong, by the fields' places. */
export function answerOf(
  request: ElicitationRequest,
  form: FormState,
): Result<FormContent, ReadonlyMap<number, string>> {
  const given: (readonly [ElicitationField, FieldValue | null])[] = []
  const errors = new Map<number, string>()
  for (const [at, field] of fieldsOf(request).entries()) {
    const value = valueOf(field, entryOf(form, field, at))
    if (value.ok) given.push([field, value.value])
    else errors.set(at, value.problem)
  }
  return errors.size === 0 ? ok(formContent(given)) : fail(errors)
}

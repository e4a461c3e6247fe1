import { textFormats } from '../../lib/text/text-formats.ts'
import type { ElicitationField, FieldValue, FormContent } from '../state/elicitation.ts'

/**
 * Why a value does not fit a field, for the user; null if the agent's schema allows it. The value null means that the
 * field was left empty. A pattern is shown (`describe-field.ts`) but not tested: a foreign regular expression could
 * run for hours, so the agent tests it. Never throws. https://agentclientprotocol.com/protocol/elicitation
 */
export function checkField(field: ElicitationField, value: FieldValue | null): string | null {
  if (value === null) return field.isRequired ? 'an answer is needed' : null
  switch (field.type) {
    case 'text':
      return typeof value === 'string' ? checkText(field, value) : 'a text is needed'
    case 'number':
      return typeof value === 'number' ? checkNumber(field, value) : 'a number is needed'
    case 'boolean':
      return typeof value === 'boolean' ? null : 'yes or no is needed'
    case 'choice':
      return field.choices.some((choice) => choice.value === value) ? null : 'one of the choices is needed'
    case 'choices':
      return Array.isArray(value) ? checkChoices(field, value) : 'some of the choices are needed'
  }
}

/** The answer to a form, without empty fields. Names may be anything, even `__proto__`. */
export function formContent(given: Iterable<readonly [ElicitationField, FieldValue | null]>): FormContent {
  // Defines own properties, unlike an assignment.
  return Object.fromEntries(
    Array.from(given).flatMap(([{ name }, value]) => (value === null ? [] : [[name, value] as const])),
  )
}

type Field<T extends ElicitationField['type']> = Extract<ElicitationField, { type: T }>

function checkText({ minLength, maxLength, format }: Field<'text'>, value: string): string | null {
  const length = Array.from(value).length
  if (minLength !== null && length < minLength) return `at least ${characters(minLength)} needed`
  if (maxLength !== null && length > maxLength)
    return `at most ${characters(maxLength)} allowed, not ${length}`
  const known = format === null ? undefined : textFormats.get(format)
  if (known !== undefined && !known.fits(value)) return `${known.called} is needed`
  return null
}

function characters(count: number): string {
  return count === 1 ? '1 character is' : `${count} characters are`
}

function checkNumber({ isInteger, minimum, maximum }: Field<'number'>, value: number): string | null {
  if (!Number.isFinite(value)) return 'a number is needed'
  if (isInteger && !Number.isInteger(value)) return 'a whole number is needed'
  if (minimum !== null && value < minimum) return `at least ${minimum} is needed`
  if (maximum !== null && value > maximum) return `at most ${maximum} is allowed`
  return null
}

function checkChoices(
  { choices, minItems, maxItems }: Field<'choices'>,
  value: readonly string[],
): string | null {
  const known = new Set(choices.map((choice) => choice.value))
  if (new Set(value).size < value.length || value.some((each) => !known.has(each)))
    return 'some of the choices are needed'
  if (minItems !== null && value.length < minItems) return `at least ${minItems} to choose`
  if (maxItems !== null && value.length > maxItems)
    return `at most ${maxItems} to choose, not ${value.length}`
  return null
}

import type { ElicitationField } from '../state/elicitation.ts'

/** What a field accepts, in a few words: `a whole number from 1024 to 65535`; null if there is nothing to say. */
export function describeField(field: ElicitationField): string | null {
  switch (field.type) {
    case 'text':
      return textWords(field)
    case 'number':
      return `${field.isInteger ? 'a whole number' : 'a number'}${rangeWords(field.minimum, field.maximum)}`
    case 'boolean':
    case 'choice':
      return null
    case 'choices':
      return choicesWords(field)
  }
}

type Field<T extends ElicitationField['type']> = Extract<ElicitationField, { type: T }>

const formats: Readonly<Record<string, string>> = {
  email: 'an e-mail address',
  uri: 'a URI',
  date: 'a date: year-month-day',
  'date-time': 'a date and time',
}

function textWords({ format, pattern, minLength, maxLength }: Field<'text'>): string | null {
  const words = [
    format !== null && Object.hasOwn(formats, format) ? formats[format] : null,
    lengthWords(minLength, maxLength),
    pattern === null ? null : `like ${pattern}`,
  ].filter((word) => word !== null)
  return words.length === 0 ? null : words.join(', ')
}

function lengthWords(least: number | null, most: number | null): string | null {
  if (least === null || least <= 1) return most === null ? null : `at most ${most} characters`
  if (least === most) return `${least} characters`
  return most === null ? `at least ${least} characters` : `${least} to ${most} characters`
}

function rangeWords(least: number | null, most: number | null): string {
  if (least === null) return most === null ? '' : `, ${most} at most`
  return most === null ? `, ${least} at least` : ` from ${least} to ${most}`
}

function choicesWords({ minItems, maxItems }: Field<'choices'>): string {
  const least = minItems ?? 0
  if (maxItems === null) return least === 0 ? 'any number' : `at least ${least}`
  if (least === maxItems) return `${least}`
  return least === 0 ? `at most ${maxItems}` : `${least} to ${maxItems}`
}

import { counted } from '../../lib/text/wording.ts'
import type { ElicitationField, FieldValue, FormContent, FieldChoice } from '../state/elicitation.ts'
import { fail, ok, type Result } from '../../lib/result.ts'

/**
 * Why a value does not fit a field, for the user; null if the agent's schema allows it. The value null means that the
 * field was left empty. A pattern is shown (`describeField`) but not tested: a foreign regular expression could
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
  return counted(count, 'character is', 'characters are')
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

interface TextFormat {
  /** With its article, and an example where one helps. */
  readonly called: string
  readonly fits: (text: string) => boolean
}

/** The formats of JSON Schema that are checked, by name. */
const textFormats: ReadonlyMap<string, TextFormat> = new Map([
  ['email', { called: 'an e-mail address', fits: (text) => /^[^\s@]+@[^\s@]+$/.test(text) }],
  [
    'uri',
    {
      called: 'an address like https://example.com',
      fits: (text) => /^\S+$/.test(text) && URL.canParse(text),
    },
  ],
  ['date', { called: 'a date like 2026-11-30', fits: isDate }],
  ['date-time', { called: 'a date and time like 2026-11-30T14:05:00Z', fits: isDateTime }],
])

/** https://www.rfc-editor.org/rfc/rfc3339#section-5.6 */
function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  if (year === undefined) return false
  const date = new Date(`${text}T00:00:00Z`)
  // `Date` would read 31 February as a day in March.
  return (
    !Number.isNaN(date.getTime()) &&
    date.getUTCMonth() + 1 === Number(month) &&
    date.getUTCDate() === Number(day)
  )
}

function isDateTime(text: string): boolean {
  const [, date = '', hour, minute, second, offsetHour, offsetMinute] =
    /^(\d{4}-\d\d-\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|[+-](\d\d):(\d\d))$/.exec(text) ?? []
  return (
    isDate(date) &&
    Number(hour) < 24 &&
    Number(minute) < 60 &&
    // A leap second.
    Number(second) <= 60 &&
    Number(offsetHour ?? 0) < 24 &&
    Number(offsetMinute ?? 0) < 60
  )
}

/**
 * Parses a line typed for a field: a value that its schema allows, null for an empty line, or what is wrong. Choices
 * are typed by number (from 1), title or value, several of them with commas between.
 */
export function typedValue(field: ElicitationField, line: string): Result<FieldValue | null, string> {
  const read = line.trim() === '' ? ok(null) : readValue(field, line)
  if (!read.ok) return read
  const problem = checkField(field, read.value)
  return problem === null ? read : fail(problem)
}

function readValue(field: ElicitationField, line: string): Result<FieldValue, string> {
  const text = line.trim()
  switch (field.type) {
    case 'text':
      return ok(line)
    case 'number':
      return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)
        ? ok(Number(text))
        : fail(field.isInteger ? 'a whole number is needed' : 'a number is needed')
    case 'boolean':
      if (/^(?:y|yes|true|on|1)$/i.test(text)) return ok(true)
      return /^(?:n|no|false|off|0)$/i.test(text) ? ok(false) : fail('yes or no is needed')
    case 'choice': {
      const choice = choiceOf(field.choices, text)
      return choice === undefined ? fail('one of the choices is needed') : ok(choice.value)
    }
    case 'choices': {
      const chosen = text.split(',').map((part) => choiceOf(field.choices, part.trim()))
      const values = chosen.flatMap((choice) => (choice === undefined ? [] : [choice.value]))
      return values.length < chosen.length ? fail('some of the choices are needed') : ok([...new Set(values)])
    }
  }
}

function choiceOf(choices: readonly FieldChoice[], text: string): FieldChoice | undefined {
  const lower = text.toLowerCase()
  return (
    choices.find(({ value, title }) => value === text || title.toLowerCase() === lower) ??
    (/^\d{1,9}$/.test(text) ? choices[Number(text) - 1] : undefined)
  )
}

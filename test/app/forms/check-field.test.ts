import { describe, expect, test } from 'vitest'
import { checkField, formContent, typedValue } from '../../../src/app/forms/check-field.ts'
import { describeField } from '../../../src/app/words/question.ts'
import type { ElicitationField, FieldValue } from '../../../src/app/state/elicitation.ts'
import { fields } from '../elicitation-fields.ts'

const { text, number, boolean, choice, choices } = fields
const needed = 'an answer is needed'

test.each<[ElicitationField, FieldValue | null, string | null]>([
  [text(), null, null],
  [text(), '', null],
  [text({ isRequired: true }), null, needed],
  [text(), 3, 'a text is needed'],
  [text({ minLength: 1 }), '', 'at least 1 character is needed'],
  [text({ minLength: 3 }), 'ab', 'at least 3 characters are needed'],
  [text({ minLength: 3 }), 'abc', null],
  // Characters, not units: each of these has two.
  [text({ maxLength: 3 }), '🚀🚀🚀', null],
  [text({ maxLength: 2 }), '🚀🚀🚀', 'at most 2 characters are allowed, not 3'],
  // A pattern is the agent's to check.
  [text({ pattern: '^[a-z]+$' }), 'ABC', null],
  [text({ pattern: '^(a+)+$' }), `${'a'.repeat(5000)}!`, null],
  [text({ pattern: '(' }), 'ab', null],
  [text({ format: 'email' }), 'mia@example.org', null],
  [text({ format: 'email' }), 'mia@', 'an e-mail address is needed'],
  [text({ format: 'uri' }), 'https://example.org/a?b#c', null],
  [text({ format: 'uri' }), 'urn:isbn:0', null],
  [text({ format: 'uri' }), 'example.org', 'an address like https://example.com is needed'],
  [text({ format: 'uri' }), 'https://example.org/a b', 'an address like https://example.com is needed'],
  [text({ format: 'date' }), '2028-02-29', null],
  [text({ format: 'date' }), '2026-02-29', 'a date like 2026-11-30 is needed'],
  [text({ format: 'date' }), '30.11.2026', 'a date like 2026-11-30 is needed'],
  [text({ format: 'date-time' }), '2026-11-30T14:05:00.5+01:00', null],
  [
    text({ format: 'date-time' }),
    '2026-11-30T25:05:00Z',
    'a date and time like 2026-11-30T14:05:00Z is needed',
  ],
  [text({ format: 'constructor' }), 'anything', null],
  [number(), 1.5, null],
  [number(), '1', 'a number is needed'],
  [number(), Number.NaN, 'a number is needed'],
  [number(), Number.POSITIVE_INFINITY, 'a number is needed'],
  [number({ isInteger: true }), 1.5, 'a whole number is needed'],
  [number({ minimum: 2 }), 1, 'at least 2 is needed'],
  [number({ maximum: 2 }), 3, 'at most 2 is allowed'],
  [number({ minimum: 2, maximum: 2 }), 2, null],
  [boolean(), false, null],
  [boolean({ isRequired: true }), null, needed],
  [boolean(), 'yes', 'yes or no is needed'],
  [choice(), 'mid', null],
  [choice(), 'Balanced', 'one of the choices is needed'],
  [choices(), [], null],
  [choices(), ['low', 'high'], null],
  [choices(), ['low', 'low'], 'some of the choices are needed'],
  [choices(), ['other'], 'some of the choices are needed'],
  [choices(), 'low', 'some of the choices are needed'],
  [choices({ minItems: 1 }), [], 'at least 1 to choose'],
  [choices({ maxItems: 1 }), ['low', 'mid'], 'at most 1 to choose, not 2'],
])('%j: %j', (field, value, problem) => {
  expect(checkField(field, value)).toBe(problem)
})

describe('the input of a field', () => {
  const value = (of: FieldValue | null): unknown => ({ ok: true, value: of })
  const problem = (words: string): unknown => ({ ok: false, problem: words })

  test.each<[ElicitationField, string, unknown]>([
    [text(), '', value(null)],
    [text({ isRequired: true }), '  ', problem(needed)],
    [text(), ' a b ', value(' a b ')],
    [text({ maxLength: 1 }), 'ab', problem('at most 1 character is allowed, not 2')],
    [number(), ' -1.5e3 ', value(-1500)],
    [number(), '.5', value(0.5)],
    [number(), '1,5', problem('a number is needed')],
    [number(), '1e999', problem('a number is needed')],
    [number(), '0x10', problem('a number is needed')],
    [number({ isInteger: true }), 'ten', problem('a whole number is needed')],
    [number({ isInteger: true }), '3.0', value(3)],
    [boolean(), 'Yes', value(true)],
    [boolean(), 'off', value(false)],
    [boolean(), 'perhaps', problem('yes or no is needed')],
    [choice(), '2', value('mid')],
    [choice(), 'aggressive', value('high')],
    [choice(), 'low', value('low')],
    [choice(), '4', problem('one of the choices is needed')],
    [choice(), '0', problem('one of the choices is needed')],
    [choices(), '1, Aggressive,1', value(['low', 'high'])],
    [choices(), '1,,2', problem('some of the choices are needed')],
    [choices({ minItems: 2 }), '1', problem('at least 2 to choose')],
  ])('%j: %j', (field, line, read) => {
    expect(typedValue(field, line)).toEqual(read)
  })
})

test('an answer holds the given values, under any name', () => {
  const content = formContent([
    [text({ name: 'a' }), 'x'],
    [text({ name: 'left empty' }), null],
    [text({ name: '__proto__' }), 'polluted'],
    [choices({ name: 'constructor' }), []],
  ])
  expect(JSON.stringify(content)).toBe('{"a":"x","__proto__":"polluted","constructor":[]}')
  expect(Object.getPrototypeOf(content)).toBe(Object.prototype)
})

test.each<[ElicitationField, string | null]>([
  [text(), null],
  [text({ minLength: 1 }), null],
  [text({ minLength: 3, maxLength: 64, pattern: '^a' }), '3 to 64 characters, like ^a'],
  [text({ minLength: 4, maxLength: 4 }), '4 characters'],
  [text({ minLength: 4 }), 'at least 4 characters'],
  [text({ format: 'email', maxLength: 9 }), 'an e-mail address, at most 9 characters'],
  [text({ format: 'toString' }), null],
  [number(), 'a number'],
  [number({ isInteger: true, minimum: 1, maximum: 9 }), 'a whole number from 1 to 9'],
  [number({ minimum: 1 }), 'a number, 1 at least'],
  [number({ maximum: 1 }), 'a number, 1 at most'],
  [boolean(), null],
  [choice(), null],
  [choices(), 'any number'],
  [choices({ minItems: 2 }), 'at least 2'],
  [choices({ maxItems: 2 }), 'at most 2'],
  [choices({ minItems: 1, maxItems: 2 }), '1 to 2'],
  [choices({ minItems: 2, maxItems: 2 }), '2'],
])('%j takes %s', (field, words) => {
  expect(describeField(field)).toBe(words)
})

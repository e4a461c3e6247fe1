import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  readElicitation,
  type ParsedElicitation,
} from '../../../../src/app/exchange/read/read-elicitation.ts'
import { checkField } from '../../../../src/app/forms/check-field.ts'
import type { ElicitationField } from '../../../../src/app/state/elicitation.ts'
import { fields } from '../../elicitation-fields.ts'

type Json = Readonly<Record<string, unknown>>

function form(properties: unknown, more: Json = {}): unknown {
  return {
    mode: 'form',
    sessionId: 's1',
    message: 'Please',
    requestedSchema: { type: 'object', properties, ...more },
  }
}

function read(params: unknown): ParsedElicitation {
  const result = readElicitation(params)
  if (!result.ok) throw new Error(result.problem.text)
  return result.value
}

function fieldsOf(params: unknown): readonly ElicitationField[] {
  const { mode } = read(params)
  return mode.type === 'form' ? mode.fields : []
}

const wrong = (params: unknown): readonly string[] =>
  read(params).problems.map(({ path, text, weight }) => `${weight} ${path}: ${text}`)

function refused(params: unknown): string {
  const result = readElicitation(params)
  return result.ok ? 'shown' : `${result.problem.path}: ${result.problem.text}`
}

test('a form with a field of each kind', () => {
  const named = (name: string): Pick<ElicitationField, 'name' | 'title'> => ({ name, title: name })
  const choices = [
    { value: 'a', title: 'A', description: 'the first' },
    { value: 'b', title: 'b', description: null },
  ]
  const params = form(
    {
      text: {
        type: 'string',
        title: 'Text',
        description: 'words',
        minLength: 1,
        maxLength: 9,
        pattern: '^a',
        format: 'email',
      },
      filled: { type: 'string', default: 'x' },
      number: { type: 'number', minimum: 0, maximum: 1, default: 0.5 },
      integer: { type: 'integer', default: 3 },
      boolean: { type: 'boolean', default: true },
      plain: { type: 'string', enum: ['a', 'b'], enumNames: ['A'], default: 'b' },
      titled: {
        type: 'string',
        oneOf: [{ const: 'a', title: 'A', description: 'the first' }, { const: 'b' }],
      },
      several: {
        type: 'array',
        minItems: 1,
        maxItems: 2,
        items: { type: 'string', enum: ['a', 'b'] },
        default: ['b'],
      },
      many: {
        type: 'array',
        items: { anyOf: choices.map(({ value, ...rest }) => ({ const: value, ...rest })) },
      },
    },
    { title: 'Settings', description: 'of the project', required: ['text', 'boolean'] },
  )
  expect(read(params)).toEqual({
    sessionId: 's1',
    message: 'Please',
    mode: {
      type: 'form',
      title: 'Settings',
      description: 'of the project',
      fields: [
        fields.text({
          name: 'text',
          title: 'Text',
          description: 'words',
          isRequired: true,
          minLength: 1,
          maxLength: 9,
          pattern: '^a',
          format: 'email',
        }),
        fields.text({ ...named('filled'), value: 'x' }),
        fields.number({ ...named('number'), minimum: 0, maximum: 1, value: 0.5 }),
        fields.number({ ...named('integer'), isInteger: true, value: 3 }),
        fields.boolean({ ...named('boolean'), isRequired: true, value: true }),
        fields.choice({
          ...named('plain'),
          choices: [
            { value: 'a', title: 'A', description: null },
            { value: 'b', title: 'b', description: null },
          ],
          value: 'b',
        }),
        fields.choice({ ...named('titled'), choices }),
        fields.choices({
          ...named('several'),
          choices: ['a', 'b'].map((value) => ({ value, title: value, description: null })),
          minItems: 1,
          maxItems: 2,
          value: ['b'],
        }),
        fields.choices({ ...named('many'), choices }),
      ],
    },
    problems: [],
  })
})

test.each<[string, Json, Pick<ParsedElicitation, 'sessionId' | 'mode'>]>([
  [
    'a page',
    { mode: 'url', sessionId: 's1', message: '', url: ' https://example.org/a ', elicitationId: 'e1' },
    { sessionId: 's1', mode: { type: 'url', url: 'https://example.org/a', elicitationId: 'e1' } },
  ],
  [
    'a page that belongs to a request of ours',
    { mode: 'url', requestId: 0, message: '', url: 'x', elicitationId: 'e1' },
    { sessionId: null, mode: { type: 'url', url: 'x', elicitationId: 'e1' } },
  ],
  [
    'the fields that are there show the mode',
    { sessionId: 's1', toolCallId: 't', message: '', url: 'x', elicitationId: 'e1' },
    { sessionId: 's1', mode: { type: 'url', url: 'x', elicitationId: 'e1' } },
  ],
  [
    'a form without fields, which is agreed to or not',
    { sessionId: 's1', message: '', requestedSchema: {} },
    { sessionId: 's1', mode: { type: 'form', title: null, description: null, fields: [] } },
  ],
])('%s', (_, params, { sessionId, mode }) => {
  expect(read(params)).toEqual({ sessionId, message: '', mode, problems: [] })
})

test('missing fields are reported, and the rest is shown', () => {
  const params = { mode: 'url', url: 'https://example.org' }
  expect(read(params)).toMatchObject({ sessionId: undefined, message: '' })
  expect(wrong(params)).toEqual([
    'noted params.elicitationId: a url without an elicitationId',
    'noted params.message: an elicitation without a message',
    'noted params.sessionId: an elicitation without a sessionId or requestId',
  ])
})

describe('broken properties', () => {
  test.each<[string, unknown, Partial<ElicitationField> & Json, readonly string[]]>([
    ['its type by what it says: choices', { enum: ['a'] }, { type: 'choice' }, []],
    ['its type by what it says: text', { maxLength: 3 }, { type: 'text', maxLength: 3 }, []],
    ['its type by what it says: number', { minimum: 3 }, { type: 'number', minimum: 3 }, []],
    ['its type by what it says: several', { items: { enum: ['a'] } }, { type: 'choices' }, []],
    ['one of several types', { type: ['null', 'integer'] }, { type: 'number', isInteger: true }, []],
    ['an empty title', { type: 'string', title: ' ' }, { title: 'it' }, []],
    ['a title that nobody sees', { type: 'string', title: '\u200b' }, { title: 'it' }, []],
    [
      'a title that is not a text',
      { type: 'string', title: 3, description: {} },
      { title: 'it', description: null },
      [],
    ],
    [
      'limits that are not numbers of characters',
      { type: 'string', minLength: -1, maxLength: 1.5, pattern: 3, format: null, default: 7 },
      { minLength: null, maxLength: null, pattern: null, format: null, value: null },
      ['.minLength', '.maxLength', '.pattern', '.default'],
    ],
    [
      'limits that no value fits',
      { type: 'integer', minimum: 3, maximum: 2, default: 1.5 },
      { minimum: null, maximum: null, value: null },
      ['.minimum', '.default'],
    ],
    ['a list of numbers', { type: 'number', enum: [1, 2] }, { type: 'number' }, ['.enum']],
    [
      'choices that are not texts, or repeated',
      { type: 'string', enum: ['a', 3, 'a', null, 'b'], default: 'c' },
      { choices: ['a', 'b'].map((value) => ({ value, title: value, description: null })), value: null },
      ['.enum[1]', '.default'],
    ],
    [
      'several of too few',
      {
        type: 'array',
        items: { anyOf: [{ const: 'a' }, {}] },
        minItems: 2,
        maxItems: 5,
        default: ['a', 'b', 'a'],
      },
      { minItems: null, maxItems: 5, value: ['a'] },
      ['.items.anyOf[1]', '.minItems', '.default'],
    ],
  ])('%s', (_, property, field, paths) => {
    expect(fieldsOf(form({ it: property }))).toEqual([expect.objectContaining(field)])
    expect(read(form({ it: property })).problems.map(({ path }) => path)).toEqual(
      paths.map((path) => `params.requestedSchema.properties.it${path}`),
    )
  })

  test('fields that cannot be asked for are left out, and reported', () => {
    const params = form({
      a: { type: 'object' },
      b: 3,
      c: { type: 'string' },
      d: { type: 'string', enum: [] },
    })
    expect(fieldsOf(params)).toEqual([fields.text({ name: 'c', title: 'c' })])
    expect(wrong(params)).toEqual([
      'rejected params.requestedSchema.properties.a.type: a property of the type "object" is not supported',
      'rejected params.requestedSchema.properties.b: the property is not an object',
      'rejected params.requestedSchema.properties.d: a property that offers no choice',
    ])
  })

  test('names of properties that every object has', () => {
    const params: unknown = JSON.parse(
      JSON.stringify(
        form({ constructor: { type: 'string' } }, { required: ['__proto__', 'toString'] }),
      ).replace('"constructor"', '"__proto__":{"type":"boolean"},"constructor"'),
    )
    expect(fieldsOf(params)).toEqual([
      fields.boolean({ name: '__proto__', title: '__proto__', isRequired: true }),
      fields.text({ name: 'constructor', title: 'constructor' }),
    ])
    expect(wrong(params)).toEqual([
      'noted params.requestedSchema.required: a required field does not exist in the form',
    ])
  })

  test('required fields that are not a list', () => {
    expect(wrong(form({ a: { type: 'string' } }, { required: 'a' }))).toEqual([
      'noted params.requestedSchema.required: the required fields are not a list of names',
    ])
  })
})

describe('much of it', () => {
  test('10,000 fields are shown', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, index) => [`f${index}`, { type: 'string' }]),
    )
    expect(fieldsOf(form(properties))).toHaveLength(10_000)
    expect(wrong(form(properties))).toEqual([])
    const more = { ...properties, one: { type: 'string' } }
    expect(fieldsOf(form(more))).toHaveLength(10_000)
    expect(wrong(form(more))).toEqual([
      'rejected params.requestedSchema.properties: only the first 10000 of 10001 fields are shown',
    ])
    expect(refused(form(more, { required: ['one'] }))).toContain(
      'a required field of a form is not among its first 10000 fields',
    )
  })

  test('at most twenty problems of a form are reported', () => {
    const properties = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`f${index}`, {}]))
    const problems = wrong(form({ ...properties, a: { type: 'string' } }))
    expect(problems).toHaveLength(20)
    expect(problems.at(-1)).toBe('noted params.requestedSchema: 481 more problems with this form')
  })
})

test.each<[string, unknown]>([
  ['params: an elicitation without params', null],
  ['params: an elicitation without params', [1]],
  ['params.mode: an elicitation of a mode that this client does not know', { mode: '_voice', message: '' }],
  ['params.mode: an elicitation of a mode that this client does not know', { mode: 3, message: '' }],
  ['params.url: an elicitation of mode url without a url', { mode: 'url', url: '  ' }],
  ['params.url: a url of more than 8000 characters is not shown', { mode: 'url', url: 'x'.repeat(8001) }],
  ['params.requestedSchema: a form without a requestedSchema', { mode: 'form' }],
  ['params.requestedSchema.properties: the properties of a form are not an object', form([])],
  ['params.requestedSchema.properties: none of the fields of a form can be asked for', form({ a: {} })],
  [
    'params.requestedSchema.properties.a.type: a required field cannot be asked for: ' +
      'a property of the type "object" is not supported',
    form({ a: { type: 'object' }, b: { type: 'string' } }, { required: ['a'] }),
  ],
])('%s', (words, params) => {
  expect(refused(params)).toBe(words)
})

const anyProperty = fc.oneof(
  fc.jsonValue(),
  fc.record(
    {
      type: fc.oneof(
        fc.constantFrom('string', 'number', 'integer', 'boolean', 'array', 'object'),
        fc.jsonValue(),
      ),
      title: fc.jsonValue(),
      enum: fc.jsonValue(),
      oneOf: fc.jsonValue(),
      items: fc.oneof(fc.jsonValue(), fc.record({ enum: fc.array(fc.string()) })),
      minLength: fc.jsonValue(),
      maximum: fc.jsonValue(),
      minItems: fc.jsonValue(),
      pattern: fc.oneof(fc.string(), fc.constant('(a+)+$')),
      default: fc.jsonValue(),
    },
    { requiredKeys: [] },
  ),
)

test('any schema is a form or a problem; its choices differ and its default is one of them', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), anyProperty), fc.jsonValue(), (properties, required) => {
      const result = readElicitation(form(properties, { required }))
      if (!result.ok || result.value.mode.type !== 'form') return
      for (const field of result.value.mode.fields) {
        if (field.type !== 'choice' && field.type !== 'choices') continue
        expect(new Set(field.choices.map(({ value }) => value)).size).toBe(field.choices.length)
        if (field.type === 'choice')
          expect(checkField({ ...field, isRequired: false }, field.value)).toBeNull()
        else expect(checkField({ ...field, minItems: null, maxItems: null }, field.value)).toBeNull()
      }
    }),
    { numRuns: 250 },
  )
})

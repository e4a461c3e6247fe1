import fc from 'fast-check'
import type { Bar, Input, Part, RowForm } from '../../../src/ui/rows/row-form.ts'
import { anyText, roles } from '../paint/any-rows.ts'

const anyPart: fc.Arbitrary<Part> = fc
  .record({ text: anyText, role: fc.constantFrom(...roles), id: fc.option(fc.uuid()), untilMs: fc.nat() })
  .map(({ text, role, id, untilMs }) => ({
    text,
    role,
    untilMs,
    ...(id === null ? {} : { target: { type: 'item' as const, id } }),
  }))

export const anyBar: fc.Arbitrary<Bar> = fc.record({
  form: fc.constant('bar'),
  left: fc.array(anyPart, { maxLength: 5 }),
  right: fc.array(anyPart, { maxLength: 2 }),
})

const anyInput: fc.Arbitrary<Input> = fc
  .record({
    label: fc.array(anyPart, { maxLength: 2 }),
    text: fc.oneof(fc.string({ unit: 'grapheme' }), anyText, fc.constant('one\ntwo\n\nthree')),
    at: fc.nat(),
    after: fc.array(anyPart, { maxLength: 2 }),
    right: anyPart,
    most: fc.integer({ min: 1, max: 4 }),
  })
  .map(({ text, at, ...others }) => ({
    form: 'input',
    line: { text, cursor: (at % (text.length + 2)) - 1 },
    ...others,
  }))

/** Any form whose rows this folder lays out. */
export const anyForm: fc.Arbitrary<RowForm> = fc.oneof(
  anyBar,
  anyInput,
  fc.record({
    form: fc.constant('wrap' as const),
    text: anyText,
    role: fc.constantFrom(...roles),
    indent: fc.nat({ max: 5 }),
    most: fc.integer({ min: 1, max: 5 }),
  }),
  fc.record({
    form: fc.constant('rule' as const),
    title: fc.option(anyText),
    isDashed: fc.boolean(),
    caption: fc.option(anyText, { nil: undefined }),
  }),
)

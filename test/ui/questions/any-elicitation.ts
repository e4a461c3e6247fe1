import fc from 'fast-check'
import type { ElicitationField, ElicitationRequest } from '../../../src/app/state/elicitation.ts'
import { anySession, anyText, maybe } from '../stack/any-text.ts'

const limit = fc.option(fc.constantFrom(0, 1, 2, 3, 50))
const named = {
  name: fc.oneof(anyText, fc.constantFrom('__proto__', 'constructor')),
  title: fc.oneof(anyText, fc.constant('Name')),
  description: maybe,
  isRequired: fc.boolean(),
}
const anyChoices = fc.uniqueArray(fc.record({ value: anyText, title: anyText, description: maybe }), {
  selector: ({ value }) => value,
  minLength: 1,
  maxLength: 20,
})

/** Any field of an elicitation, hostile ones included. */
const anyField: fc.Arbitrary<ElicitationField> = fc.oneof(
  fc.record({
    ...named,
    type: fc.constant('text' as const),
    minLength: limit,
    maxLength: limit,
    pattern: fc.option(fc.oneof(anyText, fc.constantFrom('^(a+)+$', '^[a-z]*$', '('))),
    format: fc.option(fc.oneof(anyText, fc.constantFrom('email', 'uri', 'date', 'date-time'))),
    value: maybe,
  }),
  fc.record({
    ...named,
    type: fc.constant('number' as const),
    isInteger: fc.boolean(),
    minimum: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
    maximum: fc.option(fc.integer()),
    value: fc.option(fc.integer()),
  }),
  fc.record({ ...named, type: fc.constant('boolean' as const), value: fc.option(fc.boolean()) }),
  fc.tuple(fc.record(named), anyChoices, fc.nat()).map(([rest, choices, at]) => ({
    ...rest,
    type: 'choice' as const,
    choices,
    value: choices[at % (choices.length * 2)]?.value ?? null,
  })),
  fc
    .tuple(fc.record({ ...named, minItems: limit, maxItems: limit }), anyChoices, fc.nat())
    .map(([rest, choices, count]) => ({
      ...rest,
      type: 'choices' as const,
      choices,
      value: choices.slice(0, count % 4).map(({ value }) => value),
    })),
)

export const anyElicitation: fc.Arbitrary<ElicitationRequest> = fc.record({
  key: fc.nat({ max: 3 }),
  sessionId: fc.option(anySession),
  message: fc.oneof(anyText, fc.constant('Why? '.repeat(200))),
  mode: fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        type: fc.constant('form' as const),
        title: maybe,
        description: maybe,
        fields: fc.array(anyField, { maxLength: 12 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant('url' as const),
        url: fc.oneof(
          anyText,
          anyText.map((text) => `https://example.org/${text}`),
          fc.webUrl({ withQueryParameters: true, withFragments: true }),
          fc.constantFrom(
            `https://${'a'.repeat(60)}.example/${'x'.repeat(3000)}`,
            'http://[::1]:80/',
            'https://münchen.example',
          ),
        ),
        elicitationId: maybe,
      }),
    },
  ),
  askedAtMs: fc.constant(0),
})

const moving = 'up down left right tab shift-tab enter space home end pagedown pageup'.split(' ')
const typing = ['a', 'y', 'n', 'o', '1', '7', '.', '@', '日', '🚀', '\u0301', 'backspace', 'alt-enter']

/** Keys for a form. */
export const anyFormKey: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...moving) },
  { weight: 3, arbitrary: fc.constantFrom(...typing) },
  { weight: 1, arbitrary: fc.constantFrom('ctrl-s', 'ctrl-s', 'ctrl-x', 'escape', 'W', '?') },
)

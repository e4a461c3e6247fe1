import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Concealer } from '../../../src/app/conceal/concealer.ts'
import { anyToken, encoded, stringsIn, tells } from './encodings.ts'

const around = fc.constantFrom(
  '',
  'a',
  ' ',
  '%',
  '%2',
  '\\',
  String.raw`\u00`,
  '&',
  '&#',
  '"',
  '+',
  '=',
  '0',
  'é\u{1f600}',
)

const repeated = anyToken.chain((token) =>
  fc
    .tuple(around, encoded(token), around)
    .map(([before, echo, after]) => ({ token, text: before + echo + after })),
)

test('no token is left in the output, however it is escaped', () => {
  fc.assert(
    fc.property(repeated, fc.boolean(), ({ token, text }, isEscaped) => {
      const concealer = new Concealer({ inMessages: [token], inTexts: [token] })
      const strings = { message: text, [text]: [text], update: { content: { text } } }
      const written = isEscaped ? escaped(strings) : JSON.stringify(strings)
      const shown = concealer.message(Buffer.from(written)).toString('utf8')
      for (const each of [...stringsIn(shown), concealer.text(text), concealer.body(written)])
        expect([each, tells(each, token)]).toEqual([each, false])
    }),
  )
})

test('any text without the token stays as it is', () => {
  fc.assert(
    fc.property(fc.json(), fc.stringMatching(/^[0-9]{4}-[A-Z]{8}$/), (json, token) => {
      const frame = Buffer.from(json)
      fc.pre(!tells(json, token))
      expect(new Concealer({ inMessages: [token], inTexts: [] }).message(frame).equals(frame)).toBe(true)
    }),
  )
})

/** The same JSON with every letter of its strings escaped. */
function escaped(value: object): string {
  return JSON.stringify(value).replace(/\\.|"|[^"\\]/g, (each) =>
    /^[a-z0-9%&;#]$/i.test(each) ? String.raw`\u${each.charCodeAt(0).toString(16).padStart(4, '0')}` : each,
  )
}

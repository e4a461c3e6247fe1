import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText, planted } from './any-text.ts'
import { chunk, frame, onAnnasLaptop, redactAll } from './stage.ts'

describe('any text', () => {
  test('redacting twice changes nothing more, and nothing that is found is left', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const redactor = onAnnasLaptop()
        const once = redactor.text(text)
        expect(redactor.text(once)).toBe(once)
        expect(onAnnasLaptop().text(once)).toBe(once)
        expect(redactor.leaks(once)).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  test('the same text gives the same, also later and in another run', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 5 }), (texts) => {
        const redactor = onAnnasLaptop()
        for (const text of texts) redactor.text(text)
        const known = texts.map((text) => redactor.text(text))
        expect(texts.map((text) => redactor.text(text))).toEqual(known)
        const again = onAnnasLaptop()
        for (const text of texts) again.text(text)
        expect(texts.map((text) => again.text(text))).toEqual(known)
      }),
      { numRuns: 50 },
    )
  })

  test('it stays well-formed', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(onAnnasLaptop().text(text).isWellFormed()).toBe(text.isWellFormed())
      }),
    )
  })
})

/** Words between which what is planted stands. */
const prose = fc.array(
  fc.oneof(
    fc.constantFrom('see', 'the', 'plan:', '(step', '2)', '“so”', '日本', '😀'),
    fc.constantFrom(...planted),
  ),
  { maxLength: 20 },
)

test('secrets between words are removed in any order', () => {
  fc.assert(
    fc.property(prose, (words) => {
      const text = onAnnasLaptop().text(
        words.map((word) => (typeof word === 'string' ? word : word[0])).join(' '),
      )
      for (const word of words) if (typeof word !== 'string') expect(text).not.toContain(word[1])
    }),
    { numRuns: 500 },
  )
})

/** The same where strings were, and everything else as it was. */
function shapeOf(value: unknown): unknown {
  if (typeof value === 'string') return ''
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value !== 'object' || value === null) return value
  return Object.values(value).map(shapeOf)
}

describe('JSON', () => {
  const value = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      anyText,
      fc.constantFrom(null, true, 0, 12.5, 1e21),
      fc.array(tie('value'), { maxLength: 4 }),
      fc
        .array(
          fc.tuple(
            fc.oneof(anyText, fc.constantFrom('id', 'password', 'cwd', 'text', 'token', '__proto__')),
            tie('value'),
          ),
          {
            maxLength: 4,
          },
        )
        .map((members) => Object.fromEntries(members)),
    ),
  })).value

  function redactedLine(line: string): string {
    const redacted = onAnnasLaptop().record(frame(0, line))
    return redacted.type === 'frame' ? redacted.line : ''
  }

  test('it stays JSON of the same shape, and redacting twice changes nothing more', () => {
    fc.assert(
      fc.property(value, (message) => {
        const line = JSON.stringify({ message })
        const redacted = redactedLine(line)
        expect(shapeOf(JSON.parse(redacted))).toEqual(shapeOf(JSON.parse(line)))
        expect(redactedLine(redacted)).toBe(redacted)
      }),
      { numRuns: 200 },
    )
  })

  test('a line without a match is unchanged, byte for byte', () => {
    const before = ' { "a" : [ 1.0, 1e2, 12345678901234567890 ], "b\\u0020c":"\\/x\\u00e9", "a": null, "d": '
    const after = ', "2": 1, "1": "y" } '
    const clean = frame(0, `${before}"\\/\\u00e9"${after}`)
    expect(onAnnasLaptop().record(clean)).toBe(clean)
    expect(redactedLine(`${before}"\\/\\u00e9 anna"${after}`)).toBe(`${before}"/é user"${after}`)
  })
})

describe('a message that comes in parts', () => {
  test('no planted secret is left, wherever the text is cut', () => {
    fc.assert(
      fc.property(prose, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (words, lengths) => {
        const whole = words.map((word) => (typeof word === 'string' ? word : word[0])).join(' ')
        const characters = Array.from(whole)
        const parts: string[] = []
        for (let at = 0, count = 0; at < characters.length; count++) {
          const length = lengths[count % lengths.length] ?? 1
          parts.push(characters.slice(at, at + length).join(''))
          at += length
        }
        const records = parts.map((part, index) => chunk(index, part))
        const redacted = redactAll(onAnnasLaptop(), records)
        expect(redacted.map(({ t }) => t)).toEqual(records.map(({ t }) => t))
        const text = redacted.map((record) => textOf(record)).join('')
        for (const word of words) if (typeof word !== 'string') expect(text).not.toContain(word[1])
        expect(redactAll(onAnnasLaptop(), redacted)).toEqual(redacted)
        expect(onAnnasLaptop().leaks(text)).toEqual([])
      }),
      { numRuns: 100 },
    )
  })

  function textOf(record: { readonly type: string; readonly line?: string }): string {
    const message = JSON.parse(record.line ?? '') as {
      readonly params: { readonly update: { readonly content: { readonly text: string } } }
    }
    return message.params.update.content.text
  }
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { looksSecret } from '../../../src/app/redact/replacements/mask.ts'
import { keyForms, keyShapes, namedRules, textRules } from '../../../src/app/redact/secrets/secret-rules.ts'
import { keyOf, keysAnywhere, keysOfServices } from './known-keys.ts'
import { examplesOf } from './secret-examples.ts'
import { anywhere, expectRedacted, frame, onAnnasLaptop, redactAll, redactParts, textsOf } from './stage.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz'
const digits = '0123456789'
const any = `${letters}${letters.toUpperCase()}${digits}`

function drawn(characters: string, least: number, most: number): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...characters.split('')), minLength: least, maxLength: most })
}

/** What people and programs take for a password. */
const password = fc.oneof(
  drawn(any, 10, 30),
  drawn(letters, 10, 16),
  drawn(`${letters}${digits}`, 10, 24),
  drawn('0123456789abcdef', 32, 32),
)
const random = drawn(any, 10, 30).filter((value) => looksSecret(value, 10) && /[a-z]/.test(value))

/** In a text, the value is hidden, and hidden for good. */
function expectHidden(text: string, value: string): void {
  const redactor = anywhere()
  const redacted = redactor.text(text)
  expect([text, redacted.includes(value)]).toEqual([text, false])
  expect(redactor.text(redacted)).toBe(redacted)
  expect(anywhere().text(redacted)).toBe(redacted)
  expect(anywhere().leaks(redacted)).toEqual([])
  expect(anywhere().leaks(text)).not.toEqual([])
}

const rules = { ...namedRules, ...textRules }
const examples = Object.entries(rules).map(
  ([id, rule]) => [id, { ...rule, ...examplesOf[id as keyof typeof rules] }] as const,
)

describe('a rule', () => {
  test.each(examples)('%s: hides any value', (_, rule) => {
    const { example } = rule
    fc.assert(
      fc.property('isSecret' in rule || 'isProse' in rule ? random : password, (value) =>
        expectHidden(example.replaceAll('SECRET', value), value),
      ),
      { numRuns: 50 },
    )
  })

  test.each(examples)(
    '%s: hides it also in a message in parts, in JSON in it and on stderr',
    (_, { example }) => {
      fc.assert(
        fc.property(random, fc.integer({ min: 1, max: 9 }), (value, length) => {
          const text = example.replaceAll('SECRET', value)
          const parts = `first\n${text}\nlast`.match(new RegExp(`[^]{1,${length}}`, 'g')) ?? []
          const written = redactParts(anywhere(), parts).map((part) => JSON.parse(`"${part}"`) as string)
          expect(written.join('')).not.toContain(value)
          const lines = text.split('\n').map((line, t) => ({ t, type: 'stderr', line }) as const)
          expect(JSON.stringify(redactAll(anywhere(), lines))).not.toContain(value)
          expect(
            textsOf(redactAll(anywhere(), [frame(0, { params: { input: text } })])).join(''),
          ).not.toContain(value)
        }),
        { numRuns: 20 },
      )
    },
  )

  test.each(examples)('%s: leaves what is no secret', (_, { counterExample }) => {
    expectRedacted(anywhere, counterExample, counterExample)
  })

  test.each(examples)('%s: takes linear time', { timeout: 60_000 }, (_, { example, counterExample }) => {
    // What takes longer than that for these lengths does not end within minutes.
    const characters = 60_000
    fc.assert(
      fc.property(fc.constantFrom(example, counterExample), fc.nat(), fc.nat(), (text, from, length) => {
        const start = from % text.length
        const part = text.slice(start, start + 1 + (length % (text.length - start)))
        onAnnasLaptop().text(part.repeat(characters / part.length))
      }),
      { numRuns: 3 },
    )
  })
})

/** An expression without what must follow. */
function startOf(prefix: string): fc.Arbitrary<string> {
  const plain = prefix.replaceAll(/\(\?=(?:[^()]|\([^()]*\))*\)/g, '')
  return fc.stringMatching(new RegExp(`^(?:${plain})$`))
}

/** What follows it. */
function bodyOf(prefix: string, least: number): fc.Arbitrary<string> {
  const hexadecimal = (count: number): fc.Arbitrary<string> => drawn('0123456789abcdef', count, count)
  if (prefix.includes('{3}-')) return fc.uuid()
  if (prefix.includes('A-Z2-7')) return drawn('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16, 16)
  const [, count, sign] = /\(\?=\[0-9a-f\]\{(\d+)\}(-?)/.exec(prefix) ?? []
  if (count !== undefined && sign === '-')
    return fc.tuple(hexadecimal(24), hexadecimal(146)).map((parts) => parts.join('-'))
  if (count !== undefined) return hexadecimal(Number(count))
  return drawn(any, Math.max(least, 24), least + 40).filter(
    (value) => /\d/.test(value) && /[a-z]/i.test(value),
  )
}

/** Random enough that it differs from what stands for it. */
function isKey(value: string): boolean {
  return new Set(value).size > 8 && !/x{4}$/i.test(value)
}

describe('a key', () => {
  test.each(keyForms.map((form) => [form.prefix, form] as const))('that begins like %s', (_, form) => {
    const { prefix, least, isBase64 } = form
    const body = bodyOf(prefix, least).filter(isKey)
    fc.assert(
      fc.property(
        startOf(prefix),
        body,
        fc.constantFrom('', 'use ', '"', 'x=', '('),
        (start, key, before) => {
          expectHidden(`${before}${start}${key}`, key.slice(-8))
          // A slash anywhere in it does not end it.
          const slashed = `${start}${key.slice(0, 1)}/${key.slice(1)}`
          if (isBase64 === true) expectHidden(`${before}${slashed}, then`, slashed.slice(-8))
        },
      ),
      { numRuns: 30 },
    )
  })

  test.each(keyForms.map(({ prefix }) => [prefix] as const))('is no word that begins like %s', (prefix) => {
    fc.assert(
      fc.property(startOf(prefix), (start) => {
        expect(anywhere().text(`a ${start}word`)).toBe(`a ${start}word`)
      }),
      { numRuns: 10 },
    )
  })

  const patterns = [
    ...Object.values(keysAnywhere),
    ...Object.values(keysOfServices).map(([, pattern]) => pattern),
  ]
  test.each(keyShapes.map((shape) => [shape.shape.source, shape] as const))('of the shape %s', (_, form) => {
    const { shape, sign, isMixed } = form
    const isMadeOf = isMixed === true ? /\{[mw]/ : /\{/
    const ofShape = patterns.filter(
      (pattern) => isMadeOf.test(pattern) && [1, 2, 3].every((number) => shape.test(keyOf(pattern, number))),
    )
    fc.assert(
      fc.property(fc.constantFrom(...ofShape), fc.nat(), (pattern, number) => {
        const key = keyOf(pattern, number)
        const secret = shape.exec(key)?.[1] ?? key
        fc.pre(
          /\d/.test(key) && (isMixed !== true || [/[a-z]/, /[A-Z]/, /\d/].every((kind) => kind.test(secret))),
        )
        expectHidden(`use ${key}`, key.slice(-12, -4))
      }),
      { numRuns: 20 },
    )
    expect(anywhere().text(`a${sign}word`)).toBe(`a${sign}word`)
  })
})

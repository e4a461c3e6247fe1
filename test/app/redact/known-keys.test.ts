import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { escapePattern } from '../../../src/app/redact/matching/literals.ts'
import {
  assignments,
  keyOf,
  keysAnywhere,
  keysInTexts,
  keysOfServices,
  notSecret,
  ownKeys,
} from './known-keys.ts'
import { anywhere, redactParts } from './stage.ts'

const numbers = [1, 2, 3, 4, 5]
/** The longest part of it, without signs: nothing like it may be left. */
function core(key: string): string {
  return (
    key
      .split(/[^A-Za-z0-9]+/)
      .toSorted((one, other) => other.length - one.length)[0]
      ?.slice(-10) ?? ''
  )
}

function expectHidden(text: string, key: string): void {
  const redactor = anywhere()
  const redacted = redactor.text(text)
  expect({
    text,
    isLeft: redacted.replace(/\s/g, '').includes(core(key)),
    again: redactor.text(redacted),
    anew: anywhere().text(redacted),
    leaks: redactor.leaks(redacted),
    hadLeaks: anywhere().leaks(text).length > 0,
  }).toEqual({ text, isLeft: false, again: redacted, anew: redacted, leaks: [], hadLeaks: true })
}

describe('a key that a text tells of', () => {
  test.each(Object.entries(keysInTexts))('%s', (_, pattern) => {
    const drawn = /\{[a-zA-Z](\d+)\}/g
    const escaped = pattern
      .split(/(\{[a-zA-Z]\d+\})/)
      .map((part, index) => (index % 2 === 1 ? part : escapePattern(part)))
    const shape = new RegExp(`^${escaped.join('').replace(drawn, '([A-Za-z0-9]{$1})')}$`)
    fc.assert(
      fc.property(fc.nat(), (number) => {
        const text = keyOf(pattern, number)
        const key = shape.exec(text)?.at(-1) ?? ''
        fc.pre(/\d/.test(key) && /[a-z]/i.test(key))
        expectHidden(text, key)
      }),
      { numRuns: 20 },
    )
  })

  test('the manual says how many of the rules of gitleaks are known', () => {
    const known = [keysAnywhere, keysOfServices, keysInTexts].flatMap((keys) => Object.keys(keys))
    const found = known.filter((id) => !ownKeys.includes(id)).length
    const manual = readFileSync(new URL('../../../src/manual/recording.md', import.meta.url), 'utf8')
    expect(manual).toContain(`${found} of the ${found + notSecret.length} rules of gitleaks`)
  })
})

describe('a key whose prefix names its service', () => {
  test.each(Object.entries(keysAnywhere))('%s', (_, pattern) => {
    for (const number of numbers) {
      const key = keyOf(pattern, number)
      for (const text of [
        key,
        `use ${key}, then go`,
        `{"x": "${key}"}`,
        `<a>${key}</a>`,
        `x=${key}`,
        `(${key})`,
      ])
        expectHidden(text, key)
    }
  })

  test.each(Object.entries(keysAnywhere))('%s, that comes in parts', (_, pattern) => {
    const key = keyOf(pattern, 7)
    const text = `first ${key} last`
    for (const length of [3, 7]) {
      const parts = text.match(new RegExp(`[^]{1,${length}}`, 'g')) ?? []
      expect(redactParts(anywhere(), parts).join('')).not.toContain(core(key))
    }
  })

  test.each(Object.entries(keysAnywhere))('%s, with an invisible character in it', (_, pattern) => {
    const key = keyOf(pattern, 8)
    const at = key.length - 6
    for (const sign of ['\u200b', '\u200d', '\u2060', '\ufeff', '\u00ad']) {
      const redacted = anywhere().text(`use ${key.slice(0, at)}${sign}${key.slice(at)} now`)
      expect(redacted).not.toContain(core(key).slice(0, 4))
      expect(redacted).toMatch(/^use .* now$/)
    }
  })
})

describe('a key that looks like any other number', () => {
  test.each(Object.entries(keysOfServices))('%s', (_, [service, pattern]) => {
    for (const number of numbers) {
      const key = keyOf(pattern, number)
      for (const form of assignments) expectHidden(form.replaceAll('NAME', service).replace('KEY', key), key)
    }
  })
})

describe('a key that a line break cuts', () => {
  const cut = [
    'github-pat',
    'anthropic-api-key',
    'aws-access-token',
    'openai-api-key',
    'gitlab-pat-routable',
    'jwt',
    'npm-access-token',
    'stripe-access-token',
  ]
  const patterns = cut.map((id) => [id, keysAnywhere[id] ?? ''] as const)

  test.each(patterns)('%s', (_, pattern) => {
    for (const number of numbers) {
      const key = keyOf(pattern, number)
      for (const between of ['\n', '\r\n', '\n    ']) {
        const at = Math.max(12, key.length - 12)
        const text = `use ${key.slice(0, at)}${between}${key.slice(at)} now`
        expectHidden(text, key)
        expect(anywhere().text(text)).toMatch(/ now$/)
      }
    }
  })

  test.each(patterns)('%s, in parts', (_, pattern) => {
    const key = keyOf(pattern, 3)
    const at = Math.max(12, key.length - 12)
    const parts = [`use ${key.slice(0, at)}\n`, key.slice(at, -4), key.slice(-4), ' now']
    expect(redactParts(anywhere(), parts).join('')).not.toContain(key.slice(at, -4))
  })

  test('a value in the next line is kept', () => {
    const key = keyOf('ghp_{m36}', 1)
    for (const next of ['Done.', 'abc1234 is the commit', '- next', 'v20.11.1', '42'])
      expect(anywhere().text(`${key}\n${next}`)).toBe(`ghp_${'x'.repeat(36)}\n${next}`)
  })
})

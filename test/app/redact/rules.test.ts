import { describe, expect, test } from 'vitest'
import { compileRules, type RedactRules, type WrittenRules } from '../../../src/app/redact/redact-rules.ts'
import { frame, onAnnasLaptop } from './stage.ts'

function rulesOf(written: Partial<WrittenRules>): RedactRules {
  const compiled = compileRules({ rules: [], allow: [], ...written })
  if (!compiled.ok) throw new Error(compiled.problem.message)
  return compiled.value
}

function literal(
  text: string,
  ignoreCase = false,
): { readonly literal: string; readonly ignoreCase: boolean } {
  return { literal: text, ignoreCase }
}

describe('rules', () => {
  const rules = rulesOf({
    rules: [
      { match: literal('Falcon'), replacement: 'Project X' },
      { match: literal('acme', true), replacement: null },
      { match: { pattern: String.raw`\bTICKET-\d+\b` }, replacement: 'TICKET-0' },
    ],
  })

  test('they are applied in addition to the others, and stay applied', () => {
    const redactor = onAnnasLaptop(['names'], rules)
    const once = redactor.text('Falcon for ACME by anna: TICKET-12, TICKETS-1, falcon')
    expect(once).toBe('Project X for xxxxxxxx by user: TICKET-0, TICKETS-1, falcon')
    expect(redactor.text(once)).toBe(once)
    expect(redactor.leaks('the Falcon')).toEqual([
      {
        what: 'text that rule 1 finds',
        line: 1,
        column: 5,
        text: 'Falcon',
        excerpt: 'the ‹text that rule 1 finds›',
      },
    ])
  })

  test('in JSON they match values, and keys that are not identifiers', () => {
    const redactor = onAnnasLaptop([], rulesOf({ rules: [{ match: literal('plan'), replacement: 'idea' }] }))
    const line = frame(0, { method: 'plan', plan: { title: 'a plan', 'my plan': 1 } })
    expect(redactor.record(line)).toEqual(
      frame(0, { method: 'plan', plan: { title: 'a idea', 'my idea': 1 } }),
    )
  })

  test('rules support JavaScript regular expressions, one line at a time', () => {
    const written = [
      String.raw`(?<=id=)(\w)\1+`,
      String.raw`^# .*$`,
      String.raw`re-\d+\-end`,
      '🚀{2}',
      String.raw`C:\\new[^\n]*`,
    ]
    const redactor = onAnnasLaptop(
      [],
      rulesOf({ rules: written.map((pattern) => ({ match: { pattern }, replacement: '-' })) }),
    )
    expect(redactor.text('id=aaa id=abc\r\n# plans\nno # plans\nre-12-end 🚀🚀🚀\nC:\\new\\a b\nc')).toBe(
      'id=- id=abc\r\n-\nno # plans\n- -🚀\n-\nc',
    )
  })

  test('what an expression finds only because a row of a screen ends there is no leak', () => {
    const patterns = [String.raw`\bbuild$`, '^Plan', 'token(?!izer)', '[$^]{2}']
    const redactor = onAnnasLaptop(
      [],
      rulesOf({ rules: patterns.map((pattern) => ({ match: { pattern }, replacement: '-' })) }),
    )
    for (const row of ['the build', 'Plan 2 of 3', 'a token…']) {
      expect(redactor.leaks(row)).toHaveLength(1)
      expect(redactor.leaks(row, true)).toEqual([])
    }
    for (const row of ['a token for it', '$^']) expect(redactor.leaks(row, true)).toHaveLength(1)
  })

  test('allowed names are kept', () => {
    const allow = [literal('mia@corp.de'), { pattern: String.raw`[a-z]+@open\.org` }]
    const redactor = onAnnasLaptop(undefined, rulesOf({ allow }))
    expect(redactor.text('mia@corp.de, max@corp.de, joe@open.org')).toBe(
      'mia@corp.de, person1@example.com, joe@open.org',
    )
  })

  test('a rule that matches the replacements of others ends', () => {
    const feeding = rulesOf({ rules: [{ match: literal('ab'), replacement: 'b' }] })
    const redactor = onAnnasLaptop([], feeding)
    expect(redactor.text('aaab')).toBe('b')
    const long = redactor.text(`${'a'.repeat(100)}b`)
    expect(redactor.text(long)).toBe(long)
    expect(redactor.leaks(long)).toEqual([])
  })
})

describe('rules that cannot be used', () => {
  test.each<[Partial<WrittenRules>, string, string]>([
    [{ rules: [{ match: { pattern: '(a' }, replacement: null }] }, 'pattern', 'regular expression'],
    [{ rules: [{ match: { pattern: 'a\\nb' }, replacement: null }] }, 'pattern', 'matched line by line'],
    [{ rules: [{ match: literal(''), replacement: null }] }, 'literal', 'text to find is empty'],
    [{ rules: [{ match: literal('a'), replacement: 'an apple' }] }, 'replacement', 'rule 1 matches'],
    [{ allow: [{ pattern: '[' }] }, 'pattern', 'regular expression'],
  ])('%o', (written, key, message) => {
    const compiled = compileRules({ rules: [], allow: [], ...written })
    expect(compiled).toMatchObject({ ok: false, problem: { index: 0, key } })
    expect(JSON.stringify(compiled)).toContain(message)
  })
})

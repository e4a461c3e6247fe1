import { expect, test } from 'vitest'
import { problemAdvice } from '../../../src/app/lint/describe-findings.ts'
import { textIn } from '../../../src/app/lint/lint-rule.ts'
import { ruleOf } from '../../../src/app/lint/rules/decoded-problems.ts'
import { lintRules } from '../../../src/app/lint/lint-rules.ts'
import { manualTable } from '../../support/manual.ts'
import { lintCases } from './lint-cases.ts'
import { brief, lintLines } from './lint-lines.ts'

const versions = [1, 2] as const

test('every rule has a case, and an id of its own', () => {
  const ids = lintRules.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(Object.keys(lintCases).toSorted(), 'the cases of lint-cases.ts').toEqual(ids.toSorted())
})

test.each(Object.entries(lintCases))('%s is found, and not without reason', (id, { broken, found, kept }) => {
  const ofRule = (lines: readonly string[]): readonly string[] =>
    lintLines(lines)
      .findings.kept.filter(({ rule }) => rule === id)
      .map(brief)
  expect(ofRule(broken)).toEqual(found)
  expect(ofRule(kept)).toEqual([])
})

test('every problem that is listed says what it does to the plan, and how to mend it', () => {
  for (const code of Object.keys(ruleOf) as (keyof typeof ruleOf)[])
    for (const weight of ['rejected', 'noted'] as const) {
      const { effect, mend } = problemAdvice({ code, weight })
      expect([code, effect, mend]).toEqual([
        code,
        expect.stringMatching(/^[A-Z].*\.$/s),
        expect.stringMatching(/^[A-Z].*\.$/s),
      ])
    }
  expect(problemAdvice({ code: 'bad-entry', weight: 'noted' }).effect).toMatch(/^What could be read is shown/)
  expect(problemAdvice({ code: 'bad-plan', weight: 'rejected' }).effect).toMatch(/the plan stays as it was/)
})

test('an error is what the specification says with MUST, or what its schema requires', () => {
  for (const { id, severity, says } of lintRules)
    for (const version of versions)
      if (severity === 'error')
        expect([id, textIn(says, version)]).toEqual([
          id,
          expect.stringMatching(/\bMUST\b|required|has a|reserved/),
        ])
})

test('every rule names a page of the specification, and how to mend it', () => {
  for (const { id, page, mend, title } of lintRules)
    for (const version of versions) {
      const place = `https://agentclientprotocol\\.com/(?:protocol/v${version}|rfds)/[\\w/-]+(?:#[\\w-]+)?`
      expect(page[version]).toMatch(new RegExp(`^${place}$`))
      const ends = textIn(mend, version).endsWith('.')
      expect([id, ends, title.endsWith('.')]).toEqual([id, true, false])
    }
})

test('an agent is told of the rules of its own version', () => {
  const foreign = { 1: /version 2|begin your own|\brunning\b/i, 2: /version 1|session\/load/i } as const
  for (const { only, title, says, mend } of lintRules)
    for (const version of versions)
      if ((only ?? version) === version)
        for (const text of [title, textIn(says, version), textIn(mend, version)])
          expect(text).not.toMatch(foreign[version])
})

test('manual/lint.md lists the rules', () => {
  expect(manualTable('rule | severity')).toEqual(
    lintRules.map(({ id, severity, title }) => [`\`${id}\``, severity, title]),
  )
})

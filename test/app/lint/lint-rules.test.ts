import { expect, test } from 'vitest'
import { lintRules } from '../../../src/app/lint/lint-rules.ts'
import { readmeTable } from '../../support/readme.ts'
import { lintCases } from './lint-cases.ts'
import { brief, lintLines } from './lint-lines.ts'

test('every rule has a case, and an id of its own', () => {
  const ids = lintRules.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(Object.keys(lintCases).toSorted()).toEqual(ids.toSorted())
})

test.each(Object.entries(lintCases))('%s is found, and not without reason', (id, { broken, found, kept }) => {
  const ofRule = (lines: readonly string[]): readonly string[] =>
    lintLines(lines)
      .findings.kept.filter(({ rule }) => rule === id)
      .map(brief)
  expect(ofRule(broken)).toEqual(found)
  expect(ofRule(kept)).toEqual([])
})

test('an error is what the specification says with MUST, or what its schema requires', () => {
  for (const { id, severity, says } of lintRules)
    if (severity === 'error')
      expect([id, says]).toEqual([id, expect.stringMatching(/\bMUST\b|required|has a/)])
})

test('every rule names a page of the specification, and how to mend it', () => {
  for (const { id, page, mend, title } of lintRules) {
    expect(page).toMatch(/^https:\/\/agentclientprotocol\.com\/(?:protocol|rfds)\/[\w/-]+(?:#[\w-]+)?$/)
    expect([id, mend.endsWith('.'), title.endsWith('.')]).toEqual([id, true, false])
  }
})

test('the README lists the rules', () => {
  expect(readmeTable('rule | severity')).toEqual(
    lintRules.map(({ id, severity, title }) => [`\`${id}\``, severity, title]),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { characterSet, endOfRun, runsIn, withoutEnd } from '../../../../src/app/redact/matching/runs.ts'

const set = characterSet(/[a-c-]/)
const anyText = fc.string({
  unit: fc.constantFrom('a', 'b', 'c', '-', 'a', ' ', 'x', 'é', '😀'),
  maxLength: 60,
})

test('the same runs are found as by a regular expression', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 1, max: 9 }), (text, least) => {
      const wanted = [...text.matchAll(new RegExp(`(?<![a-c-])[a-c-]{${least},}`, 'g'))]
      expect(runsIn(text, set, least)).toEqual(
        wanted.map(({ index, 0: run }) => ({ start: index, end: index + run.length })),
      )
    }),
    { numRuns: 1000 },
  )
})

test('and the same end', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(text.slice(0, endOfRun(text, set, 0))).toBe(/^[a-c-]*/.exec(text)?.[0])
      expect(withoutEnd(text, set)).toBe(text.replace(/[a-c-]+$/, ''))
    }),
    { numRuns: 500 },
  )
})

test('a run may be as long as a string can be', () => {
  const text = 'ab'.repeat(8_000_000)
  expect(runsIn(` ${text} `, set, 32)).toEqual([{ start: 1, end: 16_000_001 }])
})

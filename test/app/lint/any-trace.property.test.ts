import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyOddPlace, withOdd } from '../../recordings/odd-values.ts'
import { lintCases } from './lint-cases.ts'
import { lintLines } from './lint-lines.ts'

const traces = Object.values(lintCases).flatMap(({ broken, kept }) => [broken, kept])

const anyTrace = fc.record({
  lines: fc.constantFrom(...traces),
  changes: fc.array(
    fc.record({
      at: fc.nat(20),
      odd: anyOddPlace,
      cut: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    }),
    { maxLength: 4 },
  ),
  order: fc.array(fc.nat(20), { maxLength: 4 }),
})

// Whatever stands in a trace, half written and in any order: nothing throws, and each finding can be told.
test('lint never throws', () => {
  fc.assert(
    fc.property(anyTrace, ({ lines, changes, order }) => {
      const changed = [...lines]
      for (const { at, odd, cut } of changes) {
        const line = changed[at]
        if (line === undefined || !line.startsWith('{')) continue
        const whole = JSON.stringify(withOdd(JSON.parse(lines[at] ?? '{}'), odd))
        changed[at] = cut === null ? whole : whole.slice(0, Math.floor(cut * whole.length))
      }
      for (const at of order) changed.push(changed[at % changed.length] ?? '')
      for (const { seen, path } of lintLines(changed).findings.kept) {
        expect(seen.length).toBeLessThan(2000)
        expect((path ?? '').length).toBeLessThan(2000)
      }
    }),
  )
})

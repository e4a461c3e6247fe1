import { expect, test } from 'vitest'
import { safe } from '../../../src/lib/text/safe-text.ts'
import { inputsOf, KeptRows } from '../../../src/ui/rows/kept-rows.ts'
import { type LaidRows, layRows } from '../../../src/ui/rows/lay-rows.ts'
import { part } from '../../../src/ui/rows/row-form.ts'
import { items, opened, planned, prompted, stateAfter } from '../../support/app-states.ts'
import { dark } from '../paint/any-rows.ts'
import { ShownScreen } from '../stack/shown-screen.ts'

const bar = (text = safe`text`, untilMs = 2000): LaidRows =>
  layRows({ form: 'bar', left: [part('dim', text, { untilMs })] }, { theme: dark, columns: 20 })

function keptAt(kept: KeptRows, nowMs: number, ...inputs: readonly unknown[]): LaidRows {
  kept.begin(nowMs)
  return kept.rows('status-line', inputs, bar)
}

test('rows with the same inputs are the same objects, as long as they are true', () => {
  const kept = new KeptRows()
  const first = keptAt(kept, 1000, 'a', Number.NaN)
  expect(keptAt(kept, 1999, 'a', Number.NaN)).toBe(first)
  const other = keptAt(kept, 1999, 'b', Number.NaN)
  expect(other).not.toBe(first)
  expect(keptAt(kept, 2000, 'b', Number.NaN)).not.toBe(other)
})

test('rows of a later time are not those of an earlier one', () => {
  const kept = new KeptRows()
  const later = keptAt(kept, 1000, 'a')
  expect(keptAt(kept, 999, 'a')).not.toBe(later)
})

test('a form with another text, role, time or target is another input', () => {
  const inputs = (text: string, ...more: readonly number[]): string =>
    JSON.stringify(
      inputsOf({ form: 'bar', left: [part('dim', safe`${text.length}`, { untilMs: more[0] ?? 1 })] }),
    )
  expect(inputs('a')).toBe(inputs('b'))
  expect(inputs('a')).not.toBe(inputs('bb'))
  expect(inputs('a', 1)).not.toBe(inputs('a', 2))
})

const state = stateAfter(...opened(), prompted(0), planned(1, items('✓ a', '» b', '○ c')))

test.each([
  [40, 12],
  [80, 24],
  [200, 60],
])('the rows around a plan are the same objects in two frames of a state, at %ix%i', (columns, rows) => {
  // The second frame, since the plan is new in the first one.
  const screen = new ShownScreen(state, { columns, rows, nowMs: 10 }).wait(1)
  const around = (): readonly unknown[] =>
    screen.drawn.view.parts.filter(({ kind }) => kind !== 'plan-pane').flatMap((part) => part.rows)
  const before = around()
  screen.wait(900)
  expect(around().filter((row, at) => row !== before[at])).toEqual([])
})

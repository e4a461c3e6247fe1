import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rowText, rowWidth, type Row } from '../../../src/lib/cells/row.ts'
import { safe } from '../../../src/lib/text/safe-text.ts'
import { ruleRow } from '../../../src/ui/rows/lay-rows.ts'
import type { Rule } from '../../../src/ui/rows/row-form.ts'
import { opened, planned, over, prompted, stateAfter } from '../../support/app-states.ts'
import { ansiText } from '../../support/ansi-text.ts'
import { dark, ShownScreen } from '../stack/shown-screen.ts'

function ruled(columns: number, rule: Omit<Rule, 'form'>): Row {
  return ruleRow({ form: 'rule', ...rule }, { theme: dark, columns })
}
const progress = {
  done: 2,
  total: 3,
  isBegun: true,
  isComplete: false,
  time: { workedMs: 65_000, waitedMs: 0 },
  clock: 'working',
} as const
const caption = safe`changed since the last prompt · b`

function text(columns: number, rule: Omit<Rule, 'form'>): string {
  return rowText(ruled(columns, rule))
}

describe('the rule above a plan', () => {
  test('has its progress at the left, and its caption at the right', () => {
    expect(text(100, { progress, caption })).toMatch(
      /^ ▰+▱+ {2}2 of 3 · 66% {2}1m05s ─+ changed since the last prompt · b ─$/,
    )
    expect(rowWidth(ruled(100, { progress, caption }))).toBe(99)
  })

  test('leaves out the time for the caption, and the caption for the progress', () => {
    expect(text(80, { progress, caption })).toMatch(/66% ─+ changed since the last prompt · b ─$/)
    expect(text(50, { progress, caption })).toMatch(/^ ▰+▱+ {2}2\/3 {2}1m05s ─+$/)
  })

  test('is a line without progress, and has none beside the title of a panel', () => {
    expect(text(60, {})).toMatch(/^ ─{58}$/)
    const titled = { title: safe`Help` }
    expect(text(60, { progress, ...titled })).toBe(text(60, titled))
  })

  test('fits any width', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10, max: 250 }),
        fc.boolean(),
        fc.boolean(),
        fc.nat({ max: 10_000 }),
        (columns, isDashed, hasCaption, total) => {
          const view = { progress: { ...progress, total }, ...(hasCaption ? { caption } : {}) }
          expect(rowWidth(ruled(columns, { ...view, isDashed }))).toBeLessThanOrEqual(columns)
        },
      ),
    )
  })
})

const lines = '# The plan\n\nSome words.\n'
const more = '- [ ] Test it\n'

function written(text: string): Parameters<ShownScreen['show']>[0] {
  const states = [...opened(), prompted(0), planned(1000, { type: 'markdown', text: lines })]
  return stateAfter(...states, planned(2000, { type: 'markdown', text }))
}

/** The line of the screen that has the words. */
function lineOf(screen: ShownScreen, words: string): number {
  return screen.text.split('\n').findIndex((line) => line.includes(words))
}

describe('the text of a plan that is being written', () => {
  test.each([
    [80, 24],
    [40, 18],
    [40, 12],
  ])('does not move when its first task box comes, in %i x %i', (columns, rows) => {
    const screen = new ShownScreen(written(lines), { columns, rows, nowMs: 3000 })
    const before = lineOf(screen, 'Some words.')
    expect(screen.text).not.toMatch(/0\/1|0 of 1/)
    screen.show(written(lines + more))
    expect(screen.text).toMatch(/0\/1|0 of 1/)
    expect(lineOf(screen, 'Some words.')).toBe(before)
  })

  test('moves by the lines of the box only, while its end is followed', () => {
    const long = lines + Array.from({ length: 60 }, (_, at) => `Line ${at}.\n\n`).join('')
    const screen = new ShownScreen(written(long), { nowMs: 3000 })
    screen.show(written(`${long}Last.\n\n`))
    const before = lineOf(screen, 'Last.')
    screen.show(written(`${long}Last.\n\n${more}`))
    expect(before).toBeGreaterThan(10)
    expect(lineOf(screen, 'Last.')).toBe(before - 2)
  })
})

test('the progress of a plan whose agent has ended is dim', () => {
  const gone = stateAfter(
    ...opened(),
    prompted(0),
    planned(1000, { type: 'markdown', text: more }),
    over(2000, { kind: 'exited', code: 0, signal: null }),
  )
  const screen = new ShownScreen(gone, { nowMs: 3000 })
  const shown = screen.rows.map(ansiText).find((line) => line.includes('0 of 1'))
  expect(shown).toMatch(/^\u001b\[2m [▰▱]+ {2}0 of 1/)
})

test('the rows of the plan alone begin with its progress', () => {
  const screen = new ShownScreen(written(more), { nowMs: 3000 })
  expect(rowText(screen.planAlone[0] ?? [])).toMatch(/^ ▱+ {2}0 of 1 · 0% +\S+ $/)
})

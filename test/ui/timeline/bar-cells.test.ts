import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clockSpans, stepParts } from '../../../src/app/timeline/step-spans.ts'
import {
  asciiBar,
  barCells,
  unicodeBar,
  type BarPart,
  callTicks,
} from '../../../src/ui/timeline/bar-cells.ts'
import { noTimes, timesAfter, type StepTimes, type WorkClock } from '../../../src/plans/steps/step-times.ts'
import { at } from '../../plans/update-time.ts'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import type { WorkCall } from '../../../src/app/state/step-work.ts'
import { rowWidth } from '../../../src/lib/cells/row.ts'
import { columnOf, timeScale } from '../../../src/app/timeline/time-scale.ts'
import {
  asked,
  chosen,
  items,
  opened,
  planned,
  prompted,
  stateAfter,
  updated,
} from '../../support/app-states.ts'
import { dark, plainAscii, ShownScreen } from '../stack/shown-screen.ts'

const worked = (fromColumn: number, toColumn: number): BarPart => ({ type: 'worked', fromColumn, toColumn })
const waited = (fromColumn: number, toColumn: number): BarPart => ({ type: 'waited', fromColumn, toColumn })

function bar(parts: readonly BarPart[], signs = unicodeBar, fromColumn = 0): string {
  return barCells(parts, { fromColumn, toColumn: fromColumn + 8 }, signs)
    .map(({ sign }) => sign)
    .join('')
}

describe('a bar', () => {
  test.each<[string, readonly BarPart[], string, string]>([
    ['whole characters', [worked(1, 4)], ' ███    ', ' ###    '],
    ['its end is exact to an eighth', [worked(0, 2.625)], '██▋     ', '###     '],
    ['its beginning to a half', [worked(1.5, 4)], ' ▐██    ', ' ###    '],
    ['a little less is a whole character', [worked(1.25, 4)], ' ███    ', ' ###    '],
    ['waiting is hatched', [worked(0, 2), waited(2, 5), worked(5, 6)], '██░░░█  ', '##:::#  '],
    ['work hides the waiting of its character', [worked(0, 2.5), waited(2.5, 4)], '██▌░    ', '###:    '],
    ['no time is a thin sign', [worked(3, 3)], '   ▏    ', '   |    '],
    ['short work in one character', [worked(3.5, 3.9)], '   ▐    ', '   #    '],
    ['a sliver beside a longer part is left out', [worked(1.9, 4.04)], '  ██    ', '  ##    '],
    ['what is outside is cut off', [worked(-5, 2), worked(6, 99)], '██    ██', '##    ##'],
    ['what is only outside is not there', [worked(-5, -2), worked(9, 12)], '        ', '        '],
  ])('%s', (_, parts, unicode, ascii) => {
    expect([bar(parts), bar(parts, asciiBar)]).toEqual([unicode, ascii])
  })

  test('in a window begins at the window', () => {
    expect(bar([worked(10, 13)], unicodeBar, 10)).toBe('███     ')
  })

  test('has as many characters as the window, wherever its parts are', () => {
    const column = fc.double({ min: -20, max: 20, noNaN: true })
    fc.assert(
      fc.property(fc.array(fc.tuple(column, column, fc.boolean())), (spans) => {
        const parts = spans.map(([one, other, isWork]) =>
          (isWork ? worked : waited)(Math.min(one, other), Math.max(one, other)),
        )
        expect(bar(parts)).toHaveLength(8)
      }),
    )
  })
})

function history(...changes: readonly (readonly [WorkClock['state'], number])[]): readonly WorkClock[] {
  return changes.map(([state, sinceMs]) => ({ state, sinceMs, read: { workedMs: 0, waitedMs: 0 } }))
}

function step(fromMs: number, toMs: number): StepTimes {
  const begun = timesAfter(noTimes, { isActive: true, isOver: false }, at(fromMs))
  return timesAfter(begun, { isActive: false, isOver: true }, at(toMs))
}

const turns = history(['working', 10], ['waiting', 20], ['working', 30], ['standing', 40], ['working', 60])

function parts(times: StepTimes, changes = turns, nowMs = 100): readonly string[] {
  return stepParts(times, clockSpans(changes, nowMs), at(nowMs)).map(
    ({ type, fromMs, toMs }) => `${type} ${fromMs}-${toMs}`,
  )
}

test.each<[string, StepTimes, readonly string[]]>([
  ['a step in one state', step(12, 18), ['worked 12-18']],
  ['one over a question', step(15, 35), ['worked 15-20', 'waited 20-30', 'worked 30-35']],
  ['one over the end of a turn', step(35, 70), ['worked 35-40', 'worked 60-70']],
  ['one that only rested is a moment', step(42, 50), ['worked 42-42']],
  ['one without time is a moment', step(15, 15), ['worked 15-15']],
  ['from before the known states it counts as work', step(2, 15), ['worked 2-10', 'worked 10-15']],
  ['one that was not seen', noTimes, []],
])('%s', (_, times, expected) => {
  expect(parts(times)).toEqual(expected)
})

test('without known states everything is work', () => {
  expect(parts(step(2, 15), [])).toEqual(['worked 2-15'])
})

test('a step in progress goes on until now', () => {
  const running = timesAfter(noTimes, { isActive: true, isOver: false }, at(65))
  expect(parts(running)).toEqual(['worked 65-100'])
})

test('a clock that is set back gives no time that goes back', () => {
  const spans = clockSpans(history(['working', 50], ['waiting', 20], ['standing', 60]), 10)
  expect(spans.map(({ fromMs, toMs }) => [fromMs, toMs])).toEqual([
    [50, 50],
    [50, 60],
    [60, 60],
  ])
})

const called = (atMs: number, toolCallId: string, rest: object): AppEvent =>
  updated(atMs, { type: 'tool-call', toolCallId, hasTodos: false, ...rest })

const read = { kind: 'read', status: 'completed' }
const failed = { kind: 'execute', status: 'failed' }

/** A step with calls apart from each other, one with very many of which some failed, and one in progress. */
const story: readonly AppEvent[] = [
  ...opened(),
  prompted(0, 'Split the tokenizer out'),
  planned(2000, items('» Read the parser', '○ Split the tokenizer', '○ Add tests', '○ Update the README')),
  called(4_000, 'a', read),
  called(21_000, 'b', failed),
  called(30_000, 'c', read),
  planned(43_000, items('✓ Read the parser', '» Split the tokenizer', '○ Add tests', '○ Update the README')),
  ...Array.from({ length: 40 }, (_, at) =>
    called(44_000 + at * 1000, `d${at}`, at % 13 === 12 ? failed : read),
  ),
  asked(90_000, { key: 1 }),
  chosen(110_000, 1, 'once'),
  planned(125_000, items('✓ Read the parser', '✓ Split the tokenizer', '» Add tests', '○ Update the README')),
  called(128_000, 'e', { kind: 'edit', status: 'in_progress' }),
]

const call: WorkCall = {
  number: 0,
  atMs: null,
  endedAtMs: null,
  frame: null,
  kind: 'read',
  title: '',
  status: '',
  command: null,
  exit: null,
  paths: [],
  changes: [],
  isAboutPlan: false,
  isChilds: false,
  steps: ['s'],
}

describe('the calls of the steps on a timeline', () => {
  const looks = [
    { name: '40x12', columns: 40, rows: 12 },
    { name: '80x24', columns: 80, rows: 24 },
    { name: '160x50', columns: 160, rows: 50 },
    { name: '80x24.ascii', columns: 80, rows: 24, theme: plainAscii },
  ]
  test.each(looks)('$name', async ({ name, columns, rows, theme = dark }) => {
    const screen = new ShownScreen(stateAfter(...story), { columns, rows, theme, nowMs: 140_000 })
    expect(screen.press('T', 'up', 'up').rows).toHaveLength(rows)
    expect(screen.rows.filter((each) => rowWidth(each) > columns)).toEqual([])
    if (theme === plainAscii) expect(screen.text).toMatch(/^[\x20-\x7e\n]*$/)
    await expect(`${screen.text}\n`).toMatchFileSnapshot(`../golden/timeline-calls.${name}.txt`)
  })

  test('are in the columns in which they began, and one that failed is never hidden', () => {
    const calls = fc.array(
      fc.record({ atMs: fc.option(fc.integer({ min: 0, max: 400_000 })), isFailed: fc.boolean() }),
      { maxLength: 60 },
    )
    const bounds = { min: 0, max: 200 }
    fc.assert(
      fc.property(calls, fc.integer(bounds), fc.integer(bounds), (those, fromColumn, width) => {
        const scale = timeScale({
          fromMs: 0,
          toMs: 300_000,
          idle: [{ fromMs: 100_000, toMs: 160_000 }],
          columns: 200,
          foldColumns: 13,
          grows: false,
        })
        const made = those.map(({ atMs, isFailed }, number): WorkCall => ({
          ...call,
          number,
          atMs,
          status: isFailed ? 'failed' : 'completed',
        }))
        const expected = new Map<number, boolean>()
        for (const { atMs, isFailed } of those) {
          if (atMs === null) continue
          const column = Math.min(199, Math.floor(columnOf(scale, atMs))) - fromColumn
          if (column >= 0 && column < width) expected.set(column, isFailed || expected.get(column) === true)
        }
        const seen = { fromColumn, toColumn: fromColumn + width }
        expect(callTicks(made, scale, seen)).toEqual(expected)
      }),
    )
  })
})

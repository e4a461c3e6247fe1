import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clockSpans, stepParts } from '../../../src/app/timeline/step-spans.ts'
import { asciiBar, barCells, unicodeBar, type BarPart } from '../../../src/ui/timeline/bar-cells.ts'
import { noTimes, timesAfter, type StepTimes, type WorkClock } from '../../../src/plans/steps/step-times.ts'
import { at } from '../../plans/update-time.ts'

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

import { expect, test } from 'vitest'
import { noTimes, timesAfter, type StepTimes, type WorkClock } from '../../../src/plans/steps/step-times.ts'
import { clockSpans, stepParts } from '../../../src/ui/timeline/step-parts.ts'
import { at } from '../../plans/update-time.ts'

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

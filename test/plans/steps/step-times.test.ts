import { expect, test } from 'vitest'
import { noPlans, withPlanUpdate, type SessionPlans } from '../../../src/plans/session-plans.ts'
import { activeTimeMs, type TrackedEntry } from '../../../src/plans/steps/tracked-entry.ts'
import { noTimes, stretchesAt, timesAfter, type StepTimes } from '../../../src/plans/steps/step-times.ts'
import { at } from '../update-time.ts'

function update(plans: SessionPlans, atMs: number, ...entries: readonly [string, string][]): SessionPlans {
  const content = entries.map(([text, status]) => ({ content: text, status, priority: '' }))
  const plan = { dialect: 'plan', id: null } as const
  return withPlanUpdate(plans, { plan, content: { type: 'items', entries: content } }, at(atMs))
}

function entriesOf(plans: SessionPlans): readonly TrackedEntry[] {
  const body = plans.get('anonymous')?.body
  return body?.type === 'items' ? body.entries : []
}

function times(plans: SessionPlans, nowMs: number): readonly (number | null)[] {
  return entriesOf(plans).map((entry) => activeTimeMs(entry, at(nowMs).work))
}

test('a step is timed while it is in progress, reworded or not', () => {
  let plans = update(noPlans, 1000, ['Read x', 'pending'], ['Write y', 'pending'])
  expect(times(plans, 9000)).toEqual([null, null])
  plans = update(plans, 2000, ['Reading x', 'in_progress'], ['Write y', 'pending'])
  expect(times(plans, 2000)).toEqual([0, null])
  expect(times(plans, 2500)).toEqual([500, null])
  plans = update(plans, 3000, ['Reading all of x', 'in_progress'], ['Write y', 'pending'])
  expect(times(plans, 3000)).toEqual([1000, null])
  plans = update(plans, 5000, ['Read x', 'completed'], ['Writing y', 'in_progress'])
  expect(times(plans, 6000)).toEqual([3000, 1000])
})

test('a step that is in progress again adds to its time', () => {
  let plans = update(noPlans, 0, ['A', 'in_progress'])
  plans = update(plans, 100, ['A', 'pending'])
  plans = update(plans, 500, ['A', 'in_progress'])
  expect(times(plans, 600)).toEqual([200])
  plans = update(plans, 700, ['A', 'cancelled'])
  expect(times(plans, 9000)).toEqual([300])
})

test('a time that goes back subtracts nothing', () => {
  let plans = update(noPlans, 1000, ['A', 'in_progress'])
  expect(times(plans, 500)).toEqual([0])
  plans = update(plans, 400, ['A', 'completed'])
  expect(times(plans, 400)).toEqual([null])
})

test('entries are marked as new or changed, and nothing is marked when a plan first comes', () => {
  let plans = update(noPlans, 1, ['A', 'pending'], ['B', 'pending'])
  expect(entriesOf(plans).map((entry) => entry.change)).toEqual([null, null])
  plans = update(plans, 2, ['A', 'completed'], ['B', 'pending'], ['C', 'pending'])
  expect(entriesOf(plans).map((entry) => entry.change)).toEqual([
    { type: 'changed', atMs: 2 },
    null,
    { type: 'new', atMs: 2 },
  ])
})

test('entries that did not change are the same objects', () => {
  const before = update(noPlans, 1, ['A', 'pending'], ['B', 'pending'])
  const after = update(before, 2, ['A', 'completed'], ['B', 'pending'])
  expect(entriesOf(after)[1]).toBe(entriesOf(before)[1])
  expect(entriesOf(after)[0]).not.toBe(entriesOf(before)[0])
})

test('dropped entries are kept until the next update that drops some', () => {
  let plans = update(noPlans, 1, ['A', 'pending'], ['B', 'pending'], ['C', 'pending'])
  plans = update(plans, 2, ['A', 'pending'], ['C', 'pending'])
  plans = update(plans, 3, ['A', 'completed'], ['C', 'pending'])
  const body = plans.get('anonymous')?.body
  expect(
    body?.type === 'items' && body.dropped.map(({ entry, index, atMs }) => [entry.content, index, atMs]),
  ).toEqual([['B', 1, 2]])
})

test('a step keeps when it was in progress, and when it ended', () => {
  let plans = update(noPlans, 1000, ['A', 'in_progress'], ['B', 'pending'])
  plans = update(plans, 3000, ['A', 'pending'], ['B', 'pending'])
  plans = update(plans, 5000, ['A', 'in_progress'], ['B', 'completed'])
  const [one, other] = entriesOf(plans).map(({ times: each }) => each)
  expect(one).toEqual({
    stretches: [{ fromMs: 1000, toMs: 3000, workedMs: 2000, waitedMs: 0 }],
    merged: 0,
    running: at(5000),
    endedAtMs: null,
  })
  // It was never seen in progress.
  expect(other).toEqual({ ...noTimes, endedAtMs: 5000 })
  expect(stretchesAt(one ?? noTimes, at(6000)).at(-1)).toEqual({
    fromMs: 5000,
    toMs: 6000,
    workedMs: 1000,
    waitedMs: 0,
  })
})

test.each<[string, readonly (readonly [number, string])[], number | null]>([
  ['a step that was completed when its plan came has no known end', [[0, 'completed']], null],
  [
    'nor has it one after another update',
    [
      [0, 'completed'],
      [9, 'cancelled'],
    ],
    null,
  ],
  [
    'the end stays where it was when a done step is cancelled',
    [
      [0, 'pending'],
      [5, 'completed'],
      [9, 'cancelled'],
    ],
    5,
  ],
  [
    'a status that goes backwards takes the end back',
    [
      [0, 'in_progress'],
      [5, 'completed'],
      [9, 'pending'],
    ],
    null,
  ],
  [
    'and the next end counts',
    [
      [0, 'completed'],
      [5, 'in_progress'],
      [9, 'completed'],
    ],
    9,
  ],
])('%s', (_, statuses, end) => {
  const plans = statuses.reduce((before, [atMs, status]) => update(before, atMs, ['A', status]), noPlans)
  expect(entriesOf(plans)[0]?.times.endedAtMs).toBe(end)
})

test('a clock that jumps back makes no stretch negative', () => {
  let plans = update(noPlans, 5000, ['A', 'in_progress'])
  plans = update(plans, 1000, ['A', 'completed'])
  expect(entriesOf(plans)[0]?.times.stretches).toEqual([
    { fromMs: 5000, toMs: 5000, workedMs: 0, waitedMs: 0 },
  ])
})

test('of very many stretches the first and the last stay, and those in between are one', () => {
  let step: StepTimes = noTimes
  for (let index = 0; index < 1000; index++) {
    step = timesAfter(step, { isActive: true, isOver: false }, at(index * 10))
    step = timesAfter(step, { isActive: false, isOver: false }, at(index * 10 + 4))
  }
  const { stretches, merged } = step
  expect([stretches.length, merged]).toEqual([31, 969])
  expect([stretches[0], stretches[14]?.fromMs, stretches[16]?.fromMs, stretches.at(-1)?.toMs]).toEqual([
    { fromMs: 0, toMs: 4, workedMs: 4, waitedMs: 0 },
    140,
    9850,
    9994,
  ])
  expect(stretches[15]).toEqual({ fromMs: 150, toMs: 9844, workedMs: 970 * 4, waitedMs: 0 })
})

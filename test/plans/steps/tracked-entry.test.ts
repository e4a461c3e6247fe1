import { expect, test } from 'vitest'
import { noPlans, withPlanUpdate } from '../../../src/plans/session-plans.ts'
import { planSteps } from '../../../src/plans/kinds/plan-kinds.ts'
import {
  slowStep,
  type SlowStep,
  factWords,
  hasNewPriority,
  haveSameFacts,
} from '../../../src/plans/steps/tracked-entry.ts'
import { at } from '../update-time.ts'

/** The slow step after steps that took so many seconds, and another that has been in progress for `seconds`. */
function after(finished: readonly number[], seconds: number): SlowStep | null {
  const names = [...finished.map((_, index) => `Step ${index}`), 'Last']
  let plans = noPlans
  let nowMs = 0
  for (let current = 0; current < names.length; current++) {
    const entries = names.map((content, index) => ({
      content,
      status: index < current ? 'completed' : index === current ? 'in_progress' : 'pending',
      priority: '',
    }))
    const plan = { dialect: 'plan', id: null } as const
    plans = withPlanUpdate(plans, { plan, content: { type: 'items', entries } }, at(nowMs))
    nowMs += (finished[current] ?? seconds) * 1000
  }
  const [plan] = plans.values()
  return plan === undefined ? null : slowStep(planSteps(plan.body), at(nowMs).work)
}

test.each<[string, readonly number[], number, boolean]>([
  ['more than four times the usual', [20, 20, 20], 81, true],
  ['four times the usual', [20, 20, 20], 80, false],
  ['the usual is the one in the middle', [1, 20, 500], 81, true],
  ['less than a minute is never slow', [1, 1, 1], 60, false],
  ['just more than a minute', [1, 1, 1], 61, true],
  ['two steps tell nothing about a third', [1, 1], 900, false],
  ['steps of no time tell nothing', [0, 0, 0, 0], 900, false],
])('%s', (_, finished, seconds, isSlow) => {
  expect(after(finished, seconds) !== null).toBe(isSlow)
})

test('it says which step is slow, and what is usual', () => {
  expect(after([10, 20, 30], 100)).toMatchObject({
    entry: { content: 'Last' },
    index: 3,
    tookMs: 100_000,
    usualMs: 20_000,
  })
})

test('without a step in progress nothing is slow', () => {
  expect(slowStep([], at(0).work)).toBeNull()
})

test('the steps that one waits for are named by their numbers, more than four are counted', () => {
  expect(factWords({})).toBe('')
  expect(factWords({ waitsFor: [] })).toBe('')
  expect(factWords({ waitsFor: [2] })).toBe('waits for 2')
  expect(factWords({ waitsFor: [1, 2, 3, 4] })).toBe('waits for 1, 2, 3, 4')
  expect(factWords({ waitsFor: [1, 2, 3, 4, 5, 6] })).toBe('waits for 1, 2, 3, 4 and 2 more')
})

test('no list and an empty one are the same', () => {
  expect(haveSameFacts({}, { waitsFor: [] })).toBe(true)
  expect(haveSameFacts({ waitsFor: [1] }, { waitsFor: [1] })).toBe(true)
  expect(haveSameFacts({ waitsFor: [1] }, { waitsFor: [2] })).toBe(false)
  expect(haveSameFacts({ waitsFor: [1] }, {})).toBe(false)
})

test.each([
  ['high', 'low', true],
  ['high', '', true],
  ['', 'high', false],
  ['', 'medium', false],
  ['medium', '', false],
  ['low', 'medium', true],
])('a priority %j that becomes %j is news: %s', (before, after, isNew) => {
  const step = { content: 'Tests', status: 'pending' }
  expect(hasNewPriority({ ...step, priority: before }, { ...step, priority: after })).toBe(isNew)
})

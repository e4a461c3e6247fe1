import { expect, test } from 'vitest'
import { planKey, type Plan } from '../../src/plans/plan.ts'
import {
  noPlans,
  withPlanAmended,
  withPlanAs,
  withPlanGrown,
  withPlanUpdate,
  type SessionPlans,
} from '../../src/plans/session-plans.ts'
import { inferredPlan, proposedPlan } from '../../src/protocol/plans/plan-content.ts'
import type { PlanContent } from '../../src/protocol/plan-kinds/plan-kinds.ts'
import { at } from './update-time.ts'

function markdown(text: string): PlanContent {
  return { type: 'markdown', text }
}

function proposed(plans: SessionPlans): Plan | undefined {
  return plans.get('proposed')
}

const first = withPlanUpdate(noPlans, { plan: proposedPlan, content: markdown('# A\n') }, at(1))

test('a plan that grows stays in its revision', () => {
  const grown = withPlanGrown(first, planKey(proposedPlan), { text: '- [x] a\n', time: at(5) })
  expect(proposed(grown)).toEqual({
    ...proposed(withPlanUpdate(noPlans, { plan: proposedPlan, content: markdown('# A\n- [x] a\n') }, at(1))),
    updates: 2,
    workEnded: at(5).work,
    changedAtMs: 5,
  })
})

test('an empty piece changes nothing, and only markdown plans grow', () => {
  expect(withPlanGrown(first, planKey(proposedPlan), { text: '', time: at(5) })).toBe(first)
  expect(withPlanGrown(first, planKey(inferredPlan), { text: 'x', time: at(5) })).toBe(first)
  const file = withPlanUpdate(
    noPlans,
    { plan: proposedPlan, content: { type: 'file', uri: 'file:///a' } },
    at(1),
  )
  expect(withPlanGrown(file, planKey(proposedPlan), { text: 'x', time: at(5) })).toBe(file)
})

test('a correction of a revision is not a new revision', () => {
  const second = withPlanUpdate(first, { plan: proposedPlan, content: markdown('# B') }, at(2))
  const right = withPlanAmended(second, { plan: proposedPlan, content: markdown('# C') }, at(3))
  expect(proposed(right)).toMatchObject({ body: { text: '# C' }, revision: 2, updates: 3, changedAtMs: 3 })
  expect(withPlanAmended(right, { plan: proposedPlan, content: markdown('# C') }, at(4))).toBe(right)
  expect(withPlanAmended(noPlans, { plan: proposedPlan, content: markdown('# A\n') }, at(1))).toEqual(first)
})

test('a plan is put back as it was', () => {
  const grown = withPlanGrown(first, planKey(proposedPlan), { text: 'x', time: at(5) })
  expect(withPlanAs(grown, planKey(proposedPlan), proposed(first))).toEqual(first)
  expect(withPlanAs(grown, planKey(proposedPlan), undefined)).toEqual(noPlans)
  expect(withPlanAs(grown, planKey(proposedPlan), proposed(grown))).toBe(grown)
  expect(withPlanAs(noPlans, planKey(proposedPlan), undefined)).toBe(noPlans)
})

import { revisionsOf } from '../../../src/app/history/plan-history.ts'
import { expect, test } from 'vitest'
import {
  historyKey,
  withMovedHistory,
  totalBytes,
  thinned,
  newlyChanged,
} from '../../../src/app/history/run-history.ts'
import * as app from '../../support/app-states.ts'
import { approvedPlan, changedPlan } from '../../support/changed-plan.ts'

const state = app.stateAfter(...app.opened(), ...approvedPlan, ...changedPlan)

test('a plan that continues under another key keeps its revisions, marks and change, all under the new key', () => {
  const moved = withMovedHistory(state.history, app.session, 'id:p', 'proposed')
  expect([...moved.plans.keys()]).toEqual([historyKey(app.session, 'proposed')])
  const [history] = moved.plans.values()
  const revisions = history === undefined ? [] : revisionsOf(history)
  expect(revisions.map(({ number, plan: { key } }) => [number, key])).toEqual([
    [1, 'proposed'],
    [2, 'proposed'],
  ])
  expect(history?.approved).toBe(revisions[0])
  expect(moved.bytes).toBe(totalBytes(moved.plans))
  const keys = moved.marks.get(app.session)?.items.map(({ planKey }) => planKey)
  expect(keys).toContain('proposed')
  expect(keys).not.toContain('id:p')
  expect([...moved.changed.values()].map(({ planKey }) => planKey)).toEqual(['proposed'])
})

test('a change that was found already is not found again under the new key', () => {
  const history = withMovedHistory(state.history, app.session, 'id:p', 'proposed')
  expect(newlyChanged({ ...state, history }, state)).toEqual([])
})

test('histories of which nothing can be dropped stay the same map', () => {
  const { plans } = app.stateAfter(...app.opened(), ...approvedPlan, ...changedPlan).history
  expect(thinned(plans, 0)).toBe(plans)
})

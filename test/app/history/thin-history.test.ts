import { expect, test } from 'vitest'
import { thinned } from '../../../src/app/history/thin-history.ts'
import * as app from '../../support/app-states.ts'
import { approvedPlan, changedPlan } from '../../support/changed-plan.ts'

test('histories of which nothing can be dropped stay the same map', () => {
  const { plans } = app.stateAfter(...app.opened(), ...approvedPlan, ...changedPlan).history
  expect(thinned(plans, 0)).toBe(plans)
})

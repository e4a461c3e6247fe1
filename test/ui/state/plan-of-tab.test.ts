import { expect, test } from 'vitest'
import { planOfTab } from '../../../src/ui/state/plan-of-tab.ts'
import { tabId } from '../../../src/ui/state/ui-state.ts'
import { items, opened, planned, session, stateAfter } from '../../support/app-states.ts'

const hostile = 'x\u0000y'
const state = stateAfter(
  ...opened(),
  planned(1, items('○ Read'), 'main'),
  planned(2, items('○ Write'), hostile),
)

test.each(['main', hostile])('the plan of a tab is found, whatever its id is: %j', (id) => {
  const found = planOfTab(state, tabId(session, `id:${id}`))
  expect(found?.sessionId).toBe(session)
  expect(found?.plan.name.id).toBe(id)
})

test('a tab of a plan that is gone has none', () => {
  expect(planOfTab(state, tabId(session, 'id:other'))).toBeNull()
  expect(planOfTab(state, tabId('another session', 'id:main'))).toBeNull()
})

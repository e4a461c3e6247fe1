import { expect, test } from 'vitest'
import { changedSteps } from '../../../src/app/lint/plan-change.ts'
import { reduce } from '../../../src/app/reduce/reduce.ts'
import type { AppState } from '../../../src/app/state/app-state.ts'
import type { PlanBody } from '../../../src/plans/kinds/plan-kinds.ts'
import { items, opening, session, update } from '../../outputs/stage.ts'
import { stateAfter } from '../../support/app-states.ts'

const rest = (sign: string): readonly string[] =>
  Array.from({ length: 1000 }, (_, at) => `${sign} Step ${at}`)

function bodyIn(state: AppState): PlanBody {
  const [plan] = state.sessions.get(session)?.plans.values() ?? []
  if (plan === undefined) throw new Error('there is a plan')
  return plan.body
}

test('the steps that a change has touched are few where it touches few', () => {
  const before = stateAfter(
    ...opening(),
    update(1, items(null, ...rest('x'), '> One', '. Two', ...rest('.'))),
  )
  const after = reduce(before, update(2, items(null, ...rest('x'), 'x One', '. New', '> Two', ...rest('.'))))
  const changed = changedSteps(bodyIn(before), bodyIn(after))
  const words = (steps: typeof changed.before): readonly string[] =>
    steps.map(({ status, content }) => `${status} ${content}`)
  expect(changed.start).toBe(1000)
  expect(words(changed.before)).toEqual(['in_progress One', 'pending Two'])
  expect(words(changed.after)).toEqual(['completed One', 'pending New', 'in_progress Two'])
  expect(changedSteps(bodyIn(after), bodyIn(after))).toMatchObject({ before: [], after: [] })
})

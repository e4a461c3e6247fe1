import { describe, expect, test } from 'vitest'
import { expectGolden, plan, planUpdate, workingStage } from './stage.ts'

describe.each([
  [40, 12],
  [80, 24],
  [160, 50],
])('at %ix%i', (columns, rows) => {
  test('the problems panel tells what lint finds, and why', async () => {
    const { agent, screen } = await workingStage({ columns, rows })
    await agent.update(plan('completed One', 'in_progress Two'))
    await agent.update(plan('pending One', 'in_progress Two'))
    await agent.update(planUpdate({ type: 'file', planId: 'p', uri: 'plan.md' }))
    screen.type('!')
    await screen.shows(/Lint: 1 error, 1 warning in \d+ frames/)
    await expectGolden(screen, `lint-panel-${columns}x${rows}`)
  })
})

test('while the panel is open, what comes is checked too', async () => {
  const { agent, screen } = await workingStage()
  await agent.update(plan('in_progress One'))
  screen.type('!')
  await screen.shows('Nothing was wrong')
  await agent.update(plan('in_progress One'))
  await screen.shows(/Lint: 1 note/)
  expect(screen.text()).toMatch(/the same plan is sent again \(sent-again\)/)
})

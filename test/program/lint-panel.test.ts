import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { plan as planLine, trace } from '../app/lint/lint-lines.ts'
import { emptyFolder } from '../support/empty-folder.ts'
import { openInProcess } from '../support/in-process-app.ts'
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
    await screen.type('!').shows(/Lint: 1 error, 1 warning in \d+ messages/)
    await expectGolden(screen, `lint-panel-${columns}x${rows}`)
  })
})

test('while the panel is open, what comes is checked too', async () => {
  const { agent, screen } = await workingStage()
  await agent.update(plan('in_progress One'))
  await screen.type('!').shows('No protocol errors')
  await agent.update(plan('in_progress One'))
  await screen.shows(/Lint: 1 note/)
  expect(screen.text()).toMatch(/the same plan is sent again \(sent-again\)/)
})

test.each([
  ['replay', /frame 4, 0\.1 s: the plan is what it was before/],
  ['attach', /frame 4, \d\d:\d\d:\d\d: the plan is what it was before/],
])('%s checks the messages of a recording', async (command, found) => {
  const folder = emptyFolder()
  const file = path.join(folder, 'run.ndjson')
  const lines = trace({}, planLine('in_progress One'), planLine('in_progress One'))
  writeFileSync(file, `${lines.join('\n')}\n`)
  const screen = await openInProcess({ columns: 80, rows: 24, args: [command, file, '--no-animation'] })
  await screen.shows('One')
  await screen.type('!').shows(found)
  await screen.shows(/Lint: 1 note in 7 messages/)
})

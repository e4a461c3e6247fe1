import { expect, test } from 'vitest'
import { plan, workingStage, quit } from './stage.ts'

const st = '\u001b\\'

test('the title says how far the plan is, and is given back at the end', async () => {
  const { agent, screen, turn } = await workingStage()
  await screen.pass(1000)
  expect(screen.title()).toBe('acp-plan-tui · working')
  await agent.update(plan('done Step 1', 'now Step 2'))
  await screen.pass(1000)
  expect(screen.title()).toBe('acp-plan-tui · 1/2')
  const toolCall = { toolCallId: '1', title: 'Evil \u001b]2;evil\u0007 title' }
  const question = agent.asks(toolCall, 'reject_once No')
  await screen.pass(1000)
  expect(screen.title()).toBe('acp-plan-tui · waiting for you')
  await screen.shows('enter choose')
  screen.press('enter')
  await question
  await agent.endTurn(turn)
  await screen.pass(1000)
  expect(screen.title()).toBe('acp-plan-tui · stopped at 1/2')
  await quit(screen)
  expect(screen.title()).toBe('')
  expect(
    screen
      .raw()
      .toString('utf8')
      .match(/\u0007|\u001b\]9;/g),
  ).toBeNull()
})

test('progress is shown where the terminal can, and ended by a signal too', async () => {
  const { agent, screen } = await workingStage({ env: { WT_SESSION: 'a-b' } })
  await agent.update(plan('done Step 1', 'now Step 2'))
  await screen.pass(1000)
  expect(screen.raw().toString('utf8')).toContain(`\u001b]9;4;1;50${st}`)
  await screen.signal('SIGTERM')
  expect(await screen.exit()).toMatchObject({ code: 143 })
  const written = screen.raw().toString('utf8')
  expect(written.slice(written.lastIndexOf('\u001b]9;4;'))).toContain(`\u001b]9;4;0;0${st}`)
  expect(screen.title()).toBe('')
  expect(screen.modes()).toEqual([])
})

test.each([
  ['bell', {}, /\u0007/g, 1],
  ['off', { WT_SESSION: 'a-b' }, /\u0007|\u001b\][29];|\u001b\[2[23];0t/g, 0],
] as const)('--notify %s: what is written for a plan that is done', async (mode, env, sequence, times) => {
  const { agent, screen, turn } = await workingStage({ args: ['--notify', mode], env })
  await agent.update(plan('done Step 1', 'done Step 2'))
  await screen.pass(1000)
  expect(screen.raw().toString('utf8').match(sequence) ?? []).toHaveLength(times)
  await agent.endTurn(turn)
  await screen.shows('2 of 2')
  screen.type('qq')
  await screen.exit()
  expect(screen.raw().toString('utf8').match(sequence) ?? []).toHaveLength(times)
})

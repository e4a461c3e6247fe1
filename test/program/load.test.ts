import { describe, expect, test } from 'vitest'
import { expectGolden, items, plan, planUpdate, said, workingStage } from './stage.ts'

const megabyte = 1024 * 1024

describe('keys are answered', () => {
  test('while a line of 50 MB comes, which is reported and not read', async () => {
    const { agent, screen } = await workingStage()
    await agent.update(plan('now Read', 'todo Write'))
    await screen.shows('» Read')
    const line = `{"jsonrpc":"2.0","method":"session/update","params":{"x":"${'y'.repeat(50 * megabyte)}"}}\n`
    const coming = agent.write(line)
    for (let at = 0; at < 5; at++) {
      screen.type('?')
      await screen.shows('Moving')
      screen.type('?')
      await screen.gone('Moving')
    }
    await coming
    await screen.shows('! 1 problem')
    await agent.update(plan('done Read', 'now Write'))
    await screen.shows('» Write')
    screen.type('!')
    await screen.shows('a line of 50 MB, over the 16 MB that are read')
  })

  test('after a burst of 10,000 updates, whose last one is shown', async () => {
    const { agent, screen } = await workingStage()
    const lines = Array.from({ length: 10_000 }, (_, at) =>
      JSON.stringify({
        jsonrpc: '2.0',
        method: 'session/update',
        params: {
          sessionId: 'session-1',
          update: plan(`now Step ${at}`, ...Array<string>(5).fill('todo More')),
        },
      }),
    )
    const coming = agent.write(`${lines.join('\n')}\n`)
    screen.type('?')
    await screen.shows('Moving')
    screen.type('?')
    await coming
    await screen.shows('» Step 9999')
    const frames = screen.raw().toString('utf8').split('Step').length
    expect(frames).toBeLessThan(1000)
  })

  test('with 10,000 entries: the ends, a search, the current step', async () => {
    const { agent, screen } = await workingStage()
    const entries = Array.from(
      { length: 10_000 },
      (_, at) => `${at < 7000 ? 'done' : at === 7000 ? 'now' : 'todo'} Step ${at + 1}`,
    )
    await agent.update(plan(...entries))
    await screen.shows('» Step 7001')
    screen.type('G')
    await screen.shows('Step 10000')
    screen.type('g')
    await screen.shows(/Step 1$/m)
    screen.type('/')
    await screen.shows('enter go')
    screen.type('9876')
    await screen.shows('1 match')
    screen.press('enter')
    await screen.shows(/› ?○ Step 9876/)
    screen.type('c')
    await screen.shows('Step 9876')
    screen.type('f')
    await screen.shows('» Step 7001')
    await agent.update(plan(...entries.slice(0, 9999)))
    await screen.shows('7000 of 9999')
  })

  test('with an entry of 1 MB', async () => {
    const { agent, screen } = await workingStage()
    await agent.update(
      plan({ content: `Long ${'word '.repeat(200_000)}`, status: 'in_progress' }, 'todo Next'),
    )
    await screen.shows('○ Next')
    screen.press('down')
    await screen.shows(/› ?» Long/)
    screen.type('G')
    await screen.shows('○ Next')
  })
})

test('200 plans have 200 tabs: the selected one is seen, and how many are not', async () => {
  const { agent, screen } = await workingStage()
  const show = async (at: number): Promise<void> =>
    agent.update(planUpdate({ ...items(`now Of plan ${at}`, 'todo Rest'), planId: `plan-${at}` }))
  await show(1)
  await show(2)
  await screen.shows('plan-2')
  // Picked, or the plans that change would take turns.
  screen.type('2')
  await screen.shows('Of plan 2')
  screen.type('1')
  await screen.shows('Of plan 1')
  for (let at = 3; at <= 200; at++) await show(at)
  await agent.update(said('That is all of them.'))
  await screen.shows('all of them')
  screen.press('shift-tab')
  await screen.shows('Of plan 200')
  await expectGolden(screen, 'tabs-200')
  for (let at = 0; at < 100; at++) screen.press('shift-tab')
  await screen.shows('Of plan 100')
  await expectGolden(screen, 'tabs-200-middle')
  for (let at = 1; at <= 199; at++)
    await agent.update({ sessionUpdate: 'plan_removed', planId: `plan-${at}` })
  await screen.shows('Of plan 200')
})

test('the status line, the panels and the memory of a chatty agent are bounded', async () => {
  const { agent, screen } = await workingStage()
  await agent.update(plan('now Talk'))
  await agent.update(said('word '.repeat(300_000)))
  await agent.writeStderr(Array.from({ length: 5000 }, (_, at) => `line ${at}\n`).join(''))
  await screen.shows('word')
  screen.type('e')
  await screen.shows('line 4999')
  screen.type('g')
  await screen.shows('earlier lines are not kept')
  screen.type('a')
  await screen.shows('agent')
  screen.press('escape')
  await screen.shows('» Talk')
})

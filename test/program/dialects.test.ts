import { describe, expect, test } from 'vitest'
import { entry, expectGolden, items, plan, planUpdate, stage, workingStage } from './stage.ts'

describe('every dialect shows its plan', () => {
  test('a: the anonymous plan, replaced by each update, cleared, and there again', async () => {
    const { agent, screen } = await workingStage()
    await agent.update(plan('now Read the parser', 'todo Split the tokenizer'))
    await screen.shows('» Read the parser')
    await screen.pass(20)
    await agent.update(plan('done Read the parser', 'now Split the tokenizer', 'todo Update the README'))
    await screen.shows('1 of 3')
    await expectGolden(screen, 'dialect-a')
    await agent.update(plan())
    await screen.shows('cleared')
    await expectGolden(screen, 'dialect-a-cleared')
    await agent.update(plan('done Read the parser', 'done Split the tokenizer', 'done Update the README'))
    await screen.shows('3 of 3')
  })

  test.each([
    ['b', 1, 'id'],
    ['c', 1, 'planId'],
    ['d', 2, 'planId'],
  ] as const)(
    '%s: markdown, items and an unknown type by their ids',
    async (dialect, protocolVersion, id) => {
      const { agent, screen } = await workingStage({ handshake: { protocolVersion } })
      const steps = items('done Read', 'cancelled Rename everything', {
        ...entry('now Test'),
        priority: 'high',
      })
      await agent.update(planUpdate({ ...steps, [id]: 'main' }))
      await screen.shows('Rename everything')
      await screen.pass(20)
      // Picked: else a tab that changes later would take over after a while.
      screen.type('1')
      await agent.update(
        planUpdate({ type: 'markdown', content: '# Design\n\n- [x] one\n- [ ] two', [id]: 'design' }),
      )
      await agent.update(planUpdate({ type: '_kanban', lanes: ['todo', 'done'], [id]: 'board' }))
      await screen.shows(/main 1\/2 ».*board/)
      await screen.type('2').shows('☐ two')
      await screen.type('1').shows('Rename everything')
      await screen.gone('This plan is already shown.')
      await expectGolden(screen, `dialect-${dialect}-items`)
      await screen.press('tab').shows('two')
      await expectGolden(screen, `dialect-${dialect}-markdown`)
      await screen.type('3').shows('_kanban')
      await expectGolden(screen, `dialect-${dialect}-unknown-type`)
    },
  )
})

test('a bad entry costs no good one: it is counted, and listed with its path and reason', async () => {
  const { agent, screen } = await workingStage()
  await agent.update(
    plan(
      'done Good',
      { content: 'No status' },
      'now Also good',
      { content: 7, status: 'pending' },
      { ...entry('todo A number for a priority'), priority: 3 },
    ),
  )
  await screen.shows('! 3 problems')
  await expectGolden(screen, 'bad-entries')
  await screen.type('!').shows('Effect:')
  await screen.shows('update.entries[3].content')
  await expectGolden(screen, 'bad-entries-problems')
  await screen.press('escape').gone('esc close')
  await agent.update({ sessionUpdate: 'plan', entries: null })
  await screen.shows('! 4 problems')
  await agent.update(planUpdate(items('todo Nameless')))
  await agent.update('no object' as unknown as object)
  await screen.shows('! 6 problems')
  await screen.type('!').shows('update.plan.planId')
  await expectGolden(screen, 'bad-updates-problems')
})

test('identical updates in a row change nothing', async () => {
  const { agent, screen } = await stage()
  const steps = plan('done Read', 'now Write')
  await agent.update(steps)
  await screen.shows('1 of 2')
  const before = screen.raw().length
  for (let at = 0; at < 20; at++) await agent.update(steps)
  // The key is drawn after the updates were read.
  await agent.update(plan('done Read', 'done Write'))
  await screen.shows('2 of 2')
  expect(screen.raw().length - before).toBeLessThan(2000)
})

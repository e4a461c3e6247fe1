import { describe, expect, test } from 'vitest'
import { expectGolden, sendPrompt, stage, workingStage } from './stage.ts'

describe('why there is no plan', () => {
  test('the agent is not through the handshake, then has no prompt', async () => {
    const { agent, screen } = await stage({ handshake: null })
    await screen.shows('Waiting for the answer to initialize')
    await expectGolden(screen, 'no-plan-handshake')
    await agent.answerHandshake()
    await screen.shows('No prompt was sent')
    await expectGolden(screen, 'no-plan-no-prompt')
  })

  test('a prompt went out: a plan may come any moment, and no reason is given', async () => {
    const { screen } = await workingStage()
    await screen.shows('Waiting for the first plan…')
    await expectGolden(screen, 'no-plan-waiting')
  })

  test('an agent whose plans are off is started again with them, by one key', async () => {
    const { agent, screen } = await stage({ handshake: null, columns: 100, rows: 30 })
    const name = '@agentclientprotocol/claude-agent-acp'
    const initialize = { agentInfo: { name, version: '0.100.0' } }
    await agent.answerHandshake({ initialize })
    await screen.shows('ready')
    await sendPrompt(screen, 'go')
    await agent.endTurn(await agent.prompted())
    await screen.shows('Press P to restart it with that set')
    await screen.shows('acp-plan-tui --env CLAUDE_CODE_ENABLE_TODO_TOOLS=1 --')
    screen.type('P')
    await agent.started(2)
    await agent.answerHandshake({ initialize })
    await screen.shows('plan tools set')
    expect((await agent.started(2)).env['CLAUDE_CODE_ENABLE_TODO_TOOLS']).toBe('1')
  })

  test('it was not told that plans are shown', async () => {
    const { agent, screen, turn } = await workingStage({ args: ['--no-plan-capability'] })
    await agent.endTurn(turn)
    await screen.shows('was not told that plans with ids')
    await expectGolden(screen, 'no-plan-capability')
  })
})

test('a plan whose entries are all invalid says so, and which key shows why', async () => {
  const { agent, screen } = await workingStage()
  const sends = (...entries: readonly unknown[]): Promise<void> =>
    agent.update({ sessionUpdate: 'plan', entries })
  await sends()
  await screen.shows('This plan has no steps yet.')
  await sends({ status: 'pending' })
  await screen.shows('No step could be read: ! shows why.')
  await screen.type('T').shows('Timeline')
  await screen.shows('No step could be read')
  screen.press('escape')
  await sends({ content: 'Read', status: 'pending', priority: 'low' })
  await screen.shows('○ Read')
  await sends({ content: 7, status: 'pending', priority: 'low' })
  await screen.shows('No step could be read')
  await screen.type('!').shows('content is missing')
  screen.press('escape')
  await sends({ content: 'Read', status: 'pending', priority: 'low' })
  await screen.shows('○ Read')
  await sends()
  await screen.shows('The agent cleared this plan.')
})

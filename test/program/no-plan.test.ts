import { describe, expect, test } from 'vitest'
import { expectGolden, planUpdate, said, sendPrompt, stage, workingStage } from './stage.ts'

const toolCall = { sessionUpdate: 'tool_call', toolCallId: 'call-1', title: 'Read parser.ts', kind: 'read' }
const todos = [{ content: 'Read', status: 'pending' }]

describe('why there is no plan', () => {
  test('the agent is not through the handshake, then has no prompt', async () => {
    const { agent, screen } = await stage({ handshake: null })
    await screen.shows('Waiting for the answer to initialize')
    await expectGolden(screen, 'no-plan-handshake')
    await agent.answerHandshake()
    await screen.shows('No prompt was sent')
    await expectGolden(screen, 'no-plan-no-prompt')
  })

  test('it works, but sent none: what it did is counted; then its turn is over', async () => {
    const { agent, screen, turn } = await workingStage()
    await agent.update(said('Let me see.'))
    await agent.update(toolCall)
    await agent.update({ ...toolCall, toolCallId: 'call-2' })
    await screen.pass(2_000)
    await screen.shows('1 message, 2 tool calls without a to-do')
    await expectGolden(screen, 'no-plan-working')
    await agent.endTurn(turn)
    await screen.shows('The turn ended')
  })

  test('it calls a todo tool only, and its list is not to be taken for a plan', async () => {
    const { agent, screen, turn } = await workingStage({ args: ['--no-inferred-plans'] })
    await agent.update({ ...toolCall, title: 'todowrite', kind: 'other', rawInput: { todos } })
    await screen.shows('Waiting for the first plan')
    await agent.endTurn(turn)
    await screen.shows('todo tool (todowrite)')
    await expectGolden(screen, 'no-plan-todo-tool')
  })

  test('the list of a todo tool is shown as a plan that is inferred, until a real one comes', async () => {
    const { agent, screen } = await workingStage()
    await agent.update({ ...toolCall, title: 'todowrite', kind: 'other', rawInput: { todos } })
    await screen.shows('Plan (inferred)')
    await expectGolden(screen, 'inferred')
    await agent.update(planUpdate({ type: 'markdown', planId: 'design', content: '# Design' }))
    await screen.gone('(inferred)')
    await screen.shows(/^ Design/m)
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

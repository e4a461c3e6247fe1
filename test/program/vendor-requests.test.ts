import { expect, test } from 'vitest'
import type { AppMessage } from '../support/scripted-agent.ts'
import { workingStage } from './stage.ts'

const modes = {
  currentModeId: 'plan',
  availableModes: [
    { id: 'agent', name: 'Agent' },
    { id: 'plan', name: 'Plan' },
  ],
}

test('Cursor: a plan is accepted, its mode left, and its to-dos are done to the end', async () => {
  const { agent, screen, turn } = await workingStage({ handshake: { session: { modes } } })
  const proposed = agent.request('cursor/create_plan', {
    toolCallId: 'plan-1',
    name: 'Split the parser',
    overview: 'It has two jobs.',
    plan: '1. Move the tokens\n2. Test both\n',
    todos: [
      { id: 'a', content: 'Move the tokens', status: 'pending' },
      { id: 'b', content: 'Test both', status: 'pending' },
    ],
  })
  await screen.shows('Accept this plan? Split the parser')
  await screen.shows('› Reject the plan')
  await screen.shows('It has two jobs.')
  await screen.shows('Plan 0/2')
  await screen.press('down').shows('› Accept the plan')
  screen.press('enter')
  expect((await proposed).result).toEqual({ outcome: { outcome: 'accepted' } })
  const left = await agent.received('session/set_mode')
  expect(left.params).toMatchObject({ modeId: 'agent' })
  await agent.respond(left, {})
  await agent.endTurn(turn)
  const goOn = await agent.prompted()
  expect(goOn.params).toMatchObject({ prompt: [{ text: 'Implement the plan.' }] })
  const todos = async (a: string, b: string): Promise<AppMessage> =>
    await agent.request('cursor/update_todos', {
      toolCallId: 'todos',
      merge: true,
      todos: [
        { id: 'a', status: a },
        { id: 'b', status: b },
      ],
    })
  expect((await todos('TODO_STATUS_IN_PROGRESS', 'TODO_STATUS_PENDING')).result).toEqual({
    outcome: { outcome: 'accepted' },
  })
  await screen.shows('» Move the tokens')
  await todos('TODO_STATUS_COMPLETED', 'inProgress')
  await screen.shows('» Test both')
  await todos('completed', 'TODO_STATUS_COMPLETED')
  await screen.shows('2 of 2 · 100%')
  await agent.endTurn(goOn)
  await screen.shows(/idle after/)
  expect(screen.text()).not.toContain('problem')
})

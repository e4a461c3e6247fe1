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
  screen.press('down')
  await screen.shows('› Accept the plan')
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

test('Grok: a plan is rejected with feedback, which goes with the answer; revised; approved', async () => {
  const { agent, screen, turn } = await workingStage()
  const proposes = async (planContent: string, toolCallId: string): Promise<AppMessage> =>
    await agent.request('_x.ai/exit_plan_mode', { sessionId: agent.sessionId, toolCallId, planContent })
  const first = proposes('# Split\n\n1. Move it\n2. Test it\n', 'call-1')
  await screen.shows('› Reject, and keep planning')
  screen.type('f')
  await screen.shows('feedback ›')
  screen.type('warn first')
  await screen.shows('feedback › warn first')
  screen.press('enter')
  expect((await first).result).toEqual({ outcome: 'rejected', feedback: 'warn first' })
  await screen.shows('rejected “Reject, and keep planning”')
  await screen.shows('feedback: warn first')

  const second = proposes('# Split\n\n1. Warn\n2. Move it\n3. Test it\n', 'call-2')
  await screen.shows('revision 2 · +1 −0 line since the last proposal')
  await screen.shows('› Reject, and keep planning')
  screen.press('down')
  screen.press('down')
  await screen.shows('› Approve the plan')
  screen.press('enter')
  expect((await second).result).toEqual({ outcome: 'approved' })
  await screen.shows('approved “Approve the plan”')
  await agent.endTurn(turn)
  // The words went with the answer: nothing is prompted.
  await screen.shows(/idle after/)
})

test('Grok: its questions are a form, answered by their words', async () => {
  const { agent, screen } = await workingStage()
  const asked = agent.request('x.ai/ask_user_question', {
    sessionId: agent.sessionId,
    toolCallId: 'q',
    questions: [
      {
        question: 'Which store?',
        options: [{ label: 'SQLite', description: 'A file' }, { label: 'Postgres' }],
      },
    ],
  })
  await screen.shows('Which store?')
  await screen.shows('Postgres')
  screen.press('down')
  screen.type(' ')
  screen.press('ctrl-s')
  expect((await asked).result).toEqual({ outcome: 'accepted', answers: { 'Which store?': ['Postgres'] } })
})

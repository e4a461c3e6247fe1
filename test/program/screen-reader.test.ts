import { expect, test } from 'vitest'
import { selected } from '../support/scripted-agent.ts'
import { entry, plan, stage } from './stage.ts'

const forReaders = { columns: 100, rows: 40, args: ['--screen-reader'] }

test('a run for screen readers: sentences come, lines are typed, nothing is drawn', async () => {
  const { agent, screen } = await stage({ ...forReaders, handshake: null })
  await agent.answerHandshake()
  await screen.shows('Session: session-1.')
  screen.type('fix the parser')
  screen.press('enter')
  const turn = await agent.prompted()
  expect(turn.params).toMatchObject({ prompt: [{ text: 'fix the parser' }] })
  await agent.update(plan('done Read it', { ...entry('now Add tests'), priority: 'high' }))
  await screen.shows('Step 2 of 2, in progress: Add tests. High priority.')
  const toolCall = { toolCallId: 'call-1', title: 'Edit parser.ts', kind: 'edit' }
  const answer = agent.asks(toolCall, 'allow_always Always', 'allow_once Yes', 'reject_once No')
  await screen.shows('Type 3 for: Always. Careful: this allows more than this one action.')
  screen.type('7\r2\r')
  expect(await answer).toEqual(selected('Yes'))
  await screen.shows('There is no answer 7.')
  await screen.type('/help\r').shows('/restart restarts the agent')
  await agent.update(plan('done Read it', 'done Add tests'))
  await screen.shows('The plan is complete')
  await agent.endTurn(turn)
  await screen.shows('Turn ended: end_turn')
  await expect(`${screen.text().trimEnd()}\n`).toMatchFileSnapshot('golden/screen-reader.txt')
  screen.type('/quit\r')
  expect(await screen.exit()).toMatchObject({ code: 0 })
  // oxlint-disable-next-line no-control-regex -- the point is that none is there
  expect(screen.raw().toString('utf8')).not.toMatch(/\u001b|[─│╭▰]/)
  expect(screen.hasTerminalRestored()).toBe(true)
  await screen.surroundings.noProcesses()
})

test('sessions, modes and forms by typed lines', async () => {
  const { agent, screen } = await stage({ ...forReaders, handshake: null })
  const modes = {
    currentModeId: 'ask',
    availableModes: [
      { id: 'ask', name: 'Ask' },
      { id: 'plan', name: 'Plan first' },
    ],
  }
  const sessionCapabilities = { list: {} }
  await agent.answerHandshake({
    initialize: { agentCapabilities: { loadSession: true, sessionCapabilities } },
    session: { modes },
  })
  await screen.shows('Session: session-1.')
  screen.type('/mode 2\r')
  await agent.respond(await agent.received('session/set_mode'), {})
  await screen.shows('Mode: Plan first.')
  screen.type('/sessions\r')
  const sessions = [{ sessionId: 'old', title: 'Last week' }]
  await agent.respond(await agent.received('session/list'), { sessions })
  await screen.shows('2: Last week.')
  screen.type('/open 2\r')
  const load = await agent.received('session/load')
  expect(load.params).toMatchObject({ sessionId: 'old' })
  await agent.respond(load, {})
  await screen.shows('Session: old (loaded).')
  const answer = agent.request('elicitation/create', {
    sessionId: 'old',
    mode: 'form',
    message: 'Where to?',
    requestedSchema: {
      type: 'object',
      properties: { host: { type: 'string', title: 'Host' }, port: { type: 'integer', minimum: 1 } },
      required: ['host'],
    },
  })
  await screen.shows('Field 1 of 2: Host.')
  await screen.type('example.org\r').shows('Field 2 of 2: port')
  await screen.type('none\r').shows('Not valid: a whole number is needed.')
  screen.type('8080\r')
  expect((await answer).result).toMatchObject({
    action: 'accept',
    content: { host: 'example.org', port: 8080 },
  })
  screen.type('/quit\r')
  expect(await screen.exit()).toMatchObject({ code: 0 })
})

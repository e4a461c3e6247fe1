import { expect, test } from 'vitest'
import { openOnWire, type Wire } from './wire.ts'

const form = {
  sessionId: 's1',
  mode: 'form',
  message: 'Which one?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
}
const page = {
  sessionId: 's1',
  mode: 'url',
  message: 'Log in',
  url: 'https://example.org',
  elicitationId: 'e1',
}
const cancelled = { action: 'cancel' }

function ask(wire: Wire, id: string, params: unknown): void {
  wire.send({ id, method: 'elicitation/create', params })
}

/** The answers to the requests of the agent, each with its id. */
function answersOf(wire: Wire): readonly unknown[] {
  const messages = wire.lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  return messages
    .filter((message) => !('method' in message))
    .map(({ id, result, error }) => [id, result ?? error])
}

test('a form is shown, and answered once with the input of the user', async () => {
  const { run, wire } = await openOnWire()
  ask(wire, 'form', form)
  const fields = [expect.objectContaining({ name: 'name' })]
  expect(run.state().elicitations).toEqual([
    {
      key: 1,
      sessionId: 's1',
      message: 'Which one?',
      mode: { type: 'form', title: null, description: null, fields },
      askedAtMs: 0,
    },
  ])
  run.clock.pass(9)
  const content = { name: 'x' }
  run.agent.order({ type: 'answer-elicitation', key: 2, answer: { type: 'cancelled' } })
  run.agent.order({ type: 'answer-elicitation', key: 1, answer: { type: 'accepted', content } })
  run.agent.order({ type: 'answer-elicitation', key: 1, answer: { type: 'declined', by: 'user' } })
  expect(answersOf(wire)).toEqual([['form', { action: 'accept', content }]])
  expect(run.eventsOf('elicitation-answered')).toEqual([
    { type: 'elicitation-answered', atMs: 9, key: 1, answer: { type: 'accepted', content } },
  ])
  expect(run.state().elicitations).toEqual([])
})

test.each([
  [{ type: 'accepted', content: {} }, { action: 'accept' }],
  [{ type: 'declined', by: 'user' }, { action: 'decline' }],
  [{ type: 'cancelled' }, { action: 'cancel' }],
] as const)('a page that was %j', async (answer, response) => {
  const { run, wire } = await openOnWire()
  ask(wire, 'page', page)
  run.agent.order({ type: 'answer-elicitation', key: 1, answer })
  expect(answersOf(wire)).toEqual([['page', response]])
})

test('without a user an elicitation is declined at once, and the event says that the program did it', async () => {
  const { run, wire } = await openOnWire({ canAsk: false })
  ask(wire, 'form', form)
  expect(answersOf(wire)).toEqual([['form', { action: 'decline' }]])
  expect(run.eventsOf('elicitation-asked')).toHaveLength(1)
  expect(run.eventsOf('elicitation-answered')).toMatchObject([{ answer: { type: 'declined', by: 'policy' } }])
})

test('an elicitation that cannot be shown is answered with an error, and is a problem', async () => {
  const { run, wire } = await openOnWire()
  ask(wire, 'bad', { sessionId: 's1', mode: '_voice' })
  const message = 'an elicitation of a mode that this client does not know'
  expect(answersOf(wire)).toEqual([['bad', { code: -32602, message }]])
  expect(run.eventsOf('elicitation-asked')).toEqual([])
  expect(run.eventsOf('problem-found')).toMatchObject([
    {
      sessionId: 's1',
      problem: {
        code: 'bad-request',
        text: message,
        path: 'params.mode',
        weight: 'rejected',
        excerpt: '_voice',
      },
    },
  ])
})

test('an elicitation without a session belongs to the current one, that of a request to none', async () => {
  const { run, wire } = await openOnWire()
  ask(wire, 'none', { ...form, sessionId: undefined })
  ask(wire, 'request', { ...form, sessionId: undefined, requestId: 3 })
  expect(run.state().elicitations.map(({ sessionId }) => sessionId)).toEqual(['s1', null])
  expect(run.state().problemCount).toBe(1)
})

test('cancelling a turn cancels the elicitations of its session, also those that come later, and no others', async () => {
  const { run, wire } = await openOnWire({ prompts: ['go'] })
  ask(wire, 'one', form)
  ask(wire, 'two', page)
  ask(wire, 'other', { ...form, sessionId: 's2' })
  run.agent.order({ type: 'cancel-turn' })
  ask(wire, 'later', form)
  expect(answersOf(wire)).toEqual([
    ['one', cancelled],
    ['two', cancelled],
    ['later', cancelled],
  ])
})

test('the agent cancels its elicitation', async () => {
  const { run, wire } = await openOnWire()
  ask(wire, 'one', form)
  wire.send({ method: '$/cancel_request', params: { requestId: 'one' } })
  expect(answersOf(wire)).toEqual([['one', cancelled]])
  expect(run.state().elicitations).toEqual([])
})

test('a page that the agent reports as completed is accepted; unknown ids and malformed notifications change nothing', async () => {
  const { run, wire } = await openOnWire()
  ask(wire, 'page', page)
  ask(wire, 'other', { ...page, elicitationId: 'e2' })
  ask(wire, 'form', form)
  for (const elicitationId of ['e3', 'e1', 'e1', 3])
    wire.send({ method: 'elicitation/complete', params: { elicitationId } })
  expect(answersOf(wire)).toEqual([['page', { action: 'accept' }]])
  expect(run.eventsOf('problem-found')).toMatchObject([
    {
      sessionId: null,
      problem: {
        code: 'bad-request',
        text: 'elicitation/complete without an elicitationId',
        path: 'params.elicitationId',
        weight: 'noted',
        excerpt: '{"elicitationId":3}',
      },
    },
  ])
})

test('nothing is answered after the agent has ended', async () => {
  const { run, wire } = await openOnWire()
  ask(wire, 'one', form)
  wire.lose({ kind: 'exited', code: 1, signal: null })
  run.agent.order({ type: 'answer-elicitation', key: 1, answer: { type: 'cancelled' } })
  expect(answersOf(wire)).toEqual([])
  expect(run.state().elicitations).toEqual([])
})

test('an answer to a field named as a property of every object', async () => {
  const { run, wire } = await openOnWire()
  ask(wire, 'one', form)
  run.agent.order({
    type: 'answer-elicitation',
    key: 1,
    answer: { type: 'accepted', content: Object.fromEntries([['__proto__', 'x']]) },
  })
  expect(wire.lines.at(-1)).toContain('{"action":"accept","content":{"__proto__":"x"}}')
})

test('the silence of a turn is not reported while a form is open', async () => {
  const { run, wire } = await openOnWire({ timeoutMs: 5000, prompts: ['go'] })
  ask(wire, 'one', form)
  run.clock.pass(60_000)
  expect(run.state().link.state).toBe('open')
  run.agent.order({ type: 'cancel-turn' })
  expect(answersOf(wire)).toEqual([['one', cancelled]])
  run.clock.pass(5000)
  expect(run.state().link).toMatchObject({ end: { kind: 'silent', waitingFor: 'the end of the turn' } })
})

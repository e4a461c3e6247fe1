import { expect, test } from 'vitest'
import { Questions, type QuestionsOptions } from '../../src/agent/questions/questions.ts'
import type { AppEvent } from '../../src/app/app-event.ts'
import { initialState, type AppState } from '../../src/app/state/app-state.ts'
import { ExchangeInterpreter } from '../../src/app/exchange/exchange-interpreter.ts'
import { reduce } from '../../src/app/reduce/reduce.ts'
import type { Message } from '../../src/protocol/wire/message.ts'
import type { RpcOutcome } from '../../src/protocol/wire/rpc-line.ts'

interface Stage {
  readonly elicitations: Questions
  readonly events: AppEvent[]
  /** What the agent was answered, request by request. */
  readonly answers: Map<string, RpcOutcome[]>
  readonly changes: { count: number }
  state(): AppState
  /** Asks, and gives what takes the question back. */
  ask(called: string, params: unknown): AbortController
  /** The agent tells that a page was done with. */
  complete(params: unknown, atMs: number): void
}

/** The questions of a client, and what interprets the messages for it; the session is called `s1`. */
function openStage(options: Partial<QuestionsOptions> = {}, cancelling: string | null = null): Stage {
  const events: AppEvent[] = []
  const answers = new Map<string, RpcOutcome[]>()
  const changes = { count: 0 }
  let state = initialState
  const interpreter = new ExchangeInterpreter({ fallbackName: 'agent', factSource: 'client' })
  const dispatchAll = (): void => {
    for (const event of interpreter.takeEvents()) {
      events.push(event)
      state = reduce(state, event)
    }
  }
  interpreter.sent({ kind: 'request', id: 0, method: 'session/new', params: {} })
  interpreter.received({ kind: 'result', id: 0, result: { sessionId: 's1' } })
  interpreter.takeEvents()
  const elicitations = new Questions({
    policy: 'ask',
    canAsk: true,
    offersFiles: null,
    exchange: {
      nowMs: () => 9,
      note: (event) => {
        interpreter.noted(event)
        dispatchAll()
      },
      known: { currentSessionId: 's1' },
    },
    sessions: {
      isCancelling: (sessionId) => sessionId === cancelling,
      familyOf: (sessionId) => [sessionId],
      promptNext: () => undefined,
    },
    onApproved: () => undefined,
    onChanged: () => changes.count++,
    ...options,
  })
  const received = (message: Message, atMs: number): ReturnType<ExchangeInterpreter['received']> => {
    interpreter.begin(atMs)
    const asked = interpreter.received(message)
    dispatchAll()
    return asked
  }
  return {
    elicitations,
    events,
    answers,
    changes,
    state: () => state,
    ask: (called, params) => {
      const abort = new AbortController()
      const { signal } = abort
      const method = 'elicitation/create'
      answers.set(called, [])
      const asked = received({ kind: 'request', id: called, method, params }, 5)
      const answer = (outcome: RpcOutcome): void => void answers.get(called)?.push(outcome)
      if (asked !== null) elicitations.onTask(asked, { method, params, signal, answer })
      return abort
    },
    complete: (params, atMs) => {
      const asked = received({ kind: 'notification', method: 'elicitation/complete', params }, atMs)
      if (asked !== null) elicitations.onTask(asked, null)
    },
  }
}

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
const result = (value: unknown): RpcOutcome => ({ ok: true, value })

test('a form is shown, and answered once with the input of the user', () => {
  const stage = openStage()
  stage.ask('form', form)
  expect(stage.state().elicitations).toEqual([
    {
      key: 1,
      sessionId: 's1',
      message: 'Which one?',
      mode: {
        type: 'form',
        title: null,
        description: null,
        fields: [expect.objectContaining({ name: 'name' })],
      },
      askedAtMs: 5,
    },
  ])
  expect(stage.elicitations.hasOpen).toBe(true)
  stage.elicitations.answerElicitation(2, { type: 'cancelled' })
  const content = { name: 'x' }
  stage.elicitations.answerElicitation(1, { type: 'accepted', content })
  stage.elicitations.answerElicitation(1, { type: 'declined', by: 'user' })
  expect(stage.answers.get('form')).toEqual([result({ action: 'accept', content })])
  expect(stage.events.slice(1)).toEqual([
    { type: 'elicitation-answered', atMs: 9, key: 1, answer: { type: 'accepted', content } },
  ])
  expect(stage.elicitations.hasOpen).toBe(false)
  expect(stage.changes.count).toBe(2)
})

test.each([
  [{ type: 'accepted', content: {} }, { action: 'accept' }],
  [{ type: 'declined', by: 'user' }, { action: 'decline' }],
  [{ type: 'cancelled' }, { action: 'cancel' }],
] as const)('a page that was %j', (answer, response) => {
  const stage = openStage()
  stage.ask('page', page)
  stage.elicitations.answerElicitation(1, answer)
  expect(stage.answers.get('page')).toEqual([result(response)])
})

test('without a user an elicitation is declined at once, and the event says that the program did it', () => {
  const stage = openStage({ canAsk: false })
  stage.ask('form', form)
  expect(stage.answers.get('form')).toEqual([result({ action: 'decline' })])
  expect(stage.events.map(({ type }) => type)).toEqual(['elicitation-asked', 'elicitation-answered'])
  expect(stage.events[1]).toMatchObject({ answer: { type: 'declined', by: 'policy' } })
})

test('an elicitation that cannot be shown is answered with an error, and is a problem', () => {
  const stage = openStage()
  stage.ask('bad', { sessionId: 's1', mode: '_voice' })
  const message = 'an elicitation of a mode that this client does not know'
  expect(stage.answers.get('bad')).toEqual([{ ok: false, error: { code: -32602, message } }])
  expect(stage.events).toEqual([
    {
      type: 'problem-found',
      atMs: 5,
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
  expect(stage.elicitations.hasOpen).toBe(false)
})

test('an elicitation without a session belongs to the current one, that of a request to none', () => {
  const stage = openStage()
  stage.ask('none', { ...form, sessionId: undefined })
  stage.ask('request', { ...form, sessionId: undefined, requestId: 3 })
  expect(stage.state().elicitations.map(({ sessionId }) => sessionId)).toEqual(['s1', null])
  expect(stage.state().problemCount).toBe(1)
})

test('cancelling a turn cancels the elicitations of its session, and no others', () => {
  const stage = openStage()
  stage.ask('one', form)
  stage.ask('two', page)
  stage.ask('other', { ...form, sessionId: 's2' })
  stage.elicitations.cancel('s1')
  expect([...stage.answers.values()]).toEqual([
    [result({ action: 'cancel' })],
    [result({ action: 'cancel' })],
    [],
  ])
})

test('no elicitation is shown while the turn is being cancelled', () => {
  const stage = openStage({}, 's1')
  stage.ask('one', form)
  expect(stage.answers.get('one')).toEqual([result({ action: 'cancel' })])
})

test('the agent cancels its elicitation', () => {
  const stage = openStage()
  const abort = stage.ask('one', form)
  abort.abort()
  expect(stage.answers.get('one')).toEqual([result({ action: 'cancel' })])
  expect(stage.state().elicitations).toEqual([])
})

test('a page that the agent reports as completed is accepted; unknown ids and malformed notifications change nothing', () => {
  const stage = openStage()
  stage.ask('page', page)
  stage.ask('other', { ...page, elicitationId: 'e2' })
  stage.ask('form', form)
  for (const params of [{ elicitationId: 'e3' }, { elicitationId: 'e1' }, { elicitationId: 'e1' }])
    stage.complete(params, 7)
  expect([...stage.answers.values()]).toEqual([[result({ action: 'accept' })], [], []])
  stage.complete({ elicitationId: 3 }, 7)
  expect(stage.events.at(-1)).toEqual({
    type: 'problem-found',
    atMs: 7,
    sessionId: null,
    problem: {
      code: 'bad-request',
      text: 'elicitation/complete without an elicitationId',
      path: 'params.elicitationId',
      weight: 'noted',
      excerpt: '{"elicitationId":3}',
    },
  })
})

test('nothing is answered after the agent has ended', () => {
  const stage = openStage()
  const abort = stage.ask('one', form)
  stage.elicitations.forget()
  abort.abort()
  stage.elicitations.answerElicitation(1, { type: 'cancelled' })
  expect(stage.answers.get('one')).toEqual([])
  expect(stage.elicitations.hasOpen).toBe(false)
})

test('an answer to a field named as a property of every object', () => {
  const stage = openStage()
  stage.ask('one', form)
  const content = Object.fromEntries([['__proto__', 'x']])
  stage.elicitations.answerElicitation(1, { type: 'accepted', content })
  expect(JSON.stringify(stage.answers.get('one'))).toBe(
    '[{"ok":true,"value":{"action":"accept","content":{"__proto__":"x"}}}]',
  )
})

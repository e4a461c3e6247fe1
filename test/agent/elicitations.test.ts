import { expect, test } from 'vitest'
import type { AskingOptions } from '../../src/agent/agent-requests.ts'
import { Elicitations } from '../../src/agent/elicitations.ts'
import { elicitationRequest } from '../../src/app/exchange/requests/standard-requests.ts'
import type { RpcOutcome } from '../../src/protocol/rpc-line.ts'
import type { AppEvent } from '../../src/app/app-event.ts'
import { initialState, type AppState } from '../../src/app/app-state.ts'
import { reduce } from '../../src/app/reduce.ts'

interface Stage {
  readonly elicitations: Elicitations
  readonly events: AppEvent[]
  /** What the agent was answered, request by request. */
  readonly answers: Map<string, RpcOutcome[]>
  readonly changes: { count: number }
  state(): AppState
  /** Asks, and gives what takes the question back. */
  ask(called: string, params: unknown): AbortController
}

function openStage(options: Partial<AskingOptions> = {}): Stage {
  const events: AppEvent[] = []
  const answers = new Map<string, RpcOutcome[]>()
  const changes = { count: 0 }
  let state = initialState
  const elicitations = new Elicitations({
    canAsk: true,
    nowMs: () => 9,
    dispatch: (event) => {
      events.push(event)
      state = reduce(state, event)
    },
    currentSessionId: () => 's1',
    sessionOfCall: () => null,
    isCancelling: () => false,
    onChanged: () => changes.count++,
    ...options,
  })
  return {
    elicitations,
    events,
    answers,
    changes,
    state: () => state,
    ask: (called, params) => {
      const abort = new AbortController()
      answers.set(called, [])
      elicitations.ask(elicitationRequest, {
        method: 'elicitation/create',
        params,
        atMs: 5,
        signal: abort.signal,
        answer: (outcome) => answers.get(called)?.push(outcome),
      })
      return abort
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

test('a form is shown, and answered once with what the user wrote', () => {
  const stage = openStage()
  stage.ask('form', form)
  expect(stage.state().elicitations).toEqual([
    {
      key: 1,
      sessionId: 's1',
      message: 'Which one?',
      asks: {
        type: 'form',
        title: null,
        description: null,
        fields: [expect.objectContaining({ name: 'name' })],
      },
      askedAtMs: 5,
    },
  ])
  expect(stage.elicitations.hasOpen).toBe(true)
  stage.elicitations.answer(2, { type: 'cancelled' })
  const content = { name: 'x' }
  stage.elicitations.answer(1, { type: 'accepted', content })
  stage.elicitations.answer(1, { type: 'declined', by: 'user' })
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
  stage.elicitations.answer(1, answer)
  expect(stage.answers.get('page')).toEqual([result(response)])
})

test('where nobody can be asked the agent is told so at once, and the event says who declined', () => {
  const stage = openStage({ canAsk: false })
  stage.ask('form', form)
  expect(stage.answers.get('form')).toEqual([result({ action: 'decline' })])
  expect(stage.events.map(({ type }) => type)).toEqual(['elicitation-asked', 'elicitation-answered'])
  expect(stage.events[1]).toMatchObject({ answer: { type: 'declined', by: 'policy' } })
})

test('what cannot be shown is answered with an error, and is a problem', () => {
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

test('one of no session is taken for the current one’s, one of a request stays without', () => {
  const stage = openStage()
  stage.ask('none', { ...form, sessionId: undefined })
  stage.ask('request', { ...form, sessionId: undefined, requestId: 3 })
  expect(stage.state().elicitations.map(({ sessionId }) => sessionId)).toEqual(['s1', null])
  expect(stage.state().problemCount).toBe(1)
})

test('a cancelled turn cancels what its session asks, and nothing of others', () => {
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

test('nothing is asked while the turn is being cancelled', () => {
  const stage = openStage({ isCancelling: (sessionId) => sessionId === 's1' })
  stage.ask('one', form)
  expect(stage.answers.get('one')).toEqual([result({ action: 'cancel' })])
})

test('the agent takes its question back', () => {
  const stage = openStage()
  const abort = stage.ask('one', form)
  abort.abort()
  expect(stage.answers.get('one')).toEqual([result({ action: 'cancel' })])
  expect(stage.state().elicitations).toEqual([])
})

test('a page that the agent saw done is accepted; other ids and broken notes are left alone', () => {
  const stage = openStage()
  stage.ask('page', page)
  stage.ask('other', { ...page, elicitationId: 'e2' })
  stage.ask('form', form)
  for (const params of [{ elicitationId: 'e3' }, { elicitationId: 'e1' }, { elicitationId: 'e1' }])
    stage.elicitations.completed(params, 7)
  expect([...stage.answers.values()]).toEqual([[result({ action: 'accept' })], [], []])
  stage.elicitations.completed({ elicitationId: 3 }, 7)
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

test('nobody is answered when the agent is gone', () => {
  const stage = openStage()
  const abort = stage.ask('one', form)
  stage.elicitations.forget()
  abort.abort()
  stage.elicitations.answer(1, { type: 'cancelled' })
  expect(stage.answers.get('one')).toEqual([])
  expect(stage.elicitations.hasOpen).toBe(false)
})

test('an answer under a name that objects have already', () => {
  const stage = openStage()
  stage.ask('one', form)
  const content = Object.fromEntries([['__proto__', 'x']])
  stage.elicitations.answer(1, { type: 'accepted', content })
  expect(JSON.stringify(stage.answers.get('one'))).toBe(
    '[{"ok":true,"value":{"action":"accept","content":{"__proto__":"x"}}}]',
  )
})

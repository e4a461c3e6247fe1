import { expect, test } from 'vitest'
import { initialState, type AppState } from '../../../src/app/state/app-state.ts'
import { TraceInterpreter } from '../../../src/app/exchange/trace-interpreter.ts'
import { reduce } from '../../../src/app/reduce/reduce.ts'
import type { AppEvent } from '../../../src/app/app-event.ts'

interface Frame {
  readonly dir: 'from-agent' | 'to-agent'
  readonly frame: object
}

const agent = (frame: object): Frame => ({ dir: 'from-agent', frame })
const client = (frame: object): Frame => ({ dir: 'to-agent', frame })

const opening: readonly Frame[] = [
  client({ id: 0, method: 'initialize', params: { protocolVersion: 1 } }),
  agent({ id: 0, result: { protocolVersion: 1 } }),
  client({ id: 1, method: 'session/new', params: { cwd: '/' } }),
  agent({ id: 1, result: { sessionId: 's1' } }),
  client({
    id: 2,
    method: 'session/prompt',
    params: { sessionId: 's1', prompt: [{ type: 'text', text: 'go' }] },
  }),
]

/** What is made of frames that another client has exchanged with its agent, without a note. */
function observed(...frames: readonly Frame[]): {
  readonly state: AppState
  readonly events: readonly AppEvent[]
} {
  const interpreter = new TraceInterpreter()
  const events = [...opening, ...frames].flatMap(({ dir, frame }, t) =>
    interpreter.read({ t, type: 'frame', dir, line: JSON.stringify({ jsonrpc: '2.0', ...frame }) }),
  )
  return { events, state: events.reduce(reduce, initialState) }
}

const planned = { toolCallId: 'c', plan: '# P\n1. A', todos: [{ id: 'a', content: 'A' }] }
const exitPlan = { sessionId: 's1', toolCallId: 'c', planContent: '# P\n1. A' }

test.each<[string, string, object, object, object]>([
  [
    'accepted',
    'cursor/create_plan',
    planned,
    { outcome: { outcome: 'accepted' } },
    { kind: 'approved', feedback: null },
  ],
  [
    'rejected with a reason',
    'cursor/create_plan',
    planned,
    { outcome: { outcome: 'rejected', reason: 'No' } },
    { kind: 'rejected', feedback: 'No' },
  ],
  // Cursor takes it for a cancel, and so it is one.
  [
    'flat, where it should be nested',
    'cursor/create_plan',
    planned,
    { outcome: 'accepted' },
    { kind: 'cancelled' },
  ],
  ['approved', '_x.ai/exit_plan_mode', exitPlan, { outcome: 'approved' }, { kind: 'approved' }],
  [
    'another word, and what is to change',
    'x.ai/exit_plan_mode',
    exitPlan,
    { outcome: 'cancelled', feedback: 'Smaller' },
    { kind: 'rejected', feedback: 'Smaller' },
  ],
  ['abandoned', 'x.ai/exit_plan_mode', exitPlan, { outcome: 'abandoned' }, { kind: 'rejected' }],
])('a plan that another client has answered: %s', (_, method, params, result, outcome) => {
  const { state } = observed(agent({ id: 9, method, params }), client({ id: 9, result }))
  expect(state.sessions.get('s1')?.proposal?.outcome).toMatchObject(outcome)
  expect(state.permissions).toEqual([])
})

test('a request that the client refused leaves a proposal without an answer', () => {
  const { state } = observed(
    agent({ id: 9, method: 'cursor/create_plan', params: planned }),
    client({ id: 9, error: { code: -32601, message: 'method not found' } }),
  )
  expect(state.sessions.get('s1')?.proposal?.outcome).toMatchObject({ kind: 'cancelled' })
})

test('requested twice, and answered twice: one request', () => {
  const { events, state } = observed(
    agent({ id: 8, method: 'cursor/create_plan', params: planned }),
    agent({ id: 9, method: 'cursor/create_plan', params: planned }),
    client({ id: 8, result: { outcome: { outcome: 'rejected' } } }),
    client({ id: 9, result: { outcome: { outcome: 'rejected' } } }),
  )
  expect(events.filter(({ type }) => type.startsWith('permission-')).map(({ type }) => type)).toEqual([
    'permission-asked',
    'permission-answered',
  ])
  expect(state.problems.items.map(({ problem }) => problem.path)).toEqual(['params.toolCallId'])
})

test('to-dos, as a request and as a notification, in the session of their call', () => {
  const { state } = observed(
    agent({
      method: 'session/update',
      params: { sessionId: 's2', update: { sessionUpdate: 'tool_call', toolCallId: 't', title: 'x' } },
    }),
    agent({
      method: 'cursor/update_todos',
      params: { toolCallId: 't', todos: [{ id: 'a', content: 'A' }], merge: false },
    }),
    agent({
      id: 9,
      method: '_cursor/update_todos',
      params: { params: { toolCallId: 't', todos: [{ id: 'a', status: 'done' }], merge: true } },
    }),
    client({ id: 9, result: { outcome: { outcome: 'accepted' } } }),
  )
  const body = state.sessions.get('s2')?.plans.get('anonymous')?.body
  expect(body?.type === 'items' && body.entries.map(({ content, status }) => [content, status])).toEqual([
    ['A', 'completed'],
  ])
  expect(state.problemCount).toBe(0)
})

test('questions, and how they were answered', () => {
  const questions = [{ id: 'q', prompt: 'Which?', options: [{ id: 'a' }, { id: 'b' }] }]
  const { events, state } = observed(
    agent({ id: 9, method: 'cursor/ask_question', params: { toolCallId: 'c', questions } }),
    client({
      id: 9,
      result: { outcome: { outcome: 'answered', answers: [{ questionId: 'q', selectedOptionIds: ['b'] }] } },
    }),
  )
  expect(events.at(-1)).toMatchObject({
    type: 'elicitation-answered',
    answer: { type: 'accepted', content: { q: 'b' } },
  })
  expect(state.elicitations).toEqual([])
})

test('a plan that is sent under the id of the call that asks about it is that plan', () => {
  const update = {
    sessionUpdate: 'plan_update',
    plan: { type: 'markdown', id: 'c', content: '# Other words' },
  }
  const { state } = observed(
    agent({ id: 1, method: 'cursor/create_plan', params: planned }),
    agent({ method: 'session/update', params: { sessionId: 's1', update } }),
  )
  expect([...(state.sessions.get('s1')?.plans.keys() ?? [])]).toEqual(['proposed', 'anonymous'])
  expect([...(state.sessions.get('s1')?.mergedPlans ?? [])]).toEqual([['id:c', 'proposed']])
})

test.each([
  [
    'a to-do list',
    { method: 'cursor/update_todos', params: { sessionId: 's1', todos: [{ id: 'a', content: 'A' }] } },
  ],
  [
    'a piece of a plan',
    {
      method: 'session/update',
      params: {
        sessionId: 's1',
        update: {
          sessionUpdate: 'plan_update',
          plan: { type: 'markdown', id: 'p' },
          _meta: { jetbrains: { air: { contentDelta: '# P' } } },
        },
      },
    },
  ],
])('a trace that begins with %s has a working turn', (_, frame) => {
  const interpreter = new TraceInterpreter()
  const line = JSON.stringify({ jsonrpc: '2.0', ...frame })
  const state = interpreter
    .read({ t: 1, type: 'frame', dir: 'from-agent', line })
    .reduce(reduce, initialState)
  expect(state.sessions.get('s1')?.turn.state).toBe('working')
})

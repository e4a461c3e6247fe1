import { expect, test } from 'vitest'
import { Exchange, greeted, prompt, type Json } from './exchange.ts'

/** An exchange without notes whose session is at work. */
function atWork(): Exchange {
  return greeted().client(prompt(2, 's', 'go'))
}

const planned = { toolCallId: 'c', plan: '# P\n1. A', todos: [{ id: 'a', content: 'A' }] }
const exitPlan = { sessionId: 's', toolCallId: 'c', planContent: '# P\n1. A' }

/** What CodeBuddy sends when it asks about a tool: an update, and no request. */
function interrupted(toolName: string, more: Json = {}, meta: Json = {}): Json {
  const asked = { toolCallId: 'c', toolName, toolInput: {}, ...more }
  const _meta = { 'codebuddy.ai/interruptionRequest': asked, ...meta }
  return {
    method: 'session/update',
    params: { sessionId: 's', update: { sessionUpdate: 'session_info_update', _meta } },
  }
}

const resolved = (decision: string): Json => ({
  id: 9,
  method: '_codebuddy.ai/resolveInterruption',
  params: { sessionId: 's', toolCallId: 'c', decision },
})

test.each([
  ['allow', 'approved', interrupted('ExitPlanMode', { toolInput: { plan: '# P\n1. A' } })],
  ['deny', 'rejected', interrupted('ExitPlanMode', {}, { 'codebuddy.ai/planContent': '# P\n1. A' })],
])('a plan that CodeBuddy asks about in an update: %s', (decision, kind, asks) => {
  const asked = atWork().agent(asks).agent(asks)
  expect(asked.state.permissions.length).toBe(1)
  const { state } = asked.client(resolved(decision))
  expect(state.permissions.length).toBe(0)
  expect(state.sessions.get('s')?.proposal).toMatchObject({ outcome: { kind, by: 'client' } })
  expect([...(state.sessions.get('s')?.plans.values() ?? [])].map(({ body }) => body)).toMatchObject([
    { type: 'markdown' },
  ])
})

test('another question of CodeBuddy in an update waits for its request, and one of a call that a request asks about is none', () => {
  const { state } = atWork().agent(interrupted('Edit'))
  expect([state.permissions.length, state.problemCount]).toEqual([0, 0])
  const params = {
    sessionId: 's',
    toolCall: { toolCallId: 'c', title: 'ExitPlanMode' },
    options: [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }],
  }
  expect(greeted().agent(interrupted('ExitPlanMode')).state.permissions.length).toBe(0)
  const twice = atWork()
    .agent({ id: 8, method: 'session/request_permission', params })
    .agent(interrupted('ExitPlanMode'))
  expect(twice.state.permissions.length).toBe(1)
})

test.each<[string, string, Json, Json, Json]>([
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
  [
    'accepted, flat',
    'wave/create_plan',
    planned,
    { outcome: 'accepted' },
    { kind: 'approved', by: 'client' },
  ],
  [
    'rejected, flat',
    'wave/create_plan',
    planned,
    { outcome: 'rejected', reason: 'No' },
    { kind: 'rejected', feedback: 'No' },
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
  const { state } = atWork().agent({ id: 9, method, params }).client({ id: 9, result })
  expect(state.sessions.get('s')?.proposal?.outcome).toMatchObject(outcome)
  expect(state.permissions).toEqual([])
})

test('a request that the client refused leaves a proposal without an answer', () => {
  const { state } = atWork()
    .agent({ id: 9, method: 'cursor/create_plan', params: planned })
    .client({ id: 9, error: { code: -32601, message: 'method not found' } })
  expect(state.sessions.get('s')?.proposal?.outcome).toMatchObject({ kind: 'cancelled' })
})

test('requested twice, and answered twice: one request', () => {
  const rejected = { outcome: { outcome: 'rejected' } }
  const { events, state } = atWork()
    .agent(
      { id: 8, method: 'cursor/create_plan', params: planned },
      { id: 9, method: 'cursor/create_plan', params: planned },
    )
    .client({ id: 8, result: rejected }, { id: 9, result: rejected })
  expect(events.filter(({ type }) => type.startsWith('permission-')).map(({ type }) => type)).toEqual([
    'permission-asked',
    'permission-answered',
  ])
  expect(state.problems.items.map(({ problem }) => problem.path)).toEqual(['params.toolCallId'])
})

test('to-dos, as a request and as a notification, in the session of their call', () => {
  const { state } = atWork()
    .agent(
      {
        method: 'session/update',
        params: { sessionId: 's2', update: { sessionUpdate: 'tool_call', toolCallId: 't', title: 'x' } },
      },
      {
        method: 'cursor/update_todos',
        params: { toolCallId: 't', todos: [{ id: 'a', content: 'A' }], merge: false },
      },
      {
        id: 9,
        method: '_cursor/update_todos',
        params: { params: { toolCallId: 't', todos: [{ id: 'a', status: 'done' }], merge: true } },
      },
    )
    .client({ id: 9, result: { outcome: { outcome: 'accepted' } } })
  const body = state.sessions.get('s2')?.plans.get('anonymous')?.body
  expect(body?.type === 'items' && body.entries.map(({ content, status }) => [content, status])).toEqual([
    ['A', 'completed'],
  ])
  expect(state.problemCount).toBe(0)
})

test('questions, and how they were answered', () => {
  const questions = [{ id: 'q', prompt: 'Which?', options: [{ id: 'a' }, { id: 'b' }] }]
  const answers = [{ questionId: 'q', selectedOptionIds: ['b'] }]
  const { events, state } = atWork()
    .agent({ id: 9, method: 'cursor/ask_question', params: { toolCallId: 'c', questions } })
    .client({ id: 9, result: { outcome: { outcome: 'answered', answers } } })
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
  const { state } = atWork().agent(
    { id: 1, method: 'cursor/create_plan', params: planned },
    { method: 'session/update', params: { sessionId: 's', update } },
  )
  expect([...(state.sessions.get('s')?.plans.keys() ?? [])]).toEqual(['proposed', 'anonymous'])
  expect([...(state.sessions.get('s')?.mergedPlans ?? [])]).toEqual([['id:c', 'proposed']])
})

test.each([
  [
    'a to-do list',
    { method: 'cursor/update_todos', params: { sessionId: 's', todos: [{ id: 'a', content: 'A' }] } },
  ],
  [
    'a piece of a plan',
    {
      method: 'session/update',
      params: {
        sessionId: 's',
        update: {
          sessionUpdate: 'plan_update',
          plan: { type: 'markdown', id: 'p' },
          _meta: { jetbrains: { air: { contentDelta: '# P' } } },
        },
      },
    },
  ],
])('a trace that begins with %s has a working turn', (_, frame) => {
  const { state } = new Exchange().agent(frame)
  expect(state.sessions.get('s')?.turn.state).toBe('working')
})

test.each<[string, string, number]>([
  ['_x.ai/session_notification', 'a vendor may have methods of its own', 0],
  ['session/notification', 'another name is a problem, but not the end of the plan', 1],
])('the plan in an update that comes by %s is shown: %s', (method, _, problems) => {
  const update = { sessionUpdate: 'plan', entries: [{ content: 'A', status: 'pending', priority: 'low' }] }
  const { state } = atWork().agent({ method, params: { sessionId: 's', update } })
  expect([...(state.sessions.get('s')?.plans.values() ?? [])].map(({ body }) => body)).toMatchObject([
    { type: 'items', entries: [{ content: 'A' }] },
  ])
  expect(state.problemCount).toBe(problems)
})

test('what else comes by a method of a vendor changes nothing', () => {
  const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Hi' } }
  const exchange = atWork()
  const before = exchange.state.sessions.get('s')
  const { state } = exchange.agent({
    method: '_x.ai/session_notification',
    params: { sessionId: 's', update },
  })
  expect(state.sessions.get('s')).toBe(before)
})

test("the plan that a turn proposes by a notification of Lody's codex adapter, until it is cleared", () => {
  const params = { schemaVersion: 1, sessionId: 's', turnId: 't', isLatest: true }
  const proposed = (markdown: unknown, status: string): Json => ({
    method: '_acp_ext:codex_proposed_plan',
    params: { ...params, markdown, status },
  })
  const exchange = atWork().agent(proposed('# P\n', 'delta')).agent(proposed('# P\n- A', 'delta'))
  const session = (): unknown => exchange.state.sessions.get('s')
  const plan = (text: string): Map<string, unknown> =>
    new Map([
      [
        'proposed',
        expect.objectContaining({ body: expect.objectContaining({ type: 'markdown', text }) as unknown }),
      ],
    ])
  const proposal = { from: 'message', isWhole: false, outcome: null }
  expect(session()).toMatchObject({ plans: plan('# P\n- A'), proposal, counts: { messages: 0 } })
  exchange.agent(proposed('# P\n- A\n', 'completed'))
  expect(session()).toMatchObject({ plans: plan('# P\n- A\n'), proposal: { ...proposal, isWhole: true } })
  expect(exchange.state.problemCount).toBe(0)
  exchange.agent(proposed('', 'cleared'))
  expect(session()).toMatchObject({ plans: new Map(), proposal: null })
  for (const bad of [proposed(5, 'delta'), { method: '_acp_ext:codex_proposed_plan', params: 5 }]) {
    const before = exchange.state.problemCount
    exchange.agent(bad)
    expect(exchange.state.problemCount).toBeGreaterThan(before)
  }
})

import { expect, test } from 'vitest'
import type { Json } from './puppet.ts'
import { openOnWire, type Wire } from './wire.ts'

const once = { optionId: 'once', name: 'Allow', kind: 'allow_once' }
const always = { optionId: 'always', name: 'Allow always', kind: 'allow_always' }
const bypass = { optionId: 'bypass', name: 'Yes, and bypass permissions', kind: 'allow_once' }
const reject = { optionId: 'no', name: 'Reject', kind: 'reject_once' }
const rejectAlways = { optionId: 'never', name: 'Never', kind: 'reject_always' }

function ask(wire: Wire, options: unknown, more: Json = {}): void {
  const params = { sessionId: 's1', toolCall: { toolCallId: 't', title: 'Run the tests' }, options, ...more }
  wire.send({ id: 0, method: 'session/request_permission', params })
}

const selected = (optionId: string): unknown => ({ outcome: { outcome: 'selected', optionId } })
const cancelled = { outcome: { outcome: 'cancelled' } }

test('a permission request is shown, and answered once with the option that the user chose', async () => {
  const { run, wire } = await openOnWire()
  ask(wire, [once, reject], { toolCall: { kind: 'execute', rawInput: { command: 'npm test' } } })
  const { request } = await run.event('permission-asked')
  expect(request).toEqual({
    key: 1,
    sessionId: 's1',
    title: 'execute',
    toolKind: 'execute',
    detail: [{ type: 'code', language: 'console', text: '$ npm test' }],
    options: [
      { id: 'once', name: 'Allow', kind: 'allow_once' },
      { id: 'no', name: 'Reject', kind: 'reject_once' },
    ],
    plan: null,
    askedAtMs: 0,
  })
  expect(run.state().permissions).toEqual([request])
  run.agent.order({ type: 'answer', key: 2, optionId: 'once' })
  run.agent.order({ type: 'answer', key: 1, optionId: 'sesame' })
  run.agent.order({ type: 'answer', key: 1, optionId: 'no' })
  run.agent.order({ type: 'answer', key: 1, optionId: 'once' })
  expect(await wire.receives()).toEqual({ jsonrpc: '2.0', id: 0, result: selected('no') })
  expect(run.eventsOf('permission-answered')).toEqual([
    {
      type: 'permission-answered',
      atMs: 0,
      key: 1,
      answer: { type: 'selected', optionId: 'no', by: 'user' },
    },
  ])
  expect(run.state().permissions).toEqual([])
})

test.each([
  { permissions: 'allow', canAsk: true, options: [reject, always, once], answer: 'once' },
  { permissions: 'allow', canAsk: false, options: [always, reject], answer: 'no' },
  { permissions: 'allow', canAsk: false, options: [bypass, rejectAlways], answer: 'never' },
  { permissions: 'allow', canAsk: false, options: [always], answer: null },
  { permissions: 'deny', canAsk: true, options: [once, rejectAlways, reject], answer: 'no' },
  { permissions: 'deny', canAsk: true, options: [once], answer: null },
  { permissions: 'ask', canAsk: false, options: [once, reject], answer: 'no' },
  { permissions: 'ask', canAsk: false, options: [once, always], answer: null },
] as const)(
  'the policy $permissions (can ask: $canAsk) answers $answer',
  async ({ permissions, canAsk, options, answer }) => {
    const { run, wire } = await openOnWire({ permissions, canAsk })
    ask(wire, options)
    expect((await wire.receives()).result).toEqual(answer === null ? cancelled : selected(answer))
    const answered =
      answer === null ? { type: 'cancelled' } : { type: 'selected', optionId: answer, by: 'policy' }
    expect(run.eventsOf('permission-answered')).toMatchObject([{ answer: answered }])
  },
)

test.each([
  { permissions: 'ask', end: '', answer: { action: 'decline' } },
  { permissions: 'deny', end: '', answer: { action: 'decline' } },
  { permissions: 'allow', end: '', answer: { action: 'accept', content: { value: 'Approve and execute' } } },
  // It could not be shown whole.
  { permissions: 'allow', end: '\n…', answer: { action: 'decline' } },
] as const)(
  'a form that approves a plan, without a user and with the policy $permissions: $answer',
  async ({ permissions, end, answer }) => {
    const { run, wire } = await openOnWire({ permissions, canAsk: false })
    const value = { type: 'string', enum: ['Approve and execute', 'Refine plan'] }
    wire.send({
      id: 0,
      method: 'elicitation/create',
      params: {
        mode: 'form',
        sessionId: 's1',
        message: `Approve plan "ship"?\n\n# Ship it\n\n1. Test${end}`,
        requestedSchema: { type: 'object', properties: { value }, required: ['value'] },
      },
    })
    await run.event('permission-asked')
    run.clock.pass(1000)
    expect((await wire.receives()).result).toEqual(answer)
    const kind = answer.action === 'accept' ? 'approved' : 'rejected'
    expect(run.state().sessions.get('s1')?.proposal?.outcome).toMatchObject({ kind, by: 'policy' })
  },
)

test('the policy never chooses an "always" option: the user is asked instead', async () => {
  const { run, wire } = await openOnWire({ permissions: 'allow' })
  ask(wire, [always, bypass, reject])
  expect(run.state().permissions).toHaveLength(1)
  run.agent.order({ type: 'answer', key: 1, optionId: 'always' })
  expect((await wire.receives()).result).toEqual(selected('always'))
})

test.each([
  { name: 'are missing', params: { sessionId: 's1' } },
  { name: 'are no list', params: { sessionId: 's1', options: { 0: once } } },
  { name: 'are none', params: { sessionId: 's1', options: [] } },
  { name: 'have no ids', params: { sessionId: 's1', options: [{ name: 'Yes' }, null, 'no'] } },
  { name: 'cannot be there', params: undefined },
  { name: 'are lost in a list', params: [once] },
])('a request whose options $name is answered with an error', async ({ params }) => {
  const { run, wire } = await openOnWire()
  wire.send({ id: 'q', method: 'session/request_permission', params })
  expect(await wire.receives()).toMatchObject({ id: 'q', error: { code: -32602 } })
  expect(run.eventsOf('problem-found').map(({ problem }) => [problem.code, problem.weight])).toEqual([
    ['bad-request', 'rejected'],
  ])
  expect(run.eventsOf('permission-asked')).toEqual([])
})

test('a malformed option is left out, and a request of an unknown session is shown', async () => {
  const { run, wire } = await openOnWire()
  ask(wire, [{ name: 'nameless' }, { optionId: 'bare' }], { sessionId: 'other' })
  const { request } = await run.event('permission-asked')
  expect(request).toMatchObject({ sessionId: 'other', options: [{ id: 'bare', name: 'bare', kind: '' }] })
  expect((await run.event('problem-found')).problem.path).toBe('params.options[0].optionId')
})

test('two requests with the same id get two answers', async () => {
  const { run, wire } = await openOnWire()
  ask(wire, [once, reject])
  ask(wire, [once, reject])
  expect(run.state().permissions).toHaveLength(2)
  run.agent.order({ type: 'answer', key: 2, optionId: 'once' })
  expect(await wire.receives()).toMatchObject({ id: 0, result: selected('once') })
  run.agent.order({ type: 'answer', key: 1, optionId: 'no' })
  expect(await wire.receives()).toMatchObject({ id: 0, result: selected('no') })
})

test('cancelling the turn cancels the requests of its session, also those that come later, and no others', async () => {
  const { run, wire } = await openOnWire({ prompts: ['go'] })
  const prompt = await wire.receives()
  ask(wire, [once, reject])
  ask(wire, [once, reject], { sessionId: 'other' })
  expect(run.state().permissions).toHaveLength(2)
  run.agent.order({ type: 'cancel-turn' })
  expect(await wire.receives()).toMatchObject({ method: 'session/cancel' })
  expect(await wire.receives()).toMatchObject({ id: 0, result: cancelled })
  run.agent.order({ type: 'answer', key: 1, optionId: 'once' })
  ask(wire, [once, reject])
  expect(await wire.receives()).toMatchObject({ id: 0, result: cancelled })
  expect(run.state().permissions.map((open) => open.key)).toEqual([2])
  wire.answer(prompt, { stopReason: 'cancelled' })
  await run.event('turn-ended')
  // With the turn over, a question is a question again.
  ask(wire, [once, reject])
  await run.until((state) => state.permissions.length === 2)
})

test('the agent cancels a permission request', async () => {
  const { run, wire } = await openOnWire()
  ask(wire, [once, reject])
  wire.send({ method: '$/cancel_request', params: { requestId: 0 } })
  expect(await wire.receives()).toMatchObject({ id: 0, result: cancelled })
  expect(run.eventsOf('permission-answered')).toEqual([
    { type: 'permission-answered', atMs: 0, key: 1, answer: { type: 'cancelled' } },
  ])
})

test('an answer after the agent has ended is ignored; keys are not used again after a restart', async () => {
  const { run, wire } = await openOnWire()
  ask(wire, [once, reject])
  wire.lose({ kind: 'exited', code: 0, signal: null })
  await run.ended()
  run.agent.order({ type: 'answer', key: 1, optionId: 'once' })
  run.agent.order({ type: 'restart' })
  const next = await run.nextWire()
  await next.open()
  ask(next, [once, reject])
  expect(run.state().permissions.map(({ key }) => key)).toEqual([2])
  expect(run.eventsOf('permission-answered')).toEqual([])
})

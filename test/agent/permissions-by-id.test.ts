import { expect, test } from 'vitest'
import { mostAlone } from '../../src/agent/questions/questions.ts'
import type { PlanDocument } from '../../src/app/ports/plan-document.ts'
import type { Json } from './puppet.ts'
import { openOnWire, type Wire } from './wire.ts'

// Each run is recorded and replayed at its end: what is asked follows from the frames.

const options = [
  { optionId: 'always', name: 'Yes, always', kind: 'allow_always' },
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
]
const plan = '# Split the tokenizer\n\n1. Read it\n2. Split it'
const selected = (optionId: string): unknown => ({ outcome: { outcome: 'selected', optionId } })

function ask(wire: Wire, toolCall: Json = {}, more: Json = {}): void {
  const params = { sessionId: 's1', toolCall: { toolCallId: 'c', ...toolCall }, options, ...more }
  wire.send({ id: 'q', method: 'session/request_permission', params })
}

function announce(wire: Wire, fields: Json, sessionId = 's1'): void {
  wire.update({ sessionUpdate: 'tool_call', toolCallId: 'c', ...fields }, sessionId)
}

test.each<readonly [string, Json, 'plan' | 'action']>([
  ['nothing at all is known', {}, 'action'],
  ['the plan to approve did not come', { title: 'Ready to code?', kind: 'switch_mode' }, 'plan'],
])('the policy does not allow what it was not shown: %s', async (_, toolCall, unseen) => {
  const { run, wire } = await openOnWire({ permissions: 'allow', canAsk: false })
  ask(wire, toolCall)
  await run.event('permission-asked')
  run.clock.pass(999)
  expect(run.eventsOf('permission-answered')).toEqual([])
  run.clock.pass(1)
  expect((await wire.receives()).result).toEqual(selected('no'))
  const answer = { type: 'selected', optionId: 'no', by: 'policy', unseen }
  expect(run.eventsOf('permission-answered')).toMatchObject([{ answer }])
})

test('where no option rejects, it is cancelled', async () => {
  const { run, wire } = await openOnWire({ permissions: 'allow', canAsk: false })
  ask(wire, {}, { options: options.slice(0, 2) })
  await run.event('permission-asked')
  run.clock.pass(1000)
  expect((await wire.receives()).result).toEqual({ outcome: { outcome: 'cancelled' } })
  expect(run.eventsOf('permission-answered')).toMatchObject([
    { answer: { type: 'cancelled', unseen: 'action' } },
  ])
})

test('who can be asked is asked, and told why', async () => {
  const { run, wire } = await openOnWire({ permissions: 'allow' })
  ask(wire, { title: 'Ready to code?', kind: 'switch_mode' })
  await run.event('permission-asked')
  run.clock.pass(999)
  expect(run.state().remark).toBeNull()
  run.clock.pass(1)
  expect(run.state().permissions).toHaveLength(1)
  expect(run.state().remark?.text).toBe('Not allowed without you: the whole text of the plan is not known.')
  run.agent.order({ type: 'answer', key: 1, optionId: 'yes' })
  expect((await wire.receives()).result).toEqual(selected('yes'))
})

test('the policy allows a plan that only the call holds, once', async () => {
  const { run, wire } = await openOnWire({ permissions: 'allow', canAsk: false })
  announce(wire, { title: 'Ready to code?', kind: 'switch_mode', rawInput: { plan } })
  ask(wire)
  expect((await wire.receives()).result).toEqual(selected('yes'))
  expect(run.state().sessions.get('s1')?.proposal?.outcome).toMatchObject({ kind: 'approved' })
})

test('the policy waits for the call that comes right after its request', async () => {
  const { run, wire } = await openOnWire({ permissions: 'allow', canAsk: false })
  ask(wire, { kind: 'switch_mode' })
  await run.event('permission-asked')
  run.clock.pass(1)
  announce(wire, { title: 'Ready to code?', rawInput: { plan } })
  await run.event('permission-updated')
  run.clock.pass(49)
  expect((await wire.receives()).result).toEqual(selected('yes'))
  expect(run.eventsOf('permission-answered')).toMatchObject([{ answer: { by: 'policy' } }])
  expect(run.clock.dueInMs()).toEqual([])
})

test('where no option fits, the policy does not wait', async () => {
  const { run, wire } = await openOnWire({ permissions: 'allow', canAsk: false })
  ask(wire, { kind: 'switch_mode' }, { options: options.slice(2) })
  expect((await wire.receives()).result).toEqual(selected('no'))
  expect(run.clock.dueInMs()).toEqual([])
})

test('an option that changes the mode or approves later actions is left to the user, who is told why', async () => {
  const { run, wire } = await openOnWire({ permissions: 'allow' })
  const restore = {
    optionId: 'restore_previous',
    name: 'Yes, restore previous mode (auto)',
    kind: 'allow_once',
  }
  announce(wire, { title: 'Run the tests' })
  ask(wire, {}, { options: [restore, options[2]] })
  await run.event('permission-asked')
  expect(run.state().remark?.text).toBe(
    'Not allowed without you: its options do not tell which one allows only this once.',
  )
  run.agent.order({ type: 'answer', key: 1, optionId: 'no' })
  expect((await wire.receives()).result).toEqual(selected('no'))
})

test('an agent that asks for ever gets a last answer, which says why', async () => {
  const { run, wire } = await openOnWire({ permissions: 'allow', canAsk: false })
  announce(wire, { title: 'Run the tests' })
  for (let asked = 0; asked < mostAlone.answers; asked++) {
    ask(wire)
    expect((await wire.receives()).result).toEqual(selected('yes'))
  }
  ask(wire)
  expect((await wire.receives()).result).toEqual(selected('no'))
  const answer = { type: 'selected', optionId: 'no', by: 'policy', unseen: 'user' }
  expect(run.eventsOf('permission-answered').at(-1)).toMatchObject({ answer })
})

test('a question that is answered meanwhile is not answered again', async () => {
  const { run, wire } = await openOnWire({ permissions: 'allow' })
  ask(wire, { kind: 'switch_mode' })
  await run.event('permission-asked')
  run.agent.order({ type: 'answer', key: 1, optionId: 'yes' })
  run.clock.pass(1000)
  expect(run.eventsOf('permission-answered')).toMatchObject([{ answer: { by: 'user' } }])
  expect(run.remarks()).toEqual([])
})

const uri = 'file:///work/plans/split.md'
const shown = { text: plan, format: 'markdown', sizeBytes: plan.length, readAtMs: 0 } as const
const path = '/work/plans/split.md'

function unavailable(kind: 'missing' | 'unreadable'): PlanDocument {
  return { state: 'unavailable', uri, reason: { kind, path } }
}

test.each<readonly [string, PlanDocument, unknown]>([
  ['it is read', { state: 'shown', uri, ...shown }, { optionId: 'yes', by: 'policy' }],
  ['it is missing', unavailable('missing'), { optionId: 'no', unseen: 'file' }],
  ['it is unreadable', unavailable('unreadable'), { optionId: 'no', unseen: 'file' }],
  ['it is not read yet', { state: 'loading', uri }, { optionId: 'no', unseen: 'file' }],
])('the policy allows a plan in a file only once that was read: %s', async (_, document, answer) => {
  const { run, wire } = await openOnWire({ permissions: 'allow', canAsk: false })
  ask(wire, { title: `Requesting plan approval for: ${path}`, kind: 'other' })
  const { request } = await run.event('permission-asked')
  expect(request.plan).toEqual({ type: 'file', uri })
  expect(run.eventsOf('permission-answered')).toEqual([])
  run.documentIs(document)
  run.clock.pass(1000)
  await wire.receives()
  expect(run.eventsOf('permission-answered')).toMatchObject([{ answer }])
})

test('the call in the same line counts, whichever comes first', async () => {
  const { run, wire } = await openOnWire({ permissions: 'allow', canAsk: false })
  const request = {
    jsonrpc: '2.0',
    id: 'q',
    method: 'session/request_permission',
    params: { sessionId: 's1', toolCall: { toolCallId: 'c' }, options },
  }
  const update = {
    sessionUpdate: 'tool_call',
    toolCallId: 'c',
    title: 'Ready?',
    kind: 'switch_mode',
    rawInput: { plan },
  }
  const call = { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's1', update } }
  wire.write(`${JSON.stringify([request, call])}\n`)
  await run.event('permission-answered')
  expect(run.eventsOf('permission-answered')).toMatchObject([
    { answer: { type: 'selected', optionId: 'yes' } },
  ])
  expect(run.state().sessions.get('s1')?.proposal?.outcome).toMatchObject({ kind: 'approved' })
})

test.each(['child', 'never announced'])(
  'a question of another session (%s) is answered',
  async (sessionId) => {
    const { run, wire } = await openOnWire()
    if (sessionId === 'child')
      wire.update({ sessionUpdate: 'subagent_update', sessionId, title: 'Find callers' })
    announce(wire, { title: 'Run the tests' }, sessionId)
    ask(wire, {}, { sessionId })
    const { request } = await run.event('permission-asked')
    expect(request).toMatchObject({ sessionId, title: 'Run the tests' })
    run.agent.order({ type: 'answer', key: 1, optionId: 'no' })
    expect((await wire.receives()).result).toEqual(selected('no'))
  },
)

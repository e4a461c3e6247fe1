import { expect, test } from 'vitest'
import type { Json, ReceivedMessage } from './puppet.ts'
import { openOnWire, type Wire, type WireRun } from './wire.ts'

const options = [
  { optionId: 'yes', name: 'Implement', kind: 'allow_once' },
  { optionId: 'no', name: 'Keep planning', kind: 'reject_once' },
  { optionId: 'bare', name: 'No' },
]

function textOf({ params }: ReceivedMessage): unknown {
  return [params?.['sessionId'], (params?.['prompt'] as { text: string }[] | undefined)?.[0]?.text]
}

/** The agent asks, and waits for the answer. */
async function asks(run: WireRun, wire: Wire, sessionId = 's1'): Promise<number> {
  wire.send({ id: 7, method: 'session/request_permission', params: { sessionId, options } })
  const count = run.eventsOf('permission-asked').length
  const { permissions } = await run.until(
    (state) => state.permissions.length > 0 && run.eventsOf('permission-asked').length > count - 1,
  )
  return permissions.at(-1)?.key ?? 0
}

test('feedback on a rejected plan is sent when the turn has ended, before the queue', async () => {
  const { run, wire } = await openOnWire({ prompts: ['plan', 'later'] })
  const plan = await wire.receives()
  run.agent.order({ type: 'answer', key: await asks(run, wire), optionId: 'no', feedback: 'shorter, please' })
  expect(await wire.receives()).toMatchObject({ id: 7, result: { outcome: { optionId: 'no' } } })
  expect(run.state().queuedPrompts.map(({ text }) => text)).toEqual(['shorter, please', 'later'])
  // Some agents end the turn of a rejected plan as cancelled; nobody has cancelled it.
  wire.answer(plan, { stopReason: 'cancelled' })
  const shorter = await wire.receives()
  wire.answer(shorter, { stopReason: 'end_turn' })
  const later = await wire.receives()
  expect([shorter, later].map(textOf)).toEqual([
    ['s1', 'shorter, please'],
    ['s1', 'later'],
  ])
})

test('feedback is sent at once where no turn runs; empty feedback is not sent', async () => {
  const { run, wire } = await openOnWire()
  run.agent.order({ type: 'answer', key: await asks(run, wire), optionId: 'no', feedback: 'shorter' })
  expect(await wire.receives()).toMatchObject({ id: 7 })
  const prompt = await wire.receives()
  expect(textOf(prompt)).toEqual(['s1', 'shorter'])
  wire.answer(prompt, {})
  await run.event('turn-ended')
  for (const [option, feedback] of [
    ['no', ' \n'],
    ['yes', 'well done'],
    ['sesame', 'open'],
  ] as const) {
    run.agent.order({ type: 'answer', key: await asks(run, wire), optionId: option, feedback })
    if (option !== 'sesame') await wire.receives()
  }
  expect(run.state().permissions).toHaveLength(1)
  expect(run.eventsOf('prompt-sent')).toHaveLength(1)
  expect(run.state().queuedPrompts).toEqual([])
})

test('an answered plan is reported once, with the feedback that was sent as a prompt', async () => {
  const { run, wire } = await openOnWire({ prompts: ['plan'] })
  await wire.receives()
  wire.send({
    id: 7,
    method: 'session/request_permission',
    params: {
      sessionId: 's1',
      toolCall: { toolCallId: 'c1', kind: 'switch_mode', rawInput: { plan: '# Move it' } },
      options,
    },
  })
  const { permissions } = await run.until((state) => state.permissions.length > 0)
  run.agent.order({ type: 'answer', key: permissions[0]?.key ?? 0, optionId: 'no', feedback: 'shorter' })
  // What the words are a prompt for is in no answer to the agent.
  expect(await wire.receives()).toMatchObject({
    id: 7,
    result: { outcome: { outcome: 'selected', optionId: 'no' } },
  })
  expect(run.state().sessions.get('s1')?.proposal?.outcome).toMatchObject({
    kind: 'rejected',
    feedback: 'shorter',
  })
  expect(run.eventsOf('proposal-answered')).toEqual([])
})

test('an option without a kind may be a rejection', async () => {
  const { run, wire } = await openOnWire()
  run.agent.order({ type: 'answer', key: await asks(run, wire), optionId: 'bare', feedback: 'shorter' })
  await wire.receives()
  expect(textOf(await wire.receives())).toEqual(['s1', 'shorter'])
})

test('feedback on the plan of a sub-agent is sent to its parent session', async () => {
  const { run, wire } = await openOnWire()
  wire.update({ sessionUpdate: 'subagent_update', sessionId: 'child', title: 'Reads' })
  wire.update({ sessionUpdate: 'subagent_update', sessionId: 'grandchild', title: 'Reads more' }, 'child')
  // A session that says it works for itself is nobody's.
  wire.update({ sessionUpdate: 'subagent_update', sessionId: 'loop' }, 'loop')
  for (const sessionId of ['grandchild', 'loop', 'stranger']) {
    run.agent.order({
      type: 'answer',
      key: await asks(run, wire, sessionId),
      optionId: 'no',
      feedback: `for ${sessionId}`,
    })
    await wire.receives()
    const prompt = await wire.receives()
    expect(textOf(prompt)).toEqual(['s1', `for ${sessionId}`])
    wire.answer(prompt, {})
    await run.until((state) => state.sessions.get('s1')?.turn.state === 'ended')
  }
})

test('feedback stays in the queue when the turn is cancelled', async () => {
  const { run, wire } = await openOnWire({ prompts: ['plan'] })
  const plan = await wire.receives()
  run.agent.order({ type: 'answer', key: await asks(run, wire), optionId: 'no', feedback: 'shorter' })
  await wire.receives()
  run.agent.order({ type: 'cancel-turn' })
  await wire.receives()
  wire.answer(plan, { stopReason: 'cancelled' })
  await run.event('turn-ended')
  expect(run.state().queuedPrompts).toEqual([{ sessionId: 's1', text: 'shorter' }])
  run.agent.order({ type: 'prompt', text: '' })
  expect(textOf(await wire.receives())).toEqual(['s1', 'shorter'])
})

test('an answer that comes after its turn was cancelled does not end the next one', async () => {
  const { run, wire } = await openOnWire({}, { protocolVersion: 2 })
  const state = (name: string): Json => ({ sessionUpdate: 'state_update', state: name })
  run.agent.order({ type: 'prompt', text: 'one' })
  const one = await wire.receives()
  wire.update(state('running'))
  run.agent.order({ type: 'cancel-turn' })
  await wire.receives()
  wire.update({ ...state('idle'), stopReason: 'cancelled' })
  run.agent.order({ type: 'prompt', text: 'two' })
  await wire.receives()
  wire.update(state('running'))
  wire.answer(one, { stopReason: 'cancelled' })
  wire.answer(one, { stopReason: 'cancelled' })
  await run.event('problem-found')
  expect(run.eventsOf('problem-found').map(({ problem }) => problem.code)).toEqual(['stray-response'])
  expect(run.state().sessions.get('s1')?.turn).toMatchObject({ state: 'working', isCancelling: false })
})

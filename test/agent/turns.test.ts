import { expect, test } from 'vitest'
import type { ReceivedMessage } from './puppet.ts'
import { settled, type WatchedRun } from './watched-run.ts'
import { greetOnWire, openOnWire, runOnWire } from './wire.ts'

const idle = { sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' }
const running = { sessionUpdate: 'state_update', state: 'running' }

function textOf(message: ReceivedMessage): unknown {
  return [message.method, (message.params?.['prompt'] as { text: string }[] | undefined)?.[0]?.text]
}

/** Prompts, turns and remarks as a story. */
function storyOf(run: WatchedRun): readonly string[] {
  return run.events.flatMap((event) => {
    switch (event.type) {
      case 'prompt-queued':
        return [`queued ${event.text}`]
      case 'prompt-sent':
        return [`sent ${event.text}${event.wasQueued ? ' from the queue' : ''}`]
      case 'turn-ended':
        return [`ended ${event.outcome.kind === 'stopped' ? event.outcome.stopReason : event.outcome.kind}`]
      case 'turn-cancelled':
        return ['cancelled']
      case 'session-held':
        return [event.message ?? 'the queue is kept']
      case 'remarked':
        return [event.text]
      default:
        return []
    }
  })
}

async function rested(run: WatchedRun): Promise<void> {
  await run.until((state) => state.sessions.get('s1')?.turn.state === 'ended')
}

test('version 1: the next prompt is sent when the one before is answered', async () => {
  const { run, wire } = await openOnWire({ prompts: ['one', 'two'] })
  const one = await wire.receives()
  run.agent.order({ type: 'prompt', text: 'three' })
  wire.answer(one, { stopReason: 'end_turn' })
  const two = await wire.receives()
  wire.fail(two, -32603, 'out of tokens')
  const three = await wire.receives()
  wire.answer(three, {})
  await rested(run)
  expect([one, two, three].map(textOf)).toEqual([
    ['session/prompt', 'one'],
    ['session/prompt', 'two'],
    ['session/prompt', 'three'],
  ])
  expect([one, two, three].map((prompt) => prompt.id)).toEqual([2, 3, 4])
  expect(storyOf(run)).toEqual([
    'queued one',
    'queued two',
    'sent one from the queue',
    'queued three',
    'ended end_turn',
    'sent two from the queue',
    'ended failed',
    'sent three from the queue',
    'ended end_turn',
  ])
  expect(run.eventsOf('turn-ended')[1]?.outcome).toEqual({
    kind: 'failed',
    code: -32603,
    message: 'out of tokens',
  })
  expect(run.state().queuedPrompts).toEqual([])
})

test('version 2: the turn ends with the idle state, not with the answer', async () => {
  const { run, wire } = await openOnWire({ prompts: ['one', 'two'] }, { protocolVersion: 2 })
  wire.answer(await wire.receives(), { messageId: 'm1' })
  wire.update(running)
  wire.update({ ...running, state: 'requires_action' })
  wire.update({ sessionUpdate: '_vendor_update' })
  await run.event('session-updated', ({ update }) => update.type === 'other')
  expect(storyOf(run).at(-1)).toBe('sent one from the queue')
  wire.update(idle)
  expect(textOf(await wire.receives())).toEqual(['session/prompt', 'two'])
  // The state says that the turn is over: an event beside it would end it twice.
  expect(run.eventsOf('turn-ended')).toEqual([])
})

test('version 2: an agent that is running by itself holds prompts back', async () => {
  const { run, wire } = await openOnWire({}, { protocolVersion: 2 })
  wire.update(running)
  await run.event('session-updated')
  run.agent.order({ type: 'prompt', text: 'later' })
  expect(storyOf(run)).toEqual(['queued later'])
  wire.update({ ...idle, sessionId: 'other' }, 'other')
  wire.update(idle)
  expect(textOf(await wire.receives())).toEqual(['session/prompt', 'later'])
})

test('version 2: a stop reason in the answer ends the turn of an agent without states, once', async () => {
  const { run, wire } = await openOnWire({ prompts: ['one', 'two'] }, { protocolVersion: 2 })
  wire.answer(await wire.receives(), { stopReason: 'max_tokens' })
  const two = await wire.receives()
  wire.update(running)
  wire.answer(two, { stopReason: 'end_turn' })
  wire.update(idle)
  await rested(run)
  expect(storyOf(run).slice(2)).toEqual([
    'sent one from the queue',
    'ended max_tokens',
    'sent two from the queue',
  ])
})

test('version 2: an error for the prompt ends the turn; one after the idle state does not end the next turn', async () => {
  const { run, wire } = await openOnWire({ prompts: ['one', 'two', 'three'] }, { protocolVersion: 2 })
  wire.fail(await wire.receives(), -32602, 'too long')
  const two = await wire.receives()
  wire.update(running)
  wire.update(idle)
  const three = await wire.receives()
  wire.fail(two, -32800, 'cancelled')
  wire.fail(three, -32800, 'cancelled')
  await rested(run)
  expect(storyOf(run).slice(3)).toEqual([
    'sent one from the queue',
    'ended failed',
    'sent two from the queue',
    'sent three from the queue',
    'ended cancelled',
  ])
})

test('after a cancelled turn the queue waits; the next prompt is sent first, the queue after it', async () => {
  const { run, wire } = await openOnWire({ prompts: ['one', 'two'] })
  const one = await wire.receives()
  run.agent.order({ type: 'cancel-turn' })
  expect(await wire.receives()).toEqual({
    jsonrpc: '2.0',
    method: 'session/cancel',
    params: { sessionId: 's1' },
  })
  expect(run.state().sessions.get('s1')?.turn).toMatchObject({ state: 'working', isCancelling: true })
  run.agent.order({ type: 'cancel-turn' })
  expect(await wire.receives()).toMatchObject({ method: 'session/cancel' })
  wire.answer(one, { stopReason: 'cancelled' })
  await rested(run)
  expect(run.state().queuedPrompts).toEqual([{ sessionId: 's1', text: 'two' }])
  run.agent.order({ type: 'prompt', text: 'instead' })
  const instead = await wire.receives()
  wire.answer(instead, { stopReason: 'end_turn' })
  const two = await wire.receives()
  expect([instead, two].map(textOf)).toEqual([
    ['session/prompt', 'instead'],
    ['session/prompt', 'two'],
  ])
  expect(storyOf(run).slice(2)).toEqual([
    'sent one from the queue',
    'cancelled',
    'The queued prompts wait, and are sent after the next prompt.',
    'ended cancelled',
    'sent instead',
    'ended end_turn',
    'sent two from the queue',
  ])
})

test('a prompt given while a turn is being cancelled is sent as soon as the turn has ended', async () => {
  const { run, wire } = await openOnWire({ prompts: ['one', 'two'] }, { protocolVersion: 2 })
  wire.answer(await wire.receives(), {})
  wire.update(running)
  await run.event('session-updated')
  run.agent.order({ type: 'cancel-turn' })
  await wire.receives()
  run.agent.order({ type: 'prompt', text: 'instead' })
  wire.update({ ...idle, stopReason: 'cancelled' })
  expect(textOf(await wire.receives())).toEqual(['session/prompt', 'instead'])
  expect(run.state().queuedPrompts).toEqual([{ sessionId: 's1', text: 'two' }])
})

test('a blank prompt is not sent; after a cancelled turn it resumes the queue', async () => {
  const { run, wire } = await openOnWire({ prompts: ['one', 'two'] })
  const one = await wire.receives()
  run.agent.order({ type: 'prompt', text: '  ' })
  run.agent.order({ type: 'cancel-turn' })
  await wire.receives()
  wire.answer(one, { stopReason: 'cancelled' })
  await rested(run)
  run.agent.order({ type: 'prompt', text: '' })
  expect(textOf(await wire.receives())).toEqual(['session/prompt', 'two'])
})

test('a prompt that is cancelled while it waits for its session is never sent', async () => {
  const run = runOnWire({ prompts: ['one', 'two'] })
  const wire = await run.nextWire()
  wire.answer(await wire.receives(), { protocolVersion: 1 })
  const opening = await wire.receives()
  run.agent.order({ type: 'cancel-turn' })
  expect(run.state().queuedPrompts).toEqual([])
  wire.answer(opening, { sessionId: 's1' })
  await settled()
  run.agent.order({ type: 'prompt', text: 'three' })
  expect(textOf(await wire.receives())).toEqual(['session/prompt', 'three'])
  expect(storyOf(run)).toEqual([
    'queued one',
    'queued two',
    '2 prompts are taken back: they were not sent.',
    'sent three',
  ])
})

test('a second cancel removes the prompt that follows the cancelled turn, a third one the queue after it', async () => {
  const { run, wire } = await openOnWire({ prompts: ['one', 'later'] })
  const one = await wire.receives()
  run.agent.order({ type: 'cancel-turn' })
  await wire.receives()
  run.agent.order({ type: 'prompt', text: 'instead' })
  run.agent.order({ type: 'cancel-turn' })
  expect((await wire.receives()).method).toBe('session/cancel')
  expect(run.state().queuedPrompts).toEqual([{ sessionId: 's1', text: 'later' }])
  wire.answer(one, { stopReason: 'cancelled' })
  await rested(run)
  run.agent.order({ type: 'cancel-turn' })
  expect(run.state().queuedPrompts).toEqual([])
  run.agent.order({ type: 'prompt', text: 'new' })
  expect(textOf(await wire.receives())).toEqual(['session/prompt', 'new'])
})

test('a prompt is on the wire when its event comes, and its cancel after it', async () => {
  const { run, wire } = await openOnWire()
  run.agent.order({ type: 'prompt', text: 'go' })
  run.agent.order({ type: 'cancel-turn' })
  expect((await wire.receives()).method).toBe('session/prompt')
  expect((await wire.receives()).method).toBe('session/cancel')
})

test('no cancel is sent while no turn runs', async () => {
  const { run, wire } = await openOnWire()
  run.agent.order({ type: 'cancel-turn' })
  run.agent.order({ type: 'prompt', text: 'go' })
  expect((await wire.receives()).method).toBe('session/prompt')
  expect(run.eventsOf('turn-cancelled')).toEqual([])
})

test('a turn ends as lost with its agent; after the restart the queue waits for a prompt', async () => {
  const { run, wire } = await openOnWire({ prompts: ['one', 'two'] })
  wire.update({ sessionUpdate: 'plan', entries: [{ content: 'a', status: 'pending' }] })
  await wire.receives()
  wire.lose({ kind: 'exited', code: 9, signal: null })
  const ended = await run.until((state) => state.link.state === 'ended')
  expect(ended.sessions.get('s1')?.turn).toMatchObject({ state: 'ended', outcome: { kind: 'lost' } })
  expect(run.eventsOf('turn-ended')).toEqual([])
  run.agent.order({ type: 'restart' })
  run.agent.order({ type: 'restart' })
  const next = await run.nextWire()
  await next.open({ protocolVersion: 1 }, { sessionId: 's2' })
  await run.opened()
  expect(run.state().sessions.get('s1')?.plans.size).toBe(1)
  expect(run.state().currentSessionId).toBe('s2')
  run.agent.order({ type: 'prompt', text: 'go on' })
  expect(await next.receives()).toMatchObject({
    id: 2,
    params: { sessionId: 's2', prompt: [{ text: 'go on' }] },
  })
  expect(storyOf(run)).toEqual([
    'queued one',
    'queued two',
    'sent one from the queue',
    'the queue is kept',
    'sent go on',
  ])
})

test('prompts that were not sent because the handshake failed are sent after the restart', async () => {
  const { run, wire } = await greetOnWire({ prompts: ['one'], canAsk: false })
  wire.fail(await wire.receives(), -32000, 'log in first')
  await run.ended()
  run.agent.order({ type: 'restart' })
  const next = await run.nextWire()
  await next.open()
  expect(textOf(await next.receives())).toEqual(['session/prompt', 'one'])
})

test('version 1 has no states: one that comes after the answer is a problem, and no turn', async () => {
  const { run, wire } = await openOnWire({ prompts: ['one'] })
  const one = await wire.receives()
  wire.update(idle)
  expect(run.state().sessions.get('s1')?.turn.state).toBe('working')
  wire.answer(one, { stopReason: 'end_turn' })
  await rested(run)
  for (const update of [running, { ...running, state: 'pondering' }]) wire.update(update)
  await settled()
  expect(run.state().sessions.get('s1')?.turn.state).toBe('ended')
  expect(run.state().problems.items.map(({ problem }) => problem.text)).toEqual([
    'the state idle, which version 1 does not have: a turn ends with the answer to its prompt',
    'the state running, which version 1 does not have: a turn ends with the answer to its prompt',
    'the state pondering, which version 1 does not have: a turn ends with the answer to its prompt',
  ])
})

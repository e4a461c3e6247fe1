import { expect, test } from 'vitest'
import { openRun, run, type ReceivedMessage } from './puppet.ts'
import { settled, type WatchedRun } from './watched-run.ts'
import { openOnWire, runOnWire } from './wire.ts'

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
  const { run, puppet } = await openRun({ prompts: ['one', 'two'] })
  const one = await puppet.receives()
  run.agent.prompt('three')
  await puppet.answer(one, { stopReason: 'end_turn' })
  const two = await puppet.receives()
  await puppet.fail(two, -32603, 'out of tokens')
  const three = await puppet.receives()
  await puppet.answer(three, {})
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
  const { run, puppet } = await openRun({ prompts: ['one', 'two'] }, 2)
  await puppet.answer(await puppet.receives(), { messageId: 'm1' })
  await puppet.update(running)
  await puppet.update({ ...running, state: 'requires_action' })
  await puppet.update({ sessionUpdate: '_vendor_update' })
  await run.event('session-updated', ({ update }) => update.type === 'other')
  expect(storyOf(run).at(-1)).toBe('sent one from the queue')
  await puppet.update(idle)
  expect(textOf(await puppet.receives())).toEqual(['session/prompt', 'two'])
  // The state says that the turn is over: an event beside it would end it twice.
  expect(run.eventsOf('turn-ended')).toEqual([])
})

test('version 2: an agent that is running by itself holds prompts back', async () => {
  const { run, puppet } = await openRun({}, 2)
  await puppet.update(running)
  await run.event('session-updated')
  run.agent.prompt('later')
  expect(storyOf(run)).toEqual(['queued later'])
  await puppet.update({ ...idle, sessionId: 'other' }, 'other')
  await puppet.update(idle)
  expect(textOf(await puppet.receives())).toEqual(['session/prompt', 'later'])
})

test('version 2: a stop reason in the answer ends the turn of an agent without states, once', async () => {
  const { run, puppet } = await openRun({ prompts: ['one', 'two'] }, 2)
  await puppet.answer(await puppet.receives(), { stopReason: 'max_tokens' })
  const two = await puppet.receives()
  await puppet.update(running)
  await puppet.answer(two, { stopReason: 'end_turn' })
  await puppet.update(idle)
  await rested(run)
  expect(storyOf(run).slice(2)).toEqual([
    'sent one from the queue',
    'ended max_tokens',
    'sent two from the queue',
  ])
})

test('version 2: an error for the prompt ends the turn; one after the idle state does not end the next turn', async () => {
  const { run, puppet } = await openRun({ prompts: ['one', 'two', 'three'] }, 2)
  await puppet.fail(await puppet.receives(), -32602, 'too long')
  const two = await puppet.receives()
  await puppet.update(running)
  await puppet.update(idle)
  const three = await puppet.receives()
  await puppet.fail(two, -32800, 'cancelled')
  await puppet.fail(three, -32800, 'cancelled')
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
  const { run, puppet } = await openRun({ prompts: ['one', 'two'] })
  const one = await puppet.receives()
  run.agent.cancelTurn()
  expect(await puppet.receives()).toEqual({
    jsonrpc: '2.0',
    method: 'session/cancel',
    params: { sessionId: 's1' },
  })
  expect(run.state().sessions.get('s1')?.turn).toMatchObject({ state: 'working', isCancelling: true })
  run.agent.cancelTurn()
  expect(await puppet.receives()).toMatchObject({ method: 'session/cancel' })
  await puppet.answer(one, { stopReason: 'cancelled' })
  await rested(run)
  expect(run.state().queuedPrompts).toEqual([{ sessionId: 's1', text: 'two' }])
  run.agent.prompt('instead')
  const instead = await puppet.receives()
  await puppet.answer(instead, { stopReason: 'end_turn' })
  const two = await puppet.receives()
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
  const { run, puppet } = await openRun({ prompts: ['one', 'two'] }, 2)
  await puppet.answer(await puppet.receives(), {})
  await puppet.update(running)
  await run.event('session-updated')
  run.agent.cancelTurn()
  await puppet.receives()
  run.agent.prompt('instead')
  await puppet.update({ ...idle, stopReason: 'cancelled' })
  expect(textOf(await puppet.receives())).toEqual(['session/prompt', 'instead'])
  expect(run.state().queuedPrompts).toEqual([{ sessionId: 's1', text: 'two' }])
})

test('a blank prompt is not sent; after a cancelled turn it resumes the queue', async () => {
  const { run, puppet } = await openRun({ prompts: ['one', 'two'] })
  const one = await puppet.receives()
  run.agent.prompt('  ')
  run.agent.cancelTurn()
  await puppet.receives()
  await puppet.answer(one, { stopReason: 'cancelled' })
  await rested(run)
  run.agent.prompt('')
  expect(textOf(await puppet.receives())).toEqual(['session/prompt', 'two'])
})

test('a prompt that is cancelled while it waits for its session is never sent', async () => {
  const run = runOnWire({ prompts: ['one', 'two'] })
  const wire = await run.nextWire()
  wire.answer(await wire.receives(), { protocolVersion: 1 })
  const opening = await wire.receives()
  run.agent.cancelTurn()
  expect(run.state().queuedPrompts).toEqual([])
  wire.answer(opening, { sessionId: 's1' })
  await settled()
  run.agent.prompt('three')
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
  run.agent.cancelTurn()
  await wire.receives()
  run.agent.prompt('instead')
  run.agent.cancelTurn()
  expect((await wire.receives()).method).toBe('session/cancel')
  expect(run.state().queuedPrompts).toEqual([{ sessionId: 's1', text: 'later' }])
  wire.answer(one, { stopReason: 'cancelled' })
  await rested(run)
  run.agent.cancelTurn()
  expect(run.state().queuedPrompts).toEqual([])
  run.agent.prompt('new')
  expect(textOf(await wire.receives())).toEqual(['session/prompt', 'new'])
})

test('a prompt is on the wire when its event comes, and its cancel after it', async () => {
  const { run, wire } = await openOnWire()
  run.agent.prompt('go')
  run.agent.cancelTurn()
  expect((await wire.receives()).method).toBe('session/prompt')
  expect((await wire.receives()).method).toBe('session/cancel')
})

test('no cancel is sent while no turn runs', async () => {
  const { run, puppet } = await openRun()
  run.agent.cancelTurn()
  run.agent.prompt('go')
  expect((await puppet.receives()).method).toBe('session/prompt')
  expect(run.eventsOf('turn-cancelled')).toEqual([])
})

test('a turn ends as lost with its agent; after the restart the queue waits for a prompt', async () => {
  const { run, puppet } = await openRun({ prompts: ['one', 'two'] })
  await puppet.update({ sessionUpdate: 'plan', entries: [{ content: 'a', status: 'pending' }] })
  await puppet.receives()
  puppet.give({ type: 'exit', code: 9 })
  const ended = await run.until((state) => state.link.state === 'ended')
  expect(ended.sessions.get('s1')?.turn).toMatchObject({ state: 'ended', outcome: { kind: 'lost' } })
  expect(run.eventsOf('turn-ended')).toEqual([])
  run.agent.restart()
  run.agent.restart()
  const next = await run.nextPuppet()
  await next.open(1, 's2')
  await run.opened()
  expect(run.state().sessions.get('s1')?.plans.size).toBe(1)
  expect(run.state().currentSessionId).toBe('s2')
  run.agent.prompt('go on')
  expect(await next.receives()).toMatchObject({
    id: 2,
    params: { sessionId: 's2', prompt: [{ text: 'go on' }] },
  })
  expect(storyOf(run)).toEqual([
    'queued one',
    'queued two',
    'sent one from the queue',
    'The queued prompts wait, and are sent after the next prompt.',
    'sent go on',
  ])
})

test('prompts that were not sent because the handshake failed are sent after the restart', async () => {
  const started = await run({ prompts: ['one'], canAsk: false })
  const puppet = await started.nextPuppet()
  await puppet.answer(await puppet.receives(), { protocolVersion: 1 })
  await puppet.fail(await puppet.receives(), -32000, 'log in first')
  await started.ended()
  started.agent.restart()
  const next = await started.nextPuppet()
  await next.open(1)
  expect(textOf(await next.receives())).toEqual(['session/prompt', 'one'])
})

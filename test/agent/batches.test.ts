import { expect, test } from 'vitest'
import { updateOf } from './puppet.ts'
import { settled } from './watched-run.ts'
import { openOnWire } from './wire.ts'

const plan = (content: string): object => ({
  sessionUpdate: 'plan',
  entries: [{ content, status: 'pending', priority: 'high' }],
})

test('all events of a batch are dispatched before the client acts on any of them, as in a replay', async () => {
  const { run, wire } = await openOnWire({ prompts: ['one', 'two'] })
  const first = await wire.receives()
  const before = run.events.length
  const messages = [{ id: first.id, result: { stopReason: 'end_turn' } }, updateOf({ ...plan('Late') })]
  wire.write(`${JSON.stringify(messages.map((message) => ({ jsonrpc: '2.0', ...message })))}\n`)
  await settled()
  expect(run.events.slice(before).map(({ type }) => type)).toEqual([
    'problem-found',
    'session-updated',
    'turn-ended',
    'prompt-sent',
  ])
})

import { Buffer } from 'node:buffer'
import { bench, describe } from 'vitest'
import { initialState } from '../../../src/app/state/app-state.ts'
import { reduce } from '../../../src/app/reduce/reduce.ts'
import { readSessionUpdate } from '../../../src/protocol/session/session-update.ts'
import { WireReader } from '../../../src/protocol/wire/wire-reader.ts'
import { readChunk } from './read-chunks.ts'

const steps = 8

function updateLine(update: object): Buffer {
  const params = { sessionId: 's', update }
  return Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params })}\n`)
}

/** One line for each step of a plan's way: another entry is in progress in each. */
function lines(entryCount: number): readonly Buffer[] {
  return Array.from({ length: steps }, (_, step) => {
    const entries = Array.from({ length: entryCount }, (_entry, index) => ({
      content: `Step ${index}: do the thing number ${index} well`,
      priority: 'medium',
      status: index % steps === step ? 'in_progress' : index % steps < step ? 'completed' : 'pending',
    }))
    return updateLine({ sessionUpdate: 'plan', entries })
  })
}

// Not part of a test run: `npm run bench -- test/protocol`. The bar: 10,000 entries cost less than 1.5 × JSON.parse.
describe.each([12, 10_000])('an update of %i entries', (entryCount) => {
  const updates = lines(entryCount)
  const reader = new WireReader()
  let state = initialState
  let at = 0

  function next(): Buffer {
    return updates[at++ % steps] ?? Buffer.alloc(0)
  }

  bench('JSON.parse alone', () => {
    JSON.parse(next().toString('utf8'))
  })

  bench('bytes to state', () => {
    for (const incoming of readChunk(reader, next())) {
      if (incoming.type !== 'message' || incoming.message.kind !== 'notification') continue
      for (const update of readSessionUpdate(incoming.message.params).events) {
        state = reduce(state, { type: 'session-updated', atMs: at, sessionId: 's', update })
      }
    }
  })
})

function chunk(text: string): Buffer {
  return updateLine({ sessionUpdate: 'agent_message_chunk', messageId: 'm', content: { type: 'text', text } })
}

const call = { sessionUpdate: 'tool_call_update', toolCallId: 't', title: 'Read x', kind: 'read' }

// The bar: a piece costs 10 µs, however long its message is already, and wherever it stands in it.
describe.each<[string, readonly Buffer[], readonly Buffer[]]>([
  ['a piece of a message', [], [chunk('some words '), chunk('more of them\n')]],
  [
    'a piece of a plan in a message',
    [chunk('<proposed_plan>\n')],
    [chunk('- [ ] a step '), chunk('of it\n')],
  ],
  [
    'a tool call',
    [],
    [updateLine({ ...call, status: 'pending' }), updateLine({ ...call, status: 'completed' })],
  ],
])('%s', (_, first, again) => {
  const reader = new WireReader()
  let state = initialState
  let at = 0

  function receive(bytes: Buffer): void {
    for (const incoming of readChunk(reader, bytes)) {
      if (incoming.type !== 'message' || incoming.message.kind !== 'notification') continue
      for (const update of readSessionUpdate(incoming.message.params).events)
        state = reduce(state, { type: 'session-updated', atMs: at, sessionId: 's', update })
    }
  }

  for (const bytes of first) receive(bytes)

  bench('bytes to state', () => {
    receive(again[at++ % again.length] ?? Buffer.alloc(0))
  })
})

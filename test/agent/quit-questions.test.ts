import { expect, test } from 'vitest'
import { openOnWire } from './wire.ts'

const option = { optionId: 'yes', name: 'Yes', kind: 'allow_once' }
const form = { mode: 'form', message: 'Which?', requestedSchema: { type: 'object', properties: {} } }
const question = { id: 'q', prompt: 'Which?', options: [{ id: 'a' }] }

test('the end of the run answers each open request once, in the shape of its method', async () => {
  const { run, wire } = await openOnWire()
  wire.send(
    { id: 1, method: 'cursor/create_plan', params: { toolCallId: 'c', plan: '# P\n' } },
    {
      id: 2,
      method: 'x.ai/exit_plan_mode',
      params: { sessionId: 's1', toolCallId: 'd', planContent: '# P\n' },
    },
    { id: 3, method: 'cursor/ask_question', params: { toolCallId: 'e', questions: [question] } },
    { id: 4, method: 'session/request_permission', params: { sessionId: 's1', options: [option] } },
    { id: 5, method: 'elicitation/create', params: { ...form, sessionId: 's1' } },
    // The same once more: it waits for the same answer.
    { id: 6, method: 'cursor/create_plan', params: { toolCallId: 'c', plan: '# P\n' } },
  )
  await run.until((state) => state.permissions.length === 3 && state.elicitations.length === 2)
  await run.event('problem-found')
  const before = wire.lines.length
  await run.agent.close()
  const answers = wire.lines.slice(before).map((line) => JSON.parse(line) as { readonly id: number })
  expect(answers.toSorted((one, other) => one.id - other.id)).toEqual([
    { jsonrpc: '2.0', id: 1, result: { outcome: { outcome: 'cancelled' } } },
    { jsonrpc: '2.0', id: 2, result: { outcome: 'cancelled' } },
    { jsonrpc: '2.0', id: 3, result: { outcome: { outcome: 'cancelled' } } },
    { jsonrpc: '2.0', id: 4, result: { outcome: { outcome: 'cancelled' } } },
    { jsonrpc: '2.0', id: 5, result: { action: 'cancel' } },
    { jsonrpc: '2.0', id: 6, result: { outcome: { outcome: 'cancelled' } } },
  ])
})

test('a request that cannot be answered before the end of the run is refused, once', async () => {
  const { run, wire } = await openOnWire({ offersFiles: '/work' })
  wire.send({ id: 7, method: 'fs/read_text_file', params: { path: '/work/a' } })
  const before = wire.lines.length
  await run.agent.close()
  expect(wire.lines.slice(before).map((line) => JSON.parse(line) as unknown)).toEqual([
    { jsonrpc: '2.0', id: 7, error: { code: -32800, message: 'the client ends the connection' } },
  ])
})

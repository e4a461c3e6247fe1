import { Buffer } from 'node:buffer'
import { bench, describe } from 'vitest'
import { createApp } from '../../../src/app/app.ts'
import { TraceInterpreter } from '../../../src/app/exchange/trace-interpreter.ts'
import { TraceReader } from '../../../src/protocol/trace/read-trace.ts'
import { recordLine } from '../../../src/protocol/trace/trace-record.ts'

const count = 1000

function update(at: number): object {
  const content = { type: 'text', text: `piece ${at} of what the agent says ` }
  const chunk = { sessionUpdate: 'agent_message_chunk', messageId: 'm', content }
  const entries = Array.from({ length: 12 }, (_, entry) => ({
    content: `Step ${entry}: do the thing number ${entry} well`,
    priority: 'medium',
    status: entry < at % 12 ? 'completed' : entry === at % 12 ? 'in_progress' : 'pending',
  }))
  const params = { sessionId: 's', update: at % 10 === 0 ? { sessionUpdate: 'plan', entries } : chunk }
  return { jsonrpc: '2.0', method: 'session/update', params }
}

const header = '{"trace":"acp-plan-tui","version":1,"startedAt":"","program":"","agent":"a"}'
const updates = Array.from({ length: count }, (_, at) => update(at))
const lineOf = (frame: object): string => JSON.stringify(frame)
const dialects: Readonly<Record<string, readonly string[]>> = {
  'our own, messages as they are': updates.map((frame, at) => `{"t":${at},"in":${lineOf(frame)}}`),
  'our own, messages as texts': updates.map((frame, t) =>
    recordLine({ t, type: 'frame', dir: 'from-agent', line: lineOf(frame) }),
  ),
  frames: updates.map((frame, t) => JSON.stringify({ t, dir: 'agent>client', frame })),
  messages: updates.map(lineOf),
}

// Not part of a test run: `npm run bench -- test/protocol/trace`. The bar: 100,000 records/s, which is 100 runs/s of 1000 lines.
describe.each(Object.entries(dialects))('%s', (name, texts) => {
  const lines = texts.map((text) => Buffer.from(text))

  bench('lines to records', () => {
    const reader = new TraceReader()
    if (name.startsWith('a recording of this program')) reader.push(header)
    for (const line of lines) reader.push(line)
  })

  bench('lines to state', () => {
    const reader = new TraceReader()
    if (name.startsWith('a recording of this program')) reader.push(header)
    const interpreter = new TraceInterpreter()
    const app = createApp()
    for (const line of lines)
      for (const record of reader.push(line))
        for (const event of interpreter.read(record)) app.dispatch(event)
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createApp } from '../../../src/app/app.ts'
import { noteOf } from '../../../src/app/notes/noted-events.ts'
import { TraceInterpreter } from '../../../src/app/exchange/trace-interpreter.ts'
import type { TraceRecord } from '../../../src/protocol/trace/trace-record.ts'
import { recordedLines } from '../../recordings/read-recording.ts'
import { anyRecord } from '../../protocol/trace/any-records.ts'
import { anyEvent } from '../any-events.ts'
import { replayed, traceLines } from './replayed.ts'

const id = fc.constantFrom(0, 1, 2, 'x', null)
const sessionId = fc.constantFrom('s', 't', '__proto__', 7)
const method = fc.constantFrom(
  'initialize',
  'authenticate',
  'session/new',
  'session/load',
  'session/resume',
  'session/prompt',
  'session/cancel',
  'session/close',
  'session/delete',
  'session/list',
  'session/set_mode',
  'session/set_config_option',
  'session/update',
  'session/request_permission',
  'elicitation/create',
  'elicitation/complete',
  'fs/read_text_file',
  '$/cancel_request',
)
const some = fc.jsonValue({ maxDepth: 2 })
const options = fc.constant([{ optionId: 'a', name: 'A', kind: 'allow_once' }])
const update = fc.constantFrom(
  { sessionUpdate: 'plan', entries: [{ content: 'x', status: 'pending' }] },
  { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'hi' } },
  { sessionUpdate: 'state_update', state: 'idle' },
  { sessionUpdate: 'subagent_update', sessionId: 't', state: { state: 'running' } },
  { sessionUpdate: 'current_mode_update', currentModeId: 'm' },
  { sessionUpdate: 'tool_call', toolCallId: 'c', title: 'T', kind: 'switch_mode', rawInput: { plan: 'p' } },
  { sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'completed', rawInput: { plan: 'q' } },
)
const params = fc.oneof(
  fc.record({ sessionId, update }),
  fc.record({ sessionId, options }),
  fc.record({ sessionId, options, toolCall: fc.constant({ toolCallId: 'c' }) }),
  fc.record({
    sessionId,
    mode: fc.constant('url'),
    url: fc.constant('https://x'),
    elicitationId: fc.constant('e'),
  }),
  fc.record({ sessionId, prompt: some }),
  fc.record({ sessionId, modeId: fc.constant('m'), configId: fc.constant('c'), value: some }),
  some,
)
const result = fc.oneof(
  fc.constantFrom(
    { protocolVersion: 2 },
    { sessionId: 's' },
    { stopReason: 'end_turn' },
    { sessions: [{ sessionId: 's' }], nextCursor: 'n' },
    { outcome: { outcome: 'selected', optionId: 'a' } },
    { configOptions: [7] },
  ),
  some,
)
const message = fc.oneof(
  fc.record({ id, method, params }),
  fc.record({ method, params }),
  fc.record({ id, result }),
  fc.record({
    id,
    error: fc.record({ code: fc.constantFrom(-32000, -32601, -32602, -32800), message: some }),
  }),
)
const frame = fc.record({
  t: fc.nat(1000),
  type: fc.constant('frame' as const),
  dir: fc.constantFrom('from-agent' as const, 'to-agent' as const),
  line: message.map((value) => JSON.stringify(value)),
})
const note = anyEvent.map(noteOf).filter((record) => record !== null)

/** Exchanges that make sense here and there, some with notes. */
const anyExchange = fc
  .tuple(
    fc.array(fc.oneof({ weight: 9, arbitrary: frame }, anyRecord), { maxLength: 25 }),
    fc.oneof(fc.constant([]), fc.array(note, { maxLength: 10 })),
  )
  .chain(([records, notes]) => fc.shuffledSubarray([...records, ...notes]))

test('the interpreter and the reducer never throw', () => {
  fc.assert(
    fc.property(anyExchange, (records: readonly TraceRecord[]) => {
      const app = createApp()
      const interpreter = new TraceInterpreter()
      for (const record of records) for (const event of interpreter.read(record)) app.dispatch(event)
      expect(app.state().sessions.size).toBeLessThan(10)
    }),
    { numRuns: 500 },
  )
})

test('a copy of the interpreter gives the same events, and both go on independently', () => {
  fc.assert(
    fc.property(anyExchange, anyExchange, (records: readonly TraceRecord[], more: readonly TraceRecord[]) => {
      const interpreter = new TraceInterpreter()
      for (const record of records) interpreter.read(record)
      const copy = interpreter.copy()
      const events = more.map((record) => copy.read(record))
      expect(more.map((record) => interpreter.read(record))).toEqual(events)
    }),
    { numRuns: 150 },
  )
})

test('an exchange that is written and read again gives the same state', () => {
  fc.assert(
    fc.property(anyExchange, (exchange: readonly TraceRecord[]) => {
      const records = exchange.toSorted((one, other) => one.t - other.t).filter(({ t }) => t >= 0)
      const app = createApp()
      const interpreter = new TraceInterpreter()
      for (const record of records) for (const event of interpreter.read(record)) app.dispatch(event)
      expect(replayed(traceLines(records))).toEqual(app.state())
    }),
    { numRuns: 150 },
  )
})

test.each(['claude-v1-plan-feedback', 'codex-v2-plan-cfg_collaboration_mode_plan', 'gemini-v1-reload'])(
  '%s, cut off anywhere, is a beginning of it',
  (name) => {
    const lines = recordedLines(name)
    const whole = lines.map((_, at) => replayed(lines.slice(0, at + 1)))
    fc.assert(
      fc.property(fc.nat(lines.length - 1), fc.nat(), (at, place) => {
        const torn = lines[at + 1]?.slice(0, place % (lines[at + 1]?.length ?? 1)) ?? ''
        expect(replayed(lines.slice(0, at + 1), undefined, torn)).toEqual(whole[at])
      }),
      { numRuns: 20 },
    )
  },
)

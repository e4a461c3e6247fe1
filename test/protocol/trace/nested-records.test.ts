import { expect, test } from 'vitest'
import { cutMark } from '../../../src/lib/json/cut-depth.ts'
import { TraceReader } from '../../../src/protocol/trace/read-trace.ts'
import { type TraceRecord, recordLine } from '../../../src/protocol/trace/trace-record.ts'
import { WireReader } from '../../../src/protocol/wire/wire-reader.ts'
import { deepList, deepObject, nested } from '../../support/formats/nested.ts'

// Records that are nested deeper than a recursion reaches, in every dialect.

const header = { trace: 'acp-plan-tui', version: 1 }
const message = { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', deep: deepList } }
const conducted = { ts: 1, from: 'agent', to: 'client', id: 1 }

function read(...lines: readonly unknown[]): {
  readonly records: readonly TraceRecord[]
  readonly problems: readonly string[]
} {
  const reader = new TraceReader()
  const records = lines.flatMap((line) => reader.push(`${typeof line === 'string' ? line : nested(line)}\n`))
  records.push(...reader.end())
  expect(reader.fault).toBeNull()
  return { records, problems: reader.problems.map(({ line, text }) => `${line}: ${text}`) }
}

/** What a reader of messages makes of the frames. */
function heard(records: readonly TraceRecord[]): readonly string[] {
  return records.flatMap((record) =>
    record.type === 'frame'
      ? new WireReader()
          .readText(record.line, 'line')
          .map((each) => (each.type === 'message' ? each.message.kind : each.problem.code))
      : [],
  )
}

test.each<[string, readonly unknown[]]>([
  ['ours, as it came', [header, `{"t":5,"in":${nested(message)}}`]],
  ['ours, with something beside it', [header, { t: 5, in: message, note: 1 }]],
  ['ours, as a text', [header, { t: 5, in: nested(message) }]],
  ['of a trace whose beginning is lost', [{ t: 5, in: message }]],
  ['in frames', [{ t: 5, dir: 'in', frame: message }]],
  ['in frames, as a text', [{ t: 5, dir: 'in', frame: nested(message) }]],
  ['alone', [message]],
  ['beside a banner', [`12:00 ${nested(message)} done`]],
  ['in a list', [[message]]],
  [
    'of the conductor',
    [
      {
        ...conducted,
        type: 'notification',
        method: 'session/update',
        params: { sessionId: 's', deep: deepList },
      },
    ],
  ],
])('a message %s is replayed as it was read: to its limit, with the same problem', (_, lines) => {
  const { records, problems } = read(...lines)
  expect(heard(records)).toEqual(['too-deep', 'notification'])
  expect(problems.filter((problem) => problem.includes('nested'))).toEqual([])
})

test('answers of the conductor', () => {
  const { records } = read(
    { ...conducted, type: 'response', payload: deepObject },
    { ...conducted, type: 'response', is_error: true, payload: { code: 1, message: 'no', data: deepList } },
  )
  expect(heard(records)).toEqual(['too-deep', 'result', 'too-deep', 'error'])
})

test('our records without a message are read to the limit, and that is reported', () => {
  const { records, problems } = read(
    header,
    { t: 1, event: { type: 'newer', deep: deepObject } },
    { t: 2, event: deepObject },
    { t: 3, newer: deepList },
    { t: 4, mark: deepList },
    { t: 5, end: { status: deepObject, reason: deepList } },
    { t: 6, size: [deepList, 1] },
    { t: 7, out64: deepObject },
    { t: 8, mark: 'after' },
  )
  expect(records.map(({ type }) => type)).toEqual(['event', 'event', 'unknown', 'mark'])
  // They can be written again.
  expect(records.map(recordLine).filter((line) => line.includes(cutMark))).toHaveLength(3)
  const cut = 'nested deeper than 144 levels: what is deeper is left out'
  expect(problems.filter((problem) => problem.endsWith(cut))).toHaveLength(3)
})

test('headers, and lines that are no part of a trace', () => {
  const { records, problems } = read(
    { ...header, title: deepList, startedAt: deepObject },
    nested(deepList),
    nested(deepObject),
    [deepObject],
    { t: 1, mark: 'after' },
  )
  expect(records.map(({ type }) => type)).toEqual(['unknown', 'mark'])
  expect(problems.length).toBeGreaterThan(2)
})

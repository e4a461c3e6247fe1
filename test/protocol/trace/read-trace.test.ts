import { Buffer } from 'node:buffer'
import { describe, expect, test } from 'vitest'
import { TraceReader } from '../../../src/protocol/trace/read-trace.ts'
import { frames, problemsOf, read } from './support.ts'

const header =
  '{"trace":"acp-plan-tui","version":1,"startedAt":"2026-11-21T10:00:00.000Z","program":"p 1","agent":"a","columns":80,"rows":24,"title":null}'

const initialize = '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}'

describe('a recording of this program', () => {
  test('every kind of record', () => {
    const { reader, records } = read(
      `${header}\n`,
      '{"t":1,"in":"{ \\"a\\": 1 }"}\r\n',
      `{"t":1.5,"out":${initialize}}`,
      '{"t":2,"framed":true,"in":{"id":1, "result":  {}}}',
      '{"t":2,"in64":"/w==","framed":true,"binary":true}',
      '{"t":2,"out64":"/w==","framed":true}',
      '{"t":3,"in64":"e30=","of":20000000}',
      '{"t":4,"err":"oh"}',
      '{"t":5,"event":{"type":"remarked","text":"hi"}}',
      '{"t":6,"mark":"here"}',
      '{"t":7,"size":[100,30]}',
      '{"t":8,"end":{"status":0,"reason":"done"}}',
    )
    expect(records).toEqual([
      { t: 1, type: 'frame', dir: 'from-agent', line: '{ "a": 1 }' },
      { t: 1.5, type: 'frame', dir: 'to-agent', line: initialize },
      { t: 2, type: 'frame', dir: 'from-agent', line: '{"id":1, "result":  {}}', isFramed: true },
      { t: 2, type: 'bytes', dir: 'from-agent', bytes: Buffer.of(0xff), isBinary: true, isFramed: true },
      { t: 2, type: 'bytes', dir: 'to-agent', bytes: Buffer.of(0xff), isBinary: false, isFramed: true },
      { t: 3, type: 'overlong', dir: 'from-agent', start: Buffer.from('{}'), sizeBytes: 20_000_000 },
      { t: 4, type: 'stderr', line: 'oh' },
      { t: 5, type: 'event', event: { type: 'remarked', text: 'hi' } },
      { t: 6, type: 'mark', text: 'here' },
      { t: 7, type: 'size', columns: 100, rows: 30 },
      { t: 8, type: 'end', status: 0, reason: 'done' },
    ])
    expect(reader.header).toEqual(JSON.parse(header))
    expect({ dialect: reader.dialect, problems: problemsOf(reader), hasTimes: reader.hasTimes }).toEqual({
      dialect: 'own',
      problems: [],
      hasTimes: true,
    })
  })

  test('a newer version is read as far as it is known, and unknown fields are kept', () => {
    const { reader, records } = read(header.replace('"version":1', '"version":2'), '{"t":1,"weather":"fine"}')
    expect(records).toEqual([{ t: 1, type: 'unknown', value: { t: 1, weather: 'fine' } }])
    expect(problemsOf(reader)).toEqual([
      '1: written in version 2 of the format; 1 is known here: it is read as far as it is understood',
    ])
    expect(reader.header?.version).toBe(2)
  })

  test('a header that says little is one', () => {
    const { reader } = read('{"trace":"acp-plan-tui","rows":-1}')
    expect(reader.header).toEqual({
      trace: 'acp-plan-tui',
      version: 1,
      startedAt: '',
      program: '',
      agent: 'agent',
      columns: null,
      rows: null,
      title: null,
    })
  })

  test('times that go back or are missing are replaced by the one before, which is reported once each', () => {
    const { reader, records } = read(
      header,
      ...[5, 3, 'soon', 6, 2, -1].map((t) => JSON.stringify({ t, mark: 'm' })),
      '{"mark":"m"}',
    )
    expect(records.map(({ t }) => t)).toEqual([5, 5, 5, 6, 6, 6, 6])
    expect(problemsOf(reader)).toEqual([
      '3: times go back: such records take the time of the one before',
      '4: records without a time take that of the one before',
    ])
    expect(reader.problemCount).toBe(5)
  })

  test('times that are strings are read as numbers', () => {
    const own = read(header, '{"t":"7","mark":"m"}', '{"t":"12.5","mark":"m"}')
    expect([own.records.map(({ t }) => t), problemsOf(own.reader)]).toEqual([[7, 12.5], []])
    const message = '"dir":"agent>client","frame":{"jsonrpc":"2.0","method":"x"}}'
    const foreign = read(`{"t":"10",${message}`, `{"t":"2346",${message}`, `{"t":"4256",${message}`)
    expect([foreign.records.map(({ t }) => t), problemsOf(foreign.reader)]).toEqual([[10, 2346, 4256], []])
  })

  test('a time before the start, or years after it, is replaced by the one before', () => {
    const { reader, records } = read(
      header,
      ...['-7', '5', '1e300', '1e999', '6'].map((t) => `{"t":${t},"mark":"m"}`),
    )
    expect(records.map(({ t }) => t)).toEqual([0, 5, 5, 5, 6])
    expect(problemsOf(reader)).toEqual([
      '2: times go back: such records take the time of the one before',
      '4: a time is years after the start: such records take that of the one before',
      '5: records without a time take that of the one before',
    ])
  })

  test('malformed fields are left out, and reported', () => {
    const { reader, records } = read(
      header,
      '{"t":1,"in":7}',
      '{"t":1,"out64":{}}',
      '{"t":1,"err":null}',
      '{"t":1,"event":"x"}',
      '{"t":1,"mark":1}',
      '{"t":1,"size":[80]}',
      '{"t":1,"size":[80,0]}',
      '{"t":1,"end":{}}',
      '{"t":1,"in":"{\\"torn',
      '[1,2]',
      '{"t":2,"mark":"on"}',
    )
    expect(frames(records)).toEqual(['2 mark'])
    expect(problemsOf(reader)).toEqual([
      '2: “in” is not a text or a message: left out',
      '3: “out64” is not a text: left out',
      '4: “err” is not a text: left out',
      '5: “event” is not an object: left out',
      '6: “mark” is not a text: left out',
      '7: “size” is not two numbers: left out',
      '8: “size” is not two numbers: left out',
      '9: “end” is not an object with a status: left out',
      '10: the line is no JSON, and left out',
      '11: the line is no record of a trace, and left out',
    ])
  })

  test('a missing beginning, and a second recording in the same file', () => {
    const { reader, records } = read(
      '{"t":700,"mark":"a"}',
      header,
      '{"t":3,"mark":"b"}',
      header,
      '{"t":4,"mark":"c"}',
    )
    expect(records.map(({ t }) => t)).toEqual([700, 703, 707])
    expect(problemsOf(reader)).toEqual([
      '1: the beginning is missing: there is no header',
      '2: another recording begins in the same file',
      '4: another recording begins in the same file',
    ])
  })

  test('lines that are too long are left out, and the number of problems is limited', () => {
    const reader = new TraceReader()
    reader.push(header)
    expect(reader.pushOverlong(70 * 1024 * 1024)).toEqual([])
    expect(problemsOf(reader)).toEqual(['2: a line of 70 MB is left out'])
    for (let at = 0; at < 100; at++) reader.push('junk')
    expect({ kept: reader.problems.length, count: reader.problemCount }).toEqual({ kept: 50, count: 101 })
  })
})

test('a conductor’s trace: what passes at the agent’s end', () => {
  const passed = (type: string, ts: number, way: string, fields: object): string => {
    const [from, to] = way.split(' > ')
    const protocol = type === 'response' ? undefined : 'acp'
    return JSON.stringify({ type, ts, protocol, from, to, ...fields })
  }
  const initialize = { method: 'initialize', params: {} }
  const failed = { is_error: true, payload: { code: -32603, message: 'no' } }
  const { reader, records } = read(
    passed('request', 0.5, 'Client > Proxy(0)', { id: 'x', ...initialize }),
    passed('request', 0.5, 'Proxy(0) > Agent', { id: 'y', ...initialize, params: { a: 1 } }),
    passed('response', 1, 'Agent > Proxy(0)', { id: 'y', is_error: false, payload: { protocolVersion: 1 } }),
    passed('notification', 2, 'agent > proxy:0', {
      method: 'session/update',
      session: 's',
      params: { b: 2 },
    }),
    passed('request', 3, 'agent > proxy:0', { protocol: 'mcp', id: 4, method: 'tools/list', params: {} }),
    passed('response', 4, 'agent > client', { id: 5, ...failed }),
    JSON.stringify({ type: 'trace', ts: 5, component: 'agent', level: 'info', message: 'log' }),
  )
  expect(reader.dialect).toBe('conductor')
  expect(frames(records)).toEqual([
    '500 to-agent {"jsonrpc":"2.0","id":"y","method":"initialize","params":{"a":1}}',
    '1000 from-agent {"jsonrpc":"2.0","id":"y","result":{"protocolVersion":1}}',
    '2000 from-agent {"jsonrpc":"2.0","method":"session/update","params":{"b":2}}',
    '4000 from-agent {"jsonrpc":"2.0","id":5,"error":{"code":-32603,"message":"no"}}',
  ])
  expect(problemsOf(reader)).toEqual(['1: only what passes at the agent’s end is read: the rest is left out'])
})

describe('a record over several lines', () => {
  const lines = (value: unknown): readonly string[] => JSON.stringify(value, null, 2).split('\n')
  const message = { jsonrpc: '2.0', method: 'session/update', params: {} }

  test('has the number of its first line, and keeps its text', () => {
    const reader = new TraceReader()
    for (const line of ['[', ...lines(message).slice(0, -1)]) expect(reader.push(line)).toEqual([])
    expect({ records: reader.push('},').length, line: reader.line }).toEqual({ records: 1, line: 2 })
    const big = read('{"t": 1,', ' "in": {', '  "id": 12345678901234567890,', '  "result": {}', ' }', '}')
    expect(big.records).toMatchObject([{ line: '{"id": 12345678901234567890,"result": {}}' }])
  })

  test('that does not end costs nothing of the next one, and is told', () => {
    const { reader, records } = read(
      ...lines(message).slice(0, 3),
      ...lines(message),
      '{"t":1',
      JSON.stringify(message),
    )
    expect(records).toHaveLength(2)
    expect(problemsOf(reader)).toEqual([
      '1: the line begins an object that does not end, and is left out',
      '9: the line is no JSON, and left out',
    ])
  })

  test('that is no JSON is told', () => {
    const { reader, records } = read('{', '  "method" "x"', '}', JSON.stringify(message))
    expect(records).toHaveLength(1)
    expect(problemsOf(reader)).toEqual(['1: the line begins an object that is no JSON, and left out'])
  })

  test('lines of a log that follow a bracket are read for themselves', () => {
    const { records } = read(
      '{',
      `12:00:00 sent ${JSON.stringify(message)}`,
      "  agent: 'x',",
      '}',
      JSON.stringify(message),
    )
    expect(records).toHaveLength(2)
  })

  test('is read only up to a length', () => {
    const reader = new TraceReader()
    reader.push('{')
    for (let at = 0; at < 65; at++) reader.push(`  "${'x'.repeat(1024 * 1024)}": 1,`)
    expect(problemsOf(reader)[0]).toBe('1: the line begins an object that does not end, and is left out')
    expect(reader.push(JSON.stringify(message))).toHaveLength(1)
  })
})

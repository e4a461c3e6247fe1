import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LineCutter } from '../../../src/protocol/wire/line-cutter.ts'
import { TraceReader } from '../../../src/protocol/trace/read-trace.ts'
import { type TraceRecord, headerLine, recordLine } from '../../../src/protocol/trace/trace-record.ts'
import { traceHeader, traceRecord } from '../../../src/protocol/trace/trace-schema.ts'
import { anyHeader, anyRecord, anyRecords } from './any-records.ts'

function readAll(lines: readonly string[], reader = new TraceReader()): TraceRecord[] {
  return lines.flatMap((line) => [...reader.push(line)])
}

test('a note matches the schema, on one line', () => {
  fc.assert(
    fc.property(anyHeader, anyRecord, (header, record) => {
      const lines = [headerLine(header), recordLine(record)]
      expect(lines.join('')).not.toMatch(/[\n\r]/)
      expect(traceHeader.parse(JSON.parse(lines[0] ?? ''))).toEqual(header)
      traceRecord.parse(JSON.parse(lines[1] ?? ''))
    }),
  )
})

test('a written note is read back', () => {
  fc.assert(
    fc.property(anyHeader, anyRecords, (header, records) => {
      const reader = new TraceReader()
      expect(readAll([headerLine(header), ...records.map(recordLine)], reader)).toEqual(records)
      expect({ header: reader.header, dialect: reader.dialect }).toEqual({ header, dialect: 'own' })
      expect({ problems: reader.problems, fault: reader.fault }).toEqual({ problems: [], fault: null })
    }),
  )
})

/** Where a file is cut, as a share of it. */
const anyPlace = fc.double({ min: 0, max: 1, noNaN: true })

/** How records over several lines are written. */
const printers: readonly (readonly [string, (values: readonly unknown[]) => string])[] = [
  ['one after the other', (values) => values.map((value) => JSON.stringify(value, null, 2)).join('\n')],
  ['in a list', (values) => JSON.stringify(values, null, '\t')],
  ['in a list, each in the line where the one before ends', (values) => `[${tight(values)}]`],
  ['in a field', (values) => JSON.stringify({ name: 'run', frames: values }, null, 1)],
  ['some of them', (values) => values.map((value, at) => JSON.stringify(value, null, at % 2)).join('\r\n')],
]

function tight(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value, null, 2)).join(', ')
}

test.each(printers)('records over several lines are read as if each had one: %s', (_, print) => {
  fc.assert(
    fc.property(anyHeader, anyRecords, fc.boolean(), (header, records, endsInLineFeed) => {
      const values = [headerLine(header), ...records.map(recordLine)].map(
        (line) => JSON.parse(line) as unknown,
      )
      const reader = new TraceReader()
      const lines = print(values).split('\n')
      const rest = endsInLineFeed ? '' : (lines.pop() ?? '')
      expect([...readAll(lines, reader), ...reader.end(rest)]).toEqual(records)
      expect({ header: reader.header, dialect: reader.dialect }).toEqual({ header, dialect: 'own' })
      expect({ problems: reader.problems, fault: reader.fault }).toEqual({ problems: [], fault: null })
    }),
  )
})

test('a truncated file of records over several lines gives the whole ones, without a problem', () => {
  fc.assert(
    fc.property(anyHeader, anyRecords, anyPlace, (header, records, place) => {
      const print = (line: string): string => JSON.stringify(JSON.parse(line), null, 2)
      const first = print(headerLine(header))
      const file = [first, ...records.map((record) => print(recordLine(record)))].join('\n')
      const lines = file
        .slice(0, first.length + 1 + Math.floor(place * (file.length - first.length)))
        .split('\n')
      const reader = new TraceReader()
      const rest = lines.pop()
      const found = [...readAll(lines, reader), ...reader.end(rest)]
      expect(found).toEqual(records.slice(0, found.length))
      expect(found.length).toBe(lines.concat(rest ?? '').filter((line) => line === '}').length - 1)
      expect({ problems: reader.problems, fault: reader.fault }).toEqual({ problems: [], fault: null })
    }),
  )
})

/** Lines of all dialects and of none, torn ones too. */
const anyLine = fc.oneof(
  anyRecord.map(recordLine),
  anyHeader.map(headerLine),
  fc.tuple(anyRecord.map(recordLine), fc.nat(60)).map(([line, at]) => line.slice(0, at)),
  fc.json(),
  fc.string(),
  fc
    .record({
      t: fc.oneof(fc.integer(), fc.string(), fc.constant(null)),
      dir: fc.string(),
      frame: fc.jsonValue(),
    })
    .map((value) => JSON.stringify(value)),
  fc.record({ id: fc.nat(5), result: fc.jsonValue() }).map((value) => JSON.stringify(value)),
  fc
    .record({ method: fc.constantFrom('session/update', 'session/prompt'), params: fc.jsonValue() })
    .map((value) => JSON.stringify(value)),
  fc
    .record({
      type: fc.constantFrom('request', 'trace'),
      ts: fc.double(),
      from: fc.string(),
      to: fc.string(),
    })
    .map((value) => JSON.stringify(value)),
  fc.constantFrom('{', '  {', '}, {', '[', ']', '  "params": {', '  }', '}', '  "id": 1,', '  true'),
  fc.constantFrom(
    '['.repeat(50_000),
    '[{"method":"a"},[{"method":"b"}],7]',
    '{"version":2,"width":80}',
    '[1,"o","x"]',
  ),
)
const anyLines = fc.array(anyLine, { maxLength: 12 })

test('any file is read and never throws; times never go back', () => {
  fc.assert(
    fc.property(anyLines, fc.string(), (lines, rest) => {
      const reader = new TraceReader()
      const records = [...readAll(lines, reader), ...reader.end(rest)]
      expect(records.map(({ t }) => t)).toEqual(
        records.map(({ t }) => t).toSorted((one, other) => one - other),
      )
      expect(reader.problemCount).toBeGreaterThanOrEqual(reader.problems.length)
    }),
    { numRuns: 500 },
  )
})

test('a copy of the reader gives the same records, and both go on independently', () => {
  fc.assert(
    fc.property(anyLines, anyLines, (lines, more) => {
      const reader = new TraceReader()
      readAll(lines, reader)
      const copy = reader.copy()
      const records = readAll(more, copy)
      expect(readAll(more, reader)).toEqual(records)
      expect({ ...facts(reader) }).toEqual(facts(copy))
    }),
  )
})

function facts({ header, dialect, fault, problems, problemCount, hasTimes }: TraceReader): object {
  return { header, dialect, fault, problems, problemCount, hasTimes }
}

test('cut anywhere, a file gives the same records as its lines', () => {
  fc.assert(
    fc.property(anyHeader, anyRecords, fc.array(fc.nat(400), { maxLength: 6 }), (header, records, cuts) => {
      const file = Buffer.from([headerLine(header), ...records.map(recordLine), ''].join('\n'))
      const cutter = new LineCutter(1e9)
      const reader = new TraceReader()
      const places = [0, ...cuts.toSorted((one, other) => one - other), file.length]
      const lines = places.flatMap((from, at) => cutter.push(file.subarray(from, places[at + 1] ?? from)))
      expect(lines.flatMap((line) => (line.type === 'line' ? [...reader.push(line.bytes)] : []))).toEqual(
        records,
      )
    }),
  )
})

test('a truncated file gives the records of its whole lines, without a problem', () => {
  fc.assert(
    fc.property(anyHeader, anyRecords, anyPlace, (header, records, place) => {
      const first = headerLine(header)
      const file = [first, ...records.map(recordLine), ''].join('\n')
      const cut = file.slice(0, first.length + 1 + Math.floor(place * (file.length - first.length - 1)))
      const lines = cut.split('\n')
      const rest = lines.pop() ?? ''
      const reader = new TraceReader()
      const read = [...readAll(lines, reader), ...reader.end(rest)]
      expect(read).toEqual(records.slice(0, read.length))
      expect(read.length).toBeGreaterThanOrEqual(lines.length - 1)
      expect({ problems: reader.problems, fault: reader.fault }).toEqual({ problems: [], fault: null })
    }),
  )
})

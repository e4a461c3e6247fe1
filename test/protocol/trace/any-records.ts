import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import type { TraceHeader, TraceRecord } from '../../../src/protocol/trace/trace-record.ts'
import { anyCharacter } from '../../support/any-character.ts'

function is<T extends string>(type: T): fc.Arbitrary<T> {
  return fc.constant(type)
}

const t = fc.oneof(fc.nat(100_000), fc.constantFrom(0.5, 1.25, 1e7))
const dir = fc.constantFrom('from-agent' as const, 'to-agent' as const)
const line = fc.oneof(
  fc.string({ unit: anyCharacter }).map((text) => text.replaceAll('\n', ' ')),
  fc.constantFrom('', '\r', '{"jsonrpc":"2.0","method":"session/update"}', '日本語 🚀', '\u2028', '"', '\\'),
)
const framed = fc.constantFrom({}, { isFramed: true as const })
const bytes = fc.uint8Array({ maxLength: 20 }).map((array) => Buffer.from(array))
const size = fc.integer({ min: 1, max: 500 })
const json = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>

/** Any record that is written. */
export const anyRecord: fc.Arbitrary<TraceRecord> = fc.oneof(
  fc
    .tuple(fc.record({ t, type: is('frame'), dir, line }), framed)
    .map(([frame, how]) => ({ ...frame, ...how })),
  fc
    .tuple(fc.record({ t, type: is('bytes'), dir, bytes, isBinary: fc.constant(false) }), framed)
    .map(([record, how]) => ({ ...record, ...how })),
  fc
    .record({ t, type: is('bytes'), dir, bytes, isBinary: fc.constant(true) })
    .map((record) => ({ ...record, isFramed: true as const })),
  fc
    .tuple(
      fc.record({ t, type: is('overlong'), dir, start: bytes }),
      fc.integer({ min: 21, max: 1e9 }),
      framed,
    )
    .map(([record, sizeBytes, how]) => ({ ...record, sizeBytes, ...how })),
  fc.record({ t, type: is('stderr'), line }),
  fc.record({
    t,
    type: is('event'),
    event: fc.tuple(fc.string(), json).map(([type, value]) => ({ type, value })),
  }),
  fc.record({ t, type: is('mark'), text: fc.string() }),
  fc.record({ t, type: is('size'), columns: size, rows: size }),
  fc.record({ t, type: is('end'), status: fc.integer({ min: 0, max: 255 }), reason: fc.string() }),
)

/** Records as they follow each other in a trace. */
export const anyRecords: fc.Arbitrary<readonly TraceRecord[]> = fc
  .array(anyRecord, { maxLength: 12 })
  .map((records) => records.toSorted((one, other) => one.t - other.t))

export const anyHeader: fc.Arbitrary<TraceHeader> = fc.record({
  trace: is('acp-plan-tui'),
  version: fc.constant(1),
  startedAt: fc.constant('2026-11-21T10:00:00.000Z'),
  program: fc.string(),
  agent: fc.string(),
  columns: fc.option(size),
  rows: fc.option(size),
  title: fc.option(fc.string()),
})

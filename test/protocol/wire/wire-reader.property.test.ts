import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitValues } from '../../../src/lib/json/read-json.ts'
import { LineCutter } from '../../../src/protocol/wire/line-cutter.ts'
import { readSessionUpdate } from '../../../src/protocol/session/session-update.ts'
import { readChunk, readEnd } from './read-chunks.ts'
import { WireReader, type Incoming } from '../../../src/protocol/wire/wire-reader.ts'
import { anyCharacter } from '../../support/any-character.ts'

const junk = fc.oneof(
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  fc.string({ unit: anyCharacter, maxLength: 20 }).map((text) => Buffer.from(text)),
  fc
    .constantFrom('\n', '\r\n', '{', '}', '"', '\\', '[', ' ', '\ufeff', '\n\n')
    .map((text) => Buffer.from(text)),
)
const message = fc
  .record({ method: fc.constantFrom('session/update', 'x'), params: fc.jsonValue({ maxDepth: 3 }) })
  .map((value) => Buffer.from(JSON.stringify(value)))
const bytes = fc
  .array(fc.oneof(junk, message, fc.constant(Buffer.from('\n'))), { maxLength: 12 })
  .map((parts) => Buffer.concat(parts))

function read(chunks: readonly Buffer[], limitBytes: number): Incoming[] {
  const reader = new WireReader(limitBytes)
  return [...chunks.flatMap((chunk) => readChunk(reader, chunk)), ...readEnd(reader)]
}

function cut(all: Buffer, places: readonly number[]): Buffer[] {
  const at = [
    0,
    ...places.map((place) => place % (all.length + 1)).toSorted((one, other) => one - other),
    all.length,
  ]
  return at.slice(1).map((to, index) => all.subarray(at[index], to))
}

test('chunks of any size give the same messages and never throw', () => {
  fc.assert(
    fc.property(
      bytes,
      fc.array(fc.nat(500), { maxLength: 8 }),
      fc.constantFrom(3, 25, 5000),
      (all, places, limit) => {
        const whole = read([all], limit)
        expect(read(cut(all, places), limit)).toEqual(whole)
        expect(
          read(
            Array.from(all, (byte) => Buffer.from([byte])),
            limit,
          ),
        ).toEqual(whole)
      },
    ),
    { numRuns: 200 },
  )
})

test('lines keep every byte but the line feeds', () => {
  fc.assert(
    fc.property(bytes, fc.array(fc.nat(500), { maxLength: 8 }), (all, places) => {
      const cutter = new LineCutter(100_000)
      const lines = [...cut(all, places).flatMap((chunk) => cutter.push(chunk)), ...cutter.end()]
      const joined = Buffer.concat(
        lines.flatMap((line) => (line.type === 'line' ? [line.bytes, Buffer.from('\n')] : [])),
      )
      const isEnded = all.length === 0 || all.at(-1) === 10
      expect(joined.equals(isEnded ? all : Buffer.concat([all, Buffer.from('\n')]))).toBe(true)
    }),
  )
})

test('a line keeps its bytes when later chunks come', () => {
  const cutter = new LineCutter(100)
  const chunk = Buffer.from('half ')
  expect(cutter.push(chunk)).toEqual([])
  chunk.fill('#')
  const [line] = cutter.push(Buffer.from('line\nnext'))
  cutter.push(Buffer.from(' and more\n'))
  expect(line).toEqual({ type: 'line', bytes: Buffer.from('half line') })
})

test('objects in a row are found again, with the text around them', () => {
  const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })
  const text = fc.string().filter((value) => !/[{}"]/.test(value))
  fc.assert(
    fc.property(fc.array(fc.tuple(text, object), { minLength: 1, maxLength: 5 }), text, (parts, tail) => {
      const line = parts.map(([before, value]) => before + JSON.stringify(value)).join('') + tail
      const around = parts.map(([before]) => before).join('') + tail
      const values = parts.map(([, value]) => JSON.parse(JSON.stringify(value)) as unknown)
      const texts = parts.map(([, value]) => JSON.stringify(value))
      const { objects, rest } = splitValues(line)
      const found = {
        values: objects.map(({ value }) => value),
        texts: objects.map(({ text }) => text),
        rest,
      }
      expect(found).toEqual({ values, texts, rest: around.trim() })
    }),
  )
})

test('any params of a session/update give a value and never throw', () => {
  const keys = fc.constantFrom(
    'sessionId',
    'update',
    'sessionUpdate',
    'plan',
    'planId',
    'id',
    'type',
    'entries',
    'content',
    'uri',
    'status',
    'priority',
    'messageId',
    'toolCallId',
    'rawInput',
    'todos',
    'locations',
    'state',
    '__proto__',
  )
  const words = fc.constantFrom(
    'plan',
    'plan_update',
    'plan_removed',
    'items',
    'markdown',
    'file',
    'agent_message',
    '',
  )
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.oneof(words, fc.integer(), fc.constant(null), fc.boolean(), fc.string({ unit: anyCharacter })),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.array(fc.tuple(keys, tie('value')), { maxLength: 6 }).map((pairs) => Object.fromEntries(pairs)),
    ),
  }))
  fc.assert(
    fc.property(value, words, (params, kind) => {
      const { events, problems } = readSessionUpdate(params)
      expect(events.length + problems.length).toBeGreaterThan(0)
      if (typeof params === 'object' && params !== null) {
        expect(() =>
          readSessionUpdate({ sessionId: 's', update: { ...params, sessionUpdate: kind } }),
        ).not.toThrow()
      }
    }),
    { numRuns: 250 },
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SseReader } from '../../../../src/sources/remote/http/event-stream.ts'

/** What comes out of a stream in these pieces, each piece's events in a list of their own; the last is the end's. */
function read(...pieces: (string | Buffer)[]): string[][] {
  const reader = new SseReader(1000)
  const events = pieces.map((piece) => reader.push(Buffer.from(piece)))
  return [...events, reader.end()].map((list) => list.map((event) => event.toString('utf8')))
}

test.each([
  ['data: {"a":1}\n\n', ['{"a":1}']],
  ['data:{"a":1}\n\ndata: {"b":2}\n\n', ['{"a":1}', '{"b":2}']],
  ['data:  two spaces\n\n', [' two spaces']],
  ['data: {\ndata:   "a": 1\ndata: }\n\n', ['{\n  "a": 1\n}']],
  ['data: a\r\ndata: b\r\n\r\n', ['a\nb']],
  ['data: a\rdata: b\r\r', ['a\nb']],
  [': comment\n\n:\n\ndata: a\n: another\n\n', ['a']],
  ['event: message\nid: 7\nretry: 100\nx-own: y\ndata: a\n\n', ['a']],
  ['data\n\n', ['']],
  ['id: 1\n\n', []],
  ['\n\n\n', []],
  ['\ufeffdata: a\n\n', ['a']],
  // Not of the format, and still somebody's words.
  ['{"jsonrpc":"2.0","method":"x"}\n', ['{"jsonrpc":"2.0","method":"x"}']],
  ['hello there\n\n', ['hello there']],
  ['<html>\n', ['<html>']],
  ['data: not { json\n\n', ['not { json']],
])('%j', (text, events) => {
  expect(read(text)).toEqual([events, []])
})

test('an event that the end cuts off comes out at the end', () => {
  expect(read('data: {"a"')).toEqual([[], ['{"a"']])
  expect(read('data: a\ndata: b')).toEqual([[], ['a\nb']])
  expect(read('data: a\n')).toEqual([[], ['a']])
})

test('the bytes of an event are not touched', () => {
  const bytes = Buffer.from([0x64, 0x61, 0x74, 0x61, 0x3a, 0xff, 0xfe, 0x00, 0x80, 0x0a, 0x0a])
  expect(new SseReader(100).push(bytes)).toEqual([bytes.subarray(5, 9)])
})

test('the last event id is remembered, and one with a NUL is none', () => {
  const reader = new SseReader(100)
  expect(reader.lastEventId).toBeNull()
  reader.push(Buffer.from('id: 7\ndata: a\n\nid: 8\0\n'))
  expect(reader.lastEventId).toBe('7')
})

test('cut anywhere, the same comes out', () => {
  const whole = Buffer.from(
    '\ufeff: hi\r\ndata: {"ü":"日本"}\r\n\r\nid: 3\rdata: x\ndata: y\n\nbad line\r\ndata: end',
  )
  const expected = read(whole).flat()
  fc.assert(
    fc.property(fc.array(fc.nat(whole.length)), (cuts) => {
      const places = [0, ...cuts.sort((a, b) => a - b), whole.length]
      const pieces = places.slice(1).map((to, at) => whole.subarray(places[at], to))
      expect(read(...pieces).flat()).toEqual(expected)
    }),
  )
})

test.each([
  ['in one line', () => `data: ${'x'.repeat(1000)}\n`],
  ['in many', () => 'data: 0123456789\n'.repeat(100)],
])('an event over the limit ends the reading, %s', (_, text) => {
  const reader = new SseReader(1000)
  expect(() => reader.push(Buffer.from(text()))).toThrow('the agent sent a message over')
})

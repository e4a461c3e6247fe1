import { Buffer } from 'node:buffer'
import { describe, expect, test } from 'vitest'
import { readOwnRecord } from '../../src/protocol/trace/read-record.ts'
import type { TraceRecord } from '../../src/protocol/trace/trace-record.ts'
import type { JsonObject } from '../../src/protocol/wire/message.ts'
import { messagePieces, type TapMessage } from '../../src/tap/tap-log.ts'

const large = 200_000

function frame(kind: 'in' | 'out' | 'err', bytes: Buffer, sizeBytes = bytes.length): TapMessage {
  return { n: 7, t: 1.5, kind, bytes, sizeBytes }
}

function recordOf(each: TapMessage): TraceRecord {
  const line = [...messagePieces(each)].join('')
  expect(line.endsWith('\n')).toBe(true)
  const value = JSON.parse(line) as JsonObject
  expect(value['n']).toBe(7)
  const read = readOwnRecord(value, Number(value['t']), line)
  if (!read.ok) throw new Error(read.problem)
  return read.value
}

describe('a frame as a line of the stream', () => {
  test.each([
    ['a message', '{"jsonrpc":"2.0","id":1}'],
    ['what is no JSON', 'oops "\\ \u001b[31m'],
    ['an empty line', ''],
    ['a large text', '{"text":"' + 'é日🚀"\\\n'.repeat(large / 8) + '"}'],
  ])('has the text of %s as it was', (_, line) => {
    expect(recordOf(frame('in', Buffer.from(line)))).toEqual({
      t: 1.5,
      type: 'frame',
      dir: 'from-agent',
      line,
    })
    expect(recordOf(frame('out', Buffer.from(line)))).toEqual({
      t: 1.5,
      type: 'frame',
      dir: 'to-agent',
      line,
    })
  })

  test.each([10, large])('has %i bytes that are no UTF-8', (count) => {
    const bytes = Buffer.alloc(count, 0xff)
    expect(recordOf(frame('in', bytes))).toEqual({
      t: 1.5,
      type: 'bytes',
      dir: 'from-agent',
      bytes,
      isBinary: false,
    })
  })

  test('tells how long a line was of which only the beginning is kept', () => {
    const start = Buffer.from('{"long')
    expect(recordOf(frame('out', start, 9_000_000))).toEqual({
      t: 1.5,
      type: 'overlong',
      dir: 'to-agent',
      start,
      sizeBytes: 9_000_000,
    })
  })

  test('has lines of stderr, and the end', () => {
    expect(recordOf(frame('err', Buffer.from('warning')))).toEqual({
      t: 1.5,
      type: 'stderr',
      line: 'warning',
    })
    expect(recordOf({ n: 7, t: 1.5, kind: 'end', status: 3, reason: 'it ended' })).toEqual({
      t: 1.5,
      type: 'end',
      status: 3,
      reason: 'it ended',
    })
  })

  test('comes in pieces of a bounded size', () => {
    const pieces = [...messagePieces(frame('in', Buffer.alloc(large, 0x61)))]
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(48 * 1024)
  })
})

import { Buffer } from 'node:buffer'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { TraceReader } from '../../../src/protocol/trace/read-trace.ts'
import { faultOfStart } from '../../../src/protocol/trace/trace-fault.ts'

describe('files that are no trace', () => {
  const packed = 'it is compressed (gzip)'
  test.each<[string, Buffer, string]>([
    ['gzip', gzipSync('{"t":0}'), packed],
    ['zip', Buffer.from('PK\u0003\u0004abc'), 'it is compressed'],
    ['zstd', Buffer.of(0x28, 0xb5, 0x2f, 0xfd, 1), 'it is compressed'],
    ['PNG', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]), 'it is a binary file'],
    ['latin', Buffer.from([0xe9, 0xe8, 0xe9, 0xff, 0xfe, 0xe9]), 'it is a binary file'],
    ['HTML', Buffer.from('\n<!DOCTYPE html><html>'), 'it is a web page (HTML)'],
    [
      'asciinema 2',
      Buffer.from('{"version": 2, "width": 80, "height": 24}'),
      'it is a recording of a terminal (asciinema)',
    ],
    [
      'asciinema 3',
      Buffer.from('{"version":3,"term":{"cols":80}}'),
      'it is a recording of a terminal (asciinema)',
    ],
    ['its events', Buffer.from('[0.5, "o", "hi"]'), 'it is a recording of a terminal (asciinema)'],
    ['UTF-16', Buffer.from('\ufeff{"t":0}', 'utf16le'), 'it is in UTF-16'],
    ['prose', Buffer.from('Dear reader,'), 'nothing in it is a trace'],
    ['JSON', Buffer.from('{"name":"acp-plan-tui"}'), 'nothing in it is a trace'],
    ['blanks', Buffer.from('  \n'), 'it is empty'],
    ['nothing', Buffer.alloc(0), 'it is empty'],
  ])('%s', (_, bytes, message) => {
    const reader = new TraceReader()
    expect(reader.end(bytes)).toEqual([])
    expect(reader.fault?.message.slice(0, message.length)).toBe(message)
    expect(reader.push(`{"t":0,"mark":"late"}`)).toEqual([])
  })

  test('a recording of a terminal can be played elsewhere', () => {
    const reader = new TraceReader()
    reader.end(Buffer.from('[0.5, "o", "hi"]'))
    expect(reader.fault?.hint).toContain('asciinema play')
  })

  test('is recognised from its first bytes, where they are enough', () => {
    expect(faultOfStart(gzipSync('x'))?.hint).toContain('gunzip')
    expect(faultOfStart(Buffer.from('{"trace":"acp-plan-tui"}'))).toBeNull()
    expect(faultOfStart(Buffer.alloc(512))?.message).toBe('it is a binary file')
    expect(faultOfStart(Buffer.from(`Ärger\xff ${'é'.repeat(20)}`, 'utf8'))).toBeNull()
  })

  test.each([
    ['as the only character of the first line', 0, '\0'],
    ['in the header', 0, '{"acp-plan-tui-trace":1,"x":"\0"}'],
    ['in a record', 1, '{"t":1,"mark":"\0"}'],
  ])('a zero near the start is left out with its line, and told: %s', (_, at, broken) => {
    const lines = ['{"t":1,"mark":"one"}', '{"t":2,"mark":"two"}', '{"t":3,"mark":"three"}']
    const bytes = lines.toSpliced(at, 0, broken).map((line) => Buffer.from(line))
    expect(faultOfStart(Buffer.from(bytes.join('\n')))).toBeNull()
    const reader = new TraceReader()
    expect(bytes.flatMap((line) => reader.push(line))).toMatchObject([{ t: 1 }, { t: 2 }, { t: 3 }])
    expect(reader.fault).toBeNull()
    expect(reader.problems).toContainEqual({ line: at + 1, text: 'the line is no JSON, and left out' })
  })

  test('after a hundred lines of other text the search ends', () => {
    const reader = new TraceReader()
    for (let at = 0; at < 101; at++) reader.push('Once upon a time')
    expect(reader.fault?.message).toBe('nothing in it is a trace')
  })
})

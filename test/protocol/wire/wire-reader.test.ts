import { Buffer } from 'node:buffer'
import { describe, expect, test } from 'vitest'
import { readChunk, readEnd } from './read-chunks.ts'
import { maxObjects } from '../../../src/lib/json/read-json.ts'
import { WireReader, type Incoming, idTextsOf } from '../../../src/protocol/wire/wire-reader.ts'
import fc from 'fast-check'

function read(...chunks: readonly (string | Buffer)[]): Incoming[] {
  const reader = new WireReader()
  return [...chunks.flatMap((chunk) => readChunk(reader, Buffer.from(chunk))), ...readEnd(reader)]
}

/** Each message as its method or id, each problem as its code: enough to see what came and in which order. */
function told(incoming: readonly Incoming[]): readonly string[] {
  return incoming.map((one) => {
    if (one.type === 'problem') return `${one.problem.weight} ${one.problem.code}`
    const { message } = one
    return 'method' in message ? `${message.kind} ${message.method}` : `${message.kind} ${String(message.id)}`
  })
}

const a = '{"jsonrpc":"2.0","method":"a"}'
const b = '{"jsonrpc":"2.0","id":7,"method":"b","params":{}}'

describe('the output of agents on stdout', () => {
  test.each<[string, string | Buffer, readonly string[]]>([
    ['one message', `${a}\n`, ['notification a']],
    ['two lines', `${a}\n${b}\n`, ['notification a', 'request b']],
    ['CRLF', `${a}\r\n${b}\r\n`, ['notification a', 'request b']],
    ['a last line without its line feed', `${a}\n${b}`, ['notification a', 'request b']],
    ['blank lines', `\n\r\n   \n${a}\n\n`, ['notification a']],
    ['nothing at all', '', []],
    ['a byte-order mark', `\ufeff${a}\n`, ['notification a']],
    ['a byte-order mark alone', '\ufeff\n', []],
    ['leading and trailing spaces', `  ${a}\t\n`, ['notification a']],
    ['without jsonrpc', '{"method":"a"}\n', ['notification a']],
    ['a result', '{"id":0,"result":null}\n', ['result 0']],
    ['JSON in JSON', `${JSON.stringify(a)}\n`, ['noted not-a-message', 'notification a']],
    ['JSON in JSON in JSON', `${JSON.stringify(JSON.stringify(a))}\n`, ['rejected not-a-message']],
    [
      'an id in JSON in JSON',
      `${JSON.stringify('{"id":1e21,"method":"b"}')}\n`,
      ['noted not-a-message', 'request b'],
    ],
    ['an error', '{"id":"x","error":{"code":-32603,"message":"no"}}\n', ['error x']],
    ['an error that is a string', '{"id":1,"error":"no"}\n', ['error 1']],
    ['an error of null beside a result', '{"id":1,"error":null,"result":{}}\n', ['result 1']],
    ['a banner before', `Listening on 8080 ${a}\n`, ['noted several-on-a-line', 'notification a']],
    ['a banner with braces', `{config} ok ${a}\n`, ['noted several-on-a-line', 'notification a']],
    ['a banner after', `${a} done\n`, ['noted several-on-a-line', 'notification a']],
    ['two on a line', `${a}${b}\n`, ['noted several-on-a-line', 'notification a', 'request b']],
    ['two on a line, spaced', `${a}   ${b}\n`, ['noted several-on-a-line', 'notification a', 'request b']],
    ['a batch', `[${a},${b}]\n`, ['noted batch', 'notification a', 'request b']],
    ['an empty batch', '[]\n', ['noted batch']],
    ['a batch with junk', `[${a},5]\n`, ['noted batch', 'notification a', 'rejected not-a-message']],
    ['a batch in a batch', `[[${a}]]\n`, ['noted batch', 'rejected not-a-message']],
    ['junk', 'warning: deprecated\n', ['rejected not-json']],
    ['junk between messages', `${a}\nwarning\n${b}\n`, ['notification a', 'rejected not-json', 'request b']],
    ['JSON that is no message', '{"level":"info"}\n', ['rejected not-a-message']],
    ['a number', '5\n', ['rejected not-a-message']],
    ['null', 'null\n', ['rejected not-a-message']],
    ['half a message', `${b.slice(0, 20)}\n${a}\n`, ['rejected not-json', 'notification a']],
    ['half a message at the end', `${a}\n${b.slice(0, 20)}`, ['notification a', 'rejected not-json']],
    // What is inside a message is no message of its own, whatever it looks like.
    ['a cut-off message with messages in it', `{"id":1,"result":{"seen":[${a},${b}\n`, ['rejected not-json']],
    ['the end of a message', 'x":1},"list":[{"content":"a"},{"content":"b"}]}\n', ['rejected not-json']],
    [
      'invalid UTF-8',
      Buffer.from([0x22, 0xff, 0xfe, 0x22, 10]),
      ['noted not-utf8', 'rejected not-a-message'],
    ],
    ['__proto__ keys', '{"__proto__":{"method":"evil"}}\n', ['rejected not-a-message']],
    ['a NUL byte', '\0\n', ['rejected not-json']],
  ])('%s', (_, bytes, expected) => {
    expect(told(read(bytes))).toEqual(expected)
  })

  test('a message with invalid UTF-8 inside is read, its bad bytes replaced', () => {
    const bytes = Buffer.concat([
      Buffer.from('{"method":"a","params":"x'),
      Buffer.from([0xc3]),
      Buffer.from('"}\n'),
    ])
    expect(read(bytes)).toEqual([
      {
        type: 'problem',
        problem: {
          code: 'not-utf8',
          text: 'invalid UTF-8: the bad bytes are shown as \ufffd',
          weight: 'noted',
          excerpt: '{"method":"a","params":"x\ufffd"}',
        },
      },
      {
        type: 'message',
        message: { kind: 'notification', method: 'a', params: 'x\ufffd' },
        raw: { method: 'a', params: 'x\ufffd' },
      },
    ])
  })

  test.each([
    [
      `{'jsonrpc': '2.0', 'id': 0}`,
      'its texts are in single quotes, as Python prints a dict; json.dumps writes JSON',
    ],
    ['{"a": NaN}', 'NaN, Infinity, undefined, None, True and False are no JSON values'],
    ['{"a": [1, -Infinity]}', 'NaN, Infinity, undefined, None, True and False are no JSON values'],
    ['{"a": ", }", "b": 1, }', 'it has a comma before a closing bracket'],
    ['{jsonrpc: "2.0"}', 'a key is not in double quotes'],
    ['[object Object]', 'an object was written as a text; JSON.stringify writes JSON'],
    ['{"a": ": NaN, }" "b"}', null],
    [`{"a": NaN, "b": "${'x'.repeat(65_536)}"}`, null],
  ])('a message that is no JSON: %#', (line, fault) => {
    const [first] = read(`${line}\n`)
    expect(first?.type === 'problem' ? first.problem.text : null).toBe(
      fault === null
        ? 'not JSON: an agent may write nothing but messages on stdout (logs belong on stderr)'
        : `a message that is no JSON: ${fault}`,
    )
  })

  test('a character that is split between two chunks is read', () => {
    const bytes = Buffer.from('{"method":"日本"}\n')
    const chunks = Array.from(bytes, (byte) => Buffer.from([byte]))
    expect(told(read(...chunks))).toEqual(['notification 日本'])
  })

  test('a hundred messages on one line are a hundred messages', () => {
    expect(told(read(`${a.repeat(100)}\n`))).toEqual([
      'noted several-on-a-line',
      ...Array.from({ length: 100 }, () => 'notification a'),
    ])
  })

  test('a line of opening braces costs no quadratic time', () => {
    expect(told(read(`${'{'.repeat(2_000_000)}${'}'.repeat(2_000_000)}\n`))).toEqual(['rejected not-json'])
  })

  test('a message of 100,000 levels of nesting is read without the deepest levels', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    expect(told(read(`{"method":"a","params":${deep}}\n${deep}\n{"level":${deep}}\n`))).toEqual([
      'rejected too-deep',
      'notification a',
      'rejected too-deep',
      'noted batch',
      'rejected not-a-message',
      'rejected too-deep',
      'rejected not-a-message',
    ])
  })
})

describe('a line over the limit', () => {
  test('is reported with its size and beginning, and the next one is read', () => {
    const reader = new WireReader(1024 * 1024)
    const line = `{"method":"é${'x'.repeat(2 * 1024 * 1024)}"}`
    expect(readChunk(reader, Buffer.from(`${line}\n${a}\n`))).toEqual([
      {
        type: 'problem',
        problem: {
          code: 'too-long',
          text: 'a line of 2 MB, over the 1 MB that are read',
          weight: 'rejected',
          excerpt: line.slice(0, 240),
        },
      },
      {
        type: 'message',
        message: { kind: 'notification', method: 'a', params: undefined },
        raw: { jsonrpc: '2.0', method: 'a' },
      },
    ])
  })

  test('of 50 MB takes no 50 MB', () => {
    const reader = new WireReader(1024 * 1024)
    const chunk = Buffer.alloc(64 * 1024, 'x')
    const before = process.memoryUsage().arrayBuffers
    let most = 0
    for (let at = 0; at < 800; at++) {
      expect(readChunk(reader, chunk)).toEqual([])
      most = Math.max(most, process.memoryUsage().arrayBuffers - before)
    }
    expect(most).toBeLessThan(8 * 1024 * 1024)
    expect(told(readChunk(reader, Buffer.from('\n')))).toEqual(['rejected too-long'])
    expect(readEnd(reader)).toEqual([])
  })

  test('that never ends is reported when the stream does', () => {
    const reader = new WireReader(10)
    expect(readChunk(reader, Buffer.from('x'.repeat(11)))).toEqual([])
    expect(told(readEnd(reader))).toEqual(['rejected too-long'])
    expect(readEnd(reader)).toEqual([])
  })

  test('is not cut at exactly the limit', () => {
    const reader = new WireReader(a.length)
    expect(told(readChunk(reader, Buffer.from(`${a}\n${a} \n`)))).toEqual([
      'notification a',
      'rejected too-long',
    ])
  })
})

describe('the frames of agents', () => {
  test.each<[string, string | Buffer, 'text' | 'binary', readonly string[]]>([
    ['one message', a, 'text', ['notification a']],
    ['a message over several lines', '{\n "method":\r\n "a"\n}\n', 'text', ['notification a']],
    [
      'a line feed in a string',
      String.raw`{"method":"a","params":{"text":"1\n2"}}`,
      'text',
      ['notification a'],
    ],
    ['two messages', `${a}\n${b}`, 'text', ['noted several-on-a-line', 'notification a', 'request b']],
    ['a batch', `[${a},${b}]`, 'text', ['noted batch', 'notification a', 'request b']],
    ['half a message', '{"method":', 'text', ['rejected not-json']],
    ['nothing', '', 'text', []],
    ['text that is no UTF-8', Buffer.from([0xff]), 'text', ['noted not-utf8', 'rejected not-json']],
    ['a message in a binary frame', a, 'binary', ['noted binary-frame', 'notification a']],
    ['JSON in a binary frame', '17', 'binary', ['noted binary-frame', 'rejected not-a-message']],
    ['other binary', Buffer.from([0, 1, 0xff]), 'binary', ['rejected binary-frame']],
    ['an empty binary frame', '', 'binary', ['rejected binary-frame']],
  ])('%s', (_, frame, kind, expected) => {
    expect(told(new WireReader().pushFrame(Buffer.from(frame as string), kind))).toEqual(expected)
  })

  test('over the limit: not parsed, and reported as a frame', () => {
    const reader = new WireReader(a.length)
    expect(told(reader.pushFrame(Buffer.from(a), 'text'))).toEqual(['notification a'])
    const [long] = reader.pushFrame(Buffer.from(`${a} `), 'binary')
    expect(long).toEqual({
      type: 'problem',
      problem: {
        code: 'too-long',
        text: 'a frame of 0 MB, over the 0 MB that are read',
        weight: 'rejected',
        excerpt: `${a} `,
      },
    })
    expect(readEnd(reader)).toEqual([])
  })
})

describe('a very large number of messages in one chunk', () => {
  const many = 5000
  test.each([
    ['a batch', `[${Array(many).fill(b).join(',')}]\n`, 'noted batch'],
    ['a line', `${b.repeat(many)}\n`, 'noted several-on-a-line'],
  ])('of %s the first are read, and that is said', (_, text, noted) => {
    const incoming = read(text, `${a}\n`)
    expect(told(incoming.filter(({ type }) => type === 'problem')).toSorted()).toEqual([
      noted,
      'rejected too-many',
    ])
    expect(incoming.filter(({ type }) => type === 'message')).toHaveLength(maxObjects + 1)
    expect(told(incoming).at(-1)).toBe('notification a')
  })

  test('as many as the limit are all read, without a problem', () => {
    const incoming = read(`${b.repeat(maxObjects)}\n`, `[${Array(maxObjects).fill(b).join(',')}]\n`)
    expect(told(incoming).filter((one) => one.startsWith('rejected'))).toEqual([])
    expect(incoming).toHaveLength(2 * maxObjects + 2)
  })
})

test('a request that is nested too deeply can be answered', () => {
  const deep = '['.repeat(1_000_000) + ']'.repeat(1_000_000)
  expect(told(read(`{"jsonrpc":"2.0","id":7,"method":"b","params":{"deep":${deep}}}\n`))).toEqual([
    'rejected too-deep',
    'request b',
  ])
})

test.each<[string, Readonly<Record<number, string>>]>([
  ['{"id":9007199254740993,"method":"x"}', { 0: '9007199254740993' }],
  ['  { "method" : "x" , "id" : -0 }  ', { 0: '-0' }],
  ['{"params":{"id":1},"x":[{"id":2}],"id":1e999}', { 0: '1e999' }],
  ['{"id":1,"\\u0069d":2.50}', { 0: '2.50' }],
  ['{"id":1,"id":"1"}', {}],
  ['{"x":"\\"id\\":1","y":"id"}', {}],
  ['[{"id":1},7,["id",2],{"a":[1,2],"id":3},{"id":null}]', { 0: '1', 3: '3' }],
  ['"id"', {}],
  ['[]', {}],
])('%s', (text, ids) => {
  expect(Object.fromEntries(idTextsOf(text))).toEqual(ids)
})

test('they are the numbers that JSON.parse reads', () => {
  const item = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.record({ id: fc.oneof(fc.double(), fc.integer(), fc.string()) }),
  )
  fc.assert(
    fc.property(fc.oneof(item, fc.array(item)), fc.constantFrom(0, 1), (value, space) => {
      const text = JSON.stringify(value, null, space)
      const read = JSON.parse(text) as unknown
      const wanted = (Array.isArray(read) ? (read as unknown[]) : [read]).map((one) => {
        const id =
          typeof one === 'object' && one !== null && !Array.isArray(one) ? (one as { id?: unknown }).id : null
        return typeof id === 'number' ? id : null
      })
      const ids = idTextsOf(text)
      expect(wanted.map((_, place) => (ids.has(place) ? Number(ids.get(place)) : null))).toEqual(wanted)
    }),
    { numRuns: 250 },
  )
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ProxyLink } from '../../src/tap/proxy-link.ts'

interface Passed {
  /** What is sent to the conductor. */
  readonly out: string
  /** What those who watch see: `> ` to the agent, `< ` from it. */
  readonly seen: readonly string[]
  readonly said: readonly string[]
}

function passed(chunks: readonly Buffer[]): Passed {
  const [seen, said]: [string[], string[]] = [[], []]
  const link = new ProxyLink({
    passed: (kind, line) => seen.push(`${kind === 'out' ? '>' : '<'} ${line.toString()}`),
    say: (words) => said.push(words),
    note: () => undefined,
  })
  const out = Buffer.concat([...chunks.map((chunk) => link.pass(chunk)), link.end()])
  return { out: out.toString(), seen, said }
}

const through = (...lines: readonly string[]): Passed => passed([Buffer.from(`${lines.join('\n')}\n`)])

describe('a message', () => {
  test.each([
    [
      'of the predecessor is wrapped, with its values as they were written',
      '{ "jsonrpc":"2.0", "id" : 1e0, "method":"x/\\u0079", "params": {"a": 1.50, "b":[ 1, {"method":"no"} ]}, "_meta": {"t":"}{"} }',
      '{"jsonrpc":"2.0","id":1e0,"method":"proxy/successor","params":{"method":"x/\\u0079","params":{"a": 1.50, "b":[ 1, {"method":"no"} ]}},"_meta":{"t":"}{"}}',
    ],
    [
      'of the successor is taken out of its wrapper',
      '{"jsonrpc":"2.0","id":"a\\"b","method":"proxy/successor","params":{"params":{"_meta":{"x": 1}},"method":"session/update","meta":{"y":2}}}',
      '{"jsonrpc":"2.0","id":"a\\"b","method":"session/update","params":{"_meta":{"x": 1}}}',
    ],
    [
      'without params has none afterwards',
      '{"method":"n"}',
      '{"method":"proxy/successor","params":{"method":"n"}}',
    ],
    [
      'of the successor without params has none afterwards',
      '{"method":"proxy/successor","params":{"method":"n"}}',
      '{"method":"n"}',
    ],
    [
      'that initializes a proxy initializes the next one',
      '{"id":0,"method":"proxy/initialize","params":{"protocolVersion":1}}',
      '{"id":0,"method":"proxy/successor","params":{"method":"initialize","params":{"protocolVersion":1}}}',
    ],
    [
      'of a conductor with underscores gets them back',
      '{"id":0,"method":"_proxy/initialize","params":{}}',
      '{"id":0,"method":"_proxy/successor","params":{"method":"initialize","params":{}}}',
    ],
    [
      'that answers stays as it is',
      '{ "id":7, "result":{"method":"no"} }',
      '{ "id":7, "result":{"method":"no"} }',
    ],
    [
      'that cancels names the same request',
      '{"method":"$/cancel_request","params":{"requestId":3}}',
      '{"method":"proxy/successor","params":{"method":"$/cancel_request","params":{"requestId":3}}}',
    ],
    [
      'with a name twice has the last one',
      '{"method":"a","method":"b"}',
      '{"method":"proxy/successor","params":{"method":"b"}}',
    ],
    [
      'of proxies to come is forwarded',
      '{"id":1,"method":"proxy/other"}',
      '{"id":1,"method":"proxy/successor","params":{"method":"proxy/other"}}',
    ],
    [
      'with names beyond ASCII keeps them',
      '{"method":"é","中":"\\u4e2d","\\u4e2d":1}',
      '{"method":"proxy/successor","中":"\\u4e2d","\\u4e2d":1,"params":{"method":"é"}}',
    ],
  ])('%s', (_, line, wanted) => {
    const { out, said } = through(line)
    expect(JSON.parse(wanted)).toBeDefined()
    expect(out).toBe(`${wanted}\n`)
    expect(said).toEqual([])
  })

  test('is seen without its wrapper, in its direction, also as an answer', () => {
    const { seen } = through(
      '{"id":"1","method":"proxy/initialize"}',
      '{"id":"1","result":{"protocolVersion":1}}',
      '{"id":"2","method":"proxy/successor","params":{"method":"fs/read_text_file"}}',
      '{"id":"2","result":{"content":""}}',
      '{"method":"proxy/successor","params":{"method":"session/update"}}',
    )
    expect(seen).toEqual([
      '> {"id":"1","method":"initialize"}',
      '< {"id":"1","result":{"protocolVersion":1}}',
      '< {"id":"2","method":"fs/read_text_file"}',
      '> {"id":"2","result":{"content":""}}',
      '< {"method":"session/update"}',
    ])
  })
})

test('a conductor of the oldest draft gets its own names, and the answer that it wants of a proxy', () => {
  const { out, seen, said } = through(
    '{"id":0,"method":"initialize","params":{"protocolVersion":1,"_meta":{"proxy": true}}}',
    '{"id":0,"result":{"protocolVersion":1,"_meta":{"x":1.0}}}',
    '{"id":1,"method":"session/new","params":{}}',
    '{"id":1,"result":{"sessionId":"s"}}',
    '{"method":"session/cancel"}',
    '{"method":"_proxy/successor/notification","params":{"method":"session/update","params":{}}}',
    '{"id":7,"method":"_proxy/successor/request","params":{"method":"fs/read_text_file"}}',
    '{"id":0,"result":{}}',
    '{"id":8,"method":"_proxy/successor/request","params":{"method":"_proxy/successor/request"}}',
  )
  expect(out.trimEnd().split('\n')).toEqual([
    '{"id":0,"method":"_proxy/successor/request","params":{"method":"initialize","params":{"protocolVersion":1,"_meta":{"proxy": true}}}}',
    '{"id":0,"result":{"protocolVersion":1,"_meta":{"x":1.0,"proxy":true}}}',
    '{"id":1,"method":"_proxy/successor/request","params":{"method":"session/new","params":{}}}',
    '{"id":1,"result":{"sessionId":"s"}}',
    '{"method":"_proxy/successor/notification","params":{"method":"session/cancel"}}',
    '{"method":"session/update","params":{}}',
    '{"id":7,"method":"fs/read_text_file"}',
    '{"id":0,"result":{}}',
    '{"jsonrpc":"2.0","id":8,"error":{"code":-32600,"message":"_proxy/successor has a message of a conductor"}}',
  ])
  expect(seen.slice(0, 2)).toEqual([
    '> {"id":0,"method":"initialize","params":{"protocolVersion":1,"_meta":{"proxy": true}}}',
    '< {"id":0,"result":{"protocolVersion":1,"_meta":{"x":1.0}}}',
  ])
  expect(said).toHaveLength(1)
  const start = '{"id":0,"method":"initialize","params":{"_meta":{"proxy":true}}}'
  const answered = (answer: string): string | undefined => through(start, answer).out.split('\n')[1]
  expect(answered('{"id":0,"result":{}}')).toBe('{"id":0,"result":{"_meta":{"proxy":true}}}')
  expect(answered('{"id":0,"error":{"code":1}}')).toBe('{"id":0,"error":{"code":1}}')
})

describe('a bad message', () => {
  test.each([
    ['no JSON', -32700, null],
    ['[{"id":1,"method":"a"}]', -32700, null],
    ['{"id":1,"method":"a"} {}', -32700, null],
    ['{"id":1,"method":"a"', -32700, null],
    ['{"id":1,"method":"a"}]', -32700, null],
    ['{"id":1,method:"a"}', -32700, null],
    ['{"id":1,"method":"a","params":1],"x":[2}', -32700, null],
    ['{"id":1,"method":"initialize"}', -32600, 1],
    ['{"id":1,"method":"proxy/successor"}', -32602, 1],
    ['{"id":1,"method":"proxy/successor","params":[]}', -32602, 1],
    ['{"id":1,"method":"proxy/successor","params":{"method":3}}', -32602, 1],
    [
      '{"id":"x","method":"proxy/successor","params":{"method":"proxy/successor","params":{"method":"a"}}}',
      -32600,
      'x',
    ],
    ['{"id":2,"method":"_proxy/successor","params":{"method":"proxy/initialize"}}', -32600, 2],
    ['{"method":"proxy/successor"}', null, null],
    ['{}', null, null],
    ['{"id":null,"error":{"code":-32700}}', null, null],
  ])('%s is answered, where it can be, and told', (line, code, id) => {
    const { out, said, seen } = through(line, line, '{"method":"next"}')
    const answers = out
      .trimEnd()
      .split('\n')
      .map((each) => JSON.parse(each) as object)
    const answer = { jsonrpc: '2.0', id, error: { code, message: expect.any(String) as string } }
    const next = {
      method: expect.stringMatching(/^_?proxy\/successor$/) as string,
      params: { method: 'next' },
    }
    expect(answers).toEqual(code === null ? [next] : [answer, answer, next])
    expect(said).toHaveLength(1)
    expect(seen).toEqual(['> {"method":"next"}'])
  })

  test('is none of 50 MB, nor one of many levels', () => {
    const text = 'a"b\\'.repeat(6_000_000)
    const params = JSON.stringify({ text, deep: 0 }).replace(
      '0}',
      `${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    )
    const { out, said } = through(`{"id":1,"method":"session/prompt","params":${params}}`)
    expect(
      out === `{"id":1,"method":"proxy/successor","params":{"method":"session/prompt","params":${params}}}\n`,
    ).toBe(true)
    expect(said).toEqual([])
  })
})

const anyMessage = fc.oneof(
  fc.record({ id: fc.oneof(fc.integer(), fc.string()), method: fc.string(), params: fc.jsonValue() }),
  fc.record({
    method: fc.constantFrom('proxy/successor', '_proxy/initialize', 'initialize'),
    params: fc.jsonValue(),
  }),
  fc.record({ id: fc.integer(), result: fc.jsonValue() }),
)
const anyLine = fc.oneof(
  anyMessage.map((value) => Buffer.from(JSON.stringify(value))),
  fc.uint8Array().map(Buffer.from),
)

test('any cutting of any bytes comes out the same', () => {
  fc.assert(
    fc.property(fc.array(anyLine), fc.array(fc.nat(400)), (lines, cuts) => {
      const bytes = Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')]))
      const at = [
        0,
        ...cuts.map((cut) => Math.min(cut, bytes.length)).toSorted((a, b) => a - b),
        bytes.length,
      ]
      const chunks = at.slice(1).map((end, index) => bytes.subarray(at[index], end))
      expect(passed(chunks)).toEqual(passed([bytes]))
    }),
  )
})

test('what is wrapped and taken out again is what it was', () => {
  fc.assert(
    fc.property(fc.string(), fc.jsonValue(), fc.option(fc.integer()), (method, params, id) => {
      const line = JSON.stringify({ ...(id === null ? {} : { id }), method: `m${method}`, params })
      expect(through(through(line).out.trimEnd()).out).toBe(`${line}\n`)
    }),
  )
})

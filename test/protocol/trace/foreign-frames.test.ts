import { describe, expect, test } from 'vitest'
import { frames, problemsOf, read } from './support.ts'

const initialize = '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}'
const greeting = '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1}}'
const update = '{"jsonrpc":"2.0","method":"session/update","params":{}}'

describe('frames with times and directions', () => {
  test('as they are shared', () => {
    const { reader, records } = read(
      `{"t":0,"dir":"client>agent","frame":${initialize}}`,
      `{"t":9,"dir":"agent>client","frame":${greeting}}`,
      '{"t":10,"dir":"agent>client","frame":"Welcome!"}',
      '{"t":11,"dir":"agent>client","frame":{"hello":1}}',
      `{"t":12,"dir":"agent>client","frame":"Hi ${JSON.stringify(update).slice(1)}}`,
      '{"t":12,"note":"between"}',
    )
    expect(reader.dialect).toBe('frames')
    expect(frames(records)).toEqual([
      `0 to-agent ${initialize}`,
      `9 from-agent ${greeting}`,
      '10 from-agent Welcome!',
      '11 from-agent {"hello":1}',
      `12 from-agent Hi ${update}`,
    ])
    expect(problemsOf(reader)).toEqual(['6: other lines than those with messages are left out'])
  })

  test.each([
    ['{"timestamp":"2026-11-21T10:00:00.250Z","direction":"send","message":M}', 'to-agent'],
    ['{"ts":1795255200.25,"direction":"incoming","msg":M}', 'from-agent'],
    ['{"time":1795255200250,"type":"out","data":M}', 'to-agent'],
    ['{"at":"2026-11-21T10:00:00.250Z","side":"server","payload":"S"}', 'from-agent'],
    ['{"date":"2026-11-21T10:00:00.250Z","dir":"->","raw":"S"}', 'to-agent'],
    ['{"t":250,"way":"from-agent","line":"S"}', 'from-agent'],
    ['{"t":250,"from":"client","json":M}', 'to-agent'],
    ['{"t":250,"message":M}', 'from-agent'],
  ])('%s', (envelope, dir) => {
    const first = envelope
      .replace('.250Z', '.000Z')
      .replace('200.25', '200')
      .replace('200250', '200000')
      .replace('"t":250', '"t":0')
    const message = dir === 'to-agent' ? initialize : update
    const fill = (text: string): string =>
      text.replace('M', () => message).replace('"S"', () => JSON.stringify(message))
    const { reader, records } = read(fill(first), fill(envelope))
    expect(reader.dialect).toBe('frames')
    expect(frames(records)).toEqual([`0 ${dir} ${message}`, `250 ${dir} ${message}`])
    expect(reader.hasTimes).toBe(true)
  })

  test('what the agent logged of its side: what comes in is the client’s, as the first request or update shows', () => {
    const answer = '{"id":0,"result":{"outcome":{"outcome":"cancelled"}}}'
    const { records } = read(
      `{"t":0,"dir":"in","msg":${initialize}}`,
      `{"t":1,"dir":"out","msg":${greeting}}`,
      `{"t":2,"dir":"out","msg":${update}}`,
      `{"t":3,"dir":"in","msg":${answer}}`,
    )
    expect(frames(records)).toEqual([
      `0 to-agent ${initialize}`,
      `1 from-agent ${greeting}`,
      `2 from-agent ${update}`,
      `3 to-agent ${answer}`,
    ])
  })

  const plan = '{"sessionUpdate":"plan","entries":[]}'
  const [withId, without] = ['"s"', '"session"'].map(
    (id) => `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":${id},"update":${plan}}}`,
  )

  test.each([
    ['words before it', `{"msg":"-> ${JSON.stringify(update).slice(1)}}`, update],
    ['below what a logger names', `{"level":"TRACE","fields":{"message":"sent","line":${update}}}`, update],
    ['words before it, below', `{"fields":{"message":"got ${JSON.stringify(update).slice(1)}}}`, update],
    ['an update alone', plan, without],
    ['an update in an envelope', `{"data":${plan}}`, without],
    ['the params of one', `{"params":{"sessionId":"s","update":${plan}}}`, withId],
    ['all in a list', `{"title":"A run","messages":[{"message":${update}}]}`, update],
  ])('a message: %s', (_, text, message) => {
    expect(frames(read(text).records)).toEqual([`50 from-agent ${message}`])
  })
})

describe('nothing but messages', () => {
  const permission = '{"id":0,"method":"session/request_permission","params":{}}'
  const choice = '{"id":0,"result":{"outcome":{"outcome":"cancelled"}}}'

  test('both directions, distinguished by methods and ids', () => {
    const both = [
      [initialize, 'to-agent'],
      [greeting, 'from-agent'],
      ['{"id":1,"method":"session/new","params":{}}', 'to-agent'],
      [update, 'from-agent'],
      ['{"id":1,"result":{"sessionId":"s"}}', 'from-agent'],
      ['{"id":2,"method":"session/prompt","params":{}}', 'to-agent'],
      [permission, 'from-agent'],
      [choice, 'to-agent'],
      ['{"id":2,"method":"fs/read_text_file","params":{}}', 'from-agent'],
      ['{"id":2,"result":{"content":"x"}}', 'to-agent'],
      ['{"id":3,"method":"_vendor/ask"}', 'from-agent'],
      ['{"id":3,"error":{"code":-32601,"message":"no"}}', 'to-agent'],
      ['{"method":"session/cancel","params":{}}', 'to-agent'],
      ['{"method":"$/cancel_request","params":{"requestId":9}}', 'to-agent'],
      ['{"id":9,"method":"elicitation/create"}', 'from-agent'],
      ['{"method":"$/cancel_request","params":{"requestId":9}}', 'from-agent'],
      ['{"id":2,"result":{"stopReason":"cancelled"}}', 'from-agent'],
    ]
    const { reader, records } = read(...both.map(([line = '']) => line))
    expect(reader.dialect).toBe('messages')
    expect(reader.hasTimes).toBe(false)
    expect(frames(records)).toEqual(both.map(([line, dir], at) => `${(at + 1) * 50} ${dir} ${line}`))
  })

  test('one direction alone', () => {
    const agents = [
      greeting,
      '{"id":1,"result":{"sessionId":"s"}}',
      update,
      permission,
      '{"id":2,"error":{"code":1}}',
    ]
    expect(read(...agents).records.map((record) => 'dir' in record && record.dir)).toEqual(
      agents.map(() => 'from-agent'),
    )
    const clients = [
      initialize,
      '{"id":1,"method":"session/load"}',
      choice,
      '{"id":4,"result":{"action":"accept"}}',
    ]
    expect(read(...clients).records.map((record) => 'dir' in record && record.dir)).toEqual(
      clients.map(() => 'to-agent'),
    )
  })

  test('in a log, behind banners and dates, and several on a line', () => {
    const { reader, records } = read(
      'Starting the agent …',
      '',
      `2026-11-21 10:00:00.000 [info] --> ${initialize}`,
      `2026-11-21 10:00:01,500 [info] <-- ${greeting}${update}`,
      '2026-11-21 10:00:02.000 [info] idle',
      `2026-11-21 10:00:03.000 [info] <-- ${update}`,
    )
    expect(reader.dialect).toBe('messages')
    expect(frames(records)).toEqual([
      `0 to-agent ${initialize}`,
      `1500 from-agent ${greeting}`,
      `1500 from-agent ${update}`,
      `3000 from-agent ${update}`,
    ])
    expect(problemsOf(reader)).toEqual([
      '1: the line is no JSON, and left out',
      '5: the line is no JSON, and left out',
    ])
  })

  test('as Hydra keeps them, with their dates', () => {
    const atMs = Date.parse('2026-11-20T10:00:00Z')
    const kept = (after: number, more = ''): string =>
      `{"method":"session/update","params":{},"recordedAt":${atMs + after}${more}}`
    const { reader, records } = read(kept(0), kept(1500, ',"seq":2'), kept(1e15))
    expect(frames(records).slice(0, 2)).toEqual([`0 from-agent ${update}`, `1500 from-agent ${update}`])
    expect(reader).toMatchObject({ dialect: 'messages', hasTimes: true, startedAtMs: atMs, problemCount: 0 })
    // What is no date is a field of the message as others.
    expect(frames(records)[2]).toMatch(/^1500 from-agent .*"recordedAt"/)
  })

  test('as Grok keeps them, with seconds', () => {
    const at = 1_784_626_073
    const kept = (seconds: number): string =>
      `{"timestamp":${at + seconds},"method":"session/update","params":{}}`
    const { reader, records } = read(kept(0), kept(7))
    expect(frames(records)).toEqual([`0 from-agent ${update}`, `7000 from-agent ${update}`])
    expect(reader).toMatchObject({ dialect: 'messages', startedAtMs: at * 1000, problemCount: 0 })
  })

  test.each<[string, object]>([
    ['alone', {}],
    ['with a time', { at: '2026-11-20T10:00:00Z' }],
  ])('as the params of updates, %s', (_, fields) => {
    const params = { sessionId: 's', update: { sessionUpdate: 'plan', entries: [] } }
    const line = JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params })
    const { reader, records } = read(
      JSON.stringify({ ...params, ...fields }),
      JSON.stringify({ params, ...fields }),
      JSON.stringify({ update: { sessionUpdate: 3 } }),
    )
    expect(frames(records).map((frame) => frame.replace(/^\d+ /, ''))).toEqual([
      `from-agent ${line}`,
      `from-agent ${line}`,
    ])
    expect(reader.problemCount).toBe(1)
  })

  test('as one list', () => {
    const { records } = read(`[${initialize}, ${greeting}, 7]`)
    expect(frames(records)).toEqual([`50 to-agent ${initialize}`, `100 from-agent ${greeting}`])
  })
})

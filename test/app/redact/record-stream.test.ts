import { Buffer } from 'node:buffer'
import { describe, expect, test } from 'vitest'
import type { TraceRecord } from '../../../src/protocol/trace/trace-record.ts'
import {
  anywhere,
  chunk,
  frame,
  onAnnasLaptop,
  redactAll,
  redactKnowing,
  redactParts,
  textsOf,
  update,
} from './stage.ts'
import { traceHeader } from '../../support/trace-header.ts'

describe('a message in parts', () => {
  test('each part keeps the replacement of its part of a name', () => {
    const parts = ['See /ho', 'me/an', 'na/x.ts', ' and ', 'mia@', 'corp', '.de now', '.']
    expect(redactParts(onAnnasLaptop(), parts)).toEqual([
      'See /ho',
      'me/us',
      'er/x.ts',
      ' and ',
      'pers',
      'on1@',
      'example.com now',
      '.',
    ])
  })

  test('a part waits until its words are whole, and what comes after it waits behind it', () => {
    const stream = onAnnasLaptop().stream()
    expect(stream.push(chunk(0, 'one two /home/an'))).toEqual([])
    expect(stream.push({ t: 1, type: 'mark', text: 'here' })).toEqual([])
    expect(stream.push(chunk(2, 'na/x is here'))).toEqual([])
    expect(textsOf(stream.push(chunk(3, ' and there too,')))).toEqual([
      'one two /home/us',
      'mark',
      'er/x is here',
    ])
    const other = update(4, { sessionUpdate: 'tool_call', toolCallId: '1', title: 'T' })
    expect(textsOf(stream.push(other))).toEqual([' and there too,', 'frame'])
  })

  test('a line break is an end', () => {
    const stream = onAnnasLaptop().stream()
    expect(textsOf(stream.push(chunk(0, 'to anna\n')))).toEqual(['to user\\n'])
  })

  test('flushing gives all that waits', () => {
    const stream = onAnnasLaptop().stream()
    stream.push(chunk(0, 'by anna'))
    expect(textsOf(stream.flush())).toEqual(['by user'])
    expect(stream.flush()).toEqual([])
  })

  test('messages of two sessions do not mix', () => {
    const records = [
      chunk(0, '/home/an', 'one'),
      chunk(1, '/home/bo', 'two'),
      chunk(2, 'na/x', 'one'),
      chunk(3, 'b/y', 'two'),
    ]
    expect(textsOf(redactAll(onAnnasLaptop(), records))).toEqual(['/home/us', '/home/us', 'er/x', 'er3/y'])
  })

  test('the pieces of a summary are one text, and summaries of two compactions are two', () => {
    const summary = (at: number, text: string, compactionId: string): TraceRecord =>
      update(at, {
        sessionUpdate: 'compaction_summary_chunk',
        compactionId,
        content: { type: 'text', text },
      })
    const records = [summary(0, 'by an', 'one'), summary(1, 'na, for an', 'one'), summary(2, 'na', 'two')]
    expect(textsOf(redactAll(onAnnasLaptop(), records))).toEqual(['by us', 'er, for an', 'na'])
  })

  test('a name before its secret is in another part', () => {
    const parts = 'Authorization:| Bearer| abc|123def| and --token| t0p|secret| password|: |hunter2| x'.split(
      '|',
    )
    const text = redactParts(onAnnasLaptop(), parts).join('')
    expect(text).toBe('Authorization: Bearer xxxxxxxxx and --token xxxxxxxxx password: xxxxxxxx x')
  })

  test('a key over many parts and lines', () => {
    const key = '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkq\nhkiG9w0B\n-----END PRIVATE KEY-----\nDone.'
    const parts = key.match(/[^]{1,7}/g) ?? []
    const text = redactParts(onAnnasLaptop(), parts).join('')
    expect(text).toBe(
      String.raw`-----BEGIN PRIVATE KEY-----\nxxxxxxxxxxxxxxxx\nxxxxxxxx\n-----END PRIVATE KEY-----\nDone.`,
    )
  })

  test('the memory that is held is limited', () => {
    const stream = onAnnasLaptop().stream()
    let given = 0
    let most = 0
    for (let at = 0; at < 5000; at++) {
      given += stream.push(chunk(at, 'word')).length
      most = Math.max(most, at + 1 - given)
    }
    expect(most).toBeLessThanOrEqual(512)
    expect(given + stream.flush().length).toBe(5000)
  })
})

describe('records of all kinds', () => {
  const event: TraceRecord = { t: 1, type: 'event', event: { type: 'prompt-queued', text: 'ask anna', n: 1 } }

  test.each<[TraceRecord, TraceRecord]>([
    [event, { t: 1, type: 'event', event: { type: 'prompt-queued', text: 'ask user', n: 1 } }],
    [
      { t: 1, type: 'mark', text: 'Anna looks' },
      { t: 1, type: 'mark', text: 'User looks' },
    ],
    [
      { t: 1, type: 'end', status: 1, reason: 'no /home/anna/x' },
      { t: 1, type: 'end', status: 1, reason: 'no /home/user/x' },
    ],
    [
      { t: 1, type: 'unknown', value: { t: 1, note: 'anna' } },
      { t: 1, type: 'unknown', value: { t: 1, note: 'user' } },
    ],
    [
      { t: 1, type: 'bytes', dir: 'to-agent', bytes: Buffer.from('{"x":"anna"}'), isBinary: true },
      { t: 1, type: 'bytes', dir: 'to-agent', bytes: Buffer.from('{"x":"user"}'), isBinary: true },
    ],
    [
      {
        t: 1,
        type: 'bytes',
        dir: 'from-agent',
        bytes: Buffer.from('ÿ anna\u0080', 'latin1'),
        isBinary: false,
      },
      {
        t: 1,
        type: 'bytes',
        dir: 'from-agent',
        bytes: Buffer.from('ÿ user\u0080', 'latin1'),
        isBinary: false,
      },
    ],
    [
      { t: 1, type: 'overlong', dir: 'from-agent', start: Buffer.from('{"x":"/home/bo'), sizeBytes: 15 },
      { t: 1, type: 'overlong', dir: 'from-agent', start: Buffer.from('{"x":"/home/user3'), sizeBytes: 17 },
    ],
    [frame(1, '{"x": "anna'), frame(1, '{"x": "user')],
  ])('%o', (record, redacted) => {
    expect(onAnnasLaptop().record(record)).toEqual(redacted)
    expect(redactAll(onAnnasLaptop(), [record])).toEqual([redacted])
    expect(redactAll(onAnnasLaptop(), [redacted])).toEqual([redacted])
  })

  test('the header', () => {
    const header = {
      ...traceHeader,
      agent: '/home/anna/bin/agent --token abc123def',
      title: 'For mia@corp.de',
    }
    expect(onAnnasLaptop().header(header)).toEqual({
      ...header,
      agent: '/home/user/bin/agent --token xxxxxxxxx',
      title: 'For person1@example.com',
    })
  })

  test('a key in the lines of stderr', () => {
    const lines = ['-----BEGIN PRIVATE KEY-----', 'MIIEvQIB', 'aGk9', '-----END PRIVATE KEY-----', 'by anna']
    const records = lines.map((line, t): TraceRecord => ({ t, type: 'stderr', line }))
    const redacted = redactAll(onAnnasLaptop(), records)
    expect(redacted.map((record) => record.type === 'stderr' && record.line)).toEqual([
      '-----BEGIN PRIVATE KEY-----',
      'xxxxxxxx',
      'xxxx',
      '-----END PRIVATE KEY-----',
      'by user',
    ])
  })
})

describe('secrets in the values of named fields', () => {
  test('secrets by the names of fields, variables and headers', () => {
    const params = {
      apiKey: 'abc',
      api_key: 'k',
      password: 'a b',
      refreshToken: 'r',
      tokens: 'all',
      maxTokens: 5,
      token: 'plus',
      env: [
        { name: 'MY_API_KEY', value: 'hunter2' },
        { value: 'first', name: 'GITHUB_TOKEN' },
        { name: 'LANG', value: 'de' },
      ],
      headers: [{ name: 'Authorization', value: 'Bearer q' }],
      options: [{ name: 'Token', value: 'a-mode' }],
      kind: 'api_key',
    }
    const redacted = anywhere().record(frame(0, { method: 'm', params }, 'to-agent'))
    expect(JSON.parse(redacted.type === 'frame' ? redacted.line : '')).toEqual({
      method: 'm',
      params: {
        apiKey: 'xxxxxxxx',
        api_key: 'xxxxxxxx',
        password: 'xxxxxxxx',
        refreshToken: 'xxxxxxxx',
        tokens: 'all',
        maxTokens: 5,
        token: 'plus',
        env: [
          { name: 'MY_API_KEY', value: 'xxxxxxxx' },
          { value: 'xxxxxxxx', name: 'GITHUB_TOKEN' },
          { name: 'LANG', value: 'de' },
        ],
        headers: [{ name: 'Authorization', value: 'Bearer xxxxxxxx' }],
        options: [{ name: 'Token', value: 'a-mode' }],
        kind: 'api_key',
      },
    })
  })

  test('ids stay distinct and stable, also when more is known', () => {
    const long = 'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG'
    const redactor = anywhere()
    const about = (sessionId: string): TraceRecord => frame(0, { method: 'x', params: { sessionId } })
    expect(redactAll(redactor, [about(long), frame(1, { method: 'x', params: { text: long } })])).toEqual([
      about(long),
      frame(1, { method: 'x', params: { text: long } }),
    ])
    const bobs = about('/home/robert/1.jsonl')
    const user = frame(1, { params: { path: '/home/robert/x' } })
    expect(redactAll(redactor, [bobs, user, bobs])).toEqual([
      about('/home/user/1.jsonl'),
      frame(1, { params: { path: '/home/user/x' } }),
      about('/home/user/1.jsonl'),
    ])
  })

  test('methods and terms of the protocol are kept, whatever the names of users are', () => {
    const line = {
      method: '_robert/x',
      params: { update: { sessionUpdate: 'robert', status: 'robert', kind: 'robert' } },
    }
    const path = frame(0, { params: { path: '/home/robert/x' } })
    const redacted = redactAll(anywhere(), [path, frame(1, line), frame(2, { robert: 'robert' })])
    expect(redacted.slice(1)).toEqual([frame(1, line), frame(2, { user: 'user' })])
  })

  test('keys that are paths are replaced, and two of them stay two', () => {
    const changes = { '/home/anna/x': 1, '/home/user/x': 2, content: 3, '/home/bob/x': 4 }
    const redacted = onAnnasLaptop().record(frame(0, changes))
    expect(redacted).toEqual(
      frame(0, '{"/home/user/x":1,"/home/user/x (2)":2,"content":3,"/home/user3/x":4}'),
    )
  })

  test('the directory of a session is a project, and names in its path are replaced from then on', () => {
    const opened = (cwd: string): TraceRecord =>
      frame(0, { method: 'session/new', params: { cwd } }, 'to-agent')
    const said = (text: string): TraceRecord => frame(1, { method: 'x', params: { text } })
    const records = [
      opened('/home/robert/clients/bank'),
      opened('/opt/vault'),
      opened('/home/robert/clients/bank/sub'),
      said('robert works in /home/robert/clients/bank/src and /opt/vault/x, not in /opt/other'),
    ]
    expect(redactAll(anywhere(), records)).toEqual([
      opened('/home/user/project'),
      opened('/home/user/project2'),
      opened('/home/user/project/sub'),
      said('user works in /home/user/project/src and /home/user/project2/x, not in /opt/other'),
    ])
  })

  test('facts of later records are known from the start when the run was read before', () => {
    const records = [
      frame(0, { method: 'x', params: { text: 'robert says hunter2pass' } }),
      frame(1, { method: 'x', params: { path: '/home/robert/x', password: 'hunter2pass' } }),
    ]
    expect(redactAll(anywhere(), records)[0]).toEqual(records[0])
    expect(redactKnowing(anywhere(), records)).toEqual([
      frame(0, { method: 'x', params: { text: 'user says xxxxxxxxxxx' } }),
      frame(1, { method: 'x', params: { path: '/home/user/x', password: 'xxxxxxxxxxx' } }),
    ])
  })

  test('a path that is cut off while it is written is the one that it will be', () => {
    const plan = (t: number, content: string): TraceRecord =>
      update(t, { sessionUpdate: 'plan_update', plan: { content } })
    const contents = ['In /home/an', 'In /home/anna/wo', 'In /home/anna/work/ba', 'In /home/anna/work/bank/x']
    const records = contents.map((content, t) => plan(t, content))
    expect(redactAll(onAnnasLaptop(), records)).toEqual(
      ['In /home/user', 'In /home/user/project', 'In /home/user/project', 'In /home/user/project/x'].map(
        (content, t) => plan(t, content),
      ),
    )
  })
})

test('a key is found where a word of the protocol is expected, and such words stay', () => {
  const key = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
  const [record] = redactAll(anywhere(), [
    update(0, { sessionUpdate: 'plan', entries: [{ content: 'a', priority: key, status: 'in_progress' }] }),
  ])
  const line = record?.type === 'frame' ? record.line : ''
  expect(line).not.toContain(key)
  expect(line).toContain('"status":"in_progress"')
})

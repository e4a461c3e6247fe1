import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { documentedStatuses, findingsOf } from './checks.ts'
import type { FuzzCase } from './fuzz-case.ts'
import { fuzzToken } from './fuzz-token.ts'
import type { LogEntry, Outcome } from './outcome.ts'

const readme = fileURLToPath(new URL('../../src/manual/options.md', import.meta.url))
const statuses = documentedStatuses(readme)

const fuzzed: FuzzCase = {
  target: 'json',
  recording: 'none',
  args: ['--format', 'json'],
  server: null,
  lie: null,
  version: 1,
  opening: { initialize: '{}', session: '{}', isOdd: false },
  lines: [],
  inputs: [],
}

const startLine =
  '{"type":"start","atMs":0,"schema":1,"program":"acp-plan-tui","version":"1","startedAt":"2026-11-21T10:00:00.000Z","command":[]}\n'
const fineRecording = { text: '{"t":1,"mark":""}\n', folder: '/tmp/run', status: 0, stderr: '', plans: '[]' }

const fine: Outcome = {
  case: fuzzed,
  status: 0,
  stdout: startLine,
  stderr: '',
  tookMs: 100,
  peakMemoryMb: 80,
  left: [],
  terminal: [],
  stops: [],
  elsewhere: [],
  log: [
    { type: 'got', method: 'initialize' },
    { type: 'answered', idText: '"last"' },
    { type: 'done' },
    { type: 'ended' },
  ],
  wasEnded: false,
  showsGoodPlan: true,
  answersKeys: true,
  made: new Map(),
  recording: fineRecording,
  screen: null,
}

const prompts = Array.from({ length: 31 }, (): LogEntry => ({ type: 'got', method: 'session/prompt' }))

const lied = (name: string): FuzzCase => ({ ...fuzzed, target: 'liar', lie: { name, seed: 0, pourBytes: 1 } })
const trusted = { ...fuzzed, args: ['--token-file', 'token'] }
const redacted = { ...fuzzed, args: ['--record', 'x', '--redact', 'paths,keys'] }

const kindsOf = (outcome: Partial<Outcome>): readonly string[] =>
  findingsOf({ ...fine, ...outcome }, statuses).map(({ kind }) => kind)

test('manual/options.md says which statuses there are', () => {
  expect([...statuses]).toEqual(expect.arrayContaining([0, 1, 2, 3, 4, 5, 6, 7, 129, 130, 143]))
  expect(statuses).not.toContain(70)
})

test('nothing is found where all is well', () => {
  expect(kindsOf({})).toEqual([])
  expect(kindsOf({ case: lied('tcp: is honest') })).toEqual([])
})

test.each<[string, Partial<Outcome>]>([
  ['hang', { status: null }],
  ['status-70', { status: 70 }],
  ['status', { status: 139 }],
  ['process-left', { left: ['7 node'] }],
  ['terminal', { terminal: ['alternate-screen'] }],
  ['memory', { peakMemoryMb: 2000 }],
  ['foreign-characters', { stderr: 'x\u001b[?1003hx' }],
  ['foreign-characters', { made: new Map([['out.md', 'x\u009b2J']]) }],
  ['good-plan-missing', { showsGoodPlan: false }],
  ['keys-dead', { answersKeys: false }],
  ['stop', { stops: ['modes that are still on'] }],
  ['prompts-without-end', { log: [...fine.log, ...prompts] }],
  ['sent-elsewhere', { elsewhere: ['GET /'] }],
  ['nothing-done', { case: lied('tcp: says nothing') }],
  ['replay-differs', { recording: { ...fineRecording, plans: '[1]' } }],
  ['recording-torn', { recording: { ...fineRecording, text: '{"t":1,"mark":""}\n{"t"' } }],
  ['recording-not-as-schema', { recording: { ...fineRecording, text: '{"t":1,"marks":""}\n' } }],
  ['recording-not-replayed', { recording: { ...fineRecording, status: 70 } }],
  ['token-shown', { case: trusted, stderr: `so: Bearer ${fuzzToken}` }],
  ['token-shown', { case: trusted, stdout: '{"a":"fz+Tok\\u0033n\\/of=the&fuzz~9"}' }],
  ['not-redacted', { recording: { ...fineRecording, text: '{"t":1,"mark":"/tmp/run"}\n' }, case: redacted }],
  ['no-json', { stdout: 'oh\n' }],
  ['no-json', { stdout: startLine.replace('version', 'versions') }],
])('%s', (kind, outcome) => {
  expect(kindsOf(outcome)).toEqual([kind])
})

test.each([
  ['{"method":"x"}', ['time-made-up']],
  ['{"t":50,"dir":"in","frame":{"method":"x"}}', []],
  ['2026-11-21T10:00:00Z {"method":"x"}', []],
])('of the log %s times are known that it tells', (text, kinds) => {
  const replayed: FuzzCase = { ...fuzzed, target: 'replay', opening: null, lines: [{ text }] }
  const event = '{"type":"session","atMs":50,"session":"s","title":"x"}\n'
  expect(kindsOf({ case: replayed, stdout: `${startLine}${event}` })).toEqual(kinds)
})

test('what the screen itself writes is not foreign', () => {
  const own = '\u001b[?1049h\u001b[2J\u001b[1;31mx\u001b[0m\u001b]2;acp-plan-tui · 3/7\u001b\\🚀\r\n'
  expect(kindsOf({ stdout: own, case: { ...fuzzed, args: [] } })).toEqual([])
})

test.each([
  ['y', 'IyBTcGxpdA==', []],
  ['n', 'IyBTcGxpdA==', ['foreign-characters']],
  ['y', 'RVZJTA==', ['foreign-characters']],
])('after the key %s the clipboard is set to %s', (keys, text, kinds) => {
  const typed = { ...fuzzed, args: [], inputs: [{ afterLine: 1, keys }] }
  expect(kindsOf({ case: typed, stdout: `\u001b]52;c;${text}\u0007` })).toEqual(kinds)
})

describe('every request of the agent has its one answer', () => {
  const asked = (...lines: readonly string[]): FuzzCase => ({
    ...fuzzed,
    lines: lines.map((text) => ({ text })),
  })
  const heard = (...ids: readonly string[]): readonly LogEntry[] => [
    ...ids.map((idText): LogEntry => ({ type: 'answered', idText })),
    ...fine.log,
  ]
  const twice = asked('{"id":-0,"method":"x"}', '{"id":"\\ud800","method":"x"}')

  const open = { base64: Buffer.from('{"method":"y"}{"').toString('base64') }
  const glued = { ...fuzzed, lines: [open, { text: '{"id":1,"method":"x"}' }] }

  test.each<[string, FuzzCase, readonly LogEntry[], readonly string[]]>([
    ['as it was written', twice, heard('-0', '"\\ud800"'), []],
    ['in other digits', twice, heard('0', '"\\ud800"'), ['answers', 'answers']],
    ['one of two', twice, heard('-0'), ['answers']],
    ['one too many', twice, heard('-0', '-0', '"\\ud800"'), ['answers']],
    ['to what was no request', asked('{"id":1,"result":{}}'), heard('1'), ['answers']],
    ['to what stands behind text', asked('so: {"id":1,"method":"x"}'), heard('1'), []],
    ['behind text', asked('so: {"id":1,"method":"x"}'), heard(), ['answers']],
    ['behind an object that stays open', glued, heard(), []],
    ['behind what is no JSON', asked('{"a":\\}{"id":1,"method":"x"}'), heard(), ['answers']],
    ['not the last', asked(), fine.log.filter(({ type }) => type !== 'answered'), ['answers']],
    [
      'again, since the agent was started again',
      twice,
      [{ type: 'got', method: 'initialize' }, ...heard('-0', '-0', '"\\ud800"', '"\\ud800"')],
      [],
    ],
    ['not heard to its end', twice, [{ type: 'ended' }], []],
  ])('%s', (_, asking, log, kinds) => {
    expect(kindsOf({ case: asking, log })).toEqual(kinds)
  })
})

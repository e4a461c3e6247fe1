import { describe, expect, test } from 'vitest'
import { maxFindingsOfRule } from '../../../src/app/lint/finding.ts'
import { Linter } from '../../../src/app/lint/linter.ts'
import { recordedLines, recordingNames } from '../../recordings/read-recording.ts'
import { entries, fromAgent, lintLines, plan, planUpdate, trace, turnEnd } from './lint-lines.ts'

/** What real agents get wrong: read frame by frame, and found true. */
const trueErrors: Readonly<Record<string, readonly string[]>> = {
  // A category of its own, without an underscore: version 2 forbids that, version 1 reserves it.
  'codex-v2-plan-cancel': ['custom-name'],
  'codex-v2-plan-cfg_collaboration_mode_plan': ['custom-name'],
  'codex-v2-plan-feedback': ['custom-name'],
  'codex-v2-reload': ['custom-name'],
  'codex-v2-todo': ['custom-name'],
  // It answers with the version that was asked for, and speaks the other.
  'droid-v1-plan': ['version-not-spoken'],
  'goose-v1-asks': ['version-not-spoken'],
  // It answers session/load after the first message of the past; and the diff of a new plan has a file name only.
  'gemini-v1-plan-reload': ['replay-order', 'path-relative'],
  'gemini-v1-reload': ['replay-order'],
  // Its login is for terminals, which the client has not offered.
  'kimi-caps-todo': ['capability-not-offered'],
}

test.each(recordingNames)('%s, the recording of a real agent, has no error that is not true', (name) => {
  const { findings } = lintLines(recordedLines(name))
  const errors = findings.kept.filter(({ severity }) => severity === 'error')
  expect([...new Set(errors.map(({ rule }) => rule))]).toEqual(trueErrors[name] ?? [])
})

test('a step that the plan completes at the end of a turn is not sent as in progress, whatever its call says', () => {
  const { findings } = lintLines(recordedLines('grok-v1-subagent'))
  const rules = new Set(findings.kept.map(({ rule }) => rule))
  expect([rules.has('turn-ends-in-progress'), rules.has('left-open')]).toEqual([false, true])
})

test('plans of one name are told apart by their ids', () => {
  const sent = ['a', 'b'].map((planId) =>
    planUpdate({ type: 'items', planId, entries: entries('in_progress One') }),
  )
  const { findings } = lintLines(trace({}, ...sent, turnEnd))
  const seen = (name: string): readonly string[] =>
    findings.kept.filter(({ rule }) => rule === name).map((finding) => finding.seen)
  expect(seen('turn-ends-in-progress')).toEqual([
    'the turn ended (end_turn), and “One” of “a” is in progress',
    'the turn ended (end_turn), and “One” of “b” is in progress',
  ])
  expect(seen('left-open')).toEqual(['“a”: left open: 1 step', '“b”: left open: 1 step'])
})

test('the schema compares the first 10,000 items of a list, and a plan is read to its end', () => {
  const entries = Array.from({ length: 10_002 }, () => ({
    content: 'One',
    priority: 'low',
    status: 'pending',
  }))
  const sent = entries.map((entry, index) =>
    index === 9_999 || index === 10_000 ? { ...entry, more: 1 } : entry,
  )
  const update = { sessionUpdate: 'plan', entries: [...sent, 5] }
  const message = fromAgent({ method: 'session/update', params: { sessionId: 's', update } })
  const { findings } = lintLines(trace({}, message))
  const paths = findings.kept.flatMap(({ path }) => (path?.includes('entries[') === true ? [path] : []))
  expect(paths).toEqual(['params.update.entries[10002]', 'params.update.entries[9999].more'])
})

test('a finding cites the page of the version that was negotiated', () => {
  for (const name of recordingNames) {
    const { findings } = lintLines(recordedLines(name))
    const version = /-v2-/.test(name) ? 'v2' : 'v1'
    for (const { page } of findings.kept)
      expect([name, page]).toEqual([
        name,
        expect.stringMatching(new RegExp(`/(?:protocol/${version}|rfds)/`)),
      ])
  }
})

test('all findings are counted, and the first of each rule are kept', () => {
  const junk = Array.from({ length: 3000 }, (_, at) => fromAgent(`{"junk": ${at}`))
  const again = Array.from({ length: 500 }, () => plan('pending One'))
  const { findings, frames } = lintLines(trace({}, ...junk, ...again))
  expect(findings.counts).toEqual({ error: 3000, warning: 1, note: 499 })
  expect(findings.ofRule).toEqual(
    new Map([
      ['stdout-junk', 3000],
      ['sent-again', 499],
      ['request-unanswered', 1],
    ]),
  )
  expect(findings.kept).toHaveLength(2 * maxFindingsOfRule + 1)
  expect(frames).toBe(3505)
})

test('a finding has its frame, its line in the file and its time', () => {
  const { findings } = lintLines(trace({}, plan('pending One'), plan('pending One')))
  const [again, unanswered] = findings.kept
  expect(again?.place).toEqual({ dir: 'from-agent', frame: 4, line: 8, atMs: 70 })
  expect(unanswered?.place).toEqual({ dir: 'to-agent', frame: 3, line: 6, atMs: 50 })
})

test('a trace of one direction lacks no answers, and nothing is known of capabilities', () => {
  const lines = recordedLines('claude-caps-todo').filter((line) => line.includes('"agent>client"'))
  expect(lintLines(lines).findings.counts).toMatchObject({ error: 0, warning: 0 })
})

test('nothing is found in nothing', () => {
  const linter = new Linter()
  linter.end()
  expect(linter.findings.counts).toEqual({ error: 0, warning: 0, note: 0 })
})

test('requests and words beyond those that are remembered are counted, too', () => {
  const asked = Array.from({ length: 12_000 }, (_, id) => fromAgent({ id, method: '_own/question' }))
  const words = Array.from({ length: 1_500 }, (_, at) => plan(`word${at} One`))
  const { ofRule } = lintLines(trace({}, ...asked, ...words)).findings
  expect(ofRule.get('request-unanswered')).toBe(12_001)
  expect(ofRule.get('status-unknown')).toBe(1_500)
})

describe('a prompt that the agent never answered', () => {
  const ended = (end: object): string =>
    JSON.stringify({ t: 0, event: { type: 'link-changed', link: { sinceMs: 9, state: 'ended', end } } })
  test.each([
    [[], 'warning', 'no answer of the agent came to session/prompt'],
    [
      [ended({ kind: 'exited', code: 1, signal: null })],
      'error',
      'the agent ended before it answered session/prompt',
    ],
    [
      [ended({ kind: 'silent', forMs: 9000, waitingFor: 'session/prompt' })],
      'error',
      'the agent was silent, and never answered session/prompt',
    ],
    [
      [ended({ kind: 'closed' })],
      'warning',
      'the client ended the connection before the agent answered session/prompt',
    ],
  ] as const)('with %j is a finding of severity %s', (lines, severity, seen) => {
    const { kept } = lintLines(trace({}, plan('completed One'), ...lines)).findings
    expect(kept.filter(({ rule }) => rule === 'request-unanswered')).toMatchObject([{ severity, seen }])
  })
})

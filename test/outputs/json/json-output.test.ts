import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { cutMark } from '../../../src/lib/json/cut-depth.ts'
import { jsonLine } from '../../../src/outputs/json/json-line.ts'
import { jsonEvent, type JsonEvent } from '../../../src/outputs/schema/json-event.ts'
import type { JsonPlan } from '../../../src/outputs/schema/plan-lines.ts'
import {
  file,
  items,
  jsonStage,
  linesOf,
  opening,
  play,
  stageDocuments,
  turnEnded,
  update,
} from '../stage.ts'
import { madeUp, opened } from '../../support/app-states.ts'
import { approvedPlan, changedPlan } from '../../support/changed-plan.ts'
import { hostileSessions, proposals, sessions } from '../session-stories.ts'
import { askedById, checklist, hostile, severalPlans, trouble } from '../stories.ts'

const jsonOf = async (events: readonly AppEvent[]): Promise<readonly string[]> =>
  await linesOf(jsonStage(stageDocuments()), events)

/** The lines, each checked against the schema. */
function read(lines: readonly string[]): readonly JsonEvent[] {
  return lines.map((line) => jsonEvent.parse(JSON.parse(line)))
}

describe('json', () => {
  test.each([
    ['checklist', checklist],
    ['several-plans', severalPlans],
    ['trouble', trouble],
    ['sessions', sessions],
    ['proposals', proposals],
    ['asked-by-id', askedById],
  ])('%s: each line is as the schema says, from start to end', async (name, events) => {
    const lines = await jsonOf(events)
    const types = read(lines).map(({ type }) => type)
    expect([types[0], types.at(-1)]).toEqual(['start', 'end'])
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`golden/${name}.ndjson`)
  })

  test('terminal controls of an agent are escaped, and parse to the same text', async () => {
    const lines = await jsonOf([...hostile(), ...hostileSessions()])
    read(lines)
    // oxlint-disable-next-line no-control-regex -- controls are what this is about
    expect(lines.join('')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/)
    expect(lines.join('')).toContain('\\u009b2J\\u202egnp')
  })

  test('the answers of a form are not written', async () => {
    expect((await jsonOf(proposals)).join('')).not.toContain('a-secret-branch')
  })

  test('any text parses to the same text, with U+FFFD for half a surrogate pair', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 }), (units) => {
        const line = String.fromCharCode(...units)
        const event = { type: 'stderr', atMs: 0, line, skipped: 0 } as const
        expect(JSON.parse(jsonLine(event))).toEqual({ ...event, line: line.toWellFormed() })
      }),
    )
  })

  test('an approved plan that changes afterwards: a line with what changed in counts', async () => {
    const lines = read(await jsonOf([...opened(), ...approvedPlan, ...changedPlan]))
    expect(lines.filter(({ type }) => type === 'approved-plan-changed')).toEqual([
      {
        type: 'approved-plan-changed',
        atMs: 2000,
        session: 's1',
        plan: 'id:p',
        approvedAtMs: 30,
        approvedRevision: 1,
        revision: 2,
        unit: 'line',
        added: 1,
        reworded: 1,
        gone: 1,
        moved: 0,
      },
    ])
  })

  test('a sub-agent that failed: what the agent says of it', async () => {
    const child = { type: 'subagent', childSessionId: 'c', title: 'Look' } as const
    const failure = { code: -32000, message: 'Model overloaded' }
    const lines = read(
      await jsonOf([
        ...opening(),
        update(10, { ...child, state: 'running' }),
        update(20, { ...child, state: 'idle', stopReason: 'error', failure }),
      ]),
    )
    const children = lines.filter(({ type }) => type === 'child')
    expect(children.map((line) => ('error' in line ? line.error : null))).toEqual([null, 'Model overloaded'])
  })

  test('a mark of the user: a line with its text', async () => {
    const lines = read(await jsonOf([...opened(), { type: 'marked', atMs: 5, text: 'here' }]))
    expect(lines).toContainEqual({ type: 'mark', atMs: 5, session: 's1', text: 'here' })
  })

  test('a compaction: a line for each update that changes it, with the summary so far', async () => {
    const compacts = (atMs: number, more: object): AppEvent =>
      update(atMs, { type: 'compaction', compactionId: 'c', ...more })
    const lines = await jsonOf([
      ...opening(),
      compacts(1000, {}),
      compacts(1100, {}),
      update(1200, { type: 'compaction-summary', compactionId: 'c', text: 'The goal' }),
      compacts(1300, { status: 'completed' }),
    ])
    const same = { type: 'compaction', session: 'session-1', id: 'c', error: '' }
    expect(read(lines).filter(({ type }) => type === 'compaction')).toEqual([
      { ...same, atMs: 1000, status: 'in_progress', summary: '' },
      { ...same, atMs: 1300, status: 'completed', summary: 'The goal' },
    ])
  })

  test('a document of a file plan', async () => {
    const { output, sink, documents, clock } = jsonStage(stageDocuments())
    const uri = 'file:///plan.md'
    const run = play(output, [...opening(), update(1000, file('notes', uri))])
    clock.moveTo(1500)
    const text = '# Plan\n- [x] one\n- [ ] two'
    documents.change({ state: 'shown', uri, text, format: 'markdown', sizeBytes: 26, readAtMs: 0 })
    documents.change({ state: 'unavailable', uri, reason: { kind: 'missing', path: '/plan.md' } })
    await run.end()
    const same = { type: 'document', atMs: 1500, session: 'session-1', plan: 'id:notes', uri }
    expect(read(sink.lines).filter(({ type }) => type === 'document')).toEqual([
      {
        ...same,
        state: 'shown',
        format: 'markdown',
        progress: { done: 1, total: 2, isComplete: false },
        text,
        sizeBytes: 26,
        isTruncated: false,
      },
      {
        ...same,
        state: 'unavailable',
        reason: 'missing',
        message: 'There is no file at file:///plan.md. It is shown as soon as it is written.',
      },
    ])
  })

  test('a payload that is nested too deep is cut to a depth that can be parsed', async () => {
    let payload: Record<string, unknown> = {}
    for (let depth = 0; depth < 200_000; depth++) payload = { a: payload }
    const content = { type: 'opaque', planType: '_deep', payload } as const
    const plan = { dialect: 'planId', id: 'deep' } as const
    const lines = await jsonOf([...opening(), update(1000, { type: 'plan-replaced', plan, content })])
    expect(lines.find((line) => line.includes('_deep'))).toContain(cutMark)
  })
})

describe('a slow reader of json', () => {
  const plansOf = (events: readonly JsonEvent[]): readonly JsonPlan[] =>
    events.filter((event) => event.type === 'plan')

  test('gets differences to the last written line, and everything except plans and stderr in full', async () => {
    const { output, sink } = jsonStage(stageDocuments())
    const run = play(output, [...opening(), update(1000, items(null, '> Read', '. Write'))])
    sink.congest(true)
    run.say([
      update(1100, items(null, 'x Read', '> Write')),
      update(1200, items(null, 'x Read', 'x Write')),
      { type: 'stderr-written', atMs: 1250, line: 'a' },
    ])
    expect(plansOf(read(sink.lines))).toHaveLength(1)
    sink.congest(false)
    run.say([{ type: 'stderr-written', atMs: 1300, line: 'b' }, turnEnded(1400)])
    await run.end()
    const events = read(sink.lines)
    const [, second, ...more] = plansOf(events)
    expect(more).toEqual([])
    expect(second?.revision).toBe(3)
    expect(second?.content).toMatchObject({
      entries: [
        { change: 'changed', was: { status: 'in_progress' } },
        { change: 'changed', was: { status: 'pending' } },
      ],
    })
    expect(events.filter(({ type }) => type === 'stderr')).toMatchObject([{ line: 'b', skipped: 1 }])
  })
})

test.each([
  ['vtcode', [true]],
  ['another', [undefined]],
])('a plan that VT Code makes up is marked: %s', async (agent, marks) => {
  const lines = await jsonOf([...opened(agent), update(1000, items(null, ...madeUp))])
  expect(read(lines).flatMap((line) => (line.type === 'plan' ? [line.madeUp] : []))).toEqual(marks)
})

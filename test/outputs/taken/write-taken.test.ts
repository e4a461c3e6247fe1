import { revisionsOf, type Revision } from '../../../src/app/history/plan-history.ts'
import { expect, test } from 'vitest'
import type { PlanDocument } from '../../../src/app/ports/plan-document.ts'
import type { Taken, TakenPlan, TakingMoment } from '../../../src/app/ports/plan-taking.ts'
import { planHistory } from '../../../src/app/history/run-history.ts'
import { planSteps } from '../../../src/plans/kinds/plan-kinds.ts'
import type { AppState } from '../../../src/app/state/app-state.ts'
import { safe } from '../../../src/lib/text/safe-text.ts'
import { jsonIn } from '../../../src/lib/json/read-json.ts'
import { takenWriter } from '../../../src/outputs/taken/write-taken.ts'
import type { PlanContent } from '../../../src/protocol/plan-kinds/plan-kinds.ts'
import {
  asked,
  chosen,
  items,
  opened,
  planned,
  prompted,
  removed,
  session,
  stateAfter,
  titled,
} from '../../support/app-states.ts'
import { shownDocument } from '../../support/shown-document.ts'

const { asDraft, asJson, asMarkdown, fileTitle, title } = takenWriter

function stateWith(...contents: readonly PlanContent[]): AppState {
  return stateAfter(
    ...opened(),
    titled(session, 'fix the parser'),
    prompted(0),
    ...contents.map((content, index) => planned(1000 * (index + 1), content, 'main')),
  )
}

function takenOf(state: AppState, more: Partial<TakenPlan> = {}): TakenPlan {
  const plan = state.sessions.get(session)?.plans.get('id:main')
  if (plan === undefined) throw new Error('no plan')
  return { type: 'plan', sessionId: session, plan, revision: null, steps: null, since: null, ...more }
}

function momentOf(state: AppState, document: PlanDocument | null = null): TakingMoment {
  return { state, nowMs: 61_000, document, isAscii: false }
}

const steps = stateWith(
  items('» Read the\nparser', '○ Split it !high', '○ <b>Tidy</b> up'),
  items('✓ Read the\nparser', '» Split it !high', '○ <b>Tidy</b> up'),
)

function firstRevision(state: AppState): Revision | undefined {
  const history = planHistory(state, session, 'id:main')
  return history === null ? undefined : revisionsOf(history)[0]
}

test('a checklist is written as the exporter of markdown has it', () => {
  expect(asMarkdown(takenOf(steps), momentOf(steps))).toBe(
    [
      '# Plan — 1 of 3 done',
      '',
      '- [x] Read the ⏎ parser · 0:01',
      '- [ ] **Split it** · in progress, high priority, 0:59',
      '- [ ] &lt;b>Tidy&lt;/b> up',
      '',
    ].join('\n'),
  )
})

test('a draft has the words of the steps only', () => {
  expect(asDraft(takenOf(steps), momentOf(steps))).toBe(
    '# Plan\n\n- [x] Read the parser\n- [ ] Split it\n- [ ] <b>Tidy</b> up\n',
  )
})

test('a step of very many blanks takes linear time in a draft', () => {
  const state = stateWith(items(`○ a${' '.repeat(500_000)}b \n\n c`))
  expect(asDraft(takenOf(state), momentOf(state)).endsWith('b c\n')).toBe(true)
})

test('a markdown plan is written as it is, without controls of a terminal', () => {
  const state = stateWith({ type: 'markdown', text: '# Split\n\n1. <b>Move</b> it\u001b[2J\u202e' })
  const wanted = '# Split\n\n1. <b>Move</b> it␛[2J\n'
  expect(asMarkdown(takenOf(state), momentOf(state))).toBe(wanted)
  expect(asDraft(takenOf(state), momentOf(state))).toBe(wanted)
})

const uri = 'file:///home/plan.md'
const shown = shownDocument(uri, '# From a file\r\n')

test('a file plan is its document; where that is no markdown, its address and its text', () => {
  const state = stateWith({ type: 'file', uri })
  expect(asMarkdown(takenOf(state), momentOf(state, shown))).toBe('# From a file\n')
  const source: PlanDocument = { ...shown, format: 'source', language: 'yaml', text: 'a: 1\n' }
  expect(asMarkdown(takenOf(state), momentOf(state, source))).toBe(
    '# plan.md\n\n`file:///home/plan.md`\n\n```yaml\na: 1\n```\n',
  )
  expect(asDraft(takenOf(state), momentOf(state, source))).toContain('a: 1')
  const missing: PlanDocument = {
    state: 'unavailable',
    uri,
    reason: { kind: 'missing', path: '/home/plan.md' },
  }
  expect(asMarkdown(takenOf(state), momentOf(state, missing))).toContain('`file:///home/plan.md`')
})

test('a plan of an unknown type is its payload', () => {
  const state = stateWith({ type: 'opaque', planType: 'tree', payload: { type: 'tree', root: 1 } })
  expect(asMarkdown(takenOf(state), momentOf(state))).toContain(
    '```json\n{\n  "type": "tree",\n  "root": 1\n}\n```',
  )
})

test('a removed plan is written as it was', () => {
  const state = stateAfter(
    ...opened(),
    prompted(0),
    planned(1000, items('✓ Read', '○ Write'), 'main'),
    removed(2000, 'main'),
  )
  const text = asMarkdown(takenOf(state), momentOf(state))
  expect(text).toContain('- [x] Read\n- [ ] Write\n')
  expect(jsonIn(asJson(takenOf(state), momentOf(state)) ?? '')).toMatchObject({ type: 'plan', change: 'new' })
})

test('JSON is the line of --format json, for people to read', () => {
  const state = stateWith(items('✓ Read\u007f\u202e', '» Write'))
  const json = asJson(takenOf(state), momentOf(state)) ?? ''
  expect(json).toContain('\n  "plan": "id:main",\n')
  expect(json).toContain(String.raw`Read\u007f\u202e`)
  expect(jsonIn(json)).toEqual({
    type: 'plan',
    atMs: 61_000,
    session,
    plan: 'id:main',
    id: 'main',
    title: 'Plan',
    change: 'new',
    revision: 1,
    progress: { done: 1, total: 2, isComplete: false },
    content: {
      type: 'items',
      entries: [
        expect.objectContaining({ content: 'Read\u007f\u202e', status: 'completed', activeMs: null }),
        expect.objectContaining({ content: 'Write', status: 'in_progress', activeMs: 60_000 }),
      ],
      dropped: [],
      isReordered: false,
      isCleared: false,
    },
    revisions: [expect.objectContaining({ number: 1, atMs: 1000, title: 'Plan' })],
  })
})

test('JSON has the revisions of the plan with their numbers, their times, and which one was approved', () => {
  const first = '# Split\n'
  const state = stateAfter(
    ...opened(),
    prompted(0),
    planned(1000, { type: 'markdown', text: first }, 'main'),
    asked(1500, { plan: { type: 'markdown', text: first } }),
    chosen(1600, 1, 'once'),
    planned(3000, { type: 'markdown', text: '# Split it\n\n1. Read\n' }, 'main'),
  )
  expect(jsonIn(asJson(takenOf(state), momentOf(state)) ?? '')).toMatchObject({
    revisions: [
      { number: 1, atMs: 1000, approved: true, content: { type: 'markdown', text: first } },
      { number: 2, atMs: 3000, content: { type: 'markdown', linesAdded: 3, linesRemoved: 1 } },
    ],
  })
})

test('JSON of a checklist tells what has changed in each revision, whichever of them is shown', () => {
  const first = firstRevision(steps)
  if (first === undefined) throw new Error('no past')
  const wanted = {
    revisions: [
      { number: 1, content: { entries: [{ change: null }, { change: null }, { change: null }] } },
      {
        number: 2,
        content: {
          entries: [
            { status: 'completed', change: 'changed', was: { status: 'in_progress' }, activeMs: 1000 },
            { status: 'in_progress', change: 'changed' },
            { change: null },
          ],
        },
      },
    ],
  }
  expect(jsonIn(asJson(takenOf(steps), momentOf(steps)) ?? '')).toMatchObject(wanted)
  const past = takenOf(steps, { plan: first.plan, revision: first })
  expect(jsonIn(asJson(past, momentOf(steps)) ?? '')).toMatchObject(wanted)
})

test('of a history that is larger than a file should be, JSON has the last revisions', () => {
  // Each is escaped.
  const long = '"'.repeat(500_000)
  const texts = Array.from({ length: 20 }, (_, at) => ({ type: 'markdown', text: `${at} ${long}` }) as const)
  const state = stateWith(...texts)
  const json = asJson(takenOf(state), momentOf(state)) ?? ''
  expect(json.length).toBeLessThan(18_000_000)
  const numbers = [...json.matchAll(/"number": (\d+)/g)].map(([, number]) => Number(number))
  expect(numbers).toEqual(Array.from({ length: 15 }, (_, at) => at + 6))
})

test('the JSON of a file plan has its document', () => {
  const state = stateWith({ type: 'file', uri })
  expect(jsonIn(asJson(takenOf(state), momentOf(state, shown)) ?? '')).toMatchObject({
    content: { type: 'file', uri },
    document: { type: 'document', state: 'shown', text: '# From a file\r\n' },
    revisions: [{ number: 1, content: { type: 'file', uri } }],
  })
})

test('selected steps are written without a heading', () => {
  const [first, , third] = planSteps(takenOf(steps).plan.body)
  const keys = new Set([first?.key ?? -1, third?.key ?? -1])
  expect(asMarkdown(takenOf(steps, { steps: { type: 'entries', keys } }), momentOf(steps))).toBe(
    '- [x] Read the ⏎ parser · 0:01\n- [ ] &lt;b>Tidy&lt;/b> up\n',
  )
  const source = { type: 'source', text: '2. Test it\u001b', count: 1 } as const
  expect(asMarkdown(takenOf(steps, { steps: source }), momentOf(steps))).toBe('2. Test it␛\n')
})

test('a past revision is written as it was, with its number and its times', () => {
  const first = firstRevision(steps)
  if (first === undefined) throw new Error('no past')
  const taken = takenOf(steps, { plan: first.plan, revision: first })
  expect(asMarkdown(taken, momentOf(steps))).toBe(
    [
      '# Plan — 0 of 3 done, revision 1',
      '',
      '- [ ] **Read the ⏎ parser** · in progress, 0:00',
      '- [ ] Split it · high priority',
      '- [ ] &lt;b>Tidy&lt;/b> up',
      '',
    ].join('\n'),
  )
  expect(jsonIn(asJson(taken, momentOf(steps)) ?? '')).toMatchObject({ atMs: 1000, revision: 1 })
})

test('the document of a past revision is the one that was read for it', () => {
  const state = stateWith({ type: 'file', uri })
  const last = firstRevision(state)
  if (last === undefined) throw new Error('no past')
  const taken = (document: typeof last.document): Taken => takenOf(state, { revision: { ...last, document } })
  expect(asMarkdown(taken({ ...shown, text: '# Before' }), momentOf(state, shown))).toBe('# Before\n')
  expect(asMarkdown(taken(null), momentOf(state, shown))).not.toContain('From a file')
})

test('the changes since another content are a difference, also of checklists', () => {
  const first = firstRevision(steps)
  if (first?.plan.body.type !== 'items') throw new Error('no past')
  const since = { content: { type: 'steps', body: first.plan.body }, words: safe`since revision 1` } as const
  expect(asMarkdown(takenOf(steps, { since }), momentOf(steps))).toBe(
    [
      '# Plan — since revision 1',
      '',
      '```diff',
      '@@ line 1 @@',
      '-- [ ] Read the',
      '+- [x] Read the',
      ' parser',
      ' - [ ] Split it',
      ' - [ ] <b>Tidy</b> up',
      '```',
      '',
    ].join('\n'),
  )
  const same = { content: { type: 'text', text: '# Split\n' }, words: safe`since the first` } as const
  const state = stateWith({ type: 'markdown', text: '# Split\n' })
  expect(asMarkdown(takenOf(state, { since: same }), momentOf(state))).toBe(
    '# Split — since the first\n\nNothing has changed.\n',
  )
})

test('a text is itself, and has no JSON', () => {
  const taken: Taken = { type: 'text', title: 'changed', text: 'a\nb' }
  const moment = momentOf(steps)
  expect(asMarkdown(taken, moment)).toBe('a\nb\n')
  expect(asDraft(taken, moment)).toBe('a\nb\n')
  expect(asJson(taken, moment)).toBeNull()
  expect([title(taken, steps), fileTitle(taken, steps)]).toEqual(['changed', 'changed'])
})

test('a file is named for the plan’s own words, else for the session', () => {
  expect(title(takenOf(steps), steps)).toBe('Plan')
  expect(fileTitle(takenOf(steps), steps)).toBe('fix the parser')
  const split = stateWith({ type: 'markdown', text: '# Split\n' })
  expect(fileTitle(takenOf(split), split)).toBe('Split')
})

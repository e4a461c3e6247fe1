import { describe, expect, it } from 'vitest'
import {
  revisionsOf,
  type Revision,
  revisionAt,
  type PlanHistory,
  maxRevisions,
  changedSinceApproval,
} from '../../../src/app/history/plan-history.ts'
import { totalBytes, planHistory, sessionMarks } from '../../../src/app/history/run-history.ts'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { reduce } from '../../../src/app/reduce/reduce.ts'
import { maxReportedSessions } from '../../../src/app/state/session.ts'
import { initialState, startState, type AppState } from '../../../src/app/state/app-state.ts'
import * as app from '../../support/app-states.ts'

const key = 'anonymous'

function historyAfter(events: readonly AppEvent[], planKey = key): ListedHistory {
  return historyIn(app.stateAfter(...app.opened(), ...events), planKey)
}

type ListedHistory = PlanHistory & { readonly revisions: readonly Revision[] }

function historyIn(state: AppState, planKey = key): ListedHistory {
  const history = planHistory(state, app.session, planKey)
  if (history === null) throw new Error(`the plan ${planKey} has no history`)
  return { ...history, revisions: revisionsOf(history) }
}

function text(words: string, atMs: number): AppEvent {
  return app.planned(atMs, { type: 'markdown', text: words })
}

function texts({ revisions }: ListedHistory): readonly string[] {
  return revisions.map(({ plan: { body } }) => (body.type === 'markdown' ? body.text : body.type))
}

function steps(atMs: number, ...contents: readonly string[]): AppEvent {
  return app.planned(atMs, app.items(...contents.map((content) => `○ ${content}`)))
}

function ofSession(
  sessionId: string,
  update: Extract<AppEvent, { type: 'session-updated' }>['update'],
): AppEvent {
  return { type: 'session-updated', atMs: 1, sessionId, update }
}

describe('revisions', () => {
  it('each content is a revision with its time, and a repeated one is none', () => {
    const { revisions, count } = historyAfter([text('one', 5), text('one', 6), text('two', 7)])
    expect(revisions.map(({ number, atMs }) => [number, atMs])).toEqual([
      [1, 5],
      [2, 7],
    ])
    expect(count).toBe(2)
  })

  it('text that goes on within a second is the same revision, and after a pause the next one', () => {
    const history = historyAfter([
      text('on', 0),
      text('one', 900),
      text('one t', 1_800),
      text('one two', 2_900),
    ])
    expect(texts(history)).toEqual(['one t', 'one two'])
    expect(history.revisions[0]).toMatchObject({ number: 1, atMs: 1_800 })
  })

  it('a mark ends the revision: what is streamed after it is the next one', () => {
    const marked: AppEvent = { type: 'marked', atMs: 500, text: 'here' }
    expect(texts(historyAfter([text('on', 0), marked, text('one', 600)]))).toEqual(['on', 'one'])
  })

  it('the frame of an update is kept', () => {
    const { revisions } = historyAfter([{ ...text('one', 1), frame: 3 }, text('two', 2)])
    expect(revisions.map(({ frame }) => frame)).toEqual([3, null])
  })

  it('entries that did not change are shared', () => {
    const { revisions } = historyAfter([steps(1, 'a', 'b'), steps(2, 'a', 'c')])
    const [first, second] = revisions.map(({ plan: { body } }) => (body.type === 'items' ? body.entries : []))
    expect(second?.[0]).toBe(first?.[0])
    expect(second?.[1]).not.toBe(first?.[1])
  })

  it('a plan that changes its kind keeps its revisions', () => {
    const history = historyAfter([steps(1, 'a'), text('two', 2), steps(3, 'a')])
    expect(texts(history)).toEqual(['items', 'two', 'items'])
  })

  it('a removed and an emptied plan keep theirs', () => {
    const removed = historyAfter([
      steps(1, 'a'),
      steps(2),
      app.updated(3, { type: 'plan-removed', plan: { dialect: 'plan', id: null } }),
    ])
    expect(removed.count).toBe(2)
  })

  it('a session that is loaded again keeps them, and adds what differs', () => {
    const load: readonly AppEvent[] = [
      app.openingSession(app.session, 10, 'loaded'),
      text('one', 11),
      text('two', 12),
      app.openedSession(app.session, {}, { how: 'loaded' }),
    ]
    expect(texts(historyAfter([text('one', 1), text('two', 2), ...load]))).toEqual(['one', 'two'])
    expect(texts(historyAfter([text('zero', 1), text('one', 2), ...load]))).toEqual(['zero', 'one', 'two'])
  })

  const deleted: AppEvent = { type: 'session-closed', atMs: 20, sessionId: app.session, wasDeleted: true }

  it('a session that is deleted drops them, and its marks', () => {
    const state = app.stateAfter(...app.opened(), app.prompted(1, 'go'), text('one', 1), deleted)
    expect(state.history).toMatchObject({ plans: new Map(), marks: new Map(), bytes: 0 })
  })

  it('a session that is deleted while it is loaded again drops those of before, too', () => {
    const loading = app.openingSession(app.session, 10, 'loaded')
    const state = app.stateAfter(...app.opened(), text('one', 1), loading, deleted)
    expect(state.history).toMatchObject({ plans: new Map(), bytes: 0 })
  })

  it('a session that makes room for another one leaves no marks', () => {
    const first = (state: string): AppEvent => ofSession('first', { type: 'state', state })
    const others = Array.from({ length: maxReportedSessions }, (_, index) =>
      ofSession(`other-${index}`, { type: 'session-titled', title: 'other' }),
    )
    const marked = app.stateAfter(...app.opened(), first('running'), first('idle'))
    expect(sessionMarks(marked, 'first')).toHaveLength(1)
    const state = others.reduce(reduce, marked)
    expect(state.sessions.has('first')).toBe(false)
    expect(state.sessions.has('first')).toBe(false)
    expect(sessionMarks(state, 'first')).toEqual([])
  })

  it('clocks that jump back do not matter to the order', () => {
    const history = historyAfter([text('one', 100), text('two', 50), text('three', 10)])
    expect(texts(history)).toEqual(['one', 'two', 'three'])
    const orders = history.revisions.map(({ order }) => order)
    expect(orders).toEqual(orders.toSorted((one, other) => one - other))
  })
})

describe('documents of file plans', () => {
  const uri = 'file:///plan.md'
  const plan = app.planned(1, { type: 'file', uri })
  const read = (words: string, atMs: number): AppEvent => app.documentRead(atMs, uri, words)

  it('the first text belongs to the revision, and each other text is a revision', () => {
    const { revisions } = historyAfter([plan, read('one', 2), read('one', 3), read('two', 4)])
    expect(revisions.map(({ number, document }) => [number, document?.text])).toEqual([
      [1, 'one'],
      [2, 'two'],
    ])
  })

  it('documents that no plan names leave no trace', () => {
    const before = app.stateAfter(...app.opened(), text('one', 1))
    expect(reduce(before, read('one', 2))).toBe(before)
  })
})

function historyOfChanges(count: number, atMsOf: (number: number) => number): ReturnType<typeof historyIn> {
  let state = app.stateAfter(...app.opened())
  for (let number = 1; number <= count; number++) state = reduce(state, text(`# ${number} #`, atMsOf(number)))
  return historyIn(state)
}

describe('what is thinned out', () => {
  it('a plan keeps a thousand revisions of any number: the first, the newest, and fewer of the older ones', () => {
    const { revisions, count } = historyOfChanges(5_000, (number) => number * 1_000)
    expect(count).toBe(5_000)
    expect(revisions.length).toBeLessThanOrEqual(maxRevisions)
    expect(revisions.length).toBeGreaterThan(maxRevisions / 2)
    expect(revisions[0]?.number).toBe(1)
    expect(revisions.slice(-100).map(({ number }) => number)).toEqual(
      Array.from({ length: 100 }, (_, at) => 4_901 + at),
    )
  })

  it('beyond a thousand, what stood for less than a tenth of a second is kept once in a tenth of a second', () => {
    const { revisions, count } = historyOfChanges(20_000, (number) => number)
    expect(count).toBe(20_000)
    // Of the older half, some are thinned out.
    const times = revisions.slice(-101).map(({ atMs }) => atMs ?? Number.NaN)
    expect(times.at(-1)).toBe(20_000)
    expect(times.slice(1, -1).every((atMs, at) => atMs - (times[at] ?? 0) === 100)).toBe(true)
  })

  it('then changes in quick pairs are kept: one came after a pause, the other one stood', () => {
    const { revisions } = historyOfChanges(1_500, (number) => 1_000 * Math.floor(number / 2) + (number % 2))
    expect(revisions.slice(-100).map(({ number }) => number)).toEqual(
      Array.from({ length: 100 }, (_, at) => 1_401 + at),
    )
  })

  it('large revisions are bounded by memory, and the estimate is the sum of what is left', () => {
    const maxBytes = 1_000_000
    let state: AppState = { ...initialState, history: { ...initialState.history, maxBytes } }
    state = app.opened().reduce(reduce, state)
    for (let number = 1; number <= 200; number++)
      state = reduce(state, text(`${number} ${'x'.repeat(20_000)}`, number))
    const { revisions, count } = historyIn(state)
    expect(count).toBe(200)
    expect(revisions[0]?.number).toBe(1)
    expect(revisions.at(-1)?.number).toBe(200)
    expect(revisions.at(-2)?.number).toBe(199)
    expect(state.history.bytes).toBeLessThanOrEqual(maxBytes)
    expect(state.history.bytes).toBe(totalBytes(state.history.plans))
  })

  it('with a limit of nothing only the first and the two last ones are left', () => {
    let state = startState({ infersPlans: true, historyBytes: 0 })
    state = app.opened().reduce(reduce, state)
    for (let number = 1; number <= 50; number++) state = reduce(state, text(`# ${number} #`, number))
    const { revisions, count } = historyIn(state)
    expect(revisions.map(({ number }) => number)).toEqual([1, 49, 50])
    expect(count).toBe(50)
  })

  it('the approved revision stays', () => {
    let state: AppState = { ...initialState, history: { ...initialState.history, maxBytes: 500_000 } }
    state = [...app.opened(), ...approved].reduce(reduce, state)
    for (let number = 1; number <= 100; number++)
      state = reduce(state, sentAgain(`${number} ${'x'.repeat(20_000)}`, 100 + number))
    const proposed = historyIn(state, 'id:p')
    expect(proposed.approved?.plan.body).toMatchObject({ text: '# Approved\n- [ ] one' })
    expect(proposed.revisions).toContain(proposed.approved)
  })
})

/** A plan that the agent asked about and that was approved. */
const approved: readonly AppEvent[] = [
  app.prompted(10, 'plan it'),
  app.planned(15, { type: 'markdown', text: '# Approved\n- [ ] one' }, 'p'),
  app.asked(20, { plan: { type: 'markdown', text: '# Approved\n- [ ] one' } }),
  app.chosen(30, 1, 'once'),
]

describe('marks', () => {
  it('a turn, a proposal and its approval are marks with their words, in order', () => {
    const state = app.stateAfter(...app.opened(), ...approved)
    expect(
      sessionMarks(state, app.session).map(({ type, planKey, words }) => [type, planKey, words]),
    ).toEqual([
      ['turn', null, 'plan it'],
      ['proposed', 'id:p', ''],
      ['approved', 'id:p', ''],
    ])
  })

  it('the revision at a mark is the one that was the present one', () => {
    const marked: AppEvent = { type: 'marked', atMs: 2, text: 'here' }
    const state = app.stateAfter(...app.opened(), text('one', 1), marked, text('two', 3))
    const [mark] = sessionMarks(state, app.session)
    expect(mark).toMatchObject({ type: 'own', words: 'here' })
    expect(revisionAt(historyIn(state), mark?.order ?? 0).plan.body).toMatchObject({ text: 'one' })
  })

  it('a compaction is a mark when it is complete', () => {
    const compaction = (atMs: number, status: string): AppEvent =>
      app.updated(atMs, { type: 'compaction', compactionId: 'c', status })
    const state = app.stateAfter(
      ...app.opened(),
      compaction(1, 'in_progress'),
      compaction(2, 'completed'),
      compaction(3, 'completed'),
    )
    expect(sessionMarks(state, app.session)).toMatchObject([{ type: 'compacted', atMs: 2 }])
  })

  it('a removed plan leaves a mark of its own', () => {
    const state = app.stateAfter(
      ...app.opened(),
      text('one', 1),
      app.updated(3, { type: 'plan-removed', plan: { dialect: 'plan', id: null } }),
    )
    expect(sessionMarks(state, app.session)).toMatchObject([{ type: 'removed', planKey: key, atMs: 3 }])
  })
})

/** The agent goes on with the plan that was approved. */
function sentAgain(words: string, atMs: number): AppEvent {
  return app.planned(atMs, { type: 'markdown', text: words }, 'p')
}

describe('an approved plan that changes', () => {
  const isChanged = (words: string): boolean => {
    const state = app.stateAfter(...app.opened(), ...approved, sentAgain(words, 50))
    return [...state.history.plans.values()].some(changedSinceApproval)
  }

  it('is one that says something else', () => {
    expect(isChanged('# Approved\n- [ ] another')).toBe(true)
  })

  it('is not one of which tasks were ticked, or blanks changed', () => {
    expect(isChanged('# Approved  \n- [x] one\n')).toBe(false)
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import {
  isSameBody,
  revisionsOf,
  type PlanHistory,
  maxRevisions,
  changedSinceApproval,
} from '../../../src/app/history/plan-history.ts'
import { historyKey, totalBytes } from '../../../src/app/history/run-history.ts'
import { reduce } from '../../../src/app/reduce/reduce.ts'
import { startState, type AppState } from '../../../src/app/state/app-state.ts'
import type { PermissionRequest } from '../../../src/app/state/permission.ts'
import type { PlanContent } from '../../../src/protocol/plan-kinds/plan-kinds.ts'
import * as app from '../../support/app-states.ts'
import { anyEvent } from '../any-events.ts'

const opening = ['s', 't'].map((sessionId) => app.openedSession(sessionId))

const texts = [
  '# Plan\n\n1. Read\n2. Write\n',
  '# Plan\n\n1. Read\n2. Write\n3. Test\n',
  '# Plan\n\n- [ ] Read',
  '# Plan\n\n- [x] Read',
  'x'.repeat(3000),
]
const proposed: fc.Arbitrary<NonNullable<PermissionRequest['plan']>> = fc.oneof(
  fc.record({ type: fc.constant('markdown'), text: fc.constantFrom(...texts) }),
  fc.record({ type: fc.constant('file'), uri: fc.constantFrom('file:///a', 'file:///b') }),
)
const content: fc.Arbitrary<PlanContent> = fc.oneof(
  { arbitrary: proposed, weight: 3 },
  fc.constantFrom(app.items('○ Read', '○ Write'), app.items('✓ Read', '» Write'), app.items('○ Write')),
)
const atMs = fc.integer({ min: -5, max: 9000 })

/** Events about two plans of one session, of which the agent asks about some. */
const planEvent: fc.Arbitrary<AppEvent> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.tuple(atMs, content, fc.constantFrom('p', 'q')).map((of) => app.planned(...of)),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(atMs, fc.nat(1), fc.option(proposed))
      .map(([at, key, plan]) => app.asked(at, { key, plan })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(atMs, fc.nat(1), fc.constantFrom('once', 'no'))
      .map(([at, key, option]) => app.chosen(at, key, option)),
  },
  { weight: 1, arbitrary: atMs.map((at) => app.prompted(at)) },
  { weight: 1, arbitrary: atMs.map((at) => app.ended(at)) },
  { weight: 2, arbitrary: atMs.map((at) => app.said(at, 'so far')) },
  { weight: 1, arbitrary: atMs.map((at) => app.removed(at, 'p')) },
  { weight: 1, arbitrary: atMs.map((at): AppEvent => ({ type: 'marked', atMs: at, text: 'here' })) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(atMs, fc.constantFrom('file:///a', 'file:///b'), fc.constantFrom(...texts))
      .map((of) => app.documentRead(...of)),
  },
)

const anyEvents = fc.array(anyEvent, { maxLength: 80 }).map((some) => [...opening, ...some])
const planEvents = fc
  .array(planEvent, { minLength: 30, maxLength: 90, size: 'max' })
  .map((some) => [...app.opened(), app.prompted(1), ...some])
const events = fc.oneof(anyEvents, { arbitrary: planEvents, weight: 3 })

const limits = fc.constantFrom(0, 2000, 20_000, 32 * 1024 * 1024)

test('any events in any order give a history that keeps its invariants', () => {
  fc.assert(
    fc.property(events, limits, (all, historyBytes) => {
      let state = startState({ infersPlans: true, historyBytes })
      for (const event of all) {
        const before = state
        state = reduce(before, event)
        expectWhole(state)
        expectNothingLost(state, before)
      }
    }),
    { numRuns: 60 },
  )
})

function expectWhole(state: AppState): void {
  const { history } = state
  for (const one of history.plans.values()) expectInOrder(one)
  expect(history.bytes).toBe(totalBytes(history.plans))
  const isThinnest = [...history.plans.values()].every((each) =>
    revisionsOf(each).every((one, at, { length }) => at === 0 || at >= length - 2 || one === each.approved),
  )
  if (!isThinnest) expect(history.bytes).toBeLessThanOrEqual(history.maxBytes)
  for (const { items } of history.marks.values()) expectRising(items.map(({ order }) => order))
  for (const [key, found] of history.changed) {
    expect(key).toBe(historyKey(found.sessionId, found.planKey))
    const { added, gone, reworded, moved } = found.counts
    expect(added + gone + reworded + moved).toBeGreaterThan(0)
    const changed = history.plans.get(key)
    expect(changed?.approved).not.toBeNull()
    // A plan that says again what was approved may not have been compared yet.
    if (changed !== undefined && !history.unsettled.includes(key))
      expect(changedSinceApproval(changed)).toBe(true)
  }
  expect(history.unsettled.filter((key) => history.plans.get(key)?.approved === null)).toEqual([])
  expectPlansOf(state)
}

function expectInOrder(history: PlanHistory): void {
  const { count, approved } = history
  const revisions = revisionsOf(history)
  expect(revisions[0]?.number).toBe(1)
  expect(revisions.length).toBeLessThanOrEqual(Math.min(count, maxRevisions))
  expect(revisions.at(-1)?.number).toBe(count)
  expectRising(revisions.map(({ number }) => number))
  expectRising(revisions.map(({ order }) => order))
  if (approved !== null) expect(revisions).toContain(approved)
}

function expectRising(numbers: readonly number[]): void {
  expect(numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0))).toBe(true)
}

/** Each plan has a history that ends with what it says now; no other plan has one. */
function expectPlansOf({ sessions, history }: AppState): void {
  const keys = new Set<string>()
  for (const session of sessions.values()) {
    const isReplaying = session.former !== null && session.phase === 'opening'
    for (const key of session.former?.plans.keys() ?? []) keys.add(historyKey(session.id, key))
    for (const [key, plan] of session.plans) {
      keys.add(historyKey(session.id, key))
      if (isReplaying) continue
      const one = history.plans.get(historyKey(session.id, key))
      expect(one).toBeDefined()
      if (one !== undefined && !plan.isFromPast) expect(isSameBody(one.last.plan.body, plan.body)).toBe(true)
    }
  }
  expect([...history.plans.keys()].filter((key) => !keys.has(key))).toEqual([])
}

/** Numbers never go back, and the first and the approved revision of a plan stay. */
function expectNothingLost(after: AppState, before: AppState): void {
  for (const [key, was] of before.history.plans) {
    const now = after.history.plans.get(key)
    if (now === undefined) continue
    expect(now.count).toBeGreaterThanOrEqual(was.count)
    const approved = was.approved?.number
    if (approved !== undefined && now.approved?.number === approved)
      expect(revisionsOf(now).some(({ number }) => number === approved)).toBe(true)
  }
}

import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { initialState, maxProblems, maxStderrLines, type AppState } from '../../../src/app/state/app-state.ts'
import { createApp } from '../../../src/app/app.ts'
import { proposalOf, proposalsOf } from '../../../src/app/proposals/session-proposals.ts'
import { reduce } from '../../../src/app/reduce/reduce.ts'
import { hasRunningChild } from '../../../src/app/state/children.ts'
import { maxActivity, maxMessageLength, type Session } from '../../../src/app/state/session.ts'
import { anyEvent } from '../any-events.ts'

const events = fc.array(anyEvent, { maxLength: 60 })

function after(all: readonly AppEvent[]): AppState {
  return all.reduce(reduce, initialState)
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  const inner = value instanceof Map ? [...value.values()] : Object.values(value)
  for (const one of inner) freeze(one)
}

test('any events in any order give a state that keeps the invariants, and do not change the state before', () => {
  fc.assert(
    fc.property(events, (all) => {
      let state = initialState
      for (const one of all) {
        freeze(state)
        state = reduce(state, one)
        const isLost = state.link.state === 'ended' || state.link.state === 'reconnecting'
        if (isLost && one.type === 'link-changed') {
          expect(state.permissions).toEqual([])
          expect([...state.sessions.values()].filter(({ turn }) => turn.state === 'working')).toEqual([])
        }
      }
      for (const [id, session] of state.sessions) {
        expect(session.id).toBe(id)
        expect(session.former === null || session.phase === 'opening').toBe(true)
        expectPlansOfOneKind(session)
        expectNoCircle(state, session)
        for (const [planKey, one] of session.plans) {
          expect(one.key).toBe(planKey)
          expect(one.updates).toBeGreaterThanOrEqual(one.revision - 1)
          if (one.body.type !== 'items') continue
          expect(new Set(one.body.entries.map((step) => step.key)).size).toBe(one.body.entries.length)
          expect(one.body.currentIndex).toBe(
            one.body.entries.findIndex((step) => step.status === 'in_progress'),
          )
          for (const step of one.body.entries) {
            for (const { workedMs } of step.times.stretches) expect(workedMs).toBeGreaterThanOrEqual(0)
            // A step of a plan that was told from the past may be in progress with nobody working on it.
            if (step.status !== 'in_progress') expect(step.times.running).toBeNull()
          }
        }
      }
      expect(state.problemCount).toBe(all.filter(({ type }) => type === 'problem-found').length)
    }),
    { numRuns: 250 },
  )
})

/** What is inferred never stands beside a real plan, and a proposal never without its plan. */
function expectPlansOfOneKind(session: Session): void {
  const { plans, counts, proposal, otherProposals, mergedPlans } = session
  const real = [...plans.values()].filter(({ name }) => !['inferred', 'proposed'].includes(name.dialect))
  if (real.length > 0 || counts.planUpdates > 0) expect(plans.has('inferred')).toBe(false)
  for (const { planKey } of proposalsOf(session)) expect(plans.has(planKey)).toBe(true)
  for (const plan of plans.values())
    if (plan.name.dialect === 'proposed') expect(proposalOf(session, plan.key)?.planKey).toBe(plan.key)
  expect(proposal !== null || otherProposals.size === 0).toBe(true)
  for (const [planKey, other] of otherProposals) {
    expect(other.planKey).toBe(planKey)
    expect(planKey).not.toBe(proposal?.planKey)
  }
  // What is told as a part of another plan has no place of its own, and one step leads there.
  for (const [from, into] of mergedPlans) {
    expect(plans.has(from)).toBe(false)
    expect(mergedPlans.has(into)).toBe(false)
  }
}

function expectNoCircle(state: AppState, session: Session): void {
  const climbed = new Set<string>()
  for (let at: Session | undefined = session; at !== undefined;) {
    expect(climbed.has(at.id)).toBe(false)
    climbed.add(at.id)
    at = at.subagent === null ? undefined : state.sessions.get(at.subagent.parentId)
  }
}

test('a plan waits for nothing that does not run', () => {
  fc.assert(
    fc.property(events, (all) => {
      const state = after(all)
      for (const session of state.sessions.values())
        for (const { running } of session.plans.values())
          if (running.length > 0) expect(hasRunningChild(state, session)).toBe(true)
    }),
    { numRuns: 250 },
  )
})

test('a change without an effect returns the same session', () => {
  fc.assert(
    fc.property(events, anyEvent, (all, last) => {
      const before = after(all)
      const now = reduce(before, last)
      for (const [id, session] of now.sessions) {
        const old = before.sessions.get(id)
        if (isDeepStrictEqual(old, session)) expect(session).toBe(old)
      }
      const isOfSession = last.type === 'session-updated' || last.type === 'turn-ended'
      if (isOfSession && isDeepStrictEqual(before, now)) expect(now).toBe(before)
    }),
    { numRuns: 500 },
  )
})

test('the same events give the same state', () => {
  fc.assert(
    fc.property(events, (all) => {
      expect(after(all)).toEqual(after(structuredClone(all)))
    }),
  )
})

test('lists stay within their limits', () => {
  const flood = fc.array(anyEvent, { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(flood, (all) => {
      let state = initialState
      for (let round = 0; round < 600; round++) {
        for (const one of all) state = reduce(state, one)
        state = reduce(state, { type: 'stderr-written', atMs: 1, line: 'x' })
        state = reduce(state, {
          type: 'problem-found',
          atMs: 1,
          sessionId: null,
          problem: { code: 'not-json', text: String(round), weight: 'noted' },
        })
      }
      expect(state.problems.items.length).toBeLessThanOrEqual(maxProblems * 1.25)
      expect(state.stderr.items.length).toBeLessThanOrEqual(maxStderrLines * 1.25)
      for (const { activity, answered } of state.sessions.values()) {
        expect(activity.items.length).toBeLessThanOrEqual(maxActivity * 1.25)
        expect(answered.length).toBeLessThanOrEqual(100)
        for (const item of activity.items) {
          if (item.type === 'said') expect(item.text.length).toBeLessThanOrEqual(maxMessageLength)
        }
      }
    }),
    { numRuns: 20 },
  )
})

test('listeners get every event in order with its states, also those that a listener dispatched', () => {
  const app = createApp()
  const heard: [string, string | null, string | null][] = []
  const stop = app.onEvent((one) => {
    if (one.type === 'remarked' && one.text === 'ask')
      app.dispatch({ type: 'remarked', atMs: 2, text: 'answer' })
  })
  app.onEvent((one, now, before) => {
    heard.push([
      one.type === 'remarked' ? one.text : '',
      before.remark?.text ?? null,
      now.remark?.text ?? null,
    ])
  })
  app.dispatch({ type: 'remarked', atMs: 1, text: 'ask' })
  stop()
  app.dispatch({ type: 'remarked', atMs: 3, text: 'ask' })
  expect(heard).toEqual([
    ['ask', null, 'ask'],
    ['answer', 'ask', 'answer'],
    ['ask', 'answer', 'ask'],
  ])
})

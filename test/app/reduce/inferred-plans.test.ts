import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { initialState } from '../../../src/app/state/app-state.ts'
import { reduce } from '../../../src/app/reduce/reduce.ts'
import { isPlanUnknown } from '../../../src/app/plan-advice/unknown-plan.ts'
import {
  after,
  anonymous,
  answered,
  asked,
  called,
  exited,
  items,
  linkOpen,
  opened,
  opening,
  pending,
  planned,
  plansOf,
  sent,
  session,
  sessionIn,
  updated,
} from '../events.ts'

function todos(...contents: readonly string[]): AppEvent {
  return called({ hasTodos: true, todos: contents.map(pending) })
}

test('the list of a to-do tool is a plan', () => {
  const now = session(todos('A'), todos('A', 'B'))
  expect(plansOf(now)).toEqual({ inferred: '2: pending A, pending B' })
  expect(now.plans.get('inferred')?.name).toEqual({ dialect: 'inferred', id: null })
  expect(now.counts).toMatchObject({ planUpdates: 0, toolCalls: 1 })
})

test('the same list in the input and in the output is one', () => {
  const before = after(opened(), todos('A'))
  expect(reduce(before, todos('A'))).toBe(before)
})

test('an empty list clears it, and alone is no plan', () => {
  expect(session(todos('A'), todos()).plans.get('inferred')).toMatchObject({ isCleared: true })
  expect(session(todos()).plans.size).toBe(0)
})

test('a call without a list leaves it', () => {
  expect(plansOf(session(todos('A'), called({ hasTodos: true, status: 'completed' })))).toEqual({
    inferred: '1: pending A',
  })
})

describe('a real plan', () => {
  const real = planned(items('R'))

  test('replaces the list: it is its next revision', () => {
    const now = session(todos('A'), real)
    expect(plansOf(now)).toEqual({ anonymous: '2: pending R' })
    expect([...now.mergedPlans]).toEqual([['inferred', 'anonymous']])
    expect(plansOf(session(todos('A'), real, todos('B')))).toEqual({ anonymous: '2: pending R' })
    expect(plansOf(session(real, todos('A')))).toEqual({ anonymous: '1: pending R' })
  })

  test('with the same steps is no revision: what was not known before is no change', () => {
    const ranked = { ...pending('A'), priority: 'medium', id: '1' }
    const sameList = planned({ type: 'items', entries: [ranked] })
    const now = session(todos('A'), sameList)
    expect(now.plans.get('anonymous')).toMatchObject({
      revision: 1,
      updates: 2,
      body: { entries: [{ ...ranked, change: null }] },
    })
    const urgent = planned({ type: 'items', entries: [{ ...ranked, priority: 'high' }] })
    expect(session(todos('A'), sameList, urgent).plans.get('anonymous')).toMatchObject({
      revision: 2,
      body: { entries: [{ change: { type: 'changed' } }] },
    })
  })

  test('that is removed again leaves none', () => {
    const removed = updated({ type: 'plan-removed', plan: anonymous })
    expect(plansOf(session(todos('A'), real, removed, todos('B')))).toEqual({ anonymous: '2: pending R' })
  })

  test('that does not exist cannot be removed', () => {
    const removed = updated({ type: 'plan-removed', plan: anonymous })
    expect(plansOf(session(todos('A'), removed))).toEqual({ inferred: '1: pending A' })
  })

  test('takes the place of the list, and keeps its steps', () => {
    const steps = [called({ hasTodos: true, todos: [{ ...pending('A'), status: 'in_progress' }] }, 1)]
    const proposal = asked({ type: 'markdown', text: '# P' }, 1, 5)
    const now = session(
      sent('go', 0),
      ...steps,
      proposal,
      answered('yes', 1, 8),
      planned(items('A'), anonymous, 9),
    )
    expect([...now.plans.keys()]).toEqual(['anonymous', 'proposed'])
    const body = now.plans.get('anonymous')?.body
    expect(body?.type === 'items' && body.entries[0]).toMatchObject({
      key: 0,
      status: 'pending',
      // From 1 to 5, and from the answer at 8 on.
      times: { stretches: [{ workedMs: 5 }] },
    })
  })

  test('that is the proposal removes the inferred plan', () => {
    const text = '# The plan'
    const now = session(
      todos('A'),
      asked({ type: 'markdown', text }),
      answered('yes'),
      planned({ type: 'markdown', text }, { dialect: 'planId', id: 'plan-mode' }),
    )
    expect(plansOf(now)).toEqual({ proposed: '1: # The plan' })
    expect([...now.mergedPlans]).toEqual([['id:plan-mode', 'proposed']])
  })

  test('of another session leaves it', () => {
    const state = after(opened(), todos('A'), planned(items('R'), anonymous, 2), opened('t'))
    const other = reduce(
      state,
      updated({ type: 'plan-replaced', plan: anonymous, content: items('R') }, 3, 't'),
    )
    expect(plansOf(sessionIn(other))).toEqual({ anonymous: '2: pending R' })
    const child = after(
      opened(),
      todos('A'),
      updated({ type: 'plan-replaced', plan: anonymous, content: items('R') }, 3, 't'),
    )
    expect(plansOf(sessionIn(child))).toEqual({ inferred: '1: pending A' })
  })
})

describe('an agent that is known to send plans', () => {
  const known = [opened(), planned(items('R'), anonymous, 2)]

  test('stops inference in other sessions, and after a restart', () => {
    const elsewhere = after(...known, opened('t'), called({ hasTodos: true, todos: [pending('A')] }, 3, 't'))
    expect(elsewhere.hasSentPlans).toBe(true)
    expect(sessionIn(elsewhere, 't').plans.size).toBe(0)
    const again = after(
      ...known,
      exited,
      linkOpen,
      opened('u'),
      called({ hasTodos: true, todos: [pending('A')] }, 99, 'u'),
    )
    expect(again.hasSentPlans).toBe(true)
    expect(sessionIn(again, 'u').plans.size).toBe(0)
  })

  test('continues the inferred plan with its to-dos', () => {
    const both = after(
      opened('t'),
      called({ hasTodos: true, todos: [pending('A')] }, 1, 't'),
      ...known,
      called({ hasTodos: true, todos: [pending('A'), pending('B')] }, 3, 't'),
    )
    expect(plansOf(sessionIn(both, 't'))).toEqual({ inferred: '2: pending A, pending B' })
  })
})

test('nothing is inferred with --no-inferred-plans', () => {
  const off = { ...initialState, infersPlans: false }
  const byIds = called({ todoChange: { todos: [{ ...pending('A'), id: 'a' }], isMerge: false } }, 2)
  const now = [opened(), todos('A'), byIds].reduce(reduce, off)
  expect(sessionIn(now).plans.size).toBe(0)
  expect(sessionIn(now).counts.toolCalls).toBe(1)
})

test('after a reload, the list of a call is no plan that is known: the agent may have sent one', () => {
  const isUnknown = (...events: readonly AppEvent[]): boolean => {
    const state = after(opening(), ...events)
    return isPlanUnknown(state, sessionIn(state))
  }
  const reload = [todos('A'), opened('s', 'loaded')]
  expect(isUnknown(called(), opened('s', 'loaded'))).toBe(true)
  expect(isUnknown(...reload)).toBe(true)
  expect(isUnknown(...reload, sent('go', 5), { ...todos('B'), atMs: 9 })).toBe(false)
  expect(isUnknown(...reload, sent('go', 5), planned(items('A'), anonymous, 9))).toBe(false)
})

test('after a restart, a plan from before is not replaced by the list of a call, and a shorter list may be incomplete', () => {
  const before = [opened('s', 'new'), planned(items('A', 'B'))]
  const again = (...events: readonly AppEvent[]): ReturnType<typeof sessionIn> =>
    sessionIn(after(...before, opening(), ...events, opened('s', 'loaded')))
  expect([...again(todos('A')).plans.keys()]).toEqual(['anonymous'])
  const shorter = again(planned(items('A'))).plans.get('anonymous')?.body
  expect(shorter).toMatchObject({ isUncertain: true, entries: [{ content: 'A' }] })
  expect(again(planned(items('A', 'C'))).plans.get('anonymous')?.body).toMatchObject({ isUncertain: false })
})

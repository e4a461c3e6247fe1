import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../src/app/app-event.ts'
import { initialState } from '../../src/app/app-state.ts'
import { reduce } from '../../src/app/reduce.ts'
import { isPlanUnknown } from '../../src/app/unknown-plan.ts'
import {
  after,
  anonymous,
  called,
  items,
  opened,
  opening,
  pending,
  planned,
  plansOf,
  session,
  sessionIn,
  updated,
} from './events.ts'

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

  test('takes its place, without a trace of it, and for good', () => {
    expect(plansOf(session(todos('A'), real))).toEqual({ anonymous: '1: pending R' })
    expect(plansOf(session(todos('A'), real, todos('B')))).toEqual({ anonymous: '1: pending R' })
    expect(plansOf(session(real, todos('A')))).toEqual({ anonymous: '1: pending R' })
  })

  test('that is removed again leaves none', () => {
    const removed = updated({ type: 'plan-removed', plan: anonymous })
    expect(plansOf(session(todos('A'), real, removed, todos('B')))).toEqual({ anonymous: '1: pending R' })
  })

  test('that was never there cannot be removed', () => {
    const removed = updated({ type: 'plan-removed', plan: anonymous })
    expect(plansOf(session(todos('A'), removed))).toEqual({ inferred: '1: pending A' })
  })

  test('of another session leaves it', () => {
    const state = after(opened(), todos('A'), planned(items('R'), anonymous, 2), opened('t'))
    const other = reduce(
      state,
      updated({ type: 'plan-replaced', plan: anonymous, content: items('R') }, 3, 't'),
    )
    expect(plansOf(sessionIn(other))).toEqual({ anonymous: '1: pending R' })
    const child = after(
      opened(),
      todos('A'),
      updated({ type: 'plan-replaced', plan: anonymous, content: items('R') }, 3, 't'),
    )
    expect(plansOf(sessionIn(child))).toEqual({ inferred: '1: pending A' })
  })
})

test('nothing is inferred when that is not wanted', () => {
  const off = { ...initialState, infersPlans: false }
  const now = [opened(), todos('A')].reduce(reduce, off)
  expect(sessionIn(now).plans.size).toBe(0)
  expect(sessionIn(now).counts.toolCalls).toBe(1)
})

test('after a reload, a list in a call is a plan that is known', () => {
  const unknown = after(opening(), called(), opened('s', 'loaded'))
  const known = after(opening(), todos('A'), opened('s', 'loaded'))
  expect([unknown, known].map((state) => isPlanUnknown(state, sessionIn(state)))).toEqual([true, false])
})

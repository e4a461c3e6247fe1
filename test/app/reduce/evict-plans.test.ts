import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { createApp } from '../../../src/app/app.ts'
import { initialState, type AppState } from '../../../src/app/state/app-state.ts'
import { maxPlans, removedPlans, maxRemovedPlans } from '../../../src/app/reduce/evict-plans.ts'
import { maxQuestions } from '../../../src/app/state/question.ts'
import type { PlanName } from '../../../src/protocol/plans/plan-content.ts'
import { asked, items, linkOpen, opened, planned, sent, sessionId, updated } from '../events.ts'

function named(id: string): PlanName {
  return { dialect: 'planId', id }
}

function after(state: AppState, ...events: readonly AppEvent[]): AppState {
  const app = createApp(state)
  for (const event of events) app.dispatch(event)
  return app.state()
}

const empty = after(initialState, linkOpen, opened())

/** So many plans, one a millisecond. */
function sentPlans(count: number, fromMs = 1): readonly AppEvent[] {
  return Array.from({ length: count }, (_, at) =>
    planned(items('a step'), named(`p${fromMs + at}`), fromMs + at),
  )
}

/** Ten plans less than there may be, and as many as there may be. */
const nearlyFull = after(empty, ...sentPlans(maxPlans - 10))
const full = after(nearlyFull, ...sentPlans(10, maxPlans - 9))

function removal(id: string, atMs: number): AppEvent {
  return updated({ type: 'plan-removed', plan: named(id) }, atMs)
}

function plansIn(state: AppState, id = sessionId): readonly string[] {
  return [...(state.sessions.get(id)?.plans.keys() ?? [])]
}

function problems(state: AppState): readonly string[] {
  return state.problems.items.map(({ problem }) => problem.text)
}

const tooMany = `more than ${maxPlans} plans: those that changed longest ago are dropped`

describe(`more than ${maxPlans} plans`, () => {
  test('are dropped, the oldest first, and that is reported', () => {
    expect([plansIn(full).length, problems(full)]).toEqual([maxPlans, []])
    const state = after(full, ...sentPlans(1, maxPlans + 1))
    const kept = plansIn(state)
    expect(kept.length).toBe(maxPlans * 0.95 + 1)
    expect([kept[0], kept.at(-1)]).toEqual([`id:p${maxPlans / 20 + 1}`, `id:p${maxPlans + 1}`])
    expect(state.droppedPlans).toEqual({ removed: 0, old: maxPlans / 20 })
    expect(problems(state)).toEqual([tooMany])
    expect(state.remark?.text).toBe(`More than ${maxPlans} plans: the oldest are dropped.`)
  })

  test('removed and completed plans are dropped first; those of a request or changed last are kept', () => {
    const plan = {
      type: 'markdown',
      text: '# A plan to approve\n\nwith more than a heading in it, as plans have',
    } as const
    const done = { content: 'a step', status: 'completed', priority: '' }
    const state = after(
      empty,
      sent(),
      planned(plan, named('asked'), 1),
      asked(plan, 1, 2),
      ...sentPlans(maxPlans - 1, 3),
      ...Array.from({ length: 50 }, (_, at) => removal(`p${5003 + at}`, 20_000)),
      planned({ type: 'items', entries: [done] }, named('p6000'), 6000),
      planned(items('a step'), named('current'), 20_001),
    )
    const kept = new Set(plansIn(state))
    expect(['id:asked', 'id:current'].filter((key) => kept.has(key))).toEqual(['id:asked', 'id:current'])
    expect(['id:p5003', 'id:p5052', 'id:p6000', 'id:p3'].filter((key) => kept.has(key))).toEqual([])
    expect(kept.has('id:p5002')).toBe(true)
  })

  test('are counted over all sessions', () => {
    const others = Array.from({ length: 11 }, (_, at) =>
      planned(items('a'), named('x'), 20_000 + at, `s${at}`),
    )
    const state = after(nearlyFull, ...others)
    expect(plansIn(state).length).toBe(maxPlans - 10 - maxPlans / 20)
    expect(plansIn(state, 's10')).toEqual(['id:x'])
  })

  test('a plan that was dropped and is sent again is a new one', () => {
    const state = after(
      full,
      ...sentPlans(1, maxPlans + 1),
      planned(items('another step'), named('p1'), 30_000),
    )
    expect(state.sessions.get(sessionId)?.plans.get('id:p1')).toMatchObject({ revision: 1, updates: 1 })
  })
})

describe(`more than ${maxRemovedPlans} removed plans`, () => {
  const most = maxRemovedPlans * 1.25
  const removals = Array.from({ length: most }, (_, at) => removal(`p${at + 1}`, 5001 + at))
  const beforeLast = after(empty, ...sentPlans(most + 1), ...removals)

  test('are dropped in the order of their removal, and that is reported', () => {
    expect(removedPlans(beforeLast)).toHaveLength(most)
    const state = after(beforeLast, removal(`p${most + 1}`, 9000))
    const removed = removedPlans(state).map(({ plan }) => plan.key)
    expect(removed).toHaveLength(maxRemovedPlans)
    expect([removed[0], removed.at(-1)]).toEqual([`id:p${most + 2 - maxRemovedPlans}`, `id:p${most + 1}`])
    expect(plansIn(state)).toEqual(removed)
    expect(problems(state)).toEqual([
      `more than ${maxRemovedPlans} removed plans: those that were removed first are dropped`,
    ])
  })

  test('a plan that is sent again is no longer removed, and is not dropped', () => {
    const again = planned(items('again'), named('p1'), 8000)
    const state = after(beforeLast, again, removal(`p${most + 1}`, 9000))
    expect(plansIn(state)).toContain('id:p1')
    expect(removedPlans(state)).toHaveLength(maxRemovedPlans)
  })
})

test('an update keeps the other plans and their objects', () => {
  const before = full.sessions.get(sessionId)
  const now = after(full, planned(items('another step'), named('p2500'), 20_000)).sessions.get(sessionId)
  const same = [...(now?.plans ?? [])].filter(([key, plan]) => before?.plans.get(key) === plan)
  expect(same).toHaveLength(maxPlans - 1)
  expect(before?.plans.get('id:p2500')).toMatchObject({ revision: 1 })
  expect(now?.plans.get('id:p2500')).toMatchObject({ revision: 2 })
})

test(`beyond ${maxQuestions} questions none is kept, and that is said`, () => {
  const questions = Array.from({ length: maxQuestions + 2 }, (_, at) => asked(null, at + 1, at + 1))
  const state = after(empty, sent(), ...questions)
  expect(state.permissions).toHaveLength(maxQuestions)
  expect(problems(state)).toEqual([
    `more than ${maxQuestions} questions wait for their answers: further ones are cancelled without being shown`,
  ])
})

import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { createApp, type App } from '../../../src/app/app.ts'
import type { AppState } from '../../../src/app/state/app-state.ts'
import { maxPlans, removedPlans, maxRemovedPlans } from '../../../src/app/reduce/evict-plans.ts'
import { maxQuestions } from '../../../src/app/state/question.ts'
import type { PlanName } from '../../../src/protocol/plans/plan-content.ts'
import { asked, items, linkOpen, opened, planned, sent, sessionId, updated } from '../events.ts'

function named(id: string): PlanName {
  return { dialect: 'planId', id }
}

function appAfter(...events: readonly AppEvent[]): App {
  const app = createApp()
  for (const event of [linkOpen, opened(), ...events]) app.dispatch(event)
  return app
}

/** So many plans, one a millisecond. */
function send(app: App, count: number, fromMs = 1): void {
  for (let at = 0; at < count; at++)
    app.dispatch(planned(items('a step'), named(`p${fromMs + at}`), fromMs + at))
}

function removal(id: string, atMs: number): AppEvent {
  return updated({ type: 'plan-removed', plan: named(id) }, atMs)
}

function plansIn(state: AppState, id = sessionId): readonly string[] {
  return [...(state.sessions.get(id)?.plans.keys() ?? [])]
}

function problems(app: App): readonly string[] {
  return app.state().problems.items.map(({ problem }) => problem.text)
}

const tooMany = `more than ${maxPlans} plans: those that changed longest ago are dropped`

describe(`more than ${maxPlans} plans`, () => {
  test('are dropped, the oldest first, and that is reported', () => {
    const app = appAfter()
    send(app, maxPlans)
    expect([plansIn(app.state()).length, problems(app)]).toEqual([maxPlans, []])
    send(app, 1, maxPlans + 1)
    const kept = plansIn(app.state())
    expect(kept.length).toBe(maxPlans * 0.95 + 1)
    expect([kept[0], kept.at(-1)]).toEqual([`id:p${maxPlans / 20 + 1}`, `id:p${maxPlans + 1}`])
    expect(app.state().droppedPlans).toEqual({ removed: 0, old: maxPlans / 20 })
    expect(problems(app)).toEqual([tooMany])
    expect(app.state().remark?.text).toBe(`More than ${maxPlans} plans: the oldest are dropped.`)
  })

  test('removed and completed plans are dropped first; those of a request or changed last are kept', () => {
    const app = appAfter(sent())
    const text = '# A plan to approve\n\nwith more than a heading in it, as plans have'
    app.dispatch(planned({ type: 'markdown', text }, named('asked'), 1))
    app.dispatch(asked({ type: 'markdown', text }, 1, 2))
    send(app, maxPlans - 1, 3)
    for (let at = 5003; at < 5053; at++) app.dispatch(removal(`p${at}`, 20_000))
    const done = { content: 'a step', status: 'completed', priority: '' }
    app.dispatch(planned({ type: 'items', entries: [done] }, named('p6000'), 6000))
    app.dispatch(planned(items('a step'), named('current'), 20_001))
    const kept = new Set(plansIn(app.state()))
    expect(['id:asked', 'id:current'].filter((key) => kept.has(key))).toEqual(['id:asked', 'id:current'])
    expect(['id:p5003', 'id:p5052', 'id:p6000', 'id:p3'].filter((key) => kept.has(key))).toEqual([])
    expect(kept.has('id:p5002')).toBe(true)
  })

  test('are counted over all sessions', () => {
    const app = appAfter()
    send(app, maxPlans - 10)
    for (let at = 0; at < 11; at++)
      app.dispatch(
        updated({ type: 'plan-replaced', plan: named('x'), content: items('a') }, 20_000 + at, `s${at}`),
      )
    expect(plansIn(app.state()).length).toBe(maxPlans - 10 - maxPlans / 20)
    expect(plansIn(app.state(), 's10')).toEqual(['id:x'])
  })

  test('a plan that was dropped and is sent again is a new one', () => {
    const app = appAfter()
    send(app, maxPlans + 1)
    app.dispatch(planned(items('another step'), named('p1'), 30_000))
    expect(app.state().sessions.get(sessionId)?.plans.get('id:p1')).toMatchObject({ revision: 1, updates: 1 })
  })
})

describe(`more than ${maxRemovedPlans} removed plans`, () => {
  test('are dropped in the order of their removal, and that is reported', () => {
    const app = appAfter()
    const most = maxRemovedPlans * 1.25
    send(app, most + 1)
    for (let at = 1; at <= most; at++) app.dispatch(removal(`p${at}`, 5000 + at))
    expect(removedPlans(app.state())).toHaveLength(most)
    app.dispatch(removal(`p${most + 1}`, 9000))
    const removed = removedPlans(app.state()).map(({ plan }) => plan.key)
    expect(removed).toHaveLength(maxRemovedPlans)
    expect([removed[0], removed.at(-1)]).toEqual([`id:p${most + 2 - maxRemovedPlans}`, `id:p${most + 1}`])
    expect(plansIn(app.state())).toEqual(removed)
    expect(problems(app)).toEqual([
      `more than ${maxRemovedPlans} removed plans: those that were removed first are dropped`,
    ])
  })

  test('a plan that is sent again is no longer removed, and is not dropped', () => {
    const app = appAfter()
    const most = maxRemovedPlans * 1.25
    send(app, most + 1)
    for (let at = 1; at <= most; at++) app.dispatch(removal(`p${at}`, 5000 + at))
    app.dispatch(planned(items('again'), named('p1'), 8000))
    app.dispatch(removal(`p${most + 1}`, 9000))
    expect(plansIn(app.state())).toContain('id:p1')
    expect(removedPlans(app.state())).toHaveLength(maxRemovedPlans)
  })
})

test('an update keeps the other plans and their objects', () => {
  const app = appAfter()
  send(app, 5000)
  const before = app.state().sessions.get(sessionId)
  app.dispatch(planned(items('another step'), named('p2500'), 9000))
  const after = app.state().sessions.get(sessionId)
  const same = [...(after?.plans ?? [])].filter(([key, plan]) => before?.plans.get(key) === plan)
  expect(same).toHaveLength(4999)
  expect(before?.plans.get('id:p2500')).toMatchObject({ revision: 1 })
  expect(after?.plans.get('id:p2500')).toMatchObject({ revision: 2 })
})

test(`beyond ${maxQuestions} questions none is kept, and that is said`, () => {
  const app = appAfter(sent())
  for (let key = 1; key <= maxQuestions + 2; key++) app.dispatch(asked(null, key, key))
  expect(app.state().permissions).toHaveLength(maxQuestions)
  expect(problems(app)).toEqual([
    `more than ${maxQuestions} questions wait for their answers: further ones are cancelled without being shown`,
  ])
})

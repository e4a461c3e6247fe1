import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import type { AppState } from '../../../src/app/state/app-state.ts'
import { createApp } from '../../../src/app/app.ts'
import { reduce } from '../../../src/app/reduce/reduce.ts'
import { maxReportedSessions } from '../../../src/app/state/session.ts'
import type { SessionEvent } from '../../../src/protocol/session/session-event.ts'
import { after, anonymous, items, opened, plansOf, said, sessionIn, updated } from '../events.ts'

type Reported = Extract<SessionEvent, { type: 'subagent' }>

function reported(id: string, more: Partial<Reported> = {}, parentId = 's', atMs = 1): AppEvent {
  return updated({ type: 'subagent', childSessionId: id, ...more }, atMs, parentId)
}

function planIn(id: string): AppEvent {
  return updated({ type: 'plan-replaced', plan: anonymous, content: items(id) }, 1, id)
}

function dispatched(...events: readonly AppEvent[]): AppState {
  const app = createApp()
  for (const event of events) app.dispatch(event)
  return app.state()
}

function problemsOf(state: AppState): readonly string[] {
  return state.problems.items.map(({ problem, times }) => `${problem.code} ${problem.path ?? ''} ${times}`)
}

test('a sub-agent is a separate session, and its parent does not change', () => {
  const before = after(opened(), planIn('s'))
  const now = [reported('c', { title: 'Look', description: 'around' }), planIn('c')].reduce(reduce, before)
  expect(sessionIn(now, 's')).toBe(sessionIn(before, 's'))
  expect(now.currentSessionId).toBe('s')
  expect(sessionIn(now, 'c')).toMatchObject({
    title: 'Look',
    phase: 'reported',
    subagent: { parentId: 's', description: 'around' },
  })
  expect(plansOf(sessionIn(now, 'c'))).toEqual({ anonymous: '1: pending c' })
})

test('fields that an update does not have are kept, and null clears them', () => {
  const first = reported('c', { title: 'Look', description: 'around' })
  const partly = sessionIn(after(opened(), first, reported('c', { description: 'elsewhere' })), 'c')
  expect(partly).toMatchObject({ title: 'Look', subagent: { description: 'elsewhere' } })
  const cleared = sessionIn(after(opened(), first, reported('c', { title: null, description: null })), 'c')
  expect(cleared).toMatchObject({ title: null, subagent: { parentId: 's', description: null } })
})

test('a session that was opened by an update is linked to its parent later', () => {
  const now = sessionIn(after(opened(), planIn('c'), reported('c', { title: 'Look' })), 'c')
  expect(now).toMatchObject({ title: 'Look', subagent: { parentId: 's' } })
  expect(now.plans.size).toBe(1)
})

test('its parent may be unknown', () => {
  expect(
    [...after(reported('c', {}, 'nobody')).sessions.values()].map(({ id, subagent }) => [id, subagent]),
  ).toEqual([
    [
      'c',
      {
        parentId: 'nobody',
        description: null,
        state: null,
        outlastsTurn: false,
        begun: { atMs: 1, plans: [] },
        calls: [],
      },
    ],
  ])
})

test('the state that the parent reports is its turn', () => {
  const running = reported('c', { state: 'running' }, 's', 10)
  const idle = reported('c', { state: 'idle', stopReason: 'cancelled' }, 's', 30)
  expect(sessionIn(after(running), 'c').turn).toMatchObject({
    state: 'working',
    sinceMs: 10,
    isCancelling: false,
  })
  const rested = after(running, idle)
  expect(sessionIn(rested, 'c').turn).toEqual({
    state: 'ended',
    outcome: { kind: 'stopped', stopReason: 'cancelled' },
    sinceMs: 10,
    endedAtMs: 30,
    took: { workedMs: 20, waitedMs: 0 },
  })
  const own = updated({ type: 'state', state: 'idle' }, 40, 'c')
  expect(reduce(rested, own)).toBe(rested)
  expect(sessionIn(after(running, reported('c', { title: 'T' })), 'c').turn).toMatchObject({
    state: 'working',
  })
})

test('the same event twice changes nothing', () => {
  const event = reported('c', { title: 'T', description: 'D', state: 'running' })
  const before = after(opened(), event)
  expect(reduce(before, event)).toBe(before)
})

describe('a session is never its own parent', () => {
  test.each<[string, readonly AppEvent[]]>([
    ['directly', [reported('s')]],
    ['over another one', [reported('c'), reported('s', {}, 'c')]],
    ['over many', [reported('c'), reported('d', {}, 'c'), reported('e', {}, 'd'), reported('s', {}, 'e')]],
  ])('%s', (_, events) => {
    const all = [opened(), ...events]
    expect(after(...all)).toEqual(after(...all.slice(0, -1)))
    expect(problemsOf(dispatched(...all))).toEqual(['bad-update update.sessionId 1'])
  })

  test('and its first parent is kept', () => {
    const all = [opened(), reported('c', { title: 'Look' }), reported('c', { title: 'Mine' }, 't')]
    expect(sessionIn(after(...all), 'c')).toMatchObject({ title: 'Look', subagent: { parentId: 's' } })
    expect(problemsOf(dispatched(...all))).toEqual(['bad-update update.sessionId 1'])
  })

  test('a long chain of parents is followed within the limit of a test', () => {
    const line = Array.from({ length: 400 }, (_, index) => reported(`c${index + 1}`, {}, `c${index}`))
    expect(after(...line, reported('c0', {}, 'c400')).sessions.get('c0')?.subagent).toBeUndefined()
  })
})

describe('hundreds of sessions', () => {
  const count = maxReportedSessions + 100
  const children = Array.from({ length: count }, (_, index) => `c${index}`)

  test('idle sessions without plans are dropped first', () => {
    const now = dispatched(
      opened(),
      planIn('s'),
      reported('kept', { state: 'running' }),
      planIn('planned'),
      ...children.map((id) => reported(id)),
    )
    const heardOf = [...now.sessions.values()].filter(({ phase }) => phase === 'reported')
    expect(heardOf).toHaveLength(maxReportedSessions)
    expect(['s', 'kept', 'planned', `c${count - 1}`, 'c0'].map((id) => now.sessions.has(id))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ])
    expect(now.problemCount).toBe(0)
  })

  test('sessions beyond the limit are not added, and that is a problem', () => {
    const now = dispatched(opened(), ...children.map(planIn))
    expect(now.sessions.size).toBe(maxReportedSessions + 1)
    expect(problemsOf(now)).toEqual([`too-many params.sessionId ${count - maxReportedSessions}`])
    const more = dispatched(opened(), ...children.map(planIn), reported('x'), said('Hi'), opened('own'))
    expect(more.sessions.has('own')).toBe(true)
    expect(more.problemCount).toBe(count - maxReportedSessions + 1)
  })
})

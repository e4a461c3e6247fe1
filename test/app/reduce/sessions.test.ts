import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import type { AppState } from '../../../src/app/state/app-state.ts'
import { reduce } from '../../../src/app/reduce/reduce.ts'
import { isPlanUnknown } from '../../../src/app/plan-advice/unknown-plan.ts'
import { newSession } from '../../../src/app/state/session.ts'
import {
  after,
  anonymous,
  asked,
  exited,
  items,
  opened,
  opening,
  planned,
  plansOf,
  said,
  saidIn,
  sent,
  sessionIn,
  state,
  updated,
} from '../events.ts'

const plan = planned(items('A'))
const known = [opened(), sent(), said('Hi'), plan]

function notOpened(id: string | null = 's'): AppEvent {
  return { type: 'session-not-opened', atMs: 9, sessionId: id, message: 'no' }
}

function closed(id: string, wasDeleted = false): AppEvent {
  return { type: 'session-closed', atMs: 9, sessionId: id, wasDeleted }
}

function childOf(parentId: string, id: string): AppEvent {
  return updated({ type: 'subagent', childSessionId: id }, 1, parentId)
}

function planIn(id: string): AppEvent {
  return updated({ type: 'plan-replaced', plan: anonymous, content: items('A') }, 1, id)
}

describe('a session that is opened', () => {
  test('new becomes the current one', () => {
    const now = after(opened())
    expect(now.currentSessionId).toBe('s')
    expect(sessionIn(now)).toEqual({ ...newSession('s'), phase: 'open', origin: 'new' })
  })

  test('a loaded session is replayed: nothing is shown twice', () => {
    const now = sessionIn(
      after(...known, opening(), said('go', { who: 'user' }), planned(items('B')), opened('s', 'loaded')),
    )
    expect(plansOf(now)).toEqual({ anonymous: '1: pending B' })
    expect(saidIn(now)).toEqual(['user go'])
    expect(now).toMatchObject({ phase: 'open', origin: 'loaded', former: null, turn: { state: 'not-asked' } })
    expect(now.counts).toMatchObject({ planUpdates: 1, messages: 0 })
  })

  test('a loaded session keeps its title and its parent', () => {
    const titled = updated({ type: 'session-titled', title: 'T' })
    const now = sessionIn(after(opened('p'), childOf('p', 's'), titled, opening()))
    expect(now).toMatchObject({ title: 'T', subagent: { parentId: 'p' }, phase: 'opening' })
  })

  test.each([
    ['it has none', [], 'Listed'],
    ['it has one', [opened(), updated({ type: 'session-titled', title: 'T' })], 'T'],
  ] as const)('gets the title that it was listed with where %s', (_, before, title) => {
    const sessions = [{ id: 's', title: 'Listed', cwd: null, updatedAtMs: null }]
    const listing = { type: 'sessions-listed', atMs: 1, listing: { state: 'listed', sessions } } as const
    for (const how of ['loaded', 'resumed'] as const)
      expect(sessionIn(after(listing, ...before, opening('s', how), opened('s', how))).title).toBe(title)
  })

  test('a resumed session is not replayed: its state is kept', () => {
    const state = after(...known, exited, opening('s', 'resumed'), opened('s', 'resumed'))
    const now = sessionIn(state)
    expect(plansOf(now)).toEqual({ anonymous: '1: pending A' })
    expect(now).toMatchObject({ phase: 'open', origin: 'resumed', former: null })
    expect(isPlanUnknown(state, now)).toBe(false)
  })

  test('of which nothing was known', () => {
    const now = sessionIn(after(opening('s', 'resumed'), opened('s', 'resumed')))
    expect(now).toEqual({ ...newSession('s'), phase: 'open', origin: 'resumed' })
  })
})

describe('a session that could not be opened', () => {
  test('is removed when it was only opening', () => {
    expect(after(opening(), said('Hi'), notOpened()).sessions.size).toBe(0)
    expect(after(opening(), opening(), notOpened()).sessions.size).toBe(0)
  })

  test.each([['loaded'], ['resumed']] as const)('stays as it was when it was known: %s', (how) => {
    const before = after(...known)
    const now = [opening('s', how), said('half of it'), opening('s', how), notOpened()].reduce(reduce, before)
    expect(now.sessions).toEqual(before.sessions)
    expect(now.currentSessionId).toBe('s')
  })

  test.each([
    [null, 'No new session was opened: no'],
    ['x', 'The session was not opened: no'],
    ['s', 'The session was not opened: no'],
  ])('changes nothing else, and the reason is reported: %s', (id, text) => {
    const before = after(...known)
    expect(reduce(before, notOpened(id))).toEqual({ ...before, remark: { text, atMs: 9 } })
  })

  test('stays as it was when the agent is gone meanwhile', () => {
    const now = sessionIn(after(...known, opening(), said('half of it'), exited))
    expect(plansOf(now)).toEqual({ anonymous: '1: pending A' })
    expect(now).toMatchObject({
      phase: 'open',
      former: null,
      turn: { state: 'ended', outcome: { kind: 'lost' } },
    })
  })
})

describe('whether a plan is unknown', () => {
  test.each<[string, readonly AppEvent[], boolean]>([
    ['a new session', [opened()], false],
    ['while its past is replayed', [opening()], false],
    ['loaded, and nothing replayed', [opening(), opened('s', 'loaded')], true],
    [
      'loaded, and only messages replayed',
      [opening(), said('go', { who: 'user' }), said('Hi'), opened('s', 'loaded')],
      true,
    ],
    ['loaded, with a plan', [opening(), plan, opened('s', 'loaded')], false],
    ['loaded, and the past replayed after it is open', [opening(), opened('s', 'loaded'), plan], false],
    [
      'loaded, with a plan that was removed',
      [opening(), plan, updated({ type: 'plan-removed', plan: anonymous }), opened('s', 'loaded')],
      false,
    ],
    ['resumed', [opening('s', 'resumed'), opened('s', 'resumed')], true],
    ['resumed, and planning again', [opening('s', 'resumed'), opened('s', 'resumed'), sent(), plan], false],
    ['known from updates only', [said('Hi')], false],
  ])('%s', (_, events, isUnknown) => {
    const state = after(...events)
    expect(isPlanUnknown(state, sessionIn(state))).toBe(isUnknown)
  })
})

describe('the turn of a session that is replayed', () => {
  test.each<[string, readonly AppEvent[], object]>([
    ['messages make none', [said('go', { who: 'user' }), said('Hi')], { state: 'not-asked' }],
    [
      'a state that has ended is none',
      [state('running', 1), state('idle', 2, 'end_turn')],
      { state: 'not-asked' },
    ],
    ['idle', [state('idle', 2, 'cancelled')], { state: 'not-asked' }],
    [
      'it works still',
      [state('idle', 1), state('running', 2)],
      { state: 'working', sinceMs: 2, workBegan: { workedMs: 0, waitedMs: 0 }, isCancelling: false },
    ],
  ])('%s', (_, events, turn) => {
    expect(sessionIn(after(opening(), ...events, opened('s', 'loaded'))).turn).toEqual(turn)
  })

  test('each answer of the user is reported, also the same twice', () => {
    const again = said('go', { who: 'user' })
    expect(
      saidIn(sessionIn(after(opening(), again, said('A'), again, said('B'), opened('s', 'loaded')))),
    ).toEqual(['user go', 'agent A', 'user go', 'agent B'])
  })
})

describe('a session that is closed', () => {
  const waiting: AppEvent = { type: 'prompt-queued', atMs: 1, sessionId: 's', text: 'x', place: 0 }
  const elicited: AppEvent = {
    type: 'elicitation-asked',
    atMs: 1,
    request: {
      key: 8,
      sessionId: 's',
      message: '',
      mode: { type: 'url', url: 'x', elicitationId: null },
      askedAtMs: 1,
    },
  }

  test('is kept, and its requests are closed', () => {
    const now = after(opened('t'), ...known, waiting, elicited, asked(null), closed('s'))
    expect(sessionIn(now)).toMatchObject({ phase: 'closed', plans: sessionIn(after(...known)).plans })
    expect({ ...now, sessions: null }).toMatchObject({ permissions: [], elicitations: [], queuedPrompts: [] })
  })

  test('is replaced by another open session', () => {
    expect(after(opened('t'), opened('u'), ...known, closed('s')).currentSessionId).toBe('u')
    expect(after(opened('t'), ...known, closed('t')).currentSessionId).toBe('s')
    expect(after(...known, said('x'), childOf('s', 'c'), closed('s')).currentSessionId).toBeNull()
  })

  test('deleted, it is removed with its sub-agents, and from the list', () => {
    const listed = (id: string): AppState['listing'] => ({
      state: 'listed',
      sessions: [{ id, title: null, cwd: null, updatedAtMs: null }],
    })
    const family = [opened('t'), ...known, childOf('s', 'c'), childOf('c', 'd'), planIn('d')]
    const listing: AppEvent = { type: 'sessions-listed', atMs: 1, listing: listed('s') }
    const now = after(...family, listing, closed('s', true))
    expect([...now.sessions.keys()]).toEqual(['t'])
    expect(now).toMatchObject({ currentSessionId: 't', listing: { state: 'listed', sessions: [] } })
    expect(after(...family, { ...listing, listing: listed('t') }, closed('s', true)).listing).toEqual(
      listed('t'),
    )
    expect([...after(...family, closed('s')).sessions.keys()]).toEqual(['t', 's', 'c', 'd'])
    const ownChild = after(...family, opening('c'), opened('c', 'loaded'), closed('s', true))
    expect([...ownChild.sessions.keys()]).toEqual(['t', 'c'])
  })

  test('can be opened again', () => {
    expect(sessionIn(after(...known, closed('s'), opening(), opened('s', 'loaded')))).toMatchObject({
      phase: 'open',
    })
    expect(sessionIn(after(...known, closed('s'), opening(), notOpened()))).toMatchObject({ phase: 'closed' })
  })
})

test('a lost connection ends open turns and requests', () => {
  const lost: AppEvent = {
    type: 'link-changed',
    atMs: 20,
    link: { state: 'reconnecting', sinceMs: 20, attempt: 1, nextAtMs: 30, cause: 'gone' },
  }
  const now = after(...known, asked(null), lost)
  expect(now.permissions).toEqual([])
  expect(sessionIn(now)).toMatchObject({
    phase: 'open',
    turn: {
      state: 'ended',
      outcome: { kind: 'lost' },
      sinceMs: 1,
      endedAtMs: 20,
      took: { workedMs: 4, waitedMs: 15 },
    },
  })
  expect(reduce(now, lost).sessions).toBe(now.sessions)
})

test('the remark about an agent that has ended is removed at its restart', () => {
  const remarked: AppEvent = { type: 'remarked', atMs: 91, text: 'The agent is being ended.' }
  const starts: AppEvent = { type: 'link-changed', atMs: 95, link: { state: 'starting', sinceMs: 95 } }
  expect(after(...known, exited, remarked).remark?.text).toBe('The agent is being ended.')
  expect(after(...known, exited, remarked, starts).remark).toBeNull()
  expect(after(...known, remarked, starts).remark?.text).toBe('The agent is being ended.')
})

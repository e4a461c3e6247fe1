import { type AppEvent, noSetup } from '../../../src/app/app-event.ts'
import { describe, expect, test } from 'vitest'
import { type AppState, currentSession, initialState } from '../../../src/app/state/app-state.ts'
import type { PermissionRequest } from '../../../src/app/state/permission.ts'
import { reduce } from '../../../src/app/reduce/reduce.ts'
import type { Session } from '../../../src/app/state/session.ts'
import type { SessionEvent } from '../../../src/protocol/session/session-event.ts'
import type { WireProblem } from '../../../src/protocol/wire/wire-problem.ts'

const sessionId = 's'
const opened: AppEvent = { type: 'session-opened', atMs: 0, sessionId, how: 'new', setup: noSetup }

function after(...events: readonly AppEvent[]): AppState {
  return events.reduce(reduce, initialState)
}

function session(...events: readonly AppEvent[]): Session {
  const found = currentSession(after(opened, ...events))
  if (found === null) throw new Error('a session was expected')
  return found
}

function updated(update: SessionEvent, atMs = 1): AppEvent {
  return { type: 'session-updated', atMs, sessionId, update }
}

function sent(text: string, atMs: number, wasQueued = false): AppEvent {
  return { type: 'prompt-sent', atMs, sessionId, text, wasQueued }
}

function ended(atMs: number): AppEvent {
  return { type: 'turn-ended', atMs, sessionId, outcome: { kind: 'stopped', stopReason: 'end_turn' } }
}

function state(name: string, atMs: number, stopReason?: string): AppEvent {
  return updated({ type: 'state', state: name, ...(stopReason === undefined ? {} : { stopReason }) }, atMs)
}

const exited: AppEvent = {
  type: 'link-changed',
  atMs: 90,
  link: { state: 'ended', sinceMs: 90, end: { kind: 'exited', code: 3, signal: null } },
}

describe('a turn', () => {
  const working = (sinceMs: number, workedMs = 0): Session['turn'] => ({
    state: 'working',
    sinceMs,
    workBegan: { workedMs, waitedMs: 0 },
    isCancelling: false,
  })
  const rested = (tookMs: number, endedAtMs: number, stopReason = 'end_turn'): Session['turn'] => ({
    state: 'rested',
    outcome: { kind: 'stopped', stopReason },
    sinceMs: endedAtMs - tookMs,
    endedAtMs,
    tookMs,
    waitedMs: 0,
  })

  test.each<[string, readonly AppEvent[], Session['turn']]>([
    ['not asked yet', [], { state: 'not-asked' }],
    ['v1: works from the prompt on', [sent('go', 10)], working(10)],
    ['v1: the response ends it', [sent('go', 10), ended(40)], rested(30, 40)],
    ['v1: a second one', [sent('go', 10), ended(40), sent('on', 50)], working(50, 30)],
    ['v1: ended twice counts once', [sent('go', 10), ended(40), ended(60)], rested(30, 40)],
    [
      'cancelling',
      [sent('go', 10), { type: 'turn-cancelled', atMs: 20, sessionId }],
      { ...working(10), isCancelling: true } as Session['turn'],
    ],
    ['cancelled when nothing ran', [{ type: 'turn-cancelled', atMs: 20, sessionId }], { state: 'not-asked' }],
    ['v2: running after the prompt', [sent('go', 10), state('running', 15)], working(10)],
    [
      'v2: requires action and runs on',
      [sent('go', 10), state('requires_action', 15), state('running', 16)],
      working(10),
    ],
    ['v2: idle ends it', [sent('go', 10), state('idle', 40, 'cancelled')], rested(30, 40, 'cancelled')],
    ['v2: idle without a reason', [sent('go', 10), state('idle', 40)], rested(30, 40)],
    ['v2: idle twice', [sent('go', 10), state('idle', 40), state('idle', 50)], rested(30, 40)],
    ['v2: idle before anything', [state('idle', 5)], { state: 'not-asked' }],
    ['v2: runs by itself', [state('running', 5)], working(5)],
    ['v2: runs again after idle', [sent('go', 10), state('idle', 40), state('running', 60)], working(60, 30)],
    [
      'an error ends it',
      [
        sent('go', 10),
        { type: 'turn-ended', atMs: 12, sessionId, outcome: { kind: 'failed', code: -32603, message: 'no' } },
      ],
      {
        state: 'rested',
        outcome: { kind: 'failed', code: -32603, message: 'no' },
        sinceMs: 10,
        endedAtMs: 12,
        tookMs: 2,
        waitedMs: 0,
      },
    ],
    [
      'the end of the agent loses it',
      [sent('go', 10), exited],
      { state: 'rested', outcome: { kind: 'lost' }, sinceMs: 10, endedAtMs: 90, tookMs: 80, waitedMs: 0 },
    ],
    ['the end of the agent leaves a rested one', [sent('go', 10), ended(40), exited], rested(30, 40)],
  ])('%s', (_, events, turn) => {
    expect(session(...events).turn).toEqual(turn)
  })

  test('the activity is that of the turn; the counts are of the session', () => {
    const said: SessionEvent = { type: 'said', who: 'agent', text: 'Hi', isWhole: false }
    const { activity, counts } = session(sent('go', 1), updated(said), ended(2), sent('on', 3))
    expect(activity.items).toEqual([{ type: 'said', who: 'user', text: 'on', messageId: null, atMs: 3 }])
    expect(counts.messages).toBe(1)
  })
})

describe('messages', () => {
  function said(text: string, more: Partial<Extract<SessionEvent, { type: 'said' }>> = {}): AppEvent {
    return updated({ type: 'said', who: 'agent', text, isWhole: false, ...more })
  }
  const notice = updated({ type: 'notice', severity: 'info', text: 'N' })

  test.each<[string, readonly AppEvent[], readonly string[]]>([
    ['pieces join', [said('He'), said('llo')], ['agent Hello']],
    [
      'pieces with an id join',
      [said('He', { messageId: 'm' }), said('llo', { messageId: 'm' })],
      ['agent Hello'],
    ],
    [
      'another id is another message',
      [said('A', { messageId: 'm' }), said('B', { messageId: 'n' })],
      ['agent A', 'agent B'],
    ],
    [
      'pieces find their message again',
      [said('A', { messageId: 'm' }), said('B', { messageId: 'n' }), said('C', { messageId: 'm' })],
      ['agent AC', 'agent B'],
    ],
    [
      'without an id, what comes between divides',
      [said('A'), notice, said('B')],
      ['agent A', 'N', 'agent B'],
    ],
    [
      'a thought is not a message',
      [said('A'), said('T', { who: 'thought' }), said('B')],
      ['agent A', 'thought T', 'agent B'],
    ],
    [
      'a whole one replaces its pieces',
      [said('He', { messageId: 'm' }), said('Hello!', { messageId: 'm', isWhole: true })],
      ['agent Hello!'],
    ],
    [
      'a whole one, then pieces',
      [said('He', { messageId: 'm', isWhole: true }), said('llo', { messageId: 'm' })],
      ['agent Hello'],
    ],
    ['cleared', [said('He', { messageId: 'm' }), said('', { messageId: 'm', isWhole: true })], ['agent ']],
    ['an empty piece is no message', [said('')], []],
    [
      'the echo of our prompt is no second one',
      [sent('fix it', 1), said('fix it', { who: 'user' })],
      ['user fix it'],
    ],
    [
      'nor is an echo in pieces',
      [
        sent('fix it', 1),
        said('fix', { who: 'user', messageId: 'u' }),
        said(' it', { who: 'user', messageId: 'u' }),
      ],
      ['user fix it'],
    ],
    [
      'what the user said elsewhere is shown',
      [said('hello', { who: 'user', messageId: 'u' })],
      ['user hello'],
    ],
  ])('%s', (_, events, lines) => {
    const { activity } = session(...events)
    expect(
      activity.items.map((item) =>
        item.type === 'said'
          ? `${item.who} ${item.text}`
          : item.type === 'tool-call'
            ? item.id
            : item.type === 'notice'
              ? item.text
              : item.path,
      ),
    ).toEqual(lines)
  })

  test('a message keeps its end when it gets too long', () => {
    const [item] = session(said('x'.repeat(15_000)), said(`${'y'.repeat(14_000)}end`)).activity.items
    expect(item?.type === 'said' && [item.text.length, item.text.slice(-4)]).toEqual([20_000, 'yend'])
  })
})

describe('tool calls', () => {
  function call(more: Partial<Extract<SessionEvent, { type: 'tool-call' }>>): AppEvent {
    return updated({ type: 'tool-call', toolCallId: 't', hasTodos: false, ...more })
  }

  test('updates add to a call, and leave what they do not say', () => {
    const events = [
      call({ title: 'Edit', kind: 'edit', status: 'pending' }),
      call({ status: 'completed', path: '/a' }),
    ]
    const { activity, counts } = session(...events)
    expect(activity.items).toEqual([
      { type: 'tool-call', id: 't', title: 'Edit', kind: 'edit', status: 'completed', path: '/a', atMs: 1 },
    ])
    expect(counts.toolCalls).toBe(1)
  })

  test('a call that says nothing has its id as title', () => {
    expect(session(call({})).activity.items).toMatchObject([{ title: 't', status: 'pending', path: null }])
  })

  test('a todo tool keeps the name it began with', () => {
    const events = [call({ title: 'todowrite', hasTodos: true }), call({ title: '3 todos', hasTodos: true })]
    expect(session(...events).counts.todoTool).toBe('todowrite')
    expect(session(call({ title: 'Later' }), call({ title: 'Todos', hasTodos: true })).counts.todoTool).toBe(
      'Todos',
    )
  })
})

describe('permissions', () => {
  const request: PermissionRequest = {
    key: 1, sessionId, title: 'Edit?', toolKind: 'edit', detail: '', options: [], plan: null, askedAtMs: 5,
  } // prettier-ignore
  const asked: AppEvent = { type: 'permission-asked', atMs: 5, request }
  const answer = { type: 'selected', optionId: 'yes', by: 'user' } as const

  test('an answer closes its question, and both are kept', () => {
    const other = { ...request, key: 2 }
    const now = after(
      asked,
      { ...asked, request: other },
      { type: 'permission-answered', atMs: 6, key: 1, answer },
    )
    expect(now.permissions).toEqual([other])
    expect(now.sessions.get(sessionId)?.answered).toEqual([{ request, answer, atMs: 6 }])
  })

  test('an answer to nothing changes nothing', () => {
    const before = after(asked)
    expect(reduce(before, { type: 'permission-answered', atMs: 6, key: 9, answer })).toBe(before)
  })

  test('nobody waits for an answer when the agent is gone', () => {
    expect(after(asked, exited).permissions).toEqual([])
  })
})

describe('problems', () => {
  const bad: WireProblem = {
    code: 'bad-entry',
    text: 'status is missing',
    path: 'update.entries[3].status',
    weight: 'rejected',
  }
  function found(problem: WireProblem, atMs = 1, of: string | null = sessionId): AppEvent {
    return { type: 'problem-found', atMs, sessionId: of, problem }
  }

  test('the same again is counted, not listed again', () => {
    const now = after(
      found(bad, 1),
      found({ ...bad, excerpt: 'new' }, 2),
      found({ ...bad, path: 'x' }, 3),
      found(bad, 4),
    )
    expect(now.problems.items.map(({ times, atMs }) => ({ times, atMs }))).toEqual([
      { times: 2, atMs: 2 },
      { times: 1, atMs: 3 },
      { times: 1, atMs: 4 },
    ])
    expect(now.problemCount).toBe(4)
  })

  test('two lines of junk are two: only what came tells them apart', () => {
    const junk: WireProblem = { code: 'not-json', text: 'not JSON', weight: 'rejected', excerpt: 'Welcome' }
    const now = after(
      found(junk, 1),
      found({ ...junk, excerpt: 'half a line' }, 2),
      found(junk, 3),
      found(junk, 4),
    )
    expect(now.problems.items.map(({ times }) => times)).toEqual([1, 1, 2])
  })

  test('of two sessions they are two', () => {
    expect(after(found(bad, 1, 's'), found(bad, 1, 't')).problems.items).toHaveLength(2)
  })

  test('a refused request is listed, and counts only where something shown is missing', () => {
    const refused: WireProblem = { code: 'unknown-request', text: 'x', weight: 'noted' }
    const now = after(found(refused, 1, null), found({ ...refused, text: 'y', weight: 'rejected' }, 2, null))
    expect([now.problems.items.length, now.problemCount]).toEqual([2, 1])
  })

  test('what was rejected counts for its session; what was noted does not', () => {
    expect(session(found(bad), found({ ...bad, weight: 'noted' }), found(bad, 1, null)).counts.rejected).toBe(
      1,
    )
  })
})

test('sessions are kept apart', () => {
  const update: SessionEvent = {
    type: 'plan-replaced',
    plan: { dialect: 'plan', id: null },
    content: { type: 'items', entries: [] },
  }
  const now = after(opened, { ...updated(update), sessionId: 'child' } as AppEvent)
  expect([...now.sessions].map(([id, { plans }]) => [id, plans.size])).toEqual([
    ['s', 0],
    ['child', 1],
  ])
  expect(now.currentSessionId).toBe('s')
})

test.each<[string, AppEvent]>([
  ['a session opened twice', opened],
  ['a title said twice', updated({ type: 'session-titled', title: 'T' })],
  ['something unknown', updated({ type: 'other', update: 'x' })],
  ['an empty piece', updated({ type: 'said', who: 'agent', text: '', isWhole: false })],
  ['a tool call said twice', updated({ type: 'tool-call', toolCallId: 't', title: 'T', hasTodos: false })],
  ['a plan removed twice', updated({ type: 'plan-removed', plan: { dialect: 'id', id: 'x' } })],
  ['a cancel when nothing runs', { type: 'turn-cancelled', atMs: 9, sessionId }],
])('%s gives the same state back', (_, event) => {
  const before = after(opened, event)
  expect(reduce(before, event)).toBe(before)
})

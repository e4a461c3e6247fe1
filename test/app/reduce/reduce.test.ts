import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { describe, expect, test } from 'vitest'
import type { PermissionRequest } from '../../../src/app/state/permission.ts'
import { reduce } from '../../../src/app/reduce/reduce.ts'
import type { Session } from '../../../src/app/state/session.ts'
import type { SessionEvent } from '../../../src/protocol/session/session-event.ts'
import type { WireProblem } from '../../../src/protocol/wire/wire-problem.ts'
import {
  after,
  called,
  ended,
  exited,
  opened,
  said,
  saidIn,
  sent,
  session,
  sessionId,
  state,
  updated,
} from '../events.ts'

describe('a turn', () => {
  const working = (sinceMs: number, workedMs = 0): Session['turn'] => ({
    state: 'working',
    sinceMs,
    workBegan: { workedMs, waitedMs: 0 },
    isCancelling: false,
  })
  const rested = (tookMs: number, endedAtMs: number, stopReason = 'end_turn'): Session['turn'] => ({
    state: 'ended',
    outcome: { kind: 'stopped', stopReason },
    sinceMs: endedAtMs - tookMs,
    endedAtMs,
    took: { workedMs: tookMs, waitedMs: 0 },
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
        state: 'ended',
        outcome: { kind: 'failed', code: -32603, message: 'no' },
        sinceMs: 10,
        endedAtMs: 12,
        took: { workedMs: 2, waitedMs: 0 },
      },
    ],
    [
      'the end of the agent ends it as lost',
      [sent('go', 10), exited],
      {
        state: 'ended',
        outcome: { kind: 'lost' },
        sinceMs: 10,
        endedAtMs: 90,
        took: { workedMs: 80, waitedMs: 0 },
      },
    ],
    ['the end of the agent keeps a turn that has ended', [sent('go', 10), ended(40), exited], rested(30, 40)],
  ])('%s', (_, events, turn) => {
    expect(session(...events).turn).toEqual(turn)
  })

  test('the activity is cleared with each turn, the counts go on', () => {
    const said: SessionEvent = { type: 'said', who: 'agent', text: 'Hi', isWhole: false }
    const { activity, counts } = session(sent('go', 1), updated(said), ended(2), sent('on', 3))
    expect(activity.items).toEqual([{ type: 'said', who: 'user', text: 'on', messageId: null, atMs: 3 }])
    expect(counts.messages).toBe(1)
  })
})

describe('messages', () => {
  const notice = updated({ type: 'notice', severity: 'info', text: 'N' })

  test.each<[string, readonly AppEvent[], readonly string[]]>([
    ['pieces join', [said('He'), said('llo')], ['agent Hello']],
    [
      'another id is another message',
      [said('A', { messageId: 'm' }), said('B', { messageId: 'n' })],
      ['agent A', 'agent B'],
    ],
    [
      'pieces of two messages may alternate',
      [said('A', { messageId: 'm' }), said('B', { messageId: 'n' }), said('C', { messageId: 'm' })],
      ['agent AC', 'agent B'],
    ],
    [
      'without an id, an item between two pieces separates them',
      [said('A'), notice, said('B')],
      ['agent A', 'N', 'agent B'],
    ],
    [
      'thoughts and messages are separate items',
      [said('A'), said('T', { who: 'thought' }), said('B')],
      ['agent A', 'thought T', 'agent B'],
    ],
    [
      'a whole message replaces its pieces',
      [said('He', { messageId: 'm' }), said('Hello!', { messageId: 'm', isWhole: true })],
      ['agent Hello!'],
    ],
    [
      'pieces are added to a whole message',
      [said('He', { messageId: 'm', isWhole: true }), said('llo', { messageId: 'm' })],
      ['agent Hello'],
    ],
    [
      'an empty whole message clears it',
      [said('He', { messageId: 'm' }), said('', { messageId: 'm', isWhole: true })],
      ['agent '],
    ],
    ['an empty piece is no message', [said('')], []],
    [
      'an echo of the prompt is not a second message',
      [sent('fix it', 1), said('fix it', { who: 'user' })],
      ['user fix it'],
    ],
    [
      'an echo in pieces is not a second message',
      [
        sent('fix it', 1),
        said('fix', { who: 'user', messageId: 'u' }),
        said(' it', { who: 'user', messageId: 'u' }),
      ],
      ['user fix it'],
    ],
    [
      'a message that the user sent from elsewhere is shown',
      [said('hello', { who: 'user', messageId: 'u' })],
      ['user hello'],
    ],
  ])('%s', (_, events, lines) => {
    expect(saidIn(session(...events))).toEqual(lines)
  })

  test('a message that is too long loses its beginning', () => {
    const [item] = session(said('x'.repeat(15_000)), said(`${'y'.repeat(14_000)}end`)).activity.items
    expect(item?.type === 'said' && [item.text.length, item.text.slice(-4)]).toEqual([20_000, 'yend'])
  })
})

describe('tool calls', () => {
  test('updates of a call change only the fields that they have', () => {
    const events = [
      called({ title: 'Edit', kind: 'edit', status: 'pending' }),
      called({ status: 'completed', path: '/a' }),
    ]
    const { activity, counts } = session(...events)
    expect(activity.items).toEqual([
      { type: 'tool-call', id: 't', title: 'Edit', kind: 'edit', status: 'completed', path: '/a', atMs: 1 },
    ])
    expect(counts.toolCalls).toBe(1)
  })

  test('a call without a title has its id as title', () => {
    expect(session(called({})).activity.items).toMatchObject([{ title: 't', status: 'pending', path: null }])
  })

  test('the name of the todo tool is the first title of its call', () => {
    const events = [
      called({ title: 'todowrite', hasTodos: true }),
      called({ title: '3 todos', hasTodos: true }),
    ]
    expect(session(...events).counts.todoTool).toBe('todowrite')
    expect(
      session(called({ title: 'Later' }), called({ title: 'Todos', hasTodos: true })).counts.todoTool,
    ).toBe('Todos')
  })
})

describe('permissions', () => {
  const request: PermissionRequest = {
    key: 1, sessionId, title: 'Edit?', toolKind: 'edit', detail: [], options: [], plan: null, askedAtMs: 5,
  } // prettier-ignore
  const asked: AppEvent = { type: 'permission-asked', atMs: 5, request }
  const answer = { type: 'selected', optionId: 'yes', by: 'user' } as const

  test('an answer closes its request, and both are kept', () => {
    const other = { ...request, key: 2 }
    const now = after(
      asked,
      { ...asked, request: other },
      { type: 'permission-answered', atMs: 6, key: 1, answer },
    )
    expect(now.permissions).toEqual([other])
    expect(now.sessions.get(sessionId)?.answered).toEqual([{ request, answer, atMs: 6 }])
  })

  test('an answer without a request changes nothing', () => {
    const before = after(asked)
    expect(reduce(before, { type: 'permission-answered', atMs: 6, key: 9, answer })).toBe(before)
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

  test('the same problem is counted, not listed again', () => {
    const now = after(
      found(bad, 1),
      found({ ...bad, excerpt: 'new' }, 2),
      found({ ...bad, path: 'x' }, 3),
      found(bad, 4),
    )
    expect(now.problems.items.map(({ times, atMs }) => ({ times, atMs }))).toEqual([
      { times: 3, atMs: 4 },
      { times: 1, atMs: 3 },
    ])
    expect(now.problemCount).toBe(4)
  })

  const junk: WireProblem = { code: 'not-json', text: 'not JSON', weight: 'rejected', excerpt: 'Welcome' }

  test('pieces of messages are told apart by their excerpt', () => {
    const piece = { ...junk, excerpt: '{"jsonrpc":' }
    const now = after(found(piece, 1), found({ ...piece, excerpt: '{"x"' }, 2), found(piece, 3))
    expect(now.problems.items.map(({ times }) => times)).toEqual([2, 1])
    expect(now.problemCount).toBe(3)
  })

  test('all lines that are no JSON are one problem, which says what tells most', () => {
    const now = after(
      found(junk, 1),
      found({ ...junk, excerpt: '{"half"' }, 2),
      found({ ...junk, excerpt: 'Usage: agent [options]' }, 3),
      found(junk, 4),
    )
    expect(now.problems.items).toMatchObject([
      { times: 3, stray: 'help-text', atMs: 4, problem: junk },
      { times: 1, problem: { excerpt: '{"half"' } },
    ])
    expect(now.problemCount).toBe(2)
  })

  test('problems of two sessions are separate', () => {
    expect(after(found(bad, 1, 's'), found(bad, 1, 't')).problems.items).toHaveLength(2)
  })

  test('a refused request is listed, and counts only when it is rejected', () => {
    const refused: WireProblem = { code: 'unknown-request', text: 'x', weight: 'noted' }
    const now = after(found(refused, 1, null), found({ ...refused, text: 'y', weight: 'rejected' }, 2, null))
    expect([now.problems.items.length, now.problemCount]).toEqual([2, 1])
  })

  test('only rejected problems count for their session', () => {
    expect(session(found(bad), found({ ...bad, weight: 'noted' }), found(bad, 1, null)).counts.rejected).toBe(
      1,
    )
  })
})

test.each<[string, AppEvent]>([
  ['opening a session twice', opened()],
  ['the same title twice', updated({ type: 'session-titled', title: 'T' })],
  ['an unknown update', updated({ type: 'other', update: 'x' })],
  ['an empty piece', updated({ type: 'said', who: 'agent', text: '', isWhole: false })],
  ['the same tool call twice', updated({ type: 'tool-call', toolCallId: 't', title: 'T', hasTodos: false })],
  ['removing a plan twice', updated({ type: 'plan-removed', plan: { dialect: 'id', id: 'x' } })],
  ['cancelling while no turn runs', { type: 'turn-cancelled', atMs: 9, sessionId }],
])('%s returns the same state', (_, event) => {
  const before = after(opened(), event)
  expect(reduce(before, event)).toBe(before)
})

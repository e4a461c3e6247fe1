import { expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { type Compaction, maxMessageLength } from '../../../src/app/state/session.ts'
import type { SessionEvent } from '../../../src/protocol/session/session-event.ts'
import { ended, said, saidIn, sent, session, state, updated } from '../events.ts'

type Reported = Extract<SessionEvent, { type: 'compaction' }>

function compacts(more: Partial<Reported>): AppEvent {
  return updated({ type: 'compaction', compactionId: 'c', ...more })
}

function summarised(text: string, compactionId = 'c'): AppEvent {
  return updated({ type: 'compaction-summary', compactionId, text })
}

test.each<[string, readonly AppEvent[], readonly string[]]>([
  ['the first update without a status: it is in progress', [compacts({})], ['compaction c in_progress ']],
  [
    'later updates change the fields that they have',
    [compacts({ summary: 'The goal' }), compacts({ status: 'completed' })],
    ['compaction c completed The goal'],
  ],
  [
    'an empty text clears a field',
    [compacts({ status: 'failed', error: 'no room' }), compacts({ status: 'completed', error: '' })],
    ['compaction c completed '],
  ],
  [
    'pieces of the summary join',
    [compacts({}), summarised('A'), summarised('B')],
    ['compaction c in_progress AB'],
  ],
  [
    'a piece for an unknown compaction is ignored',
    [compacts({}), summarised('A', 'd')],
    ['compaction c in_progress '],
  ],
  [
    'two compactions stay apart, each at its place',
    [compacts({}), said('Hi'), compacts({ compactionId: 'd' }), compacts({ status: 'completed' })],
    ['compaction c completed ', 'agent Hi', 'compaction d in_progress '],
  ],
  [
    'one that ends in the next turn is told there',
    [compacts({}), sent('go', 3), compacts({ status: 'completed' })],
    ['user go', 'compaction c completed '],
  ],
])('%s', (_, events, lines) => {
  expect(saidIn(session(...events))).toEqual(lines)
})

test('a state that is unknown neither begins a turn nor ends one', () => {
  const unknown = state('unknown', 4)
  expect(session(unknown).turn.state).toBe('not-asked')
  expect(session(sent('go', 3), unknown).turn.state).toBe('working')
  expect(session(sent('go', 1), state('idle', 3), unknown).turn.state).toBe('ended')
})

test('a repeated update changes nothing', () => {
  const once = session(compacts({ status: 'completed' }))
  expect(session(compacts({ status: 'completed' }), compacts({ status: 'completed' }))).toEqual(once)
})

test('a summary that is too long loses its end, whole or in pieces', () => {
  const long = 'x'.repeat(maxMessageLength + 1)
  const lengths = [[compacts({ summary: long })], [compacts({}), summarised(long), summarised(long)]].map(
    (events) => (session(...events).activity.items[0] as Compaction).summary.length,
  )
  expect(lengths).toEqual([maxMessageLength, maxMessageLength])
})

test('what an agent says in a turn of its own is not a part of its last message', () => {
  const turn = [sent('go', 1), said('Do', {}, 2), said('ne.', {}, 3), ended(4)]
  expect(saidIn(session(...turn, state('running', 5), said('Ha', {}, 6), said('lf.', {}, 7)))).toEqual([
    'user go',
    'agent Done.',
    'agent Half.',
  ])
})

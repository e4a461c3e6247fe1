import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { initialState } from '../../../src/app/state/app-state.ts'
import { describedAs } from '../../support/app-states.ts'
import type { ElicitationAnswer, FormContent } from '../../../src/app/state/elicitation.ts'
import { noteOf } from '../../../src/app/notes/noted-events.ts'
import { readNote } from '../../../src/app/notes/read-note.ts'
import type { AuthMethod, Link, LinkEnd } from '../../../src/app/state/link.ts'
import type { SwitchState } from '../../../src/app/state/plan-tools.ts'
import { reduce } from '../../../src/app/reduce/reduce.ts'
import { TraceReader } from '../../../src/protocol/trace/read-trace.ts'
import { recordLine } from '../../../src/protocol/trace/trace-record.ts'
import { anyEvent } from '../any-events.ts'

/** The event that is read where this one was written; null: it is none of those that are noted. */
function reread(event: AppEvent): AppEvent | null {
  const note = noteOf(event)
  if (note?.type !== 'event') return null
  const [record] = new TraceReader().push(recordLine({ ...note, t: Math.max(0, note.t) }))
  return record?.type === 'event' ? readNote(record.event, event.atMs) : null
}

test('the note of any event is read as the same event', () => {
  fc.assert(
    fc.property(anyEvent, (event) => {
      if (noteOf(event)?.type === 'event') expect(reread(event)).toEqual(event)
    }),
    { numRuns: 500 },
  )
})

const methods: readonly AuthMethod[] = [
  { id: 'a', name: 'A', description: 'by itself', how: { type: 'agent' } },
  { id: 't', name: 'T', description: null, how: { type: 'terminal', args: ['login'], env: { X: '1' } } },
  { id: 'e', name: 'E', description: null, how: { type: 'env_var', names: ['KEY'], link: null } },
  { id: 'o', name: 'O', description: null, how: { type: 'other', name: '_own' } },
]
const ends: readonly LinkEnd[] = [
  { kind: 'not-started', command: 'x', cause: 'not there' },
  { kind: 'exited', code: null, signal: 'SIGKILL' },
  { kind: 'unreachable', address: 'tcp://x:1', cause: 'refused' },
  { kind: 'disconnected', address: 'ws://x', cause: '1006' },
  { kind: 'closed-output' },
  { kind: 'silent', forMs: 5000, waitingFor: 'the answer to initialize' },
  { kind: 'wants-authentication', methods },
  { kind: 'wants-authentication', methods: [], message: 'the token has expired' },
  { kind: 'refused', method: 'session/new', code: null, message: 'no' },
  { kind: 'broke-protocol', text: 'it answered nonsense' },
  { kind: 'closed' },
]
const links: readonly Link[] = [
  { state: 'wants-login', sinceMs: 1, methods, trying: 'a', failure: null },
  { state: 'reconnecting', sinceMs: 1, attempt: 2, nextAtMs: null, cause: 'gone' },
  ...ends.map((end) => ({ state: 'ended', sinceMs: 2, end }) as const),
]

test.each(links.map((link) => [link.state === 'ended' ? link.end.kind : link.state, link] as const))(
  'the link: %s',
  (_, link) => {
    const event = { type: 'link-changed', atMs: 3, link } as const
    expect(reread(event)).toEqual(event)
  },
)

const content: FormContent = { ['__proto__']: 'x', n: 1, b: false, l: ['a'] }
const answers: readonly ElicitationAnswer[] = [
  { type: 'accepted', content },
  { type: 'declined', by: 'policy' },
  { type: 'cancelled' },
]

test.each(answers.map((answer) => [answer.type, answer] as const))('a form that was %s', (_, answer) => {
  const event = { type: 'elicitation-answered', atMs: 3, key: 1, answer } as const
  expect(reread(event)).toEqual(event)
})

test('the description of an agent, and an empty list', () => {
  const offers = { list: true, load: false, resume: true, close: false, delete: true }
  const described = describedAs({ protocolVersion: 2, offers }, 1)
  expect(reread(described)).toEqual(described)
  const failed = {
    type: 'sessions-listed',
    atMs: 1,
    listing: { state: 'failed', sessions: [], message: 'no' },
  } as const
  expect(reread(failed)).toEqual(failed)
})

test.each<SwitchState>([
  { type: 'unset' },
  { type: 'set' },
  { type: 'merged' },
  { type: 'own' },
  { type: 'kept-off', where: 'command' },
  { type: 'unreadable', fault: 'too-deep' },
])('what was done so that plans show: $type', (state) => {
  const planTools = { mode: 'on', startedAgent: null, switches: [{ agent: 'codex-acp', state }] } as const
  const event = { type: 'plan-tools-told', atMs: 3, planTools } as const
  expect(reread(event)).toEqual(event)
})

test('malformed plan tools in a note are left out', () => {
  const switches = [
    { agent: 'codex-acp', state: { type: 'unreadable', fault: 'eaten' } },
    { agent: 7, state: { type: 'set' } },
    { agent: 'a', state: { type: 'new' } },
    'x',
    { agent: 'b', state: { type: 'set', more: 1 } },
  ]
  const note = { type: 'plan-tools-told', planTools: { mode: 'off', startedAgent: 7, switches } }
  expect(readNote(note, 1)).toEqual({
    type: 'plan-tools-told',
    atMs: 1,
    planTools: { mode: 'off', startedAgent: null, switches: [{ agent: 'b', state: { type: 'set' } }] },
  })
})

test('a login without a name in a note is called by its id, and one without an id is left out', () => {
  const listed = [
    { id: 'a', how: { type: 'agent' } },
    { id: 'b', name: '', description: 7 },
    { name: 'none' },
    null,
  ]
  const link = { state: 'wants-login', sinceMs: 1, methods: listed }
  expect(readNote({ type: 'link-changed', link }, 1)).toMatchObject({
    link: {
      methods: [
        { id: 'a', name: 'a', description: null, how: { type: 'agent' } },
        { id: 'b', name: '', description: null, how: { type: 'other', name: '' } },
      ],
    },
  })
})

test('events of frames are not noted, and stderr has its own records', () => {
  const listing = {
    state: 'listed',
    sessions: [{ id: 's', title: null, cwd: null, updatedAtMs: null }],
  } as const
  expect(noteOf({ type: 'sessions-listed', atMs: 1, listing })).toBeNull()
  expect(
    noteOf({ type: 'session-updated', atMs: 1, sessionId: 's', update: { type: 'other', update: '' } }),
  ).toBeNull()
  expect(noteOf({ type: 'stderr-written', atMs: 7, line: 'oh' })).toEqual({
    t: 7,
    type: 'stderr',
    line: 'oh',
  })
  expect(noteOf({ type: 'remarked', atMs: 7, text: 'hm' })).toEqual({
    t: 7,
    type: 'event',
    event: { type: 'remarked', text: 'hm' },
  })
})

describe('notes that make no sense', () => {
  test.each<readonly [string, object]>([
    ['no type', {}],
    ['a type of the future', { type: 'sung', text: 'la' }],
    ['what frames tell', { type: 'session-updated', sessionId: 's', update: { type: 'plan-replaced' } }],
    ['a list', { type: 'sessions-listed', listing: { state: 'not-asked' } }],
    ['a link', { type: 'link-changed', link: { state: 'open', sinceMs: 'now' } }],
    ['an end', { type: 'link-changed', link: { state: 'ended', sinceMs: 1, end: { kind: 'eaten' } } }],
    ['plan tools', { type: 'plan-tools-told', planTools: { mode: 'perhaps', switches: [] } }],
    ['plan tools that are none', { type: 'plan-tools-told', planTools: null }],
    ['an agent', { type: 'agent-described', agent: { name: 7 } }],
    ['a prompt', { type: 'prompt-sent', sessionId: null, text: 'x' }],
    ['a place', { type: 'prompt-queued', sessionId: 's', text: 'x', place: 'first' }],
    ['a key', { type: 'permission-answered', key: '1', answer: { type: 'cancelled' } }],
    [
      'an answer',
      { type: 'permission-answered', key: 1, answer: { type: 'selected', optionId: 'a', by: 'cat' } },
    ],
    ['a form', { type: 'elicitation-answered', key: 1, answer: { type: 'eaten' } }],
    [
      'an outcome',
      { type: 'turn-ended', sessionId: 's', outcome: { kind: 'failed', code: null, message: 'x' } },
    ],
    ['a decision', { type: 'proposal-answered', sessionId: 's', outcome: { kind: 'approved', words: 7 } }],
    ['a file', { type: 'file-accessed', sessionId: 's', access: 'eat', path: '', error: null }],
    ['an opening', { type: 'session-opening', sessionId: 's', how: 'new' }],
  ])('%s', (_, note) => {
    expect(readNote(note as Readonly<Record<string, unknown>>, 1)).toBeNull()
  })

  const junk = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('__proto__', 1e308, -1, []))
  const spoilt = fc
    .tuple(
      anyEvent,
      fc.dictionary(fc.constantFrom('sessionId', 'link', 'listing', 'outcome', 'key', 'place', 'text'), junk),
    )
    .map(([event, more]) => ({ ...event, ...more }))

  test('any note gives a state that can be shown', () => {
    fc.assert(
      fc.property(fc.array(spoilt, { maxLength: 20 }), (notes) => {
        let state = initialState
        for (const note of notes) {
          const event = readNote(note, 5)
          if (event !== null) state = reduce(state, event)
        }
        expect(typeof state.link.state).toBe('string')
      }),
      { numRuns: 250 },
    )
  })
})

import type { AppEvent } from '../../src/app/state/app-event.ts'
import type { PermissionRequest } from '../../src/app/state/permission.ts'
import { items, markdown, opening, removed, session, turnEnded, update } from './stage.ts'
import { asked, asksFor, chosen, describedAs, openedSession, over } from '../support/app-states.ts'

export const checklist: readonly AppEvent[] = [
  ...opening(),
  update(1000, items(null, '> ! Read the parser', '. Split the tokenizer out', '. Update the README')),
  // The same plan again is no change.
  update(1100, items(null, '> ! Read the parser', '. Split the tokenizer out', '. Update the README')),
  update(2000, items(null, 'x ! Read the parser', '> Splitting the tokenizer out', '. Update the README')),
  update(
    2500,
    items(null, 'x ! Read the parser', '> Splitting the tokenizer out', '. Add tests', '- Update the README'),
  ),
  update(3000, items(null, 'x ! Read the parser', 'x Split the tokenizer out', 'blocked Add tests')),
  update(3500, items(null, 'x ! Read the parser', 'x Split the tokenizer out', 'x Add tests')),
  turnEnded(4000),
  update(4500, items(null)),
]

const draft = '# Design\n\nWhy: the parser mixes lexing and parsing.\n'
const tasks = `${draft}\n- [x] Move tokenize()\n- [ ] Add a rollback test\n`

export const severalPlans: readonly AppEvent[] = [
  ...opening(),
  update(1000, markdown('design', '# Des')),
  update(1010, markdown('design', draft)),
  update(1500, markdown('design', `${draft}\n- [ ] Move tokenize()\n`)),
  update(2600, markdown('design', tasks)),
  update(2700, items('main', '> Write the design', '. Build it')),
  update(2800, items('other', '. Design of the tests')),
  update(2900, removed('other')),
  update(3000, items('other', 'x Design of the tests')),
  update(3100, {
    type: 'plan-replaced',
    plan: { dialect: 'planId', id: 'board' },
    content: { type: 'opaque', planType: '_kanban', payload: { columns: ['todo', 'done'] } },
  }),
  turnEnded(4000),
  update(6000, markdown('design', tasks.replace('[ ]', '[x]'))),
  update(7000, items('main', '> Tests'), 'session-2'),
]

const question: Partial<PermissionRequest> = {
  sessionId: session,
  title: 'Edit src/parser.ts',
  detail: [{ type: 'code', language: 'diff', text: '-a\n+b' }],
  options: [
    { id: 'yes', name: 'Allow', kind: 'allow_once' },
    { id: 'no', name: 'Reject', kind: 'reject_once' },
  ],
}

const badEntry = {
  code: 'bad-entry',
  text: 'the entry has no status',
  path: 'update.entries[3].status',
  weight: 'rejected',
  excerpt: '{"content":"x"}',
} as const

export const trouble: readonly AppEvent[] = [
  ...opening(),
  update(1000, items(null, '> Read the parser', '. Fix it')),
  asked(1200, question),
  {
    type: 'permission-answered',
    atMs: 1210,
    key: 1,
    answer: { type: 'selected', optionId: 'no', by: 'policy' },
  },
  { type: 'problem-found', atMs: 1300, sessionId: session, problem: badEntry },
  { type: 'problem-found', atMs: 1310, sessionId: session, problem: badEntry },
  { type: 'remarked', atMs: 1400, text: 'Still waiting.' },
  { type: 'stderr-written', atMs: 1500, line: 'Error: connect ECONNREFUSED' },
  over(61_600, { kind: 'exited', code: 3, signal: null }),
]

const { request: bare } = asked(1000, {
  ...question,
  title: 'Permission for call_1, a call that was not announced',
  detail: [],
})
const plan = { type: 'markdown', text: '# Split it\n\nRead it first.\n' } as const
const known: PermissionRequest = { ...bare, title: 'Ready to code?', toolKind: 'switch_mode', plan }

/** Requests that name their calls by id: more is known later, or never; one of a sub-agent. */
export const askedById: readonly AppEvent[] = [
  ...opening(),
  { type: 'permission-asked', atMs: 1000, request: bare },
  { type: 'permission-updated', atMs: 1001, request: { ...bare, toolKind: 'other' } },
  { type: 'permission-updated', atMs: 1002, request: known },
  { type: 'permission-updated', atMs: 1500, request: { ...known, callEnd: 'failed' } },
  chosen(2000, 1, 'no'),
  update(2100, {
    type: 'subagent',
    childSessionId: 'child',
    title: 'Find callers',
    description: 'general-purpose',
    state: 'running',
  }),
  asked(2200, { ...question, key: 2, sessionId: 'child' }),
  chosen(2300, 2, 'yes'),
  asked(2400, { ...question, key: 3, sessionId: 'nobody-knows', title: 'Run it' }),
  {
    type: 'permission-answered',
    atMs: 2500,
    key: 3,
    answer: { type: 'selected', optionId: 'no', by: 'policy', unseen: 'plan' },
  },
  asked(2600, { ...question, key: 4, title: bare.title, isBlank: true }),
  { type: 'permission-answered', atMs: 2700, key: 4, answer: { type: 'cancelled', unseen: 'action' } },
  turnEnded(4000),
]

/** Every text of an agent, with terminal control sequences. */
export function hostile(): readonly AppEvent[] {
  const evil = '\u001b]52;c;ZXZpbA==\u0007\u009b2J\u202egnp.\u001b[31m\r\n&#27;[2J\u2066'
  return [
    describedAs({ name: evil, title: evil, version: evil }, 1),
    openedSession(evil, {}, { atMs: 2 }),
    asksFor(evil, evil, 3),
    update(4, { type: 'session-titled', title: evil }, evil),
    update(5, items(evil, `> ${evil}`, `${evil} b`), evil),
    update(6, markdown(`m${evil}`, `# ${evil}\n${evil}`), evil),
    update(7, { type: 'notice', severity: evil, text: evil }, evil),
    update(7, { type: 'compaction', compactionId: evil, status: evil, summary: evil, error: evil }, evil),
    update(
      8,
      {
        type: 'plan-replaced',
        plan: { dialect: 'id', id: `o${evil}` },
        content: { type: 'opaque', planType: evil, payload: { [evil]: evil } },
      },
      evil,
    ),
    asked(9, {
      ...question,
      sessionId: evil,
      title: `asks${evil}`,
      options: [{ id: evil, name: evil, kind: evil }],
    }),
    chosen(10, 1, evil),
    {
      type: 'problem-found',
      atMs: 11,
      sessionId: evil,
      problem: { ...badEntry, text: evil, path: evil, excerpt: evil },
    },
    { type: 'stderr-written', atMs: 12, line: evil },
    { type: 'turn-ended', atMs: 13, sessionId: evil, outcome: { kind: 'failed', code: 1, message: evil } },
    update(14, removed(evil), evil),
    over(15, { kind: 'not-started', command: evil, cause: evil }),
  ]
}

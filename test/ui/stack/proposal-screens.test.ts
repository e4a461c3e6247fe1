import type { AppEvent } from '../../../src/app/state/app-event.ts'
import type { PermissionOption } from '../../../src/app/state/permission.ts'
import type { ProposalOutcome } from '../../../src/app/state/proposal.ts'
import {
  chosen,
  asked,
  ended,
  opened,
  prompted,
  said,
  session,
  stateAfter,
  updated,
} from '../../support/app-states.ts'
import { expectScreens } from './golden-screens.ts'

const first = `# Split the tokenizer out of the parser

## Why

\`parser.ts\` mixes *lexing* and **parsing**; nested quotes cannot be tested alone.

## Steps

1. Move \`tokenize()\` to \`src/tokenizer.ts\`
2. Re-export it from \`parser.ts\`
   - keep the old name for one release
3. Add tests for nested quotes — “é”, 日本語

| file | change |
|---|---|
| \`src/tokenizer.ts\` | new |
| \`src/parser.ts\` | −120 / +14 |
`
const second = first
  .replace('3. Add', '   - warn when it is used\n3. Add a rollback test\n4. Add')
  .replace('nested quotes cannot be tested alone.', 'nested quotes cannot be tested.')
  .replace('| `src/parser.ts` | −120 / +14 |', '| `src/parser.ts` | −120 / +14 |\n| `src/old.ts` | removed |')

/** Claude's, in its order. */
const options: readonly PermissionOption[] = [
  { id: 'default', name: 'Yes, manually approve edits', kind: 'allow_once' },
  { id: 'auto', name: 'Yes, and use auto mode', kind: 'allow_always' },
  { id: 'bypass', name: 'Yes, and bypass permissions', kind: 'allow_always' },
  { id: 'reject', name: 'No, keep planning', kind: 'reject_once' },
]
const begun = [...opened(), updated(0, { type: 'session-titled', title: 'fix the parser' }), prompted(0)]

function proposes(atMs: number, key: number, text: string): AppEvent {
  const plan = { type: 'markdown', text } as const
  return asked(atMs, { key, title: 'Approve Plan', toolKind: 'switch_mode', options, plan })
}

function outcome(atMs: number, words: string, feedback: string): AppEvent {
  const rejected: ProposalOutcome = { kind: 'rejected', words, atMs, feedback }
  return { type: 'proposal-answered', atMs, sessionId: session, outcome: rejected }
}

const rejected = [
  ...begun,
  proposes(10_000, 1, first),
  chosen(51_000, 1, 'reject'),
  outcome(51_000, 'No, keep planning', 'add a rollback test, 並び替え'),
]
const revised = [...rejected, proposes(100_000, 2, second)]
const inMessage = [
  ...begun,
  said(5000, `Here it is.\n<proposed_plan>\n${first}</proposed_plan>\nWhat do you think?`),
  ended(40_000),
]

expectScreens(
  {
    'proposal-waiting': { state: stateAfter(...begun, proposes(115_000, 1, first)) },
    'proposal-revised': { like: 'proposal-waiting', state: stateAfter(...revised), keys: ['pagedown'] },
    'proposal-changes': { like: 'proposal-revised', state: stateAfter(...revised), keys: ['d'] },
    'proposal-feedback': { state: stateAfter(...revised), keys: ['f', ...'no table'.split(''), 'left'] },
    'proposal-armed': {
      like: 'proposal-feedback',
      state: stateAfter(...revised),
      keys: ['down', 'down', 'down', 'enter'],
    },
    'proposal-approved': { state: stateAfter(...revised, chosen(121_000, 2, 'default'), ended(125_000)) },
    'proposal-rejected': { state: stateAfter(...rejected, ended(60_000, 'cancelled')) },
    'proposal-implement': { like: 'proposal-waiting', state: stateAfter(...inMessage) },
  },
  { foreign: '“”—−é日本語並び替え' },
)

import { expect, test } from 'vitest'
import type { CopyOutcome, EditOutcome } from '../../../src/app/ports/plan-taking.ts'
import { fail, ok, type Result } from '../../../src/lib/result.ts'
import { tableKeys } from '../../../src/ui/keys/key-map.ts'
import { tabId, type UiState, withFileMessage } from '../../../src/ui/state/ui-state.ts'
import { openedSaveLine } from '../../../src/ui/state/taking.ts'
import { withEdited, copyWords, editWords, needsFile, noEditorWords } from '../../../src/ui/state/taking.ts'
import { session } from '../../support/app-states.ts'
import { ShownScreen } from '../stack/shown-screen.ts'
import { list, proposed, recorded } from './proposed-states.ts'

const plan = proposed.sessions.get(session)?.plans.get('proposed')
const patch = { text: '@@ line 3 @@\n-1. Move it\n+1. Warn first', added: 1, removed: 1, isCut: false }

function naming(ui: UiState): UiState {
  if (plan === undefined) throw new Error('no plan')
  const taken = { type: 'plan', sessionId: session, plan, revision: null, steps: null, since: null } as const
  return openedSaveLine(ui, { taken, from: null }, './plan-split.md')
}

function editedOn(ui: UiState): UiState {
  const tab = tabId(session, 'proposed')
  return withEdited(ui, {
    tab,
    title: 'Proposed plan',
    text: '',
    file: '/tmp/plan.md',
    patch,
    isPresent: true,
  })
}

/** A name as long as those on a Mac. */
const file =
  '/var/folders/zz/zyxvpxvq6csfxvn_n0000000000000/T/acp-plan-tui-Ab12Cd/plan-split-the-tokenizer.md'

function copiedTo(ui: UiState): UiState {
  return withFileMessage(ui, copyWords('the plan', { type: 'uncertain' }, ok(file)), 5000)
}

const screens = {
  'taking-saved': { state: list, ui: copiedTo },
  'taking-saved-asked': { state: proposed, ui: copiedTo },
  'taking-name': { state: proposed, ui: naming },
  'taking-edited': { state: proposed, ui: editedOn },
  'taking-edited-replay': { state: recorded(proposed), ui: editedOn },
}

test.each(Object.entries(screens))('%s', async (name, { state, ui }) => {
  for (const [columns, rows] of [
    [40, 12],
    [80, 24],
    [160, 50],
  ] as const) {
    const screen = new ShownScreen(state, { columns, rows, nowMs: 5000 }).change(ui)
    await expect(`${screen.text}\n`).toMatchFileSnapshot(`../golden/${name}.${columns}x${rows}.txt`)
  }
})

const saved: Result<string, string> = ok('/tmp/acp-plan-tui-Ab/plan-split.md')
const copies: readonly (readonly [CopyOutcome, Result<string, string> | null])[] = [
  [{ type: 'sent', by: 'kitty' }, null],
  [{ type: 'in-tmux' }, null],
  [{ type: 'uncertain' }, saved],
  [{ type: 'uncertain' }, fail('the disk is full')],
  [{ type: 'refused', reason: 'no-clipboard' }, saved],
  [{ type: 'refused', reason: 'too-large' }, saved],
  [{ type: 'refused', reason: 'no-clipboard' }, fail('the disk is full')],
]
const edits: readonly Exclude<EditOutcome, { type: 'no-editor' }>[] = [
  { type: 'not-written', cause: 'the disk is full' },
  { type: 'unchanged', wasQuick: false },
  { type: 'unchanged', wasQuick: true },
  { type: 'failed', words: 'vim ended with status 1', file: null },
  { type: 'failed', words: 'vim was ended by SIGKILL', file: '/tmp/acp-plan-tui-edit-Ab/plan.md' },
  { type: 'empty' },
  { type: 'gone' },
  { type: 'unreadable', cause: 'it is a pipe', file: '/tmp/acp-plan-tui-edit-Ab/plan.md' },
]

test('what became of copies and edits is said', async () => {
  const lines = [
    ...copies.map(([outcome, file]) => copyWords('the plan', outcome, file)),
    '',
    noEditorWords(tableKeys),
    ...edits.map((outcome) => editWords(outcome)),
  ]
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../golden/taking-words.txt')
  expect(copies.map(([outcome]) => needsFile(outcome))).toEqual([false, false, true, true, true, true, true])
  expect(editWords({ type: 'changed', text: '', file: '' })).toBeNull()
})

import { expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import type { EditOutcome, PlanFiles, TakenPlan } from '../../../src/app/ports/plan-taking.ts'
import { editPlan, lastChangedPlan, sendingOf, type EditResult } from '../../../src/shows/speech/take-plan.ts'

import {
  asked,
  items,
  opened,
  openedSession,
  planned,
  prompted,
  stateAfter,
} from '../../support/app-states.ts'
import { ok } from '../../../src/lib/result.ts'

const text = '# Design\n\n1. Split the tokenizer\n'
const edited = '# Design\n\n1. Split the tokenizer\n2. Test it\n'
const file = '/tmp/acp-plan-tui-edit-Ab/design.md'

const files: PlanFiles = {
  fileFor: () => 'plans/design.md',
  saveAs: (path) => Promise.resolve(ok(path)),
  saveCopy: (path) => Promise.resolve(ok(path)),
}

const withPlan: readonly AppEvent[] = [
  ...opened(),
  prompted(0),
  planned(1000, { type: 'markdown', text }, 'p'),
]

/** The plan is edited, with this outcome. */
async function edit(outcome: EditOutcome, ...more: readonly AppEvent[]): Promise<EditResult> {
  const state = stateAfter(...withPlan, ...more)
  const taken = lastChangedPlan(state)
  if (taken === null) throw new Error('no plan')
  const editor = { edit: () => Promise.resolve(outcome), insteadWords: () => null, discard: () => undefined }
  return await editPlan(taken, { state, nowMs: 2000, isAscii: false, files, editor })
}

test('a changed plan is said with its changes, and nothing is sent yet', async () => {
  const { sentences } = await edit({ type: 'changed', text: edited, file })
  expect(sentences).toEqual([
    'Design: you have changed it. Lines added: 1. Lines removed: 0.',
    '@@ line 3 @@',
    ' 1. Split the tokenizer',
    '+2. Test it',
    `Nothing is sent yet. Type /send to send the changes to the agent. Your text is in ${file}.`,
  ])
})

test.each<[EditOutcome, string]>([
  [{ type: 'no-editor' }, 'Neither $VISUAL nor $EDITOR is set. Type /save with a name to save the plan.'],
  [{ type: 'empty' }, 'The editor left the file empty: nothing was changed.'],
  [{ type: 'failed', words: 'vim was not found', file: null }, 'vim was not found: nothing was changed.'],
  [{ type: 'changed', text: `${text}\n`, file }, 'You have changed nothing.'],
])('after %j nothing can be sent', async (outcome, sentence) => {
  expect(await edit(outcome)).toEqual({ sentences: [sentence], changed: null })
})

test('the changes are a prompt, or the feedback of the question about the plan', async () => {
  const { changed } = await edit({ type: 'changed', text: edited, file })
  if (changed === null) throw new Error('not changed')
  expect(sendingOf(changed, stateAfter(...withPlan))).toEqual({
    type: 'prompt',
    text: 'I have changed the plan “Design”. Take this over:\n```diff\n@@ line 3 @@\n 1. Split the tokenizer\n+2. Test it\n```',
  })
  const asks = asked(1500, { plan: { type: 'markdown', text } })
  expect(sendingOf(changed, stateAfter(...withPlan, asks))).toMatchObject({
    type: 'answer',
    key: 1,
    optionId: 'no',
    feedback: expect.stringContaining('Change the plan like this:\n```diff\n') as unknown,
  })
  const other = stateAfter(...withPlan, openedSession('s2'))
  expect(other.currentSessionId).toBe('s2')
  expect(sendingOf(changed, other)).toBeNull()
})

test('without a plan there is nothing to edit; a checklist is edited as a list of tasks', async () => {
  expect(lastChangedPlan(stateAfter(...opened()))).toBeNull()
  const list = planned(1500, items('✓ Read'), 'q')
  const drafts: string[] = []
  const state = stateAfter(...withPlan, list)
  const editor = {
    edit(draft: string): Promise<EditOutcome> {
      drafts.push(draft)
      return Promise.resolve({ type: 'gone' })
    },
    insteadWords: () => null,
    discard: () => undefined,
  }
  await editPlan(lastChangedPlan(state) as TakenPlan, { state, nowMs: 2000, isAscii: false, files, editor })
  expect(drafts).toEqual(['# Plan\n\n- [x] Read\n'])
})

import { expect, test } from 'vitest'
import type { PlanEntry } from '../../../src/protocol/plans/plan-content.ts'
import { chosen, asked, opened, prompted, stateAfter, updated } from '../../support/app-states.ts'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { expectScreens, expectThemes } from './golden-screens.ts'
import { ShownScreen } from './shown-screen.ts'

const plan = { dialect: 'planId', id: 'design' } as const

function text(atMs: number, words: string): AppEvent {
  return updated(atMs, { type: 'plan-replaced', plan, content: { type: 'markdown', text: words } })
}

function list(atMs: number, ...steps: readonly (readonly [PlanEntry['status'], string])[]): AppEvent {
  const entries = steps.map(([status, content]) => ({ status, content, priority: 'medium' }))
  return updated(atMs, { type: 'plan-replaced', plan, content: { type: 'items', entries } })
}

const first = `# Split the tokenizer out of the parser

## Why

\`parser.ts\` mixes *lexing* and **parsing**.

## Steps

1. Move \`tokenize()\` to \`src/tokenizer.ts\`
2. Delete the old lexer in the next release
3. Tell everyone who uses it
4. Add tests for nested quotes
5. Update the README
6. Update the changelog
7. Ship it

Nothing else is touched.
`
const second = `# Split the tokenizer out of the parser

## Why

\`parser.ts\` mixes *lexing* and **parsing**.

## Steps

1. Move \`tokenize()\` to \`src/tokenizer.ts\`
2. Write a rollback test
3. Delete the old lexer now, not in the next release
4. Add tests for nested quotes
5. Ship it
6. Update the README
7. Update the changelog
`

const begun = [...opened(), updated(0, { type: 'session-titled', title: 'fix the parser' }), prompted(0)]
const rewritten = [...begun, text(10_000, first), text(60_000, second)]

const listed = [
  ...begun,
  list(
    10_000,
    ['completed', 'Read the parser'],
    ['in_progress', 'Split the tokenizer'],
    ['pending', 'Delete the old lexer in the next release'],
    ['pending', 'Tell everyone who uses it'],
    ['pending', 'Update the README'],
    ['pending', 'Ship it'],
  ),
  list(
    60_000,
    ['completed', 'Read the parser'],
    ['completed', 'Split the tokenizer'],
    ['in_progress', 'Write a rollback test'],
    ['pending', 'Delete the old lexer now, not in the next release'],
    ['pending', 'Ship it'],
    ['pending', 'Update the README'],
  ),
]

const proposed = { type: 'markdown', text: first } as const
/** The plan was approved, and the agent has rewritten it since. */
const approved = [
  ...begun,
  text(9_000, first),
  asked(10_000, { plan: proposed }),
  chosen(20_000, 1, 'once'),
  text(60_000, second),
]

const scenes = {
  'changed-markdown': { state: stateAfter(...rewritten), keys: ['b'] },
  'changed-markdown-diff': { state: stateAfter(...rewritten), keys: ['d', 'n', 'n'] },
  'changed-list': { state: stateAfter(...listed), keys: ['b'] },
  'changed-list-diff': { state: stateAfter(...listed), keys: ['d'] },
  'changed-list-unfolded': { state: stateAfter(...listed), keys: ['d', 'c', 'G'] },
  'changed-since-approved': { state: stateAfter(...approved) },
}

expectScreens(scenes)
expectThemes('changed-markdown-diff', scenes['changed-markdown-diff'])
expectThemes('changed-list', scenes['changed-list'])

test.each(['changed-markdown', 'changed-list-diff'] as const)('%s in a very large terminal', async (name) => {
  const { state, keys } = scenes[name]
  const { text: shown } = new ShownScreen(state, { columns: 160, rows: 50, nowMs: 130_000 }).press(...keys)
  await expect(`${shown}\n`).toMatchFileSnapshot(`../golden/${name}.160x50.txt`)
})

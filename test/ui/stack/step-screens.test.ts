import { describe, expect, test } from 'vitest'
import type { AppState } from '../../../src/app/state/app-state.ts'
import { items, opened, planned, prompted, stateAfter } from '../../support/app-states.ts'
import { dark, plainAscii, ShownScreen } from './shown-screen.ts'

const design = `# Split the tokenizer

\`parser.ts\` mixes lexing and parsing.

## Steps

1. Move \`tokenize()\` to \`src/tokenizer.ts\`, with its tests and everything that it needs from the old file
2. Re-export it from \`parser.ts\`
   - [x] keep the old name
   - [ ] warn when it is used
3. Add tests for nested quotes

> - [ ] Ask whether the old lexer may go
`
const list = items(
  '✓ Read the parser',
  '» Split the tokenizer out of the parser, and give it tests of its own',
  '○ Add tests for nested quotes !high',
  '○ Update the README',
)
const checklist = stateAfter(...opened(), prompted(0), planned(0, list))
const document = stateAfter(...opened(), prompted(0), planned(0, { type: 'markdown', text: design }))

/** The keys of a word, with a blank after it. */
function typed(word: string): readonly string[] {
  return [...word.split(''), 'space']
}

interface Scene {
  readonly state: AppState
  readonly keys: readonly string[]
}

const scenes: Readonly<Record<string, Scene>> = {
  'steps-selected': { state: checklist, keys: ['space', 'space', 'j', 'space'] },
  'steps-in-document': { state: document, keys: ['g', 'space', 'space', 'j', 'space', 'j', 'space'] },
  'steps-commented': {
    state: checklist,
    keys: ['space', 'C', ...'keep the old name for one release'.split(' ').flatMap(typed), 'enter'],
  },
  'steps-commented-in-document': {
    state: document,
    keys: [
      'g',
      'space',
      'C',
      ...typed('first'),
      'enter',
      'j',
      'j',
      'space',
      'space',
      'C',
      ...typed('both'),
      'enter',
    ],
  },
  'steps-comment-line': { state: document, keys: ['g', 'C', ...typed('say')] },
  'steps-requests': { state: checklist, keys: ['space', 'space', 'j', 'space', 'X'] },
  'steps-prompt': { state: checklist, keys: ['space', 'space', 'j', 'space', 'X', 'enter'] },
  'steps-asked': {
    state: checklist,
    keys: ['space', 'space', 'j', 'space', 'X', 'enter', 'enter', 'escape', 'g'],
  },
  'steps-asked-in-document': {
    state: document,
    keys: ['g', 'space', 'space', 'j', 'space', 'X', 'down', 'down', 'enter', 'enter', 'escape', 'g'],
  },
}

describe.each([
  ['40x12', { columns: 40, rows: 12, theme: dark }],
  ['80x24', { columns: 80, rows: 24, theme: dark }],
  ['160x50', { columns: 160, rows: 50, theme: dark }],
  ['80x24.ascii', { columns: 80, rows: 24, theme: plainAscii }],
])('%s', (look, options) => {
  test.each(Object.keys(scenes))('%s', async (name) => {
    const { state, keys } = scenes[name] ?? { state: checklist, keys: [] }
    const screen = new ShownScreen(state, { ...options, nowMs: 130_000 }).press(...keys)
    expect(screen.rows).toHaveLength(options.rows)
    if (options.theme.ascii) expect(screen.text).toMatch(/^[\x20-\x7e\n]*$/)
    await expect(`${screen.text}\n`).toMatchFileSnapshot(`../golden/${name}.${look}.txt`)
  })
})

import { expect, test } from 'vitest'
import { rowWidth } from '../../../src/lib/cells/row.ts'
import { asked, items, opened, planned, prompted, stateAfter, tool } from '../../support/app-states.ts'
import { dark, ShownScreen } from './shown-screen.ts'

const steps = items(
  '✓ Read the parser',
  '» Split the tokenizer out of the parser, and give it tests of its own',
  `○ Add tests for ${'nested quotes, '.repeat(20)}and the rest !high`,
)
const begun = [...opened(), prompted(0), planned(0, steps)]
const document = {
  type: 'markdown',
  text: `# Split it\n\n${'Words of a long paragraph. '.repeat(20)}`,
} as const

const scenes = {
  'very-wide-checklist': { state: stateAfter(...begun), keys: ['j'] },
  'very-wide-document': { state: stateAfter(...opened(), prompted(0), planned(0, document)), keys: [] },
  'very-wide-question': { state: stateAfter(...begun, asked(100_000)), keys: [] },
  'very-wide-list': { state: stateAfter(...begun), keys: [':'] },
  'very-wide-activity': {
    state: stateAfter(...begun, tool(1_000, { toolCallId: 'a', title: 'Read src/parser.ts', kind: 'read' })),
    keys: ['a'],
  },
} as const

/** Rendered markdown is read line by line, and what an option allows must not stand far from it: they use at most 120 columns. */
const measured = ['very-wide-document', 'very-wide-question']

test.each(Object.entries(scenes))('%s', async (name, { state, keys }) => {
  const screen = new ShownScreen(state, { columns: 300, rows: 60, theme: dark, nowMs: 130_000 })
  expect(screen.press(...keys).rows).toHaveLength(60)
  const widest = Math.max(...screen.rows.map(rowWidth))
  expect(widest).toBeGreaterThan(290)
  expect(widest).toBeLessThanOrEqual(300)
  if (measured.includes(name)) expect(screen.text).not.toMatch(/(?:bypass|Words).{120}/)
  await expect(`${screen.text}\n`).toMatchFileSnapshot(`../golden/${name}.300x60.txt`)
})

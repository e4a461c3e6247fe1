import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sourceOfLog } from '../../../src/app/wire/wire-log.ts'
import { rowWidth } from '../../../src/lib/cells/row.ts'
import { leastForSide, sideColumns } from '../../../src/ui/paint/look.ts'
import { makeTheme } from '../../../src/ui/paint/theme.ts'
import type { LateWirePanel } from '../../../src/ui/wire/late-readers.ts'
import { loadedWirePanel } from '../wire/loaded-readers.ts'
import { asked, items, opened, planned, prompted, said, stateAfter, tool } from '../../support/app-states.ts'
import { exchange, loggedAll } from '../../app/wire/wire-lines.ts'
import { dark, plainAscii, ShownScreen, type ShowOptions } from './shown-screen.ts'

const begun = [
  ...opened(),
  prompted(0),
  said(500, 'I will look at the callers first.'),
  planned(
    1_000,
    items('» Read the parser and list its callers', '○ Split the tokenizer', '○ Update the README'),
  ),
  tool(2_000, { toolCallId: 'a', title: 'Read src/parser.ts', kind: 'read', status: 'completed' }),
  planned(
    9_000,
    items('✓ Read the parser and list its callers', '» Split the tokenizer', '○ Update the README !low'),
  ),
  tool(10_000, { toolCallId: 'b', title: 'Edit src/tokenizer.ts', kind: 'edit', status: 'completed' }),
  tool(12_000, { toolCallId: 'c', title: 'npm test -- quotes', kind: 'execute', status: 'in_progress' }),
  said(14_000, 'Now the nested quotes: the tokenizer has to keep a stack of them.'),
]
const atWork = stateAfter(...begun)
const many = items(...Array.from({ length: 80 }, (_, at) => `${at === 0 ? '»' : '○'} Step ${at + 1}`))

function screen(options: ShowOptions = {}, state = atWork): ShownScreen {
  return new ShownScreen(state, { columns: 140, rows: 40, nowMs: 16_000, ...options })
}

const wire = (): LateWirePanel => loadedWirePanel(sourceOfLog(loggedAll(exchange)))

describe('on the screen', () => {
  const light = makeTheme({ name: 'light', color: true, ascii: false, hyperlinks: true })
  const scenes: Readonly<
    Record<string, { readonly keys: readonly string[]; readonly state?: typeof atWork }>
  > = {
    'pane-work': { keys: [] },
    'pane-of-selected': { keys: ['up'] },
    'pane-changes': { keys: ['\\'] },
    'pane-activity': { keys: ['\\', '\\'] },
    'pane-wire': { keys: ['\\', '\\', '\\'] },
    'pane-hidden': { keys: ['|'] },
    'pane-question': { keys: [], state: stateAfter(...begun, asked(15_000)) },
    'pane-past': { keys: ['['] },
    'pane-long-plan': { keys: [], state: stateAfter(...begun, planned(15_000, many)) },
  }
  const sizes = [
    { columns: 40, rows: 12, theme: dark },
    { columns: 80, rows: 24, theme: dark },
    { columns: 120, rows: 40, theme: plainAscii },
    { columns: 140, rows: 40, theme: dark },
    { columns: 200, rows: 60, theme: light },
  ] as const

  describe.each(Object.entries(scenes))('%s', (name, { keys, state }) => {
    // Narrower terminals differ only by what they say of the keys.
    const shown = name === 'pane-work' || name === 'pane-changes' ? sizes : sizes.slice(3)
    test.each(shown)('$columns x $rows', async (size) => {
      const { rows, text } = screen({ ...size, wire: wire() }, state).press(...keys)
      expect(rows).toHaveLength(size.rows)
      expect(rows.filter((each) => rowWidth(each) > size.columns)).toEqual([])
      await expect(`${text}\n`).toMatchFileSnapshot(`../golden/${name}.${size.columns}x${size.rows}.txt`)
    })
  })
})

test('a frame in which nothing has changed has the same rows, so that the painter skips them', () => {
  const shown = screen({ columns: 200, rows: 60 }).press('up')
  const before = shown.rows
  const after = shown.wait(10).rows
  // Those between the header and the status.
  const middle = before.slice(3, -5)
  expect(middle.filter((each, at) => each !== after[at + 3])).toEqual([])
})

test('the plan keeps 80 columns, and the pane 40', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: leastForSide, max: 500 }),
      fc.option(fc.integer({ min: -100, max: 600 })),
      (columns, wanted) => {
        const side = sideColumns(columns, wanted)
        expect(side).toBeGreaterThanOrEqual(40)
        expect(columns - side - 1).toBeGreaterThanOrEqual(80)
        expect(sideColumns(columns, side)).toBe(side)
      },
    ),
  )
})

test('its width is changed by the palette, and is kept while it is hidden', () => {
  const shown = screen({ columns: 200 })
  const width = (): number => shown.text.split('\n')[3]?.indexOf('│') ?? -1
  const before = width()
  expect(shown.press(':', ...Array.from('wider'), 'enter') && width()).toBe(before - 8)
  expect(shown.press('|') && width()).toBe(-1)
  expect(shown.press('|') && width()).toBe(before - 8)
  expect(
    shown.press(':', ...Array.from('narrower'), 'enter', ':', ...Array.from('narrower'), 'enter') && width(),
  ).toBe(before + 8)
})

test('nothing stands beside or below a plan as long as the agent has told nothing of its work, unless the user asks for it', () => {
  const silent = stateAfter(...opened(), prompted(0), planned(1_000, items('» Read the parser')))
  const shown = screen({}, silent)
  expect(shown.text).not.toMatch(/── (Work|Activity)/)
  expect(shown.press('\\').text).toContain('── Work ─')
})

test('where there is no room for it, its keys say so', () => {
  const narrow = screen({ columns: 139 })
  expect(narrow.press('\\').text).toContain('A second pane needs 140 columns and 16 rows.')
  expect(screen({ rows: 15 }).press('|').text).toContain('A second pane needs 140 columns and 16 rows.')
  const covered = screen().press('e').press('\\')
  expect(covered.text).toContain('The second pane stands beside a plan: esc first.')
})

test('the changes are not shown beside themselves', () => {
  const shown = screen().press('\\')
  expect(shown.text).toContain('── Changes ─')
  expect(shown.press('d').text).toContain('── Work ─')
  expect(shown.press('d').text).toContain('── Changes ─')
})

test('a click on a call opens the panel with that call, and the wheel scrolls the pane alone', () => {
  const calls = Array.from({ length: 60 }, (_, at) =>
    tool(15_000 + at, { toolCallId: `x${at}`, title: `Call ${at}`, kind: 'other', status: 'completed' }),
  )
  const shown = screen({}, stateAfter(...begun, ...calls))
  const beside = (): string => [...shown.text.matchAll(/│(.*)/g)].join('\n')
  const plan = shown.ui.perPlan
  expect(beside()).toContain('Call 59')
  for (let turn = 0; turn < 5; turn++) shown.pointAt(100, 20, 'wheel-up')
  expect(beside()).not.toContain('Call 59')
  expect(shown.ui.perPlan).toBe(plan)
  shown.pointAt(
    100,
    shown.text.split('\n').findIndex((line) => line.includes('│  ✓ other  Call 40')),
  )
  expect(shown.ui.panel).toBe('work')
  expect(shown.text).toMatch(/› ✓ other +Call 40/)
})

test('a click on what the agent does now, below a short plan, opens the panel with all of it', () => {
  const shown = screen({ columns: 100 })
  expect(shown.clickOn('nested quotes: the').ui.panel).toBe('conversation')
})

test('a plan alone, as in a picture without what is around it, has nothing beside or below it', () => {
  const rows = screen().planAlone.map((each) => each.map(({ text }) => text).join(''))
  expect(rows.join('\n')).not.toMatch(/── (Work|Activity)/)
  expect(rows.join('\n')).toContain('Update the README')
})

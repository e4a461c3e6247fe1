import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import type { WorkCall } from '../../../src/app/state/step-work.ts'
import { rowWidth } from '../../../src/lib/cells/row.ts'
import { callTicks } from '../../../src/ui/timeline/call-ticks.ts'
import { columnOf, timeScale } from '../../../src/app/timeline/time-scale.ts'
import {
  asked,
  chosen,
  items,
  opened,
  planned,
  prompted,
  stateAfter,
  updated,
} from '../../support/app-states.ts'
import { dark, plainAscii, ShownScreen } from '../stack/shown-screen.ts'

const called = (atMs: number, toolCallId: string, rest: object): AppEvent =>
  updated(atMs, { type: 'tool-call', toolCallId, hasTodos: false, ...rest })

const read = { kind: 'read', status: 'completed' }
const failed = { kind: 'execute', status: 'failed' }

/** A step with calls apart from each other, one with very many of which some failed, and one in progress. */
const story: readonly AppEvent[] = [
  ...opened(),
  prompted(0, 'Split the tokenizer out'),
  planned(2000, items('» Read the parser', '○ Split the tokenizer', '○ Add tests', '○ Update the README')),
  called(4_000, 'a', read),
  called(21_000, 'b', failed),
  called(30_000, 'c', read),
  planned(43_000, items('✓ Read the parser', '» Split the tokenizer', '○ Add tests', '○ Update the README')),
  ...Array.from({ length: 40 }, (_, at) =>
    called(44_000 + at * 1000, `d${at}`, at % 13 === 12 ? failed : read),
  ),
  asked(90_000, { key: 1 }),
  chosen(110_000, 1, 'once'),
  planned(125_000, items('✓ Read the parser', '✓ Split the tokenizer', '» Add tests', '○ Update the README')),
  called(128_000, 'e', { kind: 'edit', status: 'in_progress' }),
]

const call: WorkCall = {
  number: 0,
  atMs: null,
  endedAtMs: null,
  frame: null,
  kind: 'read',
  title: '',
  status: '',
  command: null,
  exit: null,
  paths: [],
  changes: [],
  isAboutPlan: false,
  isChilds: false,
  steps: ['s'],
}

describe('the calls of the steps on a timeline', () => {
  const looks = [
    { name: '40x12', columns: 40, rows: 12 },
    { name: '80x24', columns: 80, rows: 24 },
    { name: '160x50', columns: 160, rows: 50 },
    { name: '80x24.ascii', columns: 80, rows: 24, theme: plainAscii },
  ]
  test.each(looks)('$name', async ({ name, columns, rows, theme = dark }) => {
    const screen = new ShownScreen(stateAfter(...story), { columns, rows, theme, nowMs: 140_000 })
    screen.press('T', 'up', 'up')
    expect(screen.rows).toHaveLength(rows)
    expect(screen.rows.filter((each) => rowWidth(each) > columns)).toEqual([])
    if (theme === plainAscii) expect(screen.text).toMatch(/^[\x20-\x7e\n]*$/)
    await expect(`${screen.text}\n`).toMatchFileSnapshot(`../golden/timeline-calls.${name}.txt`)
  })

  test('are in the columns in which they began, and one that failed is never hidden', () => {
    const calls = fc.array(
      fc.record({ atMs: fc.option(fc.integer({ min: 0, max: 400_000 })), isFailed: fc.boolean() }),
      { maxLength: 60 },
    )
    const bounds = { min: 0, max: 200 }
    fc.assert(
      fc.property(calls, fc.integer(bounds), fc.integer(bounds), (those, fromColumn, width) => {
        const scale = timeScale({
          fromMs: 0,
          toMs: 300_000,
          idle: [{ fromMs: 100_000, toMs: 160_000 }],
          columns: 200,
          foldColumns: 13,
          grows: false,
        })
        const made = those.map(({ atMs, isFailed }, number): WorkCall => ({
          ...call,
          number,
          atMs,
          status: isFailed ? 'failed' : 'completed',
        }))
        const expected = new Map<number, boolean>()
        for (const { atMs, isFailed } of those) {
          if (atMs === null) continue
          const column = Math.min(199, Math.floor(columnOf(scale, atMs))) - fromColumn
          if (column >= 0 && column < width) expected.set(column, isFailed || expected.get(column) === true)
        }
        const seen = { fromColumn, toColumn: fromColumn + width }
        expect(callTicks(made, scale, seen)).toEqual(expected)
      }),
    )
  })
})

import { expect, test } from 'vitest'
import { rowText } from '../../../src/lib/cells/row.ts'
import { displayWidth } from '../../../src/lib/text/width.ts'
import { planUi } from '../../../src/ui/state/ui-state.ts'
import { items, opened, planned, prompted, stateAfter } from '../../support/app-states.ts'
import { ShownScreen } from './shown-screen.ts'

const six = stateAfter(
  ...opened(),
  prompted(0),
  ...[1, 2, 3].map((at) => planned(at * 1000, items(`» Step ${at}`))),
  { type: 'marked', atMs: 3500, text: 'here' },
  ...[4, 5, 6].map((at) => planned(at * 1000, items(`» Step ${at}`))),
)

/** The row of the revisions, and the sign in each of its columns. */
function lineOf(screen: ShownScreen): { readonly row: number; readonly signs: readonly string[] } {
  const row = screen.text.split('\n').findIndex((line) => /^ [○●][─○●◆▸✓]*/.test(line))
  const cells = screen.rows[row]
  if (cells === undefined) throw new Error(`no revisions are shown:\n${screen.text}`)
  const text = rowText(cells)
  expect(displayWidth(text)).toBe(text.length)
  return { row, signs: Array.from(text) }
}

test.each([
  [40, 12],
  [80, 24],
  [200, 60],
])('a click on the sign of a revision shows it, on the last one the present: %dx%d', (columns, rows) => {
  const shown = (): ShownScreen => new ShownScreen(six, { columns, rows, nowMs: 9000 }).press('[', '[')
  const { row, signs } = lineOf(shown())
  const revisions = signs.flatMap((sign, column) => (/[○●]/.test(sign) ? [column] : []))
  expect(revisions).toHaveLength(6)
  for (const [index, column] of revisions.entries()) {
    const screen = shown().pointAt(column, row)
    const moment = planUi(screen.ui, screen.ui.tab).past
    expect(moment?.revision.number ?? 6).toBe(index + 1)
    expect(moment === null).toBe(index === 5)
    expect(screen.text).toContain(`Step ${index + 1}`)
  }
})

test('a click on the sign of a mark shows the mark, and one on the line nothing else', () => {
  const shown = (): ShownScreen => new ShownScreen(six, { nowMs: 9000 }).press('[', '[')
  const { row, signs } = lineOf(shown())
  expect(shown().pointAt(signs.indexOf('◆'), row).text).toContain('your mark “here”')
  const plain = signs.findIndex((sign, at) => sign === '─' && signs[at + 1] === '─')
  expect(shown().pointAt(plain, row).ui).toEqual(shown().ui)
})

import { expect, test } from 'vitest'
import { initialState } from '../../src/app/state/app-state.ts'
import { cellRow, cellRowText } from '../../src/lib/cells/cell-row.ts'
import { plainStyle } from '../../src/lib/cells/cell-style.ts'
import { safeLine } from '../../src/lib/text/safe-text.ts'
import { withKeyBadge } from '../../src/render/create-exporters.ts'
import type { Offscreen } from '../../src/ui/stack/open-offscreen.ts'

/** A screen of three rows of a text. */
function screenOf(text: string, nextAtMs: number | null = null): Offscreen {
  const row = cellRow([{ text: safeLine(text), style: plainStyle, link: null }], 20)
  return withKeyBadge(
    { draw: () => ({ frame: { columns: 20, rows: [row, row, row] }, nextAtMs }), press: () => undefined },
    1000,
  )
}

function rowsAt(screen: Offscreen, atMs: number): readonly string[] {
  return screen.draw(initialState, atMs).frame.rows.map(cellRowText)
}

function press(screen: Offscreen, atMs: number, ...names: readonly string[]): void {
  for (const name of names) screen.press({ name, text: '' }, initialState, atMs)
}

test('a pressed key is shown for a second, above the last row', () => {
  const screen = screenOf('a text of twenty col')
  const plain = ['a text of twenty col', 'a text of twenty col', 'a text of twenty col']
  expect(rowsAt(screen, 0)).toEqual(plain)
  press(screen, 500, 'tab')
  expect(rowsAt(screen, 500)).toEqual([plain[0], 'a text of twen tab ', plain[2]])
  expect(screen.draw(initialState, 500).nextAtMs).toBe(1500)
  expect(rowsAt(screen, 1500)).toEqual(plain)
})

test('keys of one moment share the badge, typed text is one word', () => {
  const screen = screenOf('')
  press(screen, 0, 'down', 'down')
  expect(rowsAt(screen, 0)[1]).toBe('         down down ')
  press(screen, 100, 'a', 'space', 'b')
  expect(rowsAt(screen, 100)[1]?.trim()).toBe('a␣b')
})

test('a wide character is not cut in two, and a long text is', () => {
  const screen = screenOf('日日日日日日日日日日')
  press(screen, 0, 'x', 'y')
  expect(rowsAt(screen, 0)[1]).toBe('日日日日日日日  xy ')
  press(screen, 50, ...Array.from({ length: 500 }, () => 'x'))
  expect(rowsAt(screen, 50)[1]?.length).toBeLessThanOrEqual(26)
})

test('a clock that ticks before the badge goes ticks', () => {
  const screen = screenOf('', 700)
  press(screen, 0, 'x')
  expect(screen.draw(initialState, 0).nextAtMs).toBe(700)
})

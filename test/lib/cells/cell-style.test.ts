import { expect, test } from 'vitest'
import { shownColor } from '../../../src/lib/cells/cell-style.ts'

test('a colour is kept where the terminal shows it', () => {
  for (const color of [0, 15])
    for (const depth of ['true', '256', '16'] as const) expect(shownColor(color, depth)).toBe(color)
  expect(shownColor('#123456', 'true')).toBe('#123456')
  expect(shownColor(200, '256')).toBe(200)
})

test('else the nearest one is shown', () => {
  expect(shownColor('#ff8700', '256')).toBe(208)
  expect(shownColor('#808080', '256')).toBe(244)
  expect(shownColor('#ff0000', '16')).toBe(9)
  expect(shownColor(21, '16')).toBe(4)
  expect(shownColor(255, '16')).toBe(7)
})

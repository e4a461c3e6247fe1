import { expect, test } from 'vitest'
import { makeStyle } from '../../../../src/lib/cells/cell-style.ts'
import { readAnsi } from '../../../../src/lib/cells/row.ts'
import { chalkStyle } from '../../../../src/ui/markdown/rendering/terminal-marked.ts'

test.each([
  makeStyle({ fg: 3 }),
  makeStyle({ fg: 12, bold: true }),
  makeStyle({ fg: 208, bg: 17 }),
  makeStyle({ fg: '#ff8700', bg: '#102030', italic: true }),
  makeStyle({ dim: true, struck: true, underline: true, inverse: true }),
])('a style of a theme is written as it is: $sgr', (style) => {
  expect(readAnsi(chalkStyle(style)('text'))).toEqual([{ text: 'text', style, link: null }])
})

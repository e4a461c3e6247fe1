import { describe, expect, test } from 'vitest'
import { bytesOf, plainStyle } from '../../../src/lib/cells/cell-style.ts'
import { colorsOf, lookOf } from '../../../src/outputs/pictures/picture.ts'

describe.each(['dark', 'light', 'high-contrast'] as const)('in the theme %s', (theme) => {
  const colors = colorsOf(theme)

  test('text has enough contrast, dim text too', () => {
    const dim = lookOf({ ...plainStyle, dim: true }, colors).fg
    expect(contrast(colors.fg, colors.bg)).toBeGreaterThan(7)
    expect(contrast(dim, colors.bg)).toBeGreaterThan(4.5)
    // And it looks dim.
    expect(contrast(colors.fg, dim)).toBeGreaterThan(2)
  })

  test('and so have the colours of text', () => {
    const [, ...used] = colors.palette.slice(0, 7)
    for (const color of used) expect(contrast(color, colors.bg)).toBeGreaterThan(4.5)
  })
})

/** From 1 to 21. https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = bytesOf(color).map((byte) => {
    const share = byte / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

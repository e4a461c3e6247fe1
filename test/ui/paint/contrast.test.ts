import { describe, expect, test } from 'vitest'
import type { CellStyle } from '../../../src/lib/cells/cell-style.ts'
import { colorsOf, lookOf, type PictureColors } from '../../../src/outputs/pictures/picture-colors.ts'
import { makeTheme, roles, themeNames, type ThemeName } from '../../../src/ui/paint/theme.ts'

/** Of black on white it is 21: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function palette(fg: string, bg: string, colors: string): PictureColors {
  return { fg, bg, palette: colors.split(' '), dimShare: 65 }
}

/** The usual palettes of terminals: https://en.wikipedia.org/wiki/ANSI_escape_code#Colors and those of VS Code. */
const xterm =
  '#000000 #cd0000 #00cd00 #cdcd00 #0000ee #cd00cd #00cdcd #e5e5e5 #7f7f7f #ff0000 #00ff00 #ffff00 #5c5cff #ff00ff #00ffff #ffffff'
const codeDark =
  '#000000 #cd3131 #0dbc79 #e5e510 #2472c8 #bc3fbc #11a8cd #e5e5e5 #666666 #f14c4c #23d18b #f5f543 #3b8eea #d670d6 #29b8db #e5e5e5'
const codeLight =
  '#000000 #cd3131 #107c10 #949800 #0451a5 #bc05bc #0598bc #555555 #666666 #cd3131 #14ce14 #b5ba00 #0451a5 #bc05bc #0598bc #a5a5a5'

const palettes: readonly (readonly [ThemeName, string, PictureColors])[] = [
  ...themeNames.map((name) => [name, 'pictures', colorsOf(name)] as const),
  ['dark', 'xterm', palette('#e5e5e5', '#000000', xterm)],
  ['dark', 'VS Code', palette('#cccccc', '#1e1e1e', codeDark)],
  ['light', 'VS Code', palette('#333333', '#ffffff', codeLight)],
  ['high-contrast', 'xterm', palette('#ffffff', '#000000', xterm)],
  ['high-contrast', 'VS Code', palette('#ffffff', '#000000', codeDark)],
]

function ratioOf(style: CellStyle, colors: PictureColors): number {
  const { fg, bg } = lookOf(style, colors)
  return contrast(fg, bg ?? colors.bg)
}

test('black on white has a contrast of 21', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

describe('text of every role is readable', () => {
  test.each(palettes)('in the theme %s with the colours of %s', (name, _of, colors) => {
    const { styles } = makeTheme({ name, color: true, ascii: false, hyperlinks: true })
    const weak = roles
      .map((role) => `${role} ${ratioOf(styles[role], colors).toFixed(2)}`)
      .filter((line) => Number(line.split(' ')[1]) < 4.5)
    expect(weak).toEqual([])
  })
})

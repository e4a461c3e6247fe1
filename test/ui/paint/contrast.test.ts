import { describe, expect, test } from 'vitest'
import type { CellStyle } from '../../../src/lib/cells/cell-style.ts'
import { colorsOf, lookOf, type PictureColors } from '../../../src/outputs/pictures/picture.ts'
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

const windows =
  '#0c0c0c #c50f1f #13a10e #c19c00 #0037da #881798 #3a96dd #cccccc #767676 #e74856 #16c60c #f9f1a5 #3b78ff #b4009e #61d6d6 #f2f2f2'
const vga =
  '#000000 #aa0000 #00aa00 #aa5500 #0000aa #aa00aa #00aaaa #aaaaaa #555555 #ff5555 #55ff55 #ffff55 #5555ff #ff55ff #55ffff #ffffff'
const terminalApp =
  '#000000 #990000 #00a600 #999900 #0000b2 #b200b2 #00a6b2 #bfbfbf #666666 #e50000 #00d900 #e5e500 #0000ff #e500e5 #00e5e5 #e5e5e5'
const tango =
  '#000000 #cc0000 #4e9a06 #c4a000 #3465a4 #75507b #06989a #d3d7cf #555753 #ef2929 #8ae234 #fce94f #729fcf #ad7fa8 #34e2e2 #eeeeec'
/** https://ethanschoonover.com/solarized/ */
const solarized =
  '#073642 #dc322f #859900 #b58900 #268bd2 #d33682 #2aa198 #eee8d5 #002b36 #cb4b16 #586e75 #657b83 #839496 #6c71c4 #93a1a1 #fdf6e3'

const palettes: readonly (readonly [ThemeName, string, PictureColors])[] = [
  ...themeNames.map((name) => [name, 'pictures', colorsOf(name)] as const),
  ['dark', 'xterm', palette('#e5e5e5', '#000000', xterm)],
  ['dark', 'VS Code', palette('#cccccc', '#1e1e1e', codeDark)],
  ['dark', 'Windows', palette('#cccccc', '#0c0c0c', windows)],
  ['light', 'VS Code', palette('#333333', '#ffffff', codeLight)],
  ['light', 'xterm', palette('#000000', '#ffffff', xterm)],
  ['light', 'Windows', palette('#0c0c0c', '#ffffff', windows)],
  ['light', 'Terminal.app', palette('#000000', '#ffffff', terminalApp)],
  ['light', 'Tango', palette('#000000', '#ffffff', tango)],
  ['high-contrast', 'xterm', palette('#ffffff', '#000000', xterm)],
  ['high-contrast', 'VS Code', palette('#ffffff', '#000000', codeDark)],
  ['high-contrast', 'Windows', palette('#cccccc', '#0c0c0c', windows)],
  ['high-contrast', 'VGA', palette('#aaaaaa', '#000000', vga)],
]

/** Schemes with little contrast by design, and what falls below 4.5 : 1 in them (`decisions/colours-and-background.md`). */
const weakPalettes: readonly (readonly [ThemeName, string, PictureColors, readonly string[]])[] = [
  ['dark', 'Terminal.app', palette('#ffffff', '#000000', terminalApp), ['bad 4.33', 'gone 4.33']],
  [
    'dark',
    'Tango',
    palette('#ffffff', '#2e3436', tango),
    ['accent 3.59', 'good 3.58', 'bad 3.02', 'heading 3.59', 'link 3.59', 'added 3.58', 'gone 3.02'],
  ],
  [
    'dark',
    'VGA',
    palette('#aaaaaa', '#000000', vga),
    ['dim 4.18', 'warning 4.01', 'code 4.01', 'struck 4.18'],
  ],
  [
    'dark',
    'Solarized',
    palette('#839496', '#002b36', solarized),
    ['dim 2.80', 'bad 3.26', 'gone 3.26', 'struck 2.80'],
  ],
  [
    'light',
    'Solarized',
    palette('#657b83', '#fdf6e3', solarized),
    [
      'normal 4.13',
      'strong 4.13',
      'dim 4.34',
      'key 4.13',
      'accent 3.41',
      'warning 4.21',
      'bad 4.29',
      'inverse 4.13',
      'heading 3.41',
      'code 4.21',
      'link 3.41',
      'gone 4.29',
      'struck 4.34',
    ],
  ],
  [
    'high-contrast',
    'Solarized',
    palette('#839496', '#002b36', solarized),
    ['good 2.79', 'warning 3.37', 'bad 3.26', 'added 2.79', 'gone 3.26'],
  ],
]

function ratioOf(style: CellStyle, colors: PictureColors): number {
  const { fg, bg } = lookOf(style, colors)
  return contrast(fg, bg ?? colors.bg)
}

test('black on white has a contrast of 21', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

describe('a key is told from what it does', () => {
  test.each(themeNames.flatMap((name) => [[name, true] as const, [name, false] as const]))(
    'in the theme %s, with colour: %s',
    (name, color) => {
      const { key, dim, normal } = makeTheme({ name, color, ascii: false, hyperlinks: true }).styles
      // Not by the colour alone: some people see none.
      const weight = ({ bold, dim: isDim, underline, inverse }: CellStyle): unknown => ({
        bold,
        isDim,
        underline,
        inverse,
      })
      expect(weight(key)).not.toEqual(weight(dim))
      expect(weight(key)).not.toEqual(weight(normal))
    },
  )

  test('in the high contrast theme by its colour too', () => {
    const { key, dim } = makeTheme({
      name: 'high-contrast',
      color: true,
      ascii: false,
      hyperlinks: true,
    }).styles
    expect(key.fg).not.toBe(dim.fg)
  })
})

/** The roles with a contrast below 4.5 : 1. */
function weakRoles(name: ThemeName, colors: PictureColors, has256Colors: boolean): readonly string[] {
  const { styles } = makeTheme({ name, color: true, ascii: false, hyperlinks: true, has256Colors })
  return roles
    .map((role) => `${role} ${ratioOf(styles[role], colors).toFixed(2)}`)
    .filter((line) => Number(line.split(' ')[1]) < 4.5)
}

describe('text of every role is readable', () => {
  test.each(palettes)('in the theme %s with the colours of %s', (name, _of, colors) => {
    expect(weakRoles(name, colors, true)).toEqual([])
  })

  test.each(weakPalettes)(
    'in the theme %s with the colours of %s, with known exceptions',
    (name, _of, colors, weak) => {
      expect(weakRoles(name, colors, true)).toEqual(weak)
    },
  )

  test('with sixteen colours, all but green on white', () => {
    const weak = palettes.flatMap(([name, of, colors]) =>
      weakRoles(name, colors, false).map((role) => `${name} ${of} ${role.split(' ')[0]}`),
    )
    expect(weak).toEqual(
      ['xterm', 'Windows', 'Terminal.app', 'Tango'].flatMap((of) => [
        `light ${of} good`,
        `light ${of} added`,
      ]),
    )
  })
})

/** One of the terminal's colours by its number (0 to 15 are the user's palette), or `#rrggbb`. */
export type CellColor = number | string

export interface CellStyle {
  /** Its SGR parameters, always in the same order; '' for plain text. */
  readonly sgr: string
  /** null: the terminal's default. */
  readonly fg: CellColor | null
  readonly bg: CellColor | null
  readonly bold: boolean
  readonly dim: boolean
  readonly italic: boolean
  readonly underline: boolean
  readonly inverse: boolean
  readonly struck: boolean
}

type Look = Omit<CellStyle, 'sgr'>

const plainLook: Look = {
  fg: null,
  bg: null,
  bold: false,
  dim: false,
  italic: false,
  underline: false,
  inverse: false,
  struck: false,
}

export const plainStyle: CellStyle = { ...plainLook, sgr: '' }

const switches: Readonly<Record<number, Partial<Look>>> = {
  0: plainLook,
  1: { bold: true },
  2: { dim: true },
  3: { italic: true },
  4: { underline: true },
  7: { inverse: true },
  9: { struck: true },
  22: { bold: false, dim: false },
  23: { italic: false },
  24: { underline: false },
  27: { inverse: false },
  29: { struck: false },
  39: { fg: null },
  49: { bg: null },
}

/** All styles by their parameters: equal styles are the same object. */
const known = new Map<string, CellStyle>()
/** Limits the memory for true colours in text of others. */
const maxCachedStyles = 4000

function styleOf(look: Look): CellStyle {
  const sgr = sgrOf(look)
  if (sgr === '') return plainStyle
  const found = known.get(sgr)
  if (found !== undefined) return found
  if (known.size >= maxCachedStyles) known.clear()
  const made = { ...look, sgr }
  known.set(sgr, made)
  return made
}

/** The plain style with these changes. */
export function makeStyle(look: Partial<Look>): CellStyle {
  return styleOf({ ...plainLook, ...look })
}

/** Parts of a style that replace those of another one. */
export type StyleChange = Partial<Look>

export function withChange(style: CellStyle, change: StyleChange): CellStyle {
  return styleOf({ ...style, ...change })
}

type Flag = (typeof flags)[number][0]

export function withFlag(style: CellStyle, flag: Flag, isOn: boolean): CellStyle {
  return style[flag] === isOn ? style : styleOf({ ...style, [flag]: isOn })
}

/** The style of `inner` nested in `outer`: the colours of `inner`, and the flags of both. */
export function withinStyle(outer: CellStyle, inner: CellStyle): CellStyle {
  if (outer === plainStyle) return inner
  if (inner === plainStyle) return outer
  return styleOf({
    fg: inner.fg ?? outer.fg,
    bg: inner.bg ?? outer.bg,
    bold: outer.bold || inner.bold,
    dim: outer.dim || inner.dim,
    italic: outer.italic || inner.italic,
    underline: outer.underline || inner.underline,
    inverse: outer.inverse || inner.inverse,
    struck: outer.struck || inner.struck,
  })
}

/** The style after an SGR sequence with these parameters (`1;36`). Unknown ones are skipped. */
export function styledBy(before: CellStyle, parameters: string): CellStyle {
  const codes = parameters.split(';').map(Number)
  let look: Look = before
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] ?? 0
    if (code === 38 || code === 48) {
      const extended = extendedColor(codes, at + 1)
      if (extended.color !== null) look = { ...look, [code === 38 ? 'fg' : 'bg']: extended.color }
      at += extended.length
    } else look = { ...look, ...(switches[code] ?? basicColor(code)) }
  }
  return styleOf(look)
}

function basicColor(code: number): Partial<Look> {
  if (code >= 30 && code <= 37) return { fg: code - 30 }
  if (code >= 40 && code <= 47) return { bg: code - 40 }
  if (code >= 90 && code <= 97) return { fg: code - 82 }
  return code >= 100 && code <= 107 ? { bg: code - 92 } : {}
}

/** Reads `5;n` or `2;r;g;b`; `length` is the number of parameters read. */
function extendedColor(
  codes: readonly number[],
  at: number,
): { readonly color: CellColor | null; readonly length: number } {
  const parts = codes.slice(at + 1, at + (codes[at] === 5 ? 2 : 4))
  const areBytes = parts.every((part) => Number.isInteger(part) && part >= 0 && part <= 255)
  if (codes[at] === 5) return { color: areBytes ? (parts[0] ?? null) : null, length: 2 }
  if (codes[at] !== 2) return { color: null, length: 1 }
  return { color: areBytes && parts.length === 3 ? hexColor(parts) : null, length: 4 }
}

function hexColor(parts: readonly number[]): string {
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

const flags = [
  ['bold', '1'],
  ['dim', '2'],
  ['italic', '3'],
  ['underline', '4'],
  ['inverse', '7'],
  ['struck', '9'],
] as const

function sgrOf(look: Look): string {
  const codes: string[] = []
  for (const [flag, code] of flags) if (look[flag]) codes.push(code)
  if (look.fg !== null) codes.push(colorCode(look.fg, 30))
  if (look.bg !== null) codes.push(colorCode(look.bg, 40))
  return codes.join(';')
}

function colorCode(color: CellColor, base: 30 | 40): string {
  if (typeof color === 'string') return `${base + 8};2;${bytesOf(color).join(';')}`
  if (color < 8) return String(base + color)
  return color < 16 ? String(base + 52 + color) : `${base + 8};5;${color}`
}

/** Whether a blank in this style looks different from one without a style. */
export function showsBlanks({ bg, inverse, underline, struck }: CellStyle): boolean {
  return bg !== null || inverse || underline || struck
}

/** How many colours a terminal shows: any, 256, or only its palette. */
export type ColorDepth = 'true' | '256' | '16'

const cubeSteps = [0, 95, 135, 175, 215, 255] as const

/** The sixteen colours of xterm: what a palette has is not known. */
const usualPalette: readonly (readonly number[])[] =
  '000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff'
    .split(' ')
    .map((hex) => bytesOf(`#${hex}`))

/** The colour that is shown in place of this one where a terminal has only so many. */
export function shownColor(color: CellColor, depth: ColorDepth): CellColor {
  if (depth === 'true' || (typeof color === 'number' && (depth === '256' || color < 16))) return color
  const bytes = typeof color === 'string' ? bytesOf(color) : fixedColor(color)
  if (depth === '16') return nearestOf(bytes, usualPalette)
  // The palette of the user is not known: only colours above it are fixed.
  const fixed = Array.from({ length: 240 }, (_, at) => fixedColor(at + 16))
  return nearestOf(bytes, fixed) + 16
}

/** Red, green and blue of a colour above 15: https://en.wikipedia.org/wiki/ANSI_escape_code#8-bit */
function fixedColor(color: number): readonly number[] {
  if (color < 16) return usualPalette[color] ?? [0, 0, 0]
  if (color >= 232) return [0, 0, 0].map(() => 8 + (color - 232) * 10)
  const place = color - 16
  return [Math.floor(place / 36), Math.floor(place / 6) % 6, place % 6].map((at) => cubeSteps[at] ?? 0)
}

/** Red, green and blue of a colour `#rrggbb`. */
export function bytesOf(hex: string): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
}

function nearestOf(bytes: readonly number[], colors: readonly (readonly number[])[]): number {
  const distances = colors.map((each) => distance(bytes, each))
  return distances.indexOf(Math.min(...distances))
}

/** Weighted by the eye's sensitivity to red, green and blue. */
function distance(one: readonly number[], other: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = one.map((byte, at) => byte - (other[at] ?? 0))
  return 3 * red * red + 6 * green * green + 2 * blue * blue
}

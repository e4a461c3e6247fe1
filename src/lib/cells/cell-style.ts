/** One of the terminal's colours by its number (0 to 15 are the user's palette), or `#rrggbb`. */
export type CellColor = number | string

/** How a cell looks. */
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

/** The style with one of its flags set or cleared. */
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
  if (typeof color === 'string') {
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
    return `${base + 8};2;${red};${green};${blue}`
  }
  if (color < 8) return String(base + color)
  return color < 16 ? String(base + 52 + color) : `${base + 8};5;${color}`
}

/** Whether a blank in this style is visible. */
export function showsBlanks({ bg, inverse, underline, struck }: CellStyle): boolean {
  return bg !== null || inverse || underline || struck
}

import { bytesOf, colorsOf, lookOf, type PictureColors } from './picture-colors.ts'
import { plainStyle, type CellStyle } from '../../lib/cells/cell-style.ts'
import type { PictureTheme } from './picture.ts'
import { blended } from './raster/canvas.ts'

/** Levels between a text's colour and its background: few enough for all colours of a theme to fit into a palette. */
export const gifLevels = 8

/** One index is left for pixels that stay as they are. */
const maxColors = 255
/** The index of no colour: what was drawn before remains visible. */
export const unchangedIndex = 255

/** What the frames of a film may be coloured with. */
export interface GifColors {
  readonly theme: PictureTheme
  /** Styles with colours that the theme does not have: their colours are never replaced by others. */
  readonly styles: readonly CellStyle[]
  /** Further colours, the most frequent first. */
  readonly others: readonly (readonly number[])[]
}

/**
 * The palette of all frames: the colours of `styles`, every colour of the theme, dim or not, each with its levels towards the
 * background, then as many of `others` as fit, in their order.
 */
export function gifPalette({ theme, styles, others }: GifColors): readonly number[] {
  const colors = colorsOf(theme)
  const palette = new Set([colorNumber(bytesOf(colors.bg))])
  for (const style of [...(styles.length === 0 ? [] : [plainStyle]), ...styles, ...themeStyles(colors)])
    for (const color of levelsOf(style, colors)) if (palette.size < maxColors) palette.add(color)
  for (const color of others) if (palette.size < maxColors) palette.add(colorNumber(color))
  // The colour table of a file is padded with black, so that black is available if there is room.
  if (palette.size < maxColors) palette.add(0)
  return [...palette]
}

/** Each colour of the theme's palette, then each dim one. Bright colours are never dim. */
function themeStyles({ palette }: PictureColors): readonly CellStyle[] {
  const fronts = [null, ...palette.keys()]
  return [
    ...fronts.map((fg) => ({ ...plainStyle, fg })),
    ...fronts.filter((fg) => fg === null || fg <= 7).map((fg) => ({ ...plainStyle, fg, dim: true })),
  ]
}

/** The colours of a text's edges, from nearly its background to its own, and a background of its own. */
function levelsOf(style: CellStyle, colors: PictureColors): readonly number[] {
  const look = lookOf(style, colors)
  const [ink, paper] = [bytesOf(look.fg), bytesOf(look.bg ?? colors.bg)]
  const levels = Array.from({ length: gifLevels - 1 }, (_, step) =>
    colorNumber(
      ink.map((byte, at) => blended(byte, paper[at] ?? 0, { level: step + 1, most: gifLevels - 1 })),
    ),
  )
  return look.bg === null ? levels : [colorNumber(paper), ...levels]
}

function colorNumber([red = 0, green = 0, blue = 0]: readonly number[]): number {
  return (red << 16) | (green << 8) | blue
}

/** Finds the nearest colour of a palette; each colour is searched once. */
export class NearestColors {
  readonly #palette: readonly number[]
  readonly #found: Map<number, number>

  constructor(palette: readonly number[]) {
    this.#palette = palette
    this.#found = new Map(palette.map((color, index) => [color, index]))
  }

  index(color: number): number {
    const known = this.#found.get(color)
    if (known !== undefined) return known
    let nearest = 0
    let least = Number.POSITIVE_INFINITY
    for (const [index, other] of this.#palette.entries()) {
      const apart = distance(color, other)
      if (apart < least) [nearest, least] = [index, apart]
    }
    this.#found.set(color, nearest)
    return nearest
  }
}

/** Weighted by the eye's sensitivity to red, green and blue. */
function distance(one: number, other: number): number {
  const red = (one >> 16) - (other >> 16)
  const green = ((one >> 8) & 255) - ((other >> 8) & 255)
  const blue = (one & 255) - (other & 255)
  return 3 * red * red + 6 * green * green + 2 * blue * blue
}

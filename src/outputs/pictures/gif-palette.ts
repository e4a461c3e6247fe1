import { bytesOf, colorsOf, lookOf } from './picture-colors.ts'
import { plainStyle } from '../../lib/cells/cell-style.ts'
import type { PictureTheme } from './picture.ts'
import { blended } from './raster/canvas.ts'

/** Levels between a text's colour and its background: few enough for all colours of a theme to fit into a palette. */
export const gifLevels = 8

/** One index is left for pixels that stay as they are. */
const maxColors = 255
/** The index of no colour: what was drawn before remains visible. */
export const unchangedIndex = 255

/**
 * The palette of all frames: every colour of the theme, dim or not, with its levels towards the background, then as many of
 * `others` as fit, in their order.
 */
export function gifPalette(theme: PictureTheme, others: readonly (readonly number[])[]): readonly number[] {
  const colors = colorsOf(theme)
  const paper = bytesOf(colors.bg)
  const palette = new Set([colorNumber(paper)])
  for (const isDim of [false, true]) {
    for (const fg of [null, ...colors.palette.keys()]) {
      const ink = bytesOf(lookOf({ ...plainStyle, fg, dim: isDim }, colors).fg)
      const steps = Array.from({ length: gifLevels - 1 }, (_, step) =>
        colorNumber(
          ink.map((byte, at) => blended(byte, paper[at] ?? 0, { level: step + 1, most: gifLevels - 1 })),
        ),
      )
      // Bright colours are never dim.
      if (isDim && fg !== null && fg > 7) continue
      for (const color of steps) if (palette.size < maxColors) palette.add(color)
    }
  }
  for (const color of others) if (palette.size < maxColors) palette.add(colorNumber(color))
  // The colour table of a file is padded with black, so that black is available if there is room.
  if (palette.size < maxColors) palette.add(0)
  return [...palette]
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

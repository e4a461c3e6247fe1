import type { CellColor } from './cell-style.ts'

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

function bytesOf(hex: string): readonly number[] {
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

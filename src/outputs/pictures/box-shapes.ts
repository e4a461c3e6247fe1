/** A closed outline as [x, y, x, y, …] from the cell's upper left corner; holes have the opposite direction. */
export type Outline = readonly number[]

export interface BoxShape {
  readonly outlines: readonly Outline[]
  /** Opacity in percent: less than 100 for shades. */
  readonly share: number
}

/**
 * The outlines of lines, blocks and bars, which are not taken from a font, so that they join those of adjacent cells in any
 * font and at any line height. null for other characters. https://www.unicode.org/charts/PDF/U2500.pdf
 */
export function boxShape(text: string, cell: BoxCell): BoxShape | null {
  const code = text.codePointAt(0) ?? 0
  if (text.length !== 1 || code < 0x2500 || code > 0x25b1) return null
  if (code < 0x2580) return lines(code, cell)
  if (code < 0x25a0) return blocks(code, cell)
  return code >= 0x25b0 ? bars(code, cell) : null
}

export function isBoxSign(text: string): boolean {
  return /^[\u2500-\u259f\u25b0\u25b1]+$/.test(text)
}

// The up, right, down and left arm of each of 128 characters: 0 none, 1 thin, 2 thick, 3 double. Dashes, arcs and diagonals
// have dots.
const arms =
  '0101020210102020' +
  '....'.repeat(8) +
  '0110021001200220' +
  '0011001200210022' +
  '1100120021002200' +
  '1001100220012002' +
  '11101210211011202120221012202220' +
  '10111012201110212021201210222022' +
  '01110112021102120121012202210222' +
  '11011102120112022101210222012202' +
  '1111111212111212211111212121211222111122122122121222212222212222' +
  '....'.repeat(4) +
  '0303303003100130033000130031003313003100330010033001300313103130333010133031303303130131033313033101330313133131' +
  '3333' +
  '....'.repeat(7) +
  '0001100001000010' +
  '0002200002000020' +
  '0201102001022010'

function lines(code: number, cell: BoxCell): BoxShape {
  const place = 4 * (code - 0x2500)
  const four = arms.slice(place, place + 4)
  if (four !== '....') return whole(armRects(four, cell).map(rect))
  if (code >= 0x2571) return whole(diagonals(code, cell))
  return whole(code >= 0x256d ? [arc(code, cell)] : dashes(code, cell).map(rect))
}

function whole(outlines: readonly Outline[]): BoxShape {
  return { outlines, share: 100 }
}

function rect([left, top, right, bottom]: Rect): Outline {
  return [left, top, right, top, right, bottom, left, bottom]
}

/** ┄ ┅ ┆ ┇ have three dashes, ┈ ┉ ┊ ┋ four, ╌ ╍ ╎ ╏ two. */
function dashes(code: number, { width, height, line }: BoxCell): readonly Rect[] {
  const place = code >= 0x254c ? code - 0x254c : (code - 0x2504) % 4
  const count = code >= 0x254c ? 2 : code < 0x2508 ? 3 : 4
  const isUpright = place >= 2
  const length = isUpright ? height : width
  const [from, to] = tracksOf(1 + (place % 2), isUpright ? width : height, line)[0] ?? [0, 0]
  return Array.from({ length: count }, (_, index): Rect => {
    const start = (index * length) / count + length / count / 6
    const end = ((index + 1) * length) / count - length / count / 6
    return isUpright ? [from, start, to, end] : [start, from, end, to]
  })
}

/** Points of a quarter circle, by rational arithmetic: `Math.sin` may differ between machines. */
const quarter: readonly (readonly [number, number])[] = Array.from({ length: 9 }, (_, index) => {
  const u = index / 8
  return [(1 - u * u) / (1 + u * u), (2 * u) / (1 + u * u)]
})

/** ╭ ╮ ╯ ╰ */
function arc(code: number, { width, height, line }: BoxCell): Outline {
  const goesRight = code === 0x256d || code === 0x2570
  const goesDown = code === 0x256d || code === 0x256e
  const [left, right] = tracksOf(1, width, line)[0] ?? [0, 0]
  const [top, bottom] = tracksOf(1, height, line)[0] ?? [0, 0]
  const [edgeX, edgeY] = [goesRight ? width : 0, goesDown ? height : 0]
  const [outerX, outerY] = [goesRight ? left : right, goesDown ? top : bottom]
  const [innerX, innerY] = [goesRight ? right : left, goesDown ? bottom : top]
  const radius = Math.min(Math.abs(edgeX - outerX), Math.abs(edgeY - outerY))
  const centreX = outerX + (goesRight ? radius : -radius)
  const centreY = outerY + (goesDown ? radius : -radius)
  const outer = quarter.flatMap(([x, y]) => [
    centreX + (outerX - centreX) * x,
    centreY + (outerY - centreY) * y,
  ])
  const inner = quarter
    .toReversed()
    .flatMap(([x, y]) => [centreX + (innerX - centreX) * x, centreY + (innerY - centreY) * y])
  return [outerX, edgeY, ...outer, edgeX, outerY, edgeX, innerY, ...inner, innerX, edgeY]
}

/** ╱ ╲ ╳ */
function diagonals(code: number, { width, height, line }: BoxCell): readonly Outline[] {
  const half = line * 0.6
  const rising = [width - half, 0, width + half, 0, half, height, -half, height]
  const falling = [-half, 0, half, 0, width + half, height, width - half, height]
  if (code === 0x2571) return [rising]
  return code === 0x2572 ? [falling] : [rising, falling]
}

/** The quarters that ▖ to ▟ fill, as bits: upper left 1, upper right 2, lower left 4, lower right 8. */
const quarters = [4, 8, 1, 13, 9, 7, 11, 2, 6, 14] as const

function blocks(code: number, { width, height, line }: BoxCell): BoxShape {
  const of = (...sides: Rect): BoxShape => whole([rect(sides)])
  const eighth = Math.max(line, height / 8)
  if (code === 0x2580) return of(0, 0, width, Math.round(height / 2))
  if (code <= 0x2588) return of(0, height - Math.round((height * (code - 0x2580)) / 8), width, height)
  if (code <= 0x258f) return of(0, 0, Math.round((width * (0x2590 - code)) / 8), height)
  if (code === 0x2590) return of(Math.round(width / 2), 0, width, height)
  if (code <= 0x2593) return { ...of(0, 0, width, height), share: 25 * (code - 0x2590) }
  if (code === 0x2594) return of(0, 0, width, eighth)
  if (code === 0x2595) return of(width - Math.max(line, width / 8), 0, width, height)
  const filled = quarters[code - 0x2596] ?? 0
  const [x, y] = [Math.round(width / 2), Math.round(height / 2)]
  const rects: readonly Rect[] = [
    [0, 0, x, y],
    [x, 0, width, y],
    [0, y, x, height],
    [x, y, width, height],
  ]
  return whole(rects.filter((_, index) => (filled & (1 << index)) !== 0).map(rect))
}

/** ▰ and ▱, the segments of progress bars. */
function bars(code: number, { width, height, line }: BoxCell): BoxShape {
  const [top, bottom] = [Math.round(height * 0.32), Math.round(height * 0.72)]
  const gap = width * 0.09
  const slant = width * 0.3
  const outer = [gap + slant, top, width - gap, top, width - gap - slant, bottom, gap, bottom]
  if (code === 0x25b0) return whole([outer])
  const [high, low] = [top + line, bottom - line]
  const lean = (slant * line) / (bottom - top)
  const side = line * 1.1
  const [left, right] = [gap + lean + side, width - gap - lean - side]
  const shift = slant - 2 * lean
  const inner = [left + shift, high, left, low, right - shift, low, right, high]
  return whole([outer, inner])
}

/** The size of a cell and the thickness of thin lines, in the same unit. */
interface BoxCell {
  readonly width: number
  readonly height: number
  readonly line: number
}

/** [left, top, right, bottom] */
type Rect = readonly [number, number, number, number]

/** The two edges of a line across a cell: [from, to]. */
type Track = readonly [number, number]

/** The lines of an arm across a cell of this size: one thin (arm 1), one thick (2), two thin (3) or none (0). */
export function tracksOf(arm: number, size: number, line: number): readonly Track[] {
  if (arm === 0) return []
  if (arm < 3) {
    const start = Math.floor((size - line * arm) / 2)
    return [[start, start + line * arm]]
  }
  const start = Math.floor((size - line * 3) / 2)
  return [
    [start, start + line],
    [start + 2 * line, start + 3 * line],
  ]
}

/** The lines of a box-drawing character with four arms (up, right, down, left), joined in the middle of the cell. */
function armRects(four: string, { width, height, line }: BoxCell): readonly Rect[] {
  const [up = 0, right = 0, down = 0, left = 0] = Array.from(four, Number)
  const across = (arm: number): readonly Track[] => tracksOf(arm, height, line)
  const along = (arm: number): readonly Track[] => tracksOf(arm, width, line)
  const upright: Sides = { before: along(up), after: along(down), middle: width / 2 }
  const lying: Sides = { before: across(left), after: across(right), middle: height / 2 }
  return [
    ...across(right).map(([top, bottom], index, all): Rect => {
      const start = joint(upright, { index, of: all.length, isForward: true, hasOpposite: left > 0 })
      return [start, top, width, bottom]
    }),
    ...across(left).map(([top, bottom], index, all): Rect => {
      const end = joint(upright, { index, of: all.length, isForward: false, hasOpposite: right > 0 })
      return [0, top, end, bottom]
    }),
    ...along(down).map(([from, to], index, all): Rect => {
      const start = joint(lying, { index, of: all.length, isForward: true, hasOpposite: up > 0 })
      return [from, start, to, height]
    }),
    ...along(up).map(([from, to], index, all): Rect => {
      const end = joint(lying, { index, of: all.length, isForward: false, hasOpposite: down > 0 })
      return [from, 0, to, end]
    }),
  ]
}

/** The perpendicular arms on the two sides of an arm. */
interface Sides {
  readonly before: readonly Track[]
  readonly after: readonly Track[]
  readonly middle: number
}

interface ArmLine {
  /** The index of the line in its arm, and the number of the arm's lines. */
  readonly index: number
  readonly of: number
  /** The arm points right or down. */
  readonly isForward: boolean
  /** There is an opposite arm. */
  readonly hasOpposite: boolean
}

/** The inner end of a line of an arm: at the perpendicular lines that it meets. */
function joint({ before, after, middle }: Sides, { index, of, isForward, hasOpposite }: ArmLine): number {
  const near = (tracks: readonly Track[]): number =>
    isForward ? Math.max(...tracks.map(([from]) => from)) : Math.min(...tracks.map(([, to]) => to))
  const far = (tracks: readonly Track[]): number =>
    isForward ? Math.min(...tracks.map(([from]) => from)) : Math.max(...tracks.map(([, to]) => to))
  const both = [...before, ...after]
  if (both.length === 0) return middle
  if (of === 1) {
    // It ends at the nearer line of a double line that passes it; otherwise it forms a corner or crosses.
    const isStopped = before.length === 2 && after.length === 2 && !hasOpposite
    return isStopped ? near(before) : far(both)
  }
  const [own, other] = index === 0 ? [before, after] : [after, before]
  if (own.length === 0) return far(other)
  return own.length === 2 ? near(own) : far(own)
}

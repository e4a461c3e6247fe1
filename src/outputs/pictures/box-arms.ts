/** The size of a cell and the thickness of thin lines, in the same unit. */
export interface BoxCell {
  readonly width: number
  readonly height: number
  readonly line: number
}

/** [left, top, right, bottom] */
export type Rect = readonly [number, number, number, number]

/** The two edges of a line across a cell: [from, to]. */
export type Track = readonly [number, number]

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
export function armRects(four: string, { width, height, line }: BoxCell): readonly Rect[] {
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

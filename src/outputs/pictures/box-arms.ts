/** The cell that a sign fills, and how thick its thin lines are; all in the same unit. */
export interface BoxCell {
  readonly width: number
  readonly height: number
  readonly line: number
}

/** Left, top, right, bottom. */
export type Rect = readonly [number, number, number, number]

/** Where a line runs across a cell: from and to. */
export type Track = readonly [number, number]

/** The lines of an arm across a cell of this size: one thin (1), one thick (2), two thin (3) or none. */
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

/** The lines of a sign with these arms (up, right, down and left), joined in its middle. */
export function armRects(four: string, { width, height, line }: BoxCell): readonly Rect[] {
  const [up = 0, right = 0, down = 0, left = 0] = Array.from(four, Number)
  const across = (arm: number): readonly Track[] => tracksOf(arm, height, line)
  const along = (arm: number): readonly Track[] => tracksOf(arm, width, line)
  const upright: Sides = { before: along(up), after: along(down), middle: width / 2 }
  const lying: Sides = { before: across(left), after: across(right), middle: height / 2 }
  return [
    ...across(right).map(([top, bottom], index, all): Rect => {
      const start = joint(upright, { index, of: all.length, isForward: true, goesOn: left > 0 })
      return [start, top, width, bottom]
    }),
    ...across(left).map(([top, bottom], index, all): Rect => {
      const end = joint(upright, { index, of: all.length, isForward: false, goesOn: right > 0 })
      return [0, top, end, bottom]
    }),
    ...along(down).map(([from, to], index, all): Rect => {
      const start = joint(lying, { index, of: all.length, isForward: true, goesOn: up > 0 })
      return [from, start, to, height]
    }),
    ...along(up).map(([from, to], index, all): Rect => {
      const end = joint(lying, { index, of: all.length, isForward: false, goesOn: down > 0 })
      return [from, 0, to, end]
    }),
  ]
}

/** The arms at the two sides of one. */
interface Sides {
  readonly before: readonly Track[]
  readonly after: readonly Track[]
  readonly middle: number
}

interface ArmLine {
  /** Which of the arm's lines, of how many. */
  readonly index: number
  readonly of: number
  /** It goes right or down. */
  readonly isForward: boolean
  /** There is an arm opposite. */
  readonly goesOn: boolean
}

/** Where a line of an arm begins, seen from the cell's middle: at the lines that it meets. */
function joint({ before, after, middle }: Sides, { index, of, isForward, goesOn }: ArmLine): number {
  const near = (tracks: readonly Track[]): number =>
    isForward ? Math.max(...tracks.map(([from]) => from)) : Math.min(...tracks.map(([, to]) => to))
  const far = (tracks: readonly Track[]): number =>
    isForward ? Math.min(...tracks.map(([from]) => from)) : Math.max(...tracks.map(([, to]) => to))
  const both = [...before, ...after]
  if (both.length === 0) return middle
  if (of === 1) {
    // It ends at the nearer of two lines that go past it; else it makes a corner with them, or goes through.
    const isStopped = before.length === 2 && after.length === 2 && !goesOn
    return isStopped ? near(before) : far(both)
  }
  const [own, other] = index === 0 ? [before, after] : [after, before]
  if (own.length === 0) return far(other)
  return own.length === 2 ? near(own) : far(own)
}

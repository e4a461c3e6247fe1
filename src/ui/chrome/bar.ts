import { emptyRow, type Painted } from '../paint/painted.ts'

/** One row of the frame around the plan: something at the left, something at the right. */
export interface Bar {
  readonly left: Painted
  readonly right: Painted
}

export function bar(left: Painted, right: Painted = emptyRow): Bar {
  return { left, right }
}

export function isSameBar(one: Bar, other: Bar): boolean {
  return one.left === other.left && one.right === other.right
}

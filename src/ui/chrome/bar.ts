import type { SafeText } from '../../lib/text/safe-text.ts'
import { cutRow, emptyRow, isSameRow, rowWidth, row, type Row } from '../../lib/cells/row.ts'

/** One row of the frame around the plan: something at the left, something at the right. */
export interface Bar {
  readonly left: Row
  readonly right: Row
  /** What it says changes with every update: Ink leaves room for it, and it is painted as the plan is (`barRow`). */
  readonly isCanvas: boolean
}

export function bar(left: Row, right: Row = emptyRow): Bar {
  return { left, right, isCanvas: false }
}

export function canvas(left: Row, right: Row = emptyRow): Bar {
  return { left, right, isCanvas: true }
}

/** Whether Ink would draw the same: it draws nothing where there is a canvas. */
export function isSameBar(one: Bar, other: Bar): boolean {
  if (one.isCanvas || other.isCanvas) return one.isCanvas === other.isCanvas
  return isSameRow(one.left, other.left) && isSameRow(one.right, other.right)
}

/** The bar as Ink would lay it out: the left part is cut where there is no room for both. */
export function barRow({ left, right }: Bar, columns: number): Row {
  if (right.length === 0) return cutRow(left, columns)
  const room = columns - rowWidth(right)
  if (room <= 0) return cutRow(right, columns)
  const shown = cutRow(left, room)
  return row(shown, ' '.repeat(room - rowWidth(shown)) as SafeText, right)
}

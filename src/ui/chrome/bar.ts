import type { SafeText } from '../../lib/text/safe-text.ts'
import { cutRow, emptyRow, paintedWidth, row, type Painted } from '../paint/painted.ts'

/** One row of the frame around the plan: something at the left, something at the right. */
export interface Bar {
  readonly left: Painted
  readonly right: Painted
  /** What it says changes with every update: Ink leaves room for it, and it is painted as the plan is (`barRow`). */
  readonly isCanvas: boolean
}

export function bar(left: Painted, right: Painted = emptyRow): Bar {
  return { left, right, isCanvas: false }
}

export function canvas(left: Painted, right: Painted = emptyRow): Bar {
  return { left, right, isCanvas: true }
}

/** Whether Ink would draw the same: it draws nothing where there is a canvas. */
export function isSameBar(one: Bar, other: Bar): boolean {
  if (one.isCanvas || other.isCanvas) return one.isCanvas === other.isCanvas
  return one.left === other.left && one.right === other.right
}

/** The bar as Ink would lay it out: the left part is cut where there is no room for both. */
export function barRow({ left, right }: Bar, columns: number): Painted {
  if (right === '') return cutRow(left, columns)
  const room = columns - paintedWidth(right)
  if (room <= 0) return cutRow(right, columns)
  const shown = cutRow(left, room)
  return row(shown, ' '.repeat(room - paintedWidth(shown)) as SafeText, right)
}

import type { Row } from '../../lib/cells/row.ts'
import { earliest } from '../state/timing.ts'
import type { PointerTarget } from './target.ts'

/** The rows of a form. */
export interface LaidRows {
  /** None is wider than the look that they were laid out with. */
  readonly rows: readonly Row[]
  /** Where a click leads; null: to nothing. Both count from 0. */
  readonly targetAt: (row: number, column: number) => PointerTarget | null
  /** When the rows change without an event; null: never. */
  readonly untilMs: number | null
}

export const noRows: LaidRows = { rows: [], targetAt: () => null, untilMs: null }

/** The rows of several forms below each other. */
export function stackRows(laid: readonly LaidRows[]): LaidRows {
  const [only, ...more] = laid
  if (only !== undefined && more.length === 0) return only
  return {
    rows: laid.flatMap(({ rows }) => rows),
    targetAt(at, column) {
      let top = 0
      for (const { rows, targetAt } of laid) {
        if (at >= top && at < top + rows.length) return targetAt(at - top, column)
        top += rows.length
      }
      return null
    },
    untilMs: earliest(...laid.map(({ untilMs }) => untilMs)),
  }
}

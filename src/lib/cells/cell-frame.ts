import type { CellStyle } from './cell-style.ts'

/** What a terminal of this size shows at one moment. */
export interface CellFrame {
  readonly columns: number
  /** From the top; what is missing at the end is blank. */
  readonly rows: readonly CellRow[]
}

/** A row without the blanks that nobody sees. */
export interface CellRow {
  /** The same for rows that look the same, and for no others. */
  readonly key: string
  /** From left to right. */
  readonly runs: readonly CellRun[]
}

/** Text in one style that stands without a gap of more than one blank. */
export interface CellRun {
  readonly text: string
  /** Where it begins, from 0. */
  readonly column: number
  /** Columns that it takes. */
  readonly width: number
  readonly style: CellStyle
  /** Where it leads; null: it is no link. Pictures have none. */
  readonly link: string | null
}

export const emptyCellRow: CellRow = { key: '', runs: [] }

export function isSameFrame(one: CellFrame, other: CellFrame): boolean {
  return (
    one.columns === other.columns &&
    one.rows.length === other.rows.length &&
    one.rows.every((row, index) => row.key === other.rows[index]?.key)
  )
}

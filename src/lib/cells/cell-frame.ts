import type { CellStyle } from './cell-style.ts'

/** A frame: what a terminal of this size shows at one moment. */
export interface CellFrame {
  readonly columns: number
  /** From the top; missing rows at the end are blank. */
  readonly rows: readonly CellRow[]
}

/** A row without invisible blanks. */
export interface CellRow {
  /** Equal for rows that look the same, and only for those. */
  readonly key: string
  /** From left to right. */
  readonly runs: readonly CellRun[]
}

/** Text in one style, without a gap of more than one blank. */
export interface CellRun {
  readonly text: string
  /** Its first column, from 0. */
  readonly column: number
  /** In columns. */
  readonly width: number
  readonly style: CellStyle
  /** The target of a link; null: not a link. Pictures have no links. */
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

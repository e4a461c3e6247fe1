import type { Row } from '../../lib/cells/row.ts'
import type { ProblemItem } from '../state/shown.ts'

/** Rows of problems, and which of them begin a problem of a message. */
export interface ProblemRows {
  readonly rows: readonly Row[]
  readonly places: readonly ProblemItem[]
}

export const noRows: ProblemRows = { rows: [], places: [] }

import type { Row } from '../../lib/cells/row.ts'
import type { WantedMessage } from '../wire/wire-state.ts'

/** What the user has done in the problems panel. */
export interface ProblemsState {
  /** The key of the selected problem; null: the user has selected none. */
  readonly selected: string | null
  /** The message whose problem is to be selected as soon as it is found; null: none. */
  readonly wanted: ProblemMessage | null
  /** No problem of that message is listed. */
  readonly isMissing: boolean
}

/** A message by its number in the log, and the agent's frame that it is or is about; null: none. */
export interface ProblemMessage {
  readonly number: number
  readonly frame: number | null
}

export const startOfProblems: ProblemsState = { selected: null, wanted: null, isMissing: false }

/** Where a problem stands in the panel, and its message. */
export interface ProblemPlace {
  readonly row: number
  /** Names the problem, also after rows were added above it. */
  readonly key: string
  readonly message: WantedMessage
}

/** Rows of problems, and which of them begin a problem of a message. */
export interface ProblemRows {
  readonly rows: readonly Row[]
  readonly places: readonly ProblemPlace[]
}

export const noRows: ProblemRows = { rows: [], places: [] }

/** What the last frame of the problems panel showed. */
export interface ProblemsDrawn {
  readonly places: readonly ProblemPlace[]
  /** The index of the selected one; -1: there is none. */
  readonly at: number
}

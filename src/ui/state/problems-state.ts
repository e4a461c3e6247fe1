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

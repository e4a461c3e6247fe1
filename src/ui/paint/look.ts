import type { Theme } from './theme.ts'

/** What all rows are laid out with. */
export interface Look {
  readonly theme: Theme
  /** The columns that there are for them. */
  readonly columns: number
}

/** What rows are laid out with that tell a time. */
export interface TimedLook extends Look {
  readonly nowMs: number
}

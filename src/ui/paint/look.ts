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

/** The most columns that a text and the facts right of it use. */
const measure = 120

/** The columns for texts: all of a terminal that is not very wide, so that no fact stands far from its text. */
export function textColumns(columns: number): number {
  return Math.min(columns, measure)
}

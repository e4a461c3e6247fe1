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

/** The smallest supported terminal. */
export const smallest = { columns: 40, rows: 12 } as const

/** The most columns of rendered markdown, which is read line by line, and of questions, where words must not stand far from their option. */
const measure = 120

/** The columns for rendered markdown and for questions; everything else uses all that there are. */
export function measuredColumns(columns: number): number {
  return Math.min(columns, measure)
}

/** From so many columns on, a second pane stands beside the plan, if there are rules around it. */
export const leastForSide = 140

/** What the plan keeps beside the second pane, and that beside the plan. */
const planKept = 80
const sideKept = 40

/** The columns of the second pane; `wanted`: what the user has made of them, null for a share of the terminal. */
export function sideColumns(columns: number, wanted: number | null): number {
  const most = columns - planKept - 1
  return Math.max(sideKept, Math.min(wanted ?? Math.floor(columns * 0.4), most))
}

/** From so many rows on, those that a plan leaves empty show what the agent does. */
export function isTall(rows: number): boolean {
  return rows >= 30
}

/** Rows that are reserved for the plan. */
const paneKept = 4

export function isRoomy(rows: number): boolean {
  return rows >= 16
}

/** The maximum height of a question or notice below the plan. */
export function noticeRoom(rows: number): number {
  return Math.max(3, Math.min(Math.floor(rows / 2), rows - (isRoomy(rows) ? 6 : 4) - paneKept))
}

/** The maximum height of a form: the user works in it, so the plan keeps only few rows. */
export function formRoom(rows: number): number {
  return Math.max(noticeRoom(rows), isRoomy(rows) ? rows - 6 - paneKept : rows - 5)
}

/** The height of the plan: the rows that the chrome and the rules leave, at least one. */
export function paneRows(rows: number, aboveAndBeneath: number): number {
  return Math.max(1, rows - aboveAndBeneath - (isRoomy(rows) ? 2 : 0))
}

/** Visible lines of a long prompt; fewer in a low terminal, where the plan has priority. */
export function promptLines(rows: number): number {
  return Math.max(1, Math.min(5, Math.floor(rows / 5)))
}

/** Rows for the matching slash commands; below a question only those that a longer prompt could take. */
export function completionRows(rows: number, hasRoom: boolean): number {
  return Math.max(1, hasRoom ? Math.min(5, Math.floor(rows / 4)) : promptLines(rows) - 1)
}

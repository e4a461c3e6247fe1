/** The smallest terminal that everything fits into. */
export const smallest = { columns: 40, rows: 12 } as const

/** Rows that the plan keeps whatever stands beneath it. */
const paneKept = 4

export function isRoomy(rows: number): boolean {
  return rows >= 16
}

/** The most rows that a question or a notice beneath the plan may take. */
export function noticeRoom(rows: number): number {
  return Math.max(3, Math.min(Math.floor(rows / 2), rows - (isRoomy(rows) ? 6 : 4) - paneKept))
}

/** The most rows for a form that is filled in: it is what the user looks at, and the plan keeps only a little. */
export function formRoom(rows: number): number {
  return Math.max(noticeRoom(rows), isRoomy(rows) ? rows - 6 - paneKept : rows - 5)
}

/** Rows for the plan between Ink's rows: what they and the rules leave, at least one. */
export function paneRows(rows: number, aboveAndBeneath: number): number {
  return Math.max(1, rows - aboveAndBeneath - (isRoomy(rows) ? 2 : 0))
}

/** Lines of a long prompt that are seen at once: the plan comes first in a low terminal. */
export function promptLines(rows: number): number {
  return Math.max(1, Math.min(5, Math.floor(rows / 5)))
}

/** Rows for the slash commands that fit what is being written: beneath a question those of a longer prompt. */
export function completionRows(rows: number, hasRoom: boolean): number {
  return Math.max(1, hasRoom ? Math.min(5, Math.floor(rows / 4)) : promptLines(rows) - 1)
}

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

/** Rows for the plan between Ink's rows: what they and the rules leave, at least one. */
export function paneRows(rows: number, aboveAndBeneath: number): number {
  return Math.max(1, rows - aboveAndBeneath - (isRoomy(rows) ? 2 : 0))
}

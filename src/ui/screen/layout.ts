/** The smallest terminal that everything fits into. */
export const smallest = { columns: 40, rows: 12 } as const

/** How many rows each part of the screen has; together they are the terminal's. */
export interface Layout {
  /** Rules between the parts, blank lines inside. */
  readonly isRoomy: boolean
  readonly top: number
  readonly pane: number
  readonly bottom: number
}

/** Rows that the plan keeps whatever stands beneath it. */
const paneKept = 4

export function isRoomy(rows: number): boolean {
  return rows >= 16
}

/** The most rows that a question or a notice beneath the plan may take. */
export function noticeRoom(rows: number): number {
  return Math.max(3, Math.min(Math.floor(rows / 2), rows - (isRoomy(rows) ? 6 : 4) - paneKept))
}

export function layOut(rows: number, bottomRows: number): Layout {
  const roomy = isRoomy(rows)
  const top = roomy ? 3 : 2
  const bottom = bottomRows + (roomy ? 1 : 0)
  return { isRoomy: roomy, top, pane: Math.max(1, rows - top - bottom), bottom }
}

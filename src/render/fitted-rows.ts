import { type CellFrame, emptyCellRow } from '../lib/cells/cell-row.ts'

/**
 * The rows of pictures that fit their content: a recording is drawn once to see which rows are blank in all frames, and again without
 * these. One stays between two parts of the screen.
 */
export class FittedRows {
  readonly #least: number
  readonly #used = new Set<number>()
  #kept: readonly number[] | null = null

  /** `least`: so many rows stay, blank or not, if there are so many. */
  constructor(least: number) {
    this.#least = least
  }

  /** Whether all frames were seen: from then on they are fitted. */
  get isKnown(): boolean {
    return this.#kept !== null
  }

  /** How many rows are left. */
  get count(): number {
    return this.#kept?.length ?? 0
  }

  see(frame: CellFrame): void {
    for (const [at, row] of frame.rows.entries()) if (row.key !== emptyCellRow.key) this.#used.add(at)
  }

  /** Of a screen of so many rows. */
  settle(rows: number): void {
    const all = Array.from({ length: rows }, (_, at) => at)
    const last = Math.max(0, ...this.#used)
    const isNeeded = (at: number): boolean => this.#used.has(at) || (at <= last && this.#used.has(at - 1))
    let spare = this.#least - all.filter(isNeeded).length
    this.#kept = all.filter((at) => isNeeded(at) || spare-- > 0)
  }

  fit({ columns, rows }: CellFrame): CellFrame {
    return { columns, rows: (this.#kept ?? []).map((at) => rows[at] ?? emptyCellRow) }
  }
}

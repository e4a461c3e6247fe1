import type { Row } from '../../lib/cells/row.ts'

/** Caches rows by their owner, at most `limit` rows in total: the least recently used ones are dropped first. */
export class RowCache<Owner> {
  readonly #rows = new Map<Owner, readonly Row[]>()
  readonly #limit: number
  #size = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get isHalfFull(): boolean {
    return this.#size * 2 >= this.#limit
  }

  get(owner: Owner): readonly Row[] | null {
    const rows = this.#rows.get(owner)
    if (rows === undefined) return null
    this.#rows.delete(owner)
    this.#rows.set(owner, rows)
    return rows
  }

  put(owner: Owner, rows: readonly Row[]): void {
    this.delete(owner)
    this.#rows.set(owner, rows)
    this.#size += rows.length
    for (const [oldest] of this.#rows) {
      if (this.#size <= this.#limit || oldest === owner) return
      this.delete(oldest)
    }
  }

  delete(owner: Owner): void {
    this.#size -= this.#rows.get(owner)?.length ?? 0
    this.#rows.delete(owner)
  }

  clear(): void {
    this.#rows.clear()
    this.#size = 0
  }
}

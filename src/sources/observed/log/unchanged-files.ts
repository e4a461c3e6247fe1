import type { Stats } from 'node:fs'

interface Kept<T> {
  readonly state: string
  readonly value: T
}

/** Keeps what was read of files until they change, of so many files at most. */
export class UnchangedFiles<T> {
  readonly #limit: number
  readonly #kept = new Map<string, Kept<T>>()

  constructor(limit: number) {
    this.#limit = limit
  }

  /** What `read` gives, or gave before for the file in the same state. */
  async read(path: string, stats: Stats, read: () => Promise<T>): Promise<T> {
    const state = `${stats.dev} ${stats.ino} ${stats.size} ${stats.mtimeMs}`
    const kept = this.#kept.get(path)
    if (kept?.state === state) return kept.value
    const value = await read()
    this.#kept.delete(path)
    this.#kept.set(path, { state, value })
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#limit) break
      this.#kept.delete(oldest)
    }
    return value
  }
}

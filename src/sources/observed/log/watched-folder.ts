import type { Dirent, Stats } from 'node:fs'
import { entriesIn, statsNow } from './small-files.ts'

/** The entries of a folder that is looked at again and again. It is read when it has changed, else only its time is looked at. */
export class WatchedFolder {
  readonly #path: string
  readonly #limit: number
  #entries: readonly Dirent[] = []
  #seen = ''
  #isSettled = false

  constructor(path: string, limit: number) {
    this.#path = path
    this.#limit = limit
  }

  /** null: there is no such folder. */
  async entries(): Promise<readonly Dirent[] | null> {
    const stats = statsNow(this.#path)
    if (stats?.isDirectory() !== true) {
      this.#seen = ''
      return null
    }
    const seen = stateOf(stats)
    const isSame = seen === this.#seen
    if (isSame && this.#isSettled) return this.#entries
    // Once more after a change: an entry may have been added after the last read and within the same tick of the file system's clock.
    this.#entries = await entriesIn(this.#path, this.#limit)
    this.#isSettled = isSame
    this.#seen = seen
    return this.#entries
  }
}

function stateOf({ dev, ino, mtimeMs }: Stats): string {
  return `${dev} ${ino} ${mtimeMs}`
}

import { close, fstat, open, stat, type Stats } from 'node:fs'
import { basename, dirname } from 'node:path'
import { promisify } from 'node:util'
import type { Clock } from '../../lib/clock.ts'
import { readingFlags } from '../../system/regular-file.ts'
import { watchFolder, type FolderWatch } from '../folder-watch.ts'
import type { TraceFile } from './trace-file.ts'
import { TraceLines } from './trace-lines.ts'

export interface FollowedFile {
  readonly fd: number
  /** null: only the open file is known, as standard input; it cannot be missed then when it is replaced. */
  readonly path: string | null
  readonly sizeBytes: number
}

/** A watch may be silent: over networks, in containers, where the user's watches are used up. */
const lookMs = 200

const statOf = promisify(stat)
const fstatOf = promisify(fstat)
const opened = promisify(open)

/**
 * A file that grows, by its name: when another one takes its place, or it begins anew, reading goes on in that. A new one
 * counts when something is in it; until then the old one may still grow.
 */
export class FollowedTrace implements TraceFile {
  readonly isWhole = false
  readonly failure = null
  readonly #clock: Clock
  readonly #path: string | null
  readonly #listeners = new Set<() => void>()
  #fd: number
  /** The file before this one: what was written into it last is perhaps not read yet. */
  #formerFd: number | null = null
  #sizeBytes: number
  #generation = 0
  #watch: FolderWatch | null = null
  #callOff: () => void = () => undefined
  #isLooking = false
  #isClosed = false

  constructor({ fd, path, sizeBytes }: FollowedFile, clock: Clock) {
    this.#fd = fd
    this.#path = path
    this.#sizeBytes = sizeBytes
    this.#clock = clock
    this.#openWatch()
    this.#lookLater()
  }

  get sizeBytes(): number {
    return this.#sizeBytes
  }

  get generation(): number {
    return this.#generation
  }

  lines(fromOffset = 0): TraceLines {
    return new TraceLines(this.#fd, fromOffset)
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  close(): void {
    this.#isClosed = true
    this.#callOff()
    this.#watch?.close()
    for (const fd of [this.#fd, this.#formerFd]) if (fd !== null) close(fd, () => undefined)
  }

  #openWatch(): void {
    const path = this.#path
    if (path === null) return
    const watch = watchFolder(dirname(path), {
      changed: (name) => {
        if (name === undefined || name === basename(path)) void this.#look()
      },
      lost: () => (this.#watch = null),
    })
    if (watch.ok) this.#watch = watch.value
  }

  #lookLater(): void {
    const look = (): void => {
      void this.#look()
      this.#lookLater()
    }
    // Who follows it waits for more, with nothing else that could come.
    this.#callOff = this.#clock.after(lookMs, look, 'alive')
  }

  async #look(): Promise<void> {
    if (this.#isLooking || this.#isClosed) return
    this.#isLooking = true
    const isChanged = await this.#hasChanged()
    this.#isLooking = false
    if (isChanged && !this.#isClosed) for (const listener of this.#listeners) listener()
  }

  async #hasChanged(): Promise<boolean> {
    const now = await settled(fstatOf(this.#fd))
    if (now === null) return false
    if (now.size < this.#sizeBytes) {
      this.#generation++
      this.#sizeBytes = now.size
      return true
    }
    const hasGrown = now.size > this.#sizeBytes
    this.#sizeBytes = now.size
    return (await this.#hasSuccessor(now)) || hasGrown
  }

  async #hasSuccessor(now: Stats): Promise<boolean> {
    if (this.#path === null) return false
    const there = await settled(statOf(this.#path))
    if (there === null || !there.isFile() || there.size === 0) return false
    if (there.ino === now.ino && there.dev === now.dev) return false
    const fd = await settled(opened(this.#path, readingFlags))
    if (fd === null) return false
    if (this.#isClosed) {
      close(fd, () => undefined)
      return false
    }
    if (this.#formerFd !== null) close(this.#formerFd, () => undefined)
    this.#formerFd = this.#fd
    this.#fd = fd
    this.#generation++
    this.#sizeBytes = there.size
    return true
  }
}

async function settled<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise
  } catch {
    return null
  }
}

import type { Buffer } from 'node:buffer'
import { close, fstat, open, stat, type Stats } from 'node:fs'
import { basename, dirname } from 'node:path'
import { promisify } from 'node:util'
import type { Attention } from '../../app/ports/observed-source.ts'
import type { Clock } from '../../lib/clock.ts'
import { readingFlags } from '../../system/regular-file.ts'
import { watchFolder, type FolderWatch } from '../folder-watch.ts'
import { readAt, TraceLines, type TraceFile } from './trace-lines.ts'

/** Without a change for this long, it rests. */
const restsAfterMs = 10_000
/** What changes after a rest is still seen within a second. */
const restingMs = 800
/** In a list, what changes after a rest is seen within two seconds. */
const listedRestingMs = 1800

/** How long the next look at something that may change is waited for: longer while it rests, since many such things are followed. */
export class LookPace {
  readonly #shortMs: number
  readonly #restingMs: number
  #changedAtMs: number

  constructor(shortMs: number, nowMs: number, attention: Attention = 'shown') {
    this.#shortMs = shortMs
    this.#restingMs = attention === 'shown' ? restingMs : listedRestingMs
    this.#changedAtMs = nowMs
  }

  changed(nowMs: number): void {
    this.#changedAtMs = nowMs
  }

  /** Those that rest are looked at in the same moments, so that they share what is read for all of them. */
  delayMs(nowMs: number): number {
    if (nowMs - this.#changedAtMs < restsAfterMs) return this.#shortMs
    return this.#restingMs - (nowMs % this.#restingMs)
  }
}

export interface FollowedFile {
  readonly fd: number
  /** null: standard input, which cannot be replaced by another file. */
  readonly path: string | null
  readonly sizeBytes: number
  /** Absent: it is seen at the first look. */
  readonly writtenAtMs?: number
}

/** Polling supplements the watch, which reports nothing on network file systems, in some containers, or where the user has no watches left. */
const pollMs = 200

/** By so many bytes a file is known again when it has grown. */
const tailBytes = 256

const statOf = promisify(stat)
const fstatOf = promisify(fstat)
const opened = promisify(open)

/**
 * A trace that is still being written, by its file name. Where the file is replaced by another one or truncated, reading continues in the new
 * content. A replacement counts once it is not empty; until then the old file may still grow.
 */
export class FollowedTrace implements TraceFile {
  readonly isWhole = false
  readonly failure = null
  sizeBytes: number
  writtenAtMs: number
  generation = 0
  /** There is no file of this name any more. */
  isGone = false
  readonly #clock: Clock
  readonly #path: string | null
  readonly #listeners = new Set<() => void>()
  readonly #pace: LookPace
  #fd: number
  /** The bytes before `sizeBytes`; null: not read yet. */
  #tail: Buffer | null = null
  /** The file before the current one, of which the last lines may not be read yet. */
  #formerFd: number | null = null
  #watch: FolderWatch | null = null
  #cancelTimer: () => void = () => undefined
  #isPolling = false
  #isClosed = false

  constructor(
    { fd, path, sizeBytes, writtenAtMs = 0 }: FollowedFile,
    clock: Clock,
    attention: Attention = 'shown',
  ) {
    this.#fd = fd
    this.#path = path
    this.sizeBytes = sizeBytes
    this.writtenAtMs = writtenAtMs
    this.#clock = clock
    this.#pace = new LookPace(pollMs, clock.nowMs(), attention)
    this.#openWatch()
    this.#pollLater()
    // What its end is now is what it is known by.
    void this.#poll()
  }

  /** Of the newest file of this name. */
  get fd(): number {
    return this.#fd
  }

  lines(fromOffset = 0): TraceLines {
    return new TraceLines(this.#fd, fromOffset)
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  close(): void {
    // Its descriptors may be others' files by the second time.
    if (this.#isClosed) return
    this.#isClosed = true
    this.#cancelTimer()
    this.#watch?.close()
    for (const fd of [this.#fd, this.#formerFd]) if (fd !== null) close(fd, () => undefined)
  }

  #openWatch(): void {
    const path = this.#path
    if (path === null) return
    const watch = watchFolder(dirname(path), {
      changed: (name) => {
        if (name === undefined || name === basename(path)) void this.#poll()
      },
      lost: () => (this.#watch = null),
    })
    if (watch.ok) this.#watch = watch.value
  }

  #pollLater(): void {
    const poll = (): void => {
      void this.#poll()
      this.#pollLater()
    }
    // Keeps the process alive, since nothing else may be pending.
    this.#cancelTimer = this.#clock.after(this.#pace.delayMs(this.#clock.nowMs()), poll, 'alive')
  }

  async #poll(): Promise<void> {
    if (this.#isPolling || this.#isClosed) return
    this.#isPolling = true
    const isChanged = await this.#hasChanged()
    this.#isPolling = false
    if (!isChanged || this.#isClosed) return
    this.#pace.changed(this.#clock.nowMs())
    for (const listener of this.#listeners) listener()
  }

  async #hasChanged(): Promise<boolean> {
    const now = await fstatOf(this.#fd).catch(() => null)
    if (now === null) return false
    if (now.size < this.sizeBytes) {
      this.generation++
      this.sizeBytes = now.size
      this.#tail = null
      return true
    }
    const hasGrown = now.size > this.sizeBytes
    const isWritten = hasGrown || this.#tail === null || now.mtimeMs !== this.writtenAtMs
    this.writtenAtMs = now.mtimeMs
    const isRewritten = isWritten && (await this.#isRewritten())
    if (isRewritten) this.generation++
    this.sizeBytes = now.size
    if (hasGrown) this.#tail = await this.#readTail()
    const wasGone = this.isGone
    return (await this.#isReplaced(now)) || hasGrown || isRewritten || this.isGone !== wasGone
  }

  /** The file was truncated and written again between two looks, so that it is no shorter: what was its end is another text now. */
  async #isRewritten(): Promise<boolean> {
    const tail = await this.#readTail()
    const before = this.#tail ?? tail
    this.#tail = tail
    return before !== null && tail?.equals(before) !== true
  }

  /** The last bytes before `sizeBytes`; null: they cannot be read. */
  async #readTail(): Promise<Buffer | null> {
    const length = Math.min(tailBytes, this.sizeBytes)
    const read = await readAt(this.#fd, this.sizeBytes - length, length)
    return read.ok ? read.value : null
  }

  async #isReplaced(now: Stats): Promise<boolean> {
    if (this.#path === null) return false
    const there = await statOf(this.#path).catch(() => null)
    this.isGone = there === null
    if (there === null || !there.isFile() || there.size === 0) return false
    if (there.ino === now.ino && there.dev === now.dev) return false
    const fd = await opened(this.#path, readingFlags).catch(() => null)
    if (fd === null) return false
    if (this.#isClosed) {
      close(fd, () => undefined)
      return false
    }
    if (this.#formerFd !== null) close(this.#formerFd, () => undefined)
    this.#formerFd = this.#fd
    this.#fd = fd
    this.generation++
    this.sizeBytes = there.size
    this.#tail = null
    return true
  }
}

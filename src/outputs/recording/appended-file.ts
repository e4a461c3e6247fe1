import { close, fstat, fsync, writeSync, writev } from 'node:fs'
import type { Buffer } from 'node:buffer'
import { writeCodeWords } from '../../system/regular-file.ts'

/** The limit of bytes that wait to be written. */
const maxPendingBytes = 64 * 1024 * 1024
/** Pieces in one `writev`; operating systems allow 1024. */
const piecesAtOnce = 512

/**
 * Appends to a file asynchronously, in order, one write at a time. When the file cannot be written any more, it calls `onLost`
 * once with the reason, and drops the rest.
 */
export class AppendedFile {
  readonly #fd: number
  readonly #onLost: (why: string) => void
  #waiting: Buffer[] = []
  /** Including those that are being written. */
  #waitingBytes = 0
  #writing: readonly Buffer[] | null = null
  #writtenBytes = 0
  #isOver = false
  #onIdle: (() => void) | null = null

  constructor(fd: number, onLost: (why: string) => void) {
    this.#fd = fd
    this.#onLost = onLost
  }

  /** The bytes are not copied: they must not change any more. */
  append(bytes: Buffer): void {
    if (this.#isOver || bytes.length === 0) return
    if (this.#waitingBytes + bytes.length > maxPendingBytes) return this.#lose('the disk is too slow')
    this.#waiting.push(bytes)
    this.#waitingBytes += bytes.length
  }

  /** Writes the appended pieces after the current write. */
  flush(): void {
    if (this.#writing === null && !this.#isOver) this.#writeNext()
  }

  /** Checks that the file still exists and was not truncated: writing to a deleted file does not fail. */
  check(): void {
    if (this.#isOver) return
    const writtenBytes = this.#writtenBytes
    fstat(this.#fd, (error, stats) => {
      if (this.#isOver) return
      if (error !== null) this.#lose(failureText(error))
      else if (stats.nlink === 0) this.#lose('the file was deleted')
      else if (stats.isFile() && stats.size < writtenBytes)
        this.#lose('another program has truncated the file')
    })
  }

  /** Settles when everything is on disk, or lost, and the file is closed. Nothing may be appended afterwards. */
  async end(): Promise<void> {
    this.flush()
    if (this.#writing !== null) await new Promise<void>((resolve) => (this.#onIdle = resolve))
    if (this.#isOver) return
    await new Promise<void>((resolve) => {
      fsync(this.#fd, (error) => {
        // Pipes and devices cannot be synced.
        if (error !== null && error.code !== 'EINVAL') this.#lose(failureText(error))
        resolve()
      })
    })
    if (this.#isOver) return
    this.#isOver = true
    await new Promise<void>((resolve) => close(this.#fd, () => resolve()))
  }

  /** Writes everything synchronously, for `exit` handlers. */
  writeNow(): void {
    if (this.#isOver) return
    this.#isOver = true
    // The current write may or may not complete: it is repeated at the same offset.
    let at = this.#writtenBytes
    try {
      for (const bytes of [...(this.#writing ?? []), ...this.#waiting])
        for (let done = 0; done < bytes.length;) {
          const count = writeSync(this.#fd, bytes, done, bytes.length - done, at)
          done += count
          at += count
        }
    } catch {
      // The process ends: there is no way to report it.
    }
  }

  #writeNext(): void {
    if (this.#isOver || this.#waiting.length === 0) this.#rest()
    else this.#write(this.#waiting.splice(0, piecesAtOnce))
  }

  #rest(): void {
    this.#writing = null
    if (this.#isOver) close(this.#fd, () => undefined)
    this.#onIdle?.()
    this.#onIdle = null
  }

  #write(pieces: readonly Buffer[]): void {
    this.#writing = pieces
    writev(this.#fd, pieces, this.#writtenBytes, (error, count) => {
      if (this.#isOver) return this.#rest()
      if (error !== null) {
        this.#writing = null
        return this.#lose(failureText(error))
      }
      this.#writtenBytes += count
      this.#waitingBytes -= count
      const rest = withoutFirst(pieces, count)
      if (rest.length === 0) this.#writeNext()
      else this.#write(rest)
    })
  }

  #lose(why: string): void {
    this.#isOver = true
    this.#waiting = []
    this.#waitingBytes = 0
    // Not closed during a write: the file descriptor could be reused.
    if (this.#writing === null) this.#rest()
    this.#onLost(why)
  }
}

/** What is left after a write of `count` bytes. */
function withoutFirst(pieces: readonly Buffer[], count: number): readonly Buffer[] {
  let left = count
  return pieces.flatMap((piece) => {
    const taken = Math.min(left, piece.length)
    left -= taken
    return taken < piece.length ? [piece.subarray(taken)] : []
  })
}

function failureText({ code = '', message }: NodeJS.ErrnoException): string {
  if (code === 'ESTALE') return 'the file was removed'
  return writeCodeWords(code) ?? `it cannot be written (${code || message})`
}

import { close, fstat, fsync, writeSync, writev } from 'node:fs'
import type { Buffer } from 'node:buffer'

/** More than this waiting for the disk is not kept. */
const maxPendingBytes = 64 * 1024 * 1024
/** Pieces in one write; systems take 1024. */
const piecesAtOnce = 512

interface Piece {
  readonly bytes: Buffer
  readonly written: () => void
}

/**
 * A file that grows at its end. Nothing here waits for the disk: what is appended is written on, in order, one write at a
 * time. When the file cannot be written any more, `onLost` is called, once, with why, and the rest is dropped.
 */
export class AppendedFile {
  readonly #fd: number
  readonly #onLost: (why: string) => void
  #waiting: Piece[] = []
  /** Of these and of what is being written. */
  #waitingBytes = 0
  #writing: readonly Piece[] | null = null
  /** Bytes before it. */
  #writtenBytes = 0
  #isOver = false
  #onIdle: (() => void) | null = null

  constructor(fd: number, onLost: (why: string) => void) {
    this.#fd = fd
    this.#onLost = onLost
  }

  /** The bytes are not copied: they must stay as they are, until `written` is called. */
  append(bytes: Buffer, written: () => void): void {
    if (this.#isOver || bytes.length === 0) return
    if (this.#waitingBytes + bytes.length > maxPendingBytes)
      return this.#lose('the disk takes too long to write it')
    this.#waiting.push({ bytes, written })
    this.#waitingBytes += bytes.length
  }

  /** Writes what was appended, as soon as what is being written is through. */
  flush(): void {
    if (this.#writing === null && !this.#isOver) this.#writeNext()
  }

  /** Looks whether the file is still there: writing into one that was deleted fails nowhere. */
  look(): void {
    if (this.#isOver) return
    const writtenBytes = this.#writtenBytes
    fstat(this.#fd, (error, stats) => {
      if (this.#isOver) return
      if (error !== null) this.#lose(whyOf(error))
      else if (stats.nlink === 0) this.#lose('the file was deleted')
      else if (stats.isFile() && stats.size < writtenBytes)
        this.#lose('another program has cut the file short')
    })
  }

  /** Settles when everything is on the disk, or lost, and the file is closed. Nothing may be appended afterwards. */
  async end(): Promise<void> {
    this.flush()
    if (this.#writing !== null) await new Promise<void>((resolve) => (this.#onIdle = resolve))
    if (this.#isOver) return
    await new Promise<void>((resolve) => {
      fsync(this.#fd, (error) => {
        // What is no disk cannot be synced, which is fine.
        if (error !== null && error.code !== 'EINVAL') this.#lose(whyOf(error))
        resolve()
      })
    })
    if (this.#isOver) return
    this.#isOver = true
    await new Promise<void>((resolve) => close(this.#fd, () => resolve()))
  }

  /** Writes what waits before it returns: for handlers of the process's end. */
  writeNow(): void {
    if (this.#isOver) return
    this.#isOver = true
    // What is being written may come to its end or not: written again at the same place, it does no harm.
    let at = this.#writtenBytes
    try {
      for (const { bytes } of [...(this.#writing ?? []), ...this.#waiting])
        for (let done = 0; done < bytes.length;) {
          const count = writeSync(this.#fd, bytes, done, bytes.length - done, at)
          done += count
          at += count
        }
    } catch {
      // Nobody is left to be told.
    }
  }

  #writeNext(): void {
    if (this.#isOver || this.#waiting.length === 0) return this.#rest()
    const pieces = this.#waiting.splice(0, piecesAtOnce)
    this.#write(pieces)
  }

  #rest(): void {
    this.#writing = null
    if (this.#isOver) close(this.#fd, () => undefined)
    this.#onIdle?.()
    this.#onIdle = null
  }

  #write(pieces: readonly Piece[]): void {
    this.#writing = pieces
    const buffers = pieces.map(({ bytes }) => bytes)
    writev(this.#fd, buffers, this.#writtenBytes, (error, count) => {
      if (this.#isOver) return this.#rest()
      if (error !== null) {
        this.#writing = null
        return this.#lose(whyOf(error))
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
    // Never closed under a write: the number might be another file's by then.
    if (this.#writing === null) this.#rest()
    this.#onLost(why)
  }
}

/** What a write has left over that took only so many bytes; who gave what is written hears of it. */
function withoutFirst(pieces: readonly Piece[], count: number): readonly Piece[] {
  let left = count
  return pieces.flatMap((piece) => {
    const taken = Math.min(left, piece.bytes.length)
    left -= taken
    if (taken < piece.bytes.length) return [{ ...piece, bytes: piece.bytes.subarray(taken) }]
    piece.written()
    return []
  })
}

function whyOf({ code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'ENOSPC':
      return 'the disk is full'
    case 'EDQUOT':
      return 'your share of the disk is used up'
    case 'EFBIG':
      return 'the file may not grow any more'
    case 'ESTALE':
      return 'the file is gone'
    default:
      return `it cannot be written (${code ?? message})`
  }
}

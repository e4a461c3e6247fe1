import { openSync, close, fstat, fsync, writeSync, writev } from 'node:fs'
import { errorCode, fail, ok, type Result } from '../../lib/result.ts'
import type { UsageError } from '../../lib/text/usage-error.ts'
import { Buffer } from 'node:buffer'
import { writeCodeWords } from '../../system/regular-file.ts'

/** Creates a file that only its owner may read, and opens it for writing. Fails if the file exists. */
export function openNewFile(path: string): Result<number, UsageError> {
  try {
    return ok(openSync(path, 'wx', 0o600))
  } catch (cause) {
    return fail(faultOf(errorCode(cause) ?? String(cause)))
  }
}

function faultOf(code: string): UsageError {
  switch (code) {
    case 'EEXIST':
      return { message: 'the file already exists', hint: 'Give another name, or delete it first.' }
    case 'ENOENT':
      return { message: 'its folder does not exist', hint: 'Create the folder first, or give another one.' }
    case 'ENOTDIR':
      return { message: 'a part of its path is no folder', hint: 'Name a file in a folder that is there.' }
    case 'ENAMETOOLONG':
      return { message: 'its name is too long', hint: 'Name another file.' }
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return { message: `it cannot be created there (${code})`, hint: 'Name a folder that you may write in.' }
    case 'ENOSPC':
    case 'EDQUOT':
      return { message: `the disk is full (${code})`, hint: 'Make room first, or name a file elsewhere.' }
    default:
      return { message: `it cannot be made (${code})`, hint: 'Name another file.' }
  }
}

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

const blockBytes = 64 * 1024
/** The most bytes of UTF-8 for one UTF-16 unit. */
const bytesOfUnit = 3
const lineEnd = Buffer.from('}\n')

/** Collects short lines in blocks of bytes, which are passed to `take` in order. Large ones are passed on without being copied. */
export class LineBlocks {
  readonly #take: (bytes: Buffer) => void
  #block = Buffer.alloc(0)
  /** The part of the block that is not passed on yet. */
  #from = 0
  #to = 0

  constructor(take: (bytes: Buffer) => void) {
    this.#take = take
  }

  addText(text: string): void {
    if (text.length * bytesOfUnit > blockBytes / 2) this.#addLarge(Buffer.from(text))
    else {
      const block = this.#withRoom(text.length * bytesOfUnit)
      this.#to += block.write(text, this.#to)
    }
  }

  /**
   * Adds a line of ASCII characters, bytes that must not change, and a closing brace. True if the bytes were passed on
   * without being copied.
   */
  addMessage(start: string, bytes: Buffer): boolean {
    if (bytes.length > blockBytes / 2) {
      this.addText(start)
      this.#addLarge(bytes)
      this.addText('}\n')
      return true
    }
    const block = this.#withRoom(start.length + bytes.length + lineEnd.length)
    this.#to += block.write(start, this.#to, 'latin1')
    this.#to += bytes.copy(block, this.#to)
    for (const byte of lineEnd) block[this.#to++] = byte
    return false
  }

  /** Passes on the current block. */
  flush(): void {
    if (this.#from < this.#to) this.#take(this.#block.subarray(this.#from, this.#to))
    this.#from = this.#to
  }

  #addLarge(bytes: Buffer): void {
    this.flush()
    this.#take(bytes)
  }

  #withRoom(bytes: number): Buffer {
    if (this.#to + bytes > this.#block.length) {
      this.flush()
      this.#block = Buffer.allocUnsafeSlow(blockBytes)
      this.#from = 0
      this.#to = 0
    }
    return this.#block
  }
}

import { closeSync } from 'node:fs'
import type { TraceFile } from './trace-file.ts'
import { TraceLines } from './trace-lines.ts'

/** A file as it is now: what is added to it later does not count. */
export class StillTrace implements TraceFile {
  readonly generation = 0
  readonly isWhole = true
  readonly failure = null
  readonly sizeBytes: number
  readonly #fd: number
  #isClosed = false

  constructor(fd: number, sizeBytes: number) {
    this.#fd = fd
    this.sizeBytes = sizeBytes
  }

  lines(fromOffset = 0): TraceLines {
    return new TraceLines(this.#fd, fromOffset)
  }

  onChange(): () => void {
    return () => undefined
  }

  close(): void {
    if (!this.#isClosed) closeSync(this.#fd)
    this.#isClosed = true
  }
}

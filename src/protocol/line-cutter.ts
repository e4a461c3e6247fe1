import { Buffer } from 'node:buffer'

export type CutLine =
  | { readonly type: 'line'; readonly bytes: Buffer }
  /** A line over the limit: only its beginning was kept. */
  | { readonly type: 'overlong'; readonly start: Buffer; readonly sizeBytes: number }

const lineFeed = 10
const keptOfOverlong = 4096

/**
 * Cuts a byte stream into lines. A chunk may end anywhere, in the middle of a character too. A line longer than the
 * limit costs no more memory than the limit and comes out as `overlong`, so that one huge line cannot stop the rest.
 */
export class LineCutter {
  readonly #limitBytes: number
  #parts: Buffer[] = []
  #heldBytes = 0
  #overlong: { start: Buffer; sizeBytes: number } | null = null

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes
  }

  push(chunk: Buffer): CutLine[] {
    const lines: CutLine[] = []
    let from = 0
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, from)) {
      lines.push(this.#finish(chunk.subarray(from, at)))
      from = at + 1
    }
    if (from < chunk.length) this.#hold(chunk.subarray(from))
    return lines
  }

  /** The stream has ended: what is held is a last line without its line feed. */
  end(): CutLine[] {
    return this.#heldBytes === 0 && this.#overlong === null ? [] : [this.#finish(Buffer.alloc(0))]
  }

  #hold(part: Buffer): void {
    if (this.#overlong !== null) {
      this.#overlong.sizeBytes += part.length
      return
    }
    this.#parts.push(part)
    this.#heldBytes += part.length
    if (this.#heldBytes > this.#limitBytes) {
      const start = Buffer.from(Buffer.concat(this.#parts).subarray(0, keptOfOverlong))
      this.#overlong = { start, sizeBytes: this.#heldBytes }
      this.#parts = []
      this.#heldBytes = 0
    }
  }

  #finish(last: Buffer): CutLine {
    if (this.#parts.length === 0 && this.#overlong === null && last.length <= this.#limitBytes) {
      return { type: 'line', bytes: last }
    }
    this.#hold(last)
    const overlong = this.#overlong
    if (overlong !== null) {
      this.#overlong = null
      return { type: 'overlong', ...overlong }
    }
    const bytes = Buffer.concat(this.#parts)
    this.#parts = []
    this.#heldBytes = 0
    return { type: 'line', bytes }
  }
}

import { Buffer } from 'node:buffer'

export type CutLine =
  | { readonly type: 'line'; readonly bytes: Buffer }
  /** A line over the limit: only its beginning is kept. */
  | { readonly type: 'overlong'; readonly start: Buffer; readonly sizeBytes: number }

/**
 * Longer lines are not parsed: parsing blocks the keys for about 6 ms per megabyte. The longest line seen from a real
 * agent is 0.3 MB.
 */
export const lineLimitBytes = 16 * 1024 * 1024

const lineFeed = 10
const keptOfOverlong = 4096
const smallestRoom = 4096
const empty = Buffer.alloc(0)

/**
 * Splits a byte stream into lines. A chunk may end anywhere, even in the middle of a character. A line over the limit uses no
 * more memory than twice the limit and is returned as `overlong`, so that one huge line does not stop the rest.
 */
export class LineCutter {
  readonly #limitBytes: number
  // The unfinished line: one buffer that doubles, because a list of chunks costs far more than its bytes when an
  // agent writes byte by byte.
  #room: Buffer = empty
  #heldBytes = 0
  #overlong: { start: Buffer; sizeBytes: number } | null = null

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes
  }

  push(chunk: Buffer): CutLine[] {
    const lines: CutLine[] = []
    let from = 0
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, from)) {
      lines.push(this.#finish(at === from ? empty : chunk.subarray(from, at)))
      from = at + 1
    }
    if (from < chunk.length) this.#hold(chunk.subarray(from))
    return lines
  }

  /** The bytes of the line that has not ended yet. */
  get unfinishedBytes(): number {
    return this.#overlong?.sizeBytes ?? this.#heldBytes
  }

  /** What has come of the line that has not ended yet; empty where that is over the limit. Valid until the next call. */
  get held(): Buffer {
    return this.#overlong === null ? this.#room.subarray(0, this.#heldBytes) : empty
  }

  /** The stream has ended: what is held is a last line without its line feed. */
  end(): CutLine[] {
    return this.#heldBytes === 0 && this.#overlong === null ? [] : [this.#finish(empty)]
  }

  #hold(part: Buffer): void {
    if (this.#overlong === null && this.#heldBytes + part.length > this.#limitBytes) {
      const sizeBytes = this.#heldBytes
      this.#overlong = { start: Buffer.from(this.#takeHeld().subarray(0, keptOfOverlong)), sizeBytes }
    }
    const overlong = this.#overlong
    if (overlong !== null) {
      const missing = keptOfOverlong - overlong.start.length
      if (missing > 0) overlong.start = Buffer.concat([overlong.start, part.subarray(0, missing)])
      overlong.sizeBytes += part.length
      return
    }
    const needed = this.#heldBytes + part.length
    if (needed > this.#room.length) this.#grow(needed)
    part.copy(this.#room, this.#heldBytes)
    this.#heldBytes = needed
  }

  #grow(needed: number): void {
    const size = Math.min(
      Math.max(needed, this.#room.length * 2, smallestRoom),
      Math.max(this.#limitBytes, needed),
    )
    const room = Buffer.allocUnsafe(size)
    this.#room.copy(room, 0, 0, this.#heldBytes)
    this.#room = room
  }

  /** Returns the held bytes, and gives up their buffer. */
  #takeHeld(): Buffer {
    const held = this.#room.subarray(0, this.#heldBytes)
    this.#room = empty
    this.#heldBytes = 0
    return held
  }

  #finish(last: Buffer): CutLine {
    const isWhole = this.#heldBytes === 0 && this.#overlong === null
    if (isWhole && last.length <= this.#limitBytes) return { type: 'line', bytes: last }
    this.#hold(last)
    const overlong = this.#overlong
    if (overlong === null) return { type: 'line', bytes: this.#takeHeld() }
    this.#overlong = null
    return { type: 'overlong', ...overlong }
  }
}

import { Buffer } from 'node:buffer'

/** Pieces that are joined at once when so many have come: each of them costs a hundred bytes, whatever is in it. */
const joinedAt = 1024

/** Bytes that come in pieces and are one in the end. A million pieces of a byte cost little more than a million bytes. */
export class Pieces {
  readonly #separator: Buffer
  #blocks: Buffer[] = []
  #rest: Uint8Array[] = []
  #isEmpty = true

  /** `separator` comes between two pieces. */
  constructor(separator: Buffer = Buffer.alloc(0)) {
    this.#separator = separator
  }

  get isEmpty(): boolean {
    return this.#isEmpty
  }

  push(piece: Uint8Array): void {
    this.#isEmpty = false
    this.#rest.push(piece)
    if (this.#rest.length < joinedAt) return
    this.#blocks.push(this.#joined(this.#rest))
    this.#rest = []
  }

  /** All of them, and begins anew. A single piece is given as it came. */
  take(): Buffer {
    const pieces = [...this.#blocks, ...this.#rest]
    this.#blocks = []
    this.#rest = []
    this.#isEmpty = true
    return this.#joined(pieces)
  }

  #joined(pieces: readonly Uint8Array[]): Buffer {
    const [only] = pieces
    if (pieces.length === 1 && only !== undefined)
      return Buffer.from(only.buffer, only.byteOffset, only.byteLength)
    if (this.#separator.length === 0) return Buffer.concat(pieces)
    return Buffer.concat(pieces.flatMap((piece, at) => (at === 0 ? [piece] : [this.#separator, piece])))
  }
}

import { Buffer } from 'node:buffer'

/** So many pieces are joined into a block, since each costs a hundred bytes, however short it is. */
const joinedAt = 1024

/** Collects bytes that arrive in pieces. A million pieces of one byte take little more memory than a million bytes. */
export class Pieces {
  readonly #separator: Buffer
  #blocks: Buffer[] = []
  #rest: Uint8Array[] = []

  /** `separator` is inserted between two pieces. */
  constructor(separator: Buffer = Buffer.alloc(0)) {
    this.#separator = separator
  }

  get isEmpty(): boolean {
    return this.#blocks.length + this.#rest.length === 0
  }

  push(piece: Uint8Array): void {
    this.#rest.push(piece)
    if (this.#rest.length < joinedAt) return
    this.#blocks.push(this.#joined(this.#rest))
    this.#rest = []
  }

  /** All pieces, joined; the collection is empty afterwards. A single piece is not copied. */
  take(): Buffer {
    const pieces = [...this.#blocks, ...this.#rest]
    this.#blocks = []
    this.#rest = []
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

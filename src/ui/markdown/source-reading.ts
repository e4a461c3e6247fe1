import { type Chunk, Splitter } from './source/splitter.ts'
import { hasSameRows, type DocumentBlock, type Piece } from './document-blocks.ts'

interface ReadChunk {
  readonly chunk: Chunk
  /** The old block with the same rows; null: it has to be rendered. */
  readonly kept: DocumentBlock | null
}

interface OldSource {
  readonly source: string
  /** The blocks of the old source; those that have to be read again are removed from the array. */
  readonly blocks: DocumentBlock[]
  /** How many blocks at the beginning are unchanged. */
  readonly kept: number
}

/** How far from the block that was found last a chunk is looked for, in either direction: plans lose and get sections. */
const blocksLookedAt = 64

/** Reads a new source in slices, and finds its chunks among the blocks of the old source. */
export class SourceReading {
  readonly #splitter: Splitter
  readonly #source: string
  readonly #old: string
  /** The blocks of the old source; null: found in the new one. */
  #replaced: (DocumentBlock | null)[]
  #next = 0

  constructor(source: string, { source: old, blocks, kept }: OldSource) {
    // The last unchanged block may continue in the new source.
    const first = Math.max(0, kept - 1)
    const chunk = kept === 0 ? undefined : blocks[first]?.chunk
    const hasContentBefore = blocks.some((block, index) => index < first && block.chunk.kind !== 'definition')
    this.#splitter = new Splitter(
      source,
      chunk === undefined ? null : { chunk, chunksBefore: first, hasContentBefore },
    )
    this.#replaced = blocks.splice(first)
    this.#source = source
    this.#old = old
  }

  /** The whole source has been read. */
  get isDone(): boolean {
    return this.#splitter.isDone
  }

  /** Reads the next slice of about that many characters. */
  read(characters: number): readonly ReadChunk[] {
    return this.#splitter.read(characters).map((chunk) => ({ chunk, kept: this.#take(chunk) }))
  }

  /** Removes and returns the blocks of the old source that were not found. */
  takeRest(): readonly DocumentBlock[] {
    const rest = this.#replaced.filter((block) => block !== null)
    this.#replaced = []
    return rest
  }

  #take(chunk: Chunk): DocumentBlock | null {
    const piece = { source: this.#source, chunk }
    const last = Math.min(this.#replaced.length, this.#next + blocksLookedAt) - 1
    for (let at = this.#next; at <= last; at += 1) if (this.#isAt(at, piece)) return this.#taken(at)
    const first = Math.max(0, this.#next - blocksLookedAt)
    for (let at = this.#next - 1; at >= first; at -= 1) if (this.#isAt(at, piece)) return this.#taken(at)
    return null
  }

  #isAt(at: number, piece: Piece): boolean {
    const block = this.#replaced[at] ?? null
    return block !== null && hasSameRows({ source: this.#old, chunk: block.chunk }, piece)
  }

  #taken(at: number): DocumentBlock | null {
    const block = this.#replaced[at] ?? null
    this.#replaced[at] = null
    this.#next = at + 1
    return block
  }
}

const firstStep = 4_096

/** Length of the common prefix, in UTF-16 units. Slices are compared, which takes well under a millisecond for a megabyte. */
export function commonPrefixLength(before: string, after: string): number {
  const most = Math.min(before.length, after.length)
  let same = 0
  let step = firstStep
  while (same < most && step > 0) {
    const next = Math.min(most, same + step)
    if (before.slice(same, next) === after.slice(same, next)) {
      same = next
      step *= 4
    } else {
      // The difference is within this step: bisect it.
      step = Math.floor((next - same) / 2)
    }
  }
  return same
}

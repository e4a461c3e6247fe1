import { type Chunk, Splitter } from './source/splitter.ts'
import { isSameChunk, type DocumentBlock } from './document-blocks.ts'

/** A chunk of the new source, and the block of the old source in its place. */
interface ReadChunk {
  readonly chunk: Chunk
  /** The old block, if it is the same; null: it has to be rendered. */
  readonly kept: DocumentBlock | null
  /** The old block, if it differs. */
  readonly dropped: DocumentBlock | null
}

interface OldSource {
  /** The blocks of the old source; those that have to be read again are removed from the array. */
  readonly blocks: DocumentBlock[]
  /** How many blocks at the beginning are unchanged. */
  readonly kept: number
  /** Length of the common prefix of both sources. */
  readonly common: number
}

/** Reads a new source in slices, and matches its chunks with the blocks of the old source. */
export class SourceReading {
  readonly #splitter: Splitter
  readonly #common: number
  #replaced: readonly DocumentBlock[]
  #next = 0

  constructor(source: string, { blocks, kept, common }: OldSource) {
    // The last unchanged block may continue in the new source.
    const first = Math.max(0, kept - 1)
    const chunk = kept === 0 ? undefined : blocks[first]?.chunk
    const hasContentBefore = blocks.some((block, index) => index < first && block.chunk.kind !== 'definition')
    this.#splitter = new Splitter(
      source,
      chunk === undefined ? null : { chunk, chunksBefore: first, hasContentBefore },
    )
    this.#replaced = blocks.splice(first)
    this.#common = common
  }

  /** The whole source has been read. */
  get isDone(): boolean {
    return this.#splitter.isDone
  }

  /** Reads the next slice of about that many characters. */
  read(characters: number): readonly ReadChunk[] {
    return this.#splitter.read(characters).map((chunk) => {
      const before = this.#replaced[this.#next]
      this.#next += 1
      if (before === undefined) return { chunk, kept: null, dropped: null }
      const isSame = chunk.end <= this.#common && isSameChunk(before.chunk, chunk)
      return { chunk, kept: isSame ? before : null, dropped: isSame ? null : before }
    })
  }

  /** Removes and returns the blocks of the old source that no chunk has been matched with. */
  takeRest(): readonly DocumentBlock[] {
    const rest = this.#replaced.slice(this.#next)
    this.#replaced = []
    return rest
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

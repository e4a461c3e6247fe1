import type { Chunk } from './source/chunk.ts'
import { isSameChunk, type DocumentBlock } from './document-block.ts'
import { Splitter } from './source/splitter.ts'

/** A chunk of the source, and what stood in its place before. */
interface ReadChunk {
  readonly chunk: Chunk
  /** The block of the source before that is the same. */
  readonly kept: DocumentBlock | null
  /** The one that is another. */
  readonly dropped: DocumentBlock | null
}

interface ReadingFrom {
  /** The blocks of the source before: the first ones stay as they are, the others are taken out. */
  readonly blocks: DocumentBlock[]
  /** So many are as they would be read again. */
  readonly kept: number
  /** Characters that both sources have at their beginning. */
  readonly common: number
}

/** Reads a source a stretch at a time, and finds the blocks again that it had before. */
export class SourceReading {
  readonly #splitter: Splitter
  readonly #common: number
  #replaced: readonly DocumentBlock[]
  #next = 0

  constructor(source: string, { blocks, kept, common }: ReadingFrom) {
    // The last of them may go on.
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

  /** Everything was read. */
  get isDone(): boolean {
    return this.#splitter.isDone
  }

  /** The next stretch of about so many characters. */
  read(characters: number): readonly ReadChunk[] {
    return this.#splitter.read(characters).map((chunk) => {
      const before = this.#replaced[this.#next]
      this.#next += 1
      if (before === undefined) return { chunk, kept: null, dropped: null }
      const isSame = chunk.end <= this.#common && isSameChunk(before.chunk, chunk)
      return { chunk, kept: isSame ? before : null, dropped: isSame ? null : before }
    })
  }

  /** Blocks of the source before that have not been found again so far; none of them is from now on. */
  takeRest(): readonly DocumentBlock[] {
    const rest = this.#replaced.slice(this.#next)
    this.#replaced = []
    return rest
  }
}

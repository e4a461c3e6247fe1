import type { DocumentBlock } from './document-block.ts'

/** Finds the rows of a document's blocks that contain a query, in slices. */
export class DocumentSearch {
  #query = ''
  /** Number of the query: results of another number are outdated. */
  #number = 0
  /** All blocks before this index have been searched. */
  #cursor = 0
  #rows: readonly number[] | null = null

  /** To be called when blocks from this index on have changed or moved. */
  changed(from: number): void {
    this.#cursor = Math.min(this.#cursor, from)
    this.#rows = null
  }

  /** Continues the search for `query` (in lower case) over about that many characters. */
  search(query: string, blocks: readonly DocumentBlock[], characters: number): void {
    if (query !== this.#query) {
      this.#query = query
      this.#number += 1
      this.changed(0)
    }
    let left = characters
    for (; this.#cursor < blocks.length && left > 0; this.#cursor += 1) {
      const block = blocks[this.#cursor]
      if (block === undefined || block.foundBy === this.#number) continue
      block.found = rowsWith(query, block.plain)
      block.foundBy = this.#number
      if (block.found.length > 0) this.#rows = null
      left -= block.plain.length + 1
    }
  }

  /** All blocks have been searched for `query`. */
  isDone(query: string, blocks: readonly DocumentBlock[]): boolean {
    return query === this.#query && this.#cursor >= blocks.length
  }

  /** The matching rows found so far. */
  rows(blocks: readonly DocumentBlock[], topOf: (index: number) => number): readonly number[] {
    if (this.#rows !== null) return this.#rows
    const rows: number[] = []
    for (const [index, block] of blocks.entries()) {
      if (block.found.length === 0 || block.foundBy !== this.#number) continue
      const top = topOf(index)
      for (const row of block.found) rows.push(top + row)
    }
    this.#rows = rows
    return rows
  }
}

const none: readonly number[] = []

function rowsWith(query: string, plain: string): readonly number[] {
  const text = plain.toLowerCase()
  if (!text.includes(query)) return none
  return text.split('\n').flatMap((row, index) => (row.includes(query) ? [index] : []))
}

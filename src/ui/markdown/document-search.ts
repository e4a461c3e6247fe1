import type { DocumentBlock } from './document-block.ts'

/** Where a query stands in the rows of a document's blocks, found a slice at a time. */
export class DocumentSearch {
  #query = ''
  /** Of the query, so that what was found for another one is known to be old. */
  #number = 0
  /** Blocks before it are searched. */
  #cursor = 0
  #rows: readonly number[] | null = null

  /** Blocks from this one on have changed, or moved. */
  changed(from: number): void {
    this.#cursor = Math.min(this.#cursor, from)
    this.#rows = null
  }

  /** Searches for `query`, in lower case, until about so many characters were looked at. */
  look(query: string, blocks: readonly DocumentBlock[], characters: number): void {
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

  /** Everything was looked at. */
  isDone(query: string, blocks: readonly DocumentBlock[]): boolean {
    return query === this.#query && this.#cursor >= blocks.length
  }

  /** Numbers of the rows that were found so far. */
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

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Chunk, Splitter } from '../../../src/ui/markdown/source/splitter.ts'
import { ChunkRenderer } from '../../../src/ui/markdown/rendering/chunk-renderer.ts'
import { rowText } from '../../../src/lib/cells/row.ts'
import { MarkdownDocument } from '../../../src/ui/markdown/document.ts'
import { shortSlices } from '../../../src/ui/markdown/slices.ts'
import { badDocuments } from './bad-documents.ts'
import { checkRow, dark } from './support.ts'

// Much input: a busy machine may take longer than a test has.
vi.setConfig({ testTimeout: 240_000 })

const rows = 40
const columns = 78
/** A block is cut at line ends, so that its last line may be beyond the limit, and a table's head stands before each part. */
const longestChunk = 10_000 + 10_000 + 1_000
const mostAtOnce = longestChunk + shortSlices.charactersRendered + rows * columns

/** Characters that the renderer was given since it was asked last: what a step costs, on any machine. */
let given = 0

function taken(): number {
  const before = given
  given = 0
  return before
}

beforeEach(() => {
  given = 0
  // oxlint-disable-next-line typescript/unbound-method -- called with its renderer below
  const render = ChunkRenderer.prototype.render
  vi.spyOn(ChunkRenderer.prototype, 'render').mockImplementation(function (
    this: ChunkRenderer,
    source: string,
    chunk: Chunk,
    links,
  ) {
    given += chunk.end - chunk.start
    return render.call(this, source, chunk, links)
  })
})

afterEach(() => {
  vi.restoreAllMocks()
})

test.each(badDocuments.map(({ name, make }) => [name, make(30_000)] as const))(
  'no step does more work than a slice, for any text: %s',
  (_, source) => {
    const document = new MarkdownDocument({ theme: dark, columns, slices: shortSlices })
    document.setSource(source)
    expect(taken()).toBe(0)
    for (const each of document.lastRows(rows)) checkRow(each, columns)
    expect(taken()).toBeLessThanOrEqual(mostAtOnce)
    for (const each of document.rows(0, rows)) checkRow(each, columns)
    expect(taken()).toBeLessThanOrEqual(mostAtOnce)
    while (!document.work(0, () => 0)) expect(taken()).toBeLessThanOrEqual(longestChunk)
    taken()
    document.setSource(`${source}\nand more`)
    document.lastRows(rows)
    expect(taken()).toBeLessThanOrEqual(mostAtOnce)
  },
)

describe('a long source', () => {
  test('is read in slices', () => {
    const source = '- a\n'.repeat(100_000)
    const document = new MarkdownDocument({ theme: dark, columns, slices: shortSlices })
    document.setSource(source)
    expect(document.isRead).toBe(false)
    expect(document.rows(0, rows)).toHaveLength(rows)
    const slices: number[] = []
    while (!document.isRead) {
      const before = document.rowCount
      document.work(0, () => 0)
      slices.push(document.rowCount - before)
    }
    expect(Math.max(...slices)).toBeLessThan(20_000)
    expect(document.rowCount).toBe(100_000)
  })

  test('that grows is read only from the change on', () => {
    const source = 'some words\n\n'.repeat(80_000)
    const document = new MarkdownDocument({ theme: dark, columns, slices: shortSlices })
    document.setSource(source)
    while (!document.isRead) document.work(0, () => 0)
    const before = document.rowCount
    let read = 0
    // oxlint-disable-next-line typescript/unbound-method -- called with its splitter below
    const reads = Splitter.prototype.read
    vi.spyOn(Splitter.prototype, 'read').mockImplementation(function (this: Splitter, characters: number) {
      const chunks = reads.call(this, characters)
      for (const { start, end } of chunks) read += end - start
      return chunks
    })
    for (let piece = 1; piece <= 10; piece += 1) document.setSource(source + 'more words\n\n'.repeat(piece))
    expect(document.rowCount).toBe(before + 20)
    expect(read).toBeLessThan(1_000)
  })

  test('of too many blocks is shown as written at its end', () => {
    const document = new MarkdownDocument({ theme: dark, columns, slices: shortSlices })
    document.setSource(`${'# a\n'.repeat(150_000)}# b\n\n**c**\n`)
    while (!document.isRead) document.work(0, () => 0)
    expect(document.lastRows(3).map(rowText)).toEqual(['# b', '', '**c**'])
  })

  test('that ends with thousands of definitions shows the text before them', () => {
    const definitions = Array.from({ length: 20_000 }, (_, at) => `[l${at}]: https://a.example/${at}\n`).join(
      '',
    )
    const document = new MarkdownDocument({ theme: dark, columns, slices: shortSlices })
    document.setSource(`The text.\n\n${definitions}`)
    expect(document.lastRows(rows).map(rowText)).toEqual(['The text.'])
    expect(taken()).toBeLessThan(100)
  })

  test('is searched in slices', () => {
    const document = new MarkdownDocument({ theme: dark, columns, slices: shortSlices })
    document.setSource(`${'words in a line\n\n'.repeat(100_000)}needle\n`)
    while (!document.work(0, () => 0));
    expect(document.find('needle')).toEqual([])
    let looks = 1
    for (; !document.isSearched('needle'); looks += 1) document.find('needle')
    expect(looks).toBeLessThan(5)
    expect(document.find('needle')).toEqual([200_000])
  })
})

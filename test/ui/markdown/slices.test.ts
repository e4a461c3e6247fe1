import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Chunk, Splitter } from '../../../src/ui/markdown/source/splitter.ts'
import { ChunkRenderer } from '../../../src/ui/markdown/rendering/chunk-renderer.ts'
import { highlighter } from '../../../src/ui/markdown/rendering/code-colours.ts'
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
    let longest = 0
    while (!document.work(0, () => 0)) longest = Math.max(longest, taken())
    expect(longest).toBeLessThanOrEqual(longestChunk)
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

describe('a megabyte of code', () => {
  /** Characters that were given to the highlighter since it was asked last. */
  let coloured = 0

  function colouredSince(): number {
    const before = coloured
    coloured = 0
    return before
  }

  beforeEach(() => {
    coloured = 0
    const highlight = highlighter().highlight.bind(highlighter())
    vi.spyOn(highlighter(), 'highlight').mockImplementation((code, options) => {
      coloured += code.length
      return highlight(code, options)
    })
  })

  const block = (number: number): string =>
    `Step ${number}\n\n\`\`\`ts\n// ${number}\n${'const one = "a text"\n'.repeat(22)}\`\`\`\n\n`

  test('in 2,000 blocks has colours where it is shown, and nowhere else', () => {
    const source = Array.from({ length: 2_000 }, (_, number) => block(number)).join('')
    const document = new MarkdownDocument({ theme: dark, columns, slices: shortSlices })
    document.setSource(source)
    expect(colouredSince()).toBe(0)
    while (!document.work(0, () => 0));
    expect([document.isSettled, colouredSince()]).toEqual([true, 0])
    const { rowCount } = document
    const middle = Math.floor(rowCount / 2)
    for (const top of [0, middle, rowCount - rows]) {
      const shown = document.rows(top, rows)
      expect(shown.some((each) => each.length > 1)).toBe(true)
      expect(colouredSince()).toBeGreaterThan(0)
      document.rows(top, rows)
      expect(colouredSince()).toBe(0)
    }
    document.setColumns(columns - 8)
    document.rows(middle, rows)
    expect(colouredSince()).toBeLessThan(mostAtOnce)
    while (!document.work(0, () => 0));
    expect(colouredSince()).toBe(0)
  })

  test('in one block has none', () => {
    const document = new MarkdownDocument({ theme: dark, columns, slices: shortSlices })
    document.setSource(`\`\`\`ts\n${'const one = "a text"\n'.repeat(50_000)}\`\`\`\n`)
    document.rows(0, rows)
    while (!document.work(0, () => 0));
    document.lastRows(rows)
    expect(colouredSince()).toBe(0)
  })

  test('has as many rows when it is measured as when it is shown', () => {
    const text = `${block(1)}- item\n\n  ${block(2).replaceAll('\n', '\n  ')}\n> ${block(3).replaceAll('\n', '\n> ')}\n`
    const measured = new MarkdownDocument({ theme: dark, columns: 21, slices: shortSlices })
    measured.setSource(text)
    while (!measured.work(0, () => 0));
    const drawn = new MarkdownDocument({ theme: dark, columns: 21 })
    drawn.setSource(text)
    const all = drawn.rows(0, Number.POSITIVE_INFINITY)
    expect(measured.rowCount).toBe(all.length)
    expect(measured.rows(0, all.length)).toEqual(all)
  })
})

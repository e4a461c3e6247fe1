import {
  breaksItem,
  breaksParagraph,
  closesFenceOf,
  isBlank,
  itemMarker,
  kindOf,
  fenceOf,
  rawHtmlEnd,
  sourceLine,
  type ChunkKind,
  type ItemMarker,
  type SourceLine,
} from './source-line.ts'
import type { OpenedFence } from '../../../lib/text/markdown-lines.ts'

/** A piece of the source that can be lexed on its own: a block, a list item, or a part of a block longer than `chunkLimit`. */
export interface Chunk {
  readonly kind: ChunkKind
  readonly start: number
  /** End of the last line that is not blank. */
  readonly end: number
  /** A source that is the same up to here has the same chunk, however it continues. */
  readonly decidedAt: number
  /** Blank rows before it. */
  readonly gap: number
  /** It continues the block of the chunk before it. */
  readonly isPart: boolean
  /** It starts in the middle of a line. */
  readonly isMidLine: boolean
  /** Source lines, for an estimate of its height. */
  readonly lines: number
  readonly item: ItemMarker | null
  /** Its info string is cut; the first word of it names the language. */
  readonly fence: OpenedFence | null
  /** What ends a chunk of raw HTML. */
  readonly htmlEnd: string | null
  /** The head of the table that it is a part of; lexed in front of it. */
  readonly lead: { readonly start: number; readonly end: number } | null
}

/** The most source characters of a chunk; longer blocks are cut at line ends, longer lines at spaces. */
const chunkLimit = 10_000

const tableRule = /^[ \t]{0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t\r]*$/
const longestTableHead = 1_000
const maxBlankRows = 100
const kindsWithBlanks: ReadonlySet<ChunkKind> = new Set(['fence', 'indented', 'raw-html', 'plain'])
/** The fixed cost of a line, in characters. */
const charactersOfLine = 20

type PartStart = Pick<Chunk, 'start' | 'isMidLine'> & {
  /** `Chunk.decidedAt` of the part before. */
  readonly decidedAt: number
}

type Draft = { -readonly [Key in keyof Chunk]: Chunk[Key] }

/** Where to continue after an earlier source with the same beginning. */
interface SplitPoint {
  /** A chunk whose `decidedAt` lies within the common beginning. It is the first chunk that is read. */
  readonly chunk: Chunk
  /** How many chunks come before it. */
  readonly chunksBefore: number
  /** Visible content comes before it. */
  readonly hasContentBefore: boolean
}

/** The most chunks parsed as markdown; the rest is shown as written, to save memory. */
const maxChunks = 150_000

/** Cuts a markdown source into chunks that can be lexed on their own; either from its beginning or from a known chunk on. */
export class Splitter {
  readonly #source: string
  readonly #chunks: Chunk[] = []
  readonly #resumed: Chunk | null
  readonly #chunksBefore: number
  /** Where the next line starts. */
  #at: number
  #isDone = false
  #current: Draft | null = null
  /** The closing line of the current fence or HTML block has been read. */
  #isClosed = false
  #blanks = 0
  #hasContent: boolean

  constructor(source: string, from: SplitPoint | null) {
    this.#source = source
    this.#resumed = from?.chunk ?? null
    this.#chunksBefore = from?.chunksBefore ?? 0
    this.#hasContent = from?.hasContentBefore ?? false
    this.#at = this.#resumed?.start ?? 0
  }

  /** The whole source has been read. */
  get isDone(): boolean {
    return this.#isDone
  }

  /** The line that would close the fence or HTML block at the end of the source; null: it is closed, or there is none. */
  get missingEnd(): string | null {
    const last = this.#chunks.at(-1)
    if (last === undefined || this.#isClosed) return null
    return last.fence?.mark ?? last.htmlEnd
  }

  /** Reads lines of about that many characters (a line counts `charactersOfLine` more), and returns the chunks that are complete. */
  read(characters: number): readonly Chunk[] {
    const source = this.#source
    const before = this.#chunks.length
    let left = characters
    while (this.#at < source.length && left > 0) {
      const start = this.#at
      left -= charactersOfLine
      // Fast path: a source may contain millions of empty lines.
      if (this.#current !== null && source.charCodeAt(start) === 0x0a) {
        if (this.#current.kind === 'html') this.#isClosed = true
        this.#blanks += 1
        this.#at += 1
        continue
      }
      const lineBreak = source.indexOf('\n', start)
      const end = lineBreak === -1 ? source.length : lineBreak
      // A last line without a line break may still grow, so it decides nothing.
      const decidedAt = lineBreak === -1 ? source.length + 1 : lineBreak + 1
      this.#readLine(sourceLine(source, start, end), decidedAt)
      this.#at = end + 1
      left -= end - start
    }
    if (this.#at >= source.length && !this.#isDone) {
      this.#close(source.length + 1)
      this.#isDone = true
    }
    return this.#chunks.slice(before)
  }

  #readLine(line: SourceLine, decidedAt: number): void {
    if (this.#resumed !== null && this.#current === null) {
      this.#resume(this.#resumed, line)
    } else if (isBlank(line)) {
      this.#blanks += 1
      if (this.#current?.kind === 'html') this.#isClosed = true
      return
    } else if (this.#current === null || this.#isClosed || this.#startsChunk(this.#current, line)) {
      this.#close(decidedAt)
      this.#open(line)
    } else if (line.start - this.#current.start >= chunkLimit) {
      // At the start of a line: a part must not begin within a line that may still grow.
      this.#openPart(this.#current, { start: line.start, decidedAt, isMidLine: false })
    }
    this.#include(line, decidedAt)
  }

  #resume(chunk: Chunk, line: SourceLine): void {
    this.#current = { ...chunk, end: line.end, lines: 0 }
    this.#isClosed = chunk.kind === 'heading' || chunk.kind === 'rule'
  }

  #include(line: SourceLine, decidedAt: number): void {
    const current = this.#current
    if (current === null) return
    current.end = line.end
    current.lines += this.#blanks + 1
    this.#blanks = 0
    const isFirst = line.start <= current.start
    if (
      current.kind === 'fence' &&
      current.fence !== null &&
      !(isFirst && (!current.isPart || current.isMidLine))
    ) {
      this.#isClosed = closesFenceOf(line, current.fence)
    }
    const isLong = line.end - Math.max(line.start, current.start) > chunkLimit
    const last = isLong ? this.#cutLongLine(line, current, decidedAt) : current
    if (last.kind === 'raw-html' && last.htmlEnd !== null) {
      // `<!-->` and `<!--->` are comments, and the `>` of `<!x` is looked for after the opening itself.
      const from = Math.max(line.start, last.start) + (isFirst && !last.isPart ? 2 : 0)
      this.#isClosed = this.#source.slice(from, line.end).toLowerCase().includes(last.htmlEnd)
    }
  }

  /**
   * Cuts a line longer than the limit into parts, and returns the last one. Such a line does not close a fence. The parts are decided
   * at the end of the line: a backtick there may turn a fence into a paragraph.
   */
  #cutLongLine(line: SourceLine, first: Draft, decidedAt: number): Draft {
    let current = first
    for (;;) {
      const from = Math.max(line.start, current.start)
      if (line.end - from <= chunkLimit) return current
      const cut = cutPoint(this.#source, from)
      current.end = cut
      current = this.#openPart(current, { start: cut, decidedAt, isMidLine: true })
      current.end = line.end
      current.lines = 1
      this.#isClosed = false
    }
  }

  #close(decidedAt: number): void {
    if (this.#current === null) return
    this.#current.decidedAt = decidedAt
    if (this.#current.kind !== 'definition') this.#hasContent = true
    this.#chunks.push(this.#current)
    this.#current = null
  }

  #open(line: SourceLine): void {
    const before = this.#chunks.at(-1)
    const item = itemMarker(line)
    const fence = fenceOf(line)
    const isOverfull = this.#chunksBefore + this.#chunks.length >= maxChunks
    const kind = isOverfull ? 'plain' : kindOf(line, item !== null, fence !== null)
    this.#isClosed = kind === 'heading' || kind === 'rule'
    const isCrowded = kind === 'heading' && before?.kind !== 'heading'
    this.#current = {
      kind,
      start: line.start,
      end: line.end,
      decidedAt: 0,
      gap: this.#hasContent && (this.#blanks > 0 || isCrowded) ? 1 : 0,
      isPart: false,
      isMidLine: false,
      lines: 0,
      item: kind === 'item' && item !== null ? numbered(item, before?.item ?? null) : null,
      fence: kind === 'fence' ? fence : null,
      htmlEnd: kind === 'raw-html' ? rawHtmlEnd(line) : null,
      lead: null,
    }
    this.#blanks = 0
  }

  #openPart(before: Draft, at: PartStart): Draft {
    const { start, decidedAt, isMidLine } = at
    const lead =
      before.kind === 'flow' && !isMidLine ? (before.lead ?? tableHead(this.#source, before)) : null
    const keepsBlanks = kindsWithBlanks.has(before.kind)
    const gap = Math.min(this.#blanks, keepsBlanks ? maxBlankRows : 1)
    this.#close(decidedAt)
    // The rest of a long line of a quote begins without a quote marker.
    const kind: ChunkKind = isMidLine && before.kind === 'quote' ? 'flow' : before.kind
    const part = {
      ...before,
      kind,
      start,
      end: start,
      decidedAt: 0,
      gap,
      isPart: true,
      isMidLine,
      lines: 0,
      lead,
    }
    this.#current = part
    this.#blanks = 0
    return part
  }

  #startsChunk(current: Draft, line: SourceLine): boolean {
    const isAfterBlank = this.#blanks > 0
    switch (current.kind) {
      case 'plain':
      case 'fence':
      case 'raw-html':
      case 'html':
        return false
      case 'heading':
      case 'rule':
        return true
      case 'definition':
        return !/["'(]/.test(this.#source.charAt(line.textStart)) || isAfterBlank || line.indent === 0
      case 'indented':
        return line.indent < 4
      case 'item':
        return line.indent < (current.item?.offset ?? 0) && (isAfterBlank || breaksItem(line))
      case 'quote':
      case 'flow':
        return isAfterBlank || breaksParagraph(line, current.kind)
    }
  }
}

function numbered(item: ItemMarker, before: ItemMarker | null): ItemMarker {
  if (item.number === null || before === null || before.number === null || before.marker !== item.marker)
    return item
  return { ...item, number: before.number + 1 }
}

function tableHead(source: string, chunk: Draft): Chunk['lead'] {
  const first = source.indexOf('\n', chunk.start)
  const second = first === -1 ? -1 : source.indexOf('\n', first + 1)
  if (second === -1 || second > chunk.end || second - chunk.start > longestTableHead) return null
  const rule = source.slice(first + 1, second)
  return rule.includes('|') && tableRule.test(rule) ? { start: chunk.start, end: second } : null
}

/** Where to cut a long line: after the last space within the limit, else at the limit, but never within a surrogate pair. */
function cutPoint(source: string, from: number): number {
  const limit = from + chunkLimit
  const space = source.slice(from, limit).lastIndexOf(' ')
  if (space >= chunkLimit / 2) return from + space + 1
  const code = source.charCodeAt(limit)
  return code >= 0xdc00 && code <= 0xdfff ? limit - 1 : limit
}

/** Several markdown sources as one, in which none continues a block that the one before leaves open. */
export function joinedSources(sources: readonly string[]): string {
  return sources.map(closed).join('\n\n')
}

function closed(source: string): string {
  const splitter = new Splitter(source, null)
  splitter.read(Number.POSITIVE_INFINITY)
  const { missingEnd } = splitter
  return missingEnd === null ? source : `${source}\n${missingEnd}`
}

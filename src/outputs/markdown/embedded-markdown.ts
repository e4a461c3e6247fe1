import { safeText } from '../../lib/text/safe-text.ts'
import { headingLine, headingUnderline, mayBeUnderlined } from '../../lib/text/markdown-lines.ts'
import { BlockLines, type BlockLine } from './block-lines.ts'
import { harmlessInline, mayAct } from './harmless-inline.ts'

export interface Embedding {
  /** By how many levels its headings are lowered, down to level 6. */
  readonly deeper: number
  /** Leaves out the heading that it begins with, because the document around it has the same one. */
  readonly dropsFirstHeading: boolean
}

/**
 * A markdown document as a part of another one: every block that it leaves open is closed. HTML is escaped, and links have
 * http, https, mailto and relative targets only. A document without such things is unchanged.
 */
export function embeddedMarkdown(raw: string, embedding: Embedding): string {
  const source = safeText(raw)
  const lines = new EmbeddedLines(embedding, mayAct(source))
  for (const line of source.split('\n')) lines.add(line)
  return lines.end().join('\n').replace(/^\n+/, '').trimEnd()
}

/** Embeds a document line by line. */
class EmbeddedLines {
  readonly #embedding: Embedding
  readonly #mayAct: boolean
  readonly #blocks = new BlockLines()
  readonly #lines: string[] = []
  /** The lines of the current paragraph: the container markers before them, and their texts. */
  #prefixes: string[] = []
  #texts: string[] = []
  #mayDrop: boolean

  constructor(embedding: Embedding, mayActAtAll: boolean) {
    this.#embedding = embedding
    this.#mayAct = mayActAtAll
    this.#mayDrop = embedding.dropsFirstHeading
  }

  add(line: string): void {
    const block = this.#blocks.read(line)
    if (block.isTop && block.kind === 'heading') return this.#addHeading(line)
    if (this.#isUnderline(line, block)) return this.#addUnderlined(line)
    if (block.isContinuation) return this.#hold(line, block.from)
    this.#flush()
    if (block.blankBefore !== undefined && this.#mayAct) this.#lines.push(block.blankBefore)
    if (block.kind === 'text' || block.kind === 'heading') this.#hold(line, block.from)
    // Some parsers take a fence with a bar in it for a table header.
    else this.#lines.push(block.kind === 'fence' && this.#mayAct ? line.replaceAll('|', '&#124;') : line)
    if (block.kind !== 'text') this.#flush()
  }

  end(): readonly string[] {
    this.#flush()
    const open = this.#blocks.openFence()
    if (open !== null) this.#lines.push(open)
    return this.#lines
  }

  #hold(line: string, from: number): void {
    this.#prefixes.push(line.slice(0, from))
    this.#texts.push(line.slice(from))
  }

  #flush(): void {
    if (this.#texts.length === 0) return
    const text = this.#texts.join('\n')
    const shown = this.#mayAct ? harmlessInline(text).split('\n') : this.#texts
    for (const [index, each] of shown.entries()) this.#lines.push((this.#prefixes[index] ?? '') + each)
    this.#prefixes = []
    this.#texts = []
  }

  #addHeading(line: string): void {
    this.#flush()
    const [, hashes = '', words = ''] = headingLine.exec(line) ?? []
    this.#push(hashes.length, words)
  }

  /** A setext underline, which makes a heading of a paragraph of one line. */
  #isUnderline(line: string, { isTop, kind }: BlockLine): boolean {
    const [only = ''] = this.#texts
    if (!isTop || kind !== 'text' || this.#texts.length !== 1 || !headingUnderline.test(line)) return false
    return mayBeUnderlined.test(only) && (this.#lines.at(-1) ?? '').trim() === ''
  }

  #addUnderlined(line: string): void {
    const [words = ''] = this.#texts
    this.#prefixes = []
    this.#texts = []
    const [, double] = headingUnderline.exec(line) ?? []
    this.#push(double === undefined ? 2 : 1, words)
  }

  #push(level: number, words: string): void {
    const isDropped = this.#mayDrop && this.#lines.every((each) => each.trim() === '')
    this.#mayDrop = false
    if (isDropped) return
    const text = this.#mayAct ? harmlessInline(words.trim()) : words.trim()
    this.#lines.push(`${'#'.repeat(Math.min(6, level + this.#embedding.deeper))} ${text}`)
  }
}

import type { Links, Token, Tokens } from 'marked'
import { capNesting } from '../../../lib/text/markdown-lines.ts'
import { safeText } from '../../../lib/text/safe-text.ts'
import { readAnsi, rowText, run, type Row, wrapRuns } from '../../../lib/cells/row.ts'
import type { Theme } from '../../paint/theme.ts'
import { blockRows, codeTextRows, literalRows } from './blocks.ts'
import { indentRows, type Layout, makeLayout, narrowest, rowPainter, type StyledRow } from './layout.ts'
import type { Chunk } from '../source/splitter.ts'
import { detached, expandTabs, closesFenceOf, sourceLine } from '../source/source-line.ts'
import { terminalMarked } from './terminal-marked.ts'

export interface RenderedChunk {
  /** All rows, with the blank ones before it. */
  readonly rows: readonly Row[]
  /** The rows' text, joined by line breaks. */
  readonly plain: string
  /** Labels that may refer to definitions elsewhere. */
  readonly labels: readonly string[]
  /** The definitions in it, by their normalised label. */
  readonly definitions: Links
}

/** An object for definitions, without a prototype: `__proto__` may be a label. */
export function noLinks(): Links {
  return Object.create(null) as Links
}

const noLabels: readonly string[] = []
/** The definitions of a chunk without any. */
export const noDefinitions: Links = noLinks()
const maxMarks = 1_500
const maxTableCells = 20_000
const marks = /[*_~`[<]/g
const label = /\[((?:[^[\]\\\n]|\\.){1,400})\](?!\()/g
const mayDefine = /^[ >*+\-\d.)]*\[[^\]\n]+\]:/m

/** Renders chunks for one theme and one width; without the colours of code to measure only: the rows have the same texts. */
export class ChunkRenderer {
  readonly #layout: Layout
  readonly #columns: number
  readonly #paint: (styled: StyledRow) => Row

  constructor(theme: Theme, columns: number, coloursCode = true) {
    this.#layout = makeLayout(theme, terminalMarked(theme, coloursCode))
    this.#columns = Math.max(narrowest, columns)
    this.#paint = rowPainter(theme)
  }

  /** `links` are the definitions known so far, by their normalised label. Never throws for any source. */
  render(source: string, chunk: Chunk, links: Links): RenderedChunk {
    const text = textOf(source, chunk)
    const definitions =
      chunk.kind !== 'plain' && mayDefine.test(text) ? this.#layout.marked.definitions(text) : null
    // The chunk's own definitions apply to labels that are not known yet.
    const known = definitions === null ? links : Object.assign(noLinks(), definitions, links)
    const rows = this.#rows(text, chunk, known)
    const all =
      rows.length === 0 ? rows : [...Array.from({ length: chunk.gap }, (): StyledRow => []), ...rows]
    return {
      rows: all.map(this.#paint),
      plain: all.map(rowText).join('\n'),
      labels: text.includes('[') ? labelsOf(text) : noLabels,
      definitions: definitions ?? noDefinitions,
    }
  }

  #rows(text: string, chunk: Chunk, links: Links): readonly StyledRow[] {
    const columns = this.#columns
    if (chunk.kind === 'raw-html' && chunk.isPart) return literalRows(this.#layout, text, columns)
    if (chunk.kind === 'fence' && chunk.isPart) return this.#codePart(text, chunk)
    if (chunk.kind === 'plain' || isBomb(text)) return wrapRuns([run(text)], columns)
    try {
      if (chunk.kind === 'flow' && chunk.isPart && chunk.lead === null) {
        return wrapRuns(
          readAnsi(this.#layout.marked.inline(this.#layout.marked.lexInline(text, links))),
          columns,
        )
      }
      if (chunk.kind === 'item' && chunk.isPart) return this.#itemPart(text, chunk, links)
      const tokens = this.#layout.marked.lex(text, links)
      return blockRows(this.#layout, tokens, { columns, number: chunk.item?.number ?? null })
    } catch {
      // The lexer gives up on hostile nesting (a RangeError, or its own "infinite loop"): such text is shown as it is.
      return wrapRuns([run(text)], columns)
    }
  }

  #codePart(text: string, chunk: Chunk): readonly StyledRow[] {
    const lines = text.split('\n')
    // The rest of a cut line cannot close the fence.
    const isWholeLine = lines.length > 1 || !chunk.isMidLine
    const last = lines.at(-1) ?? ''
    if (isWholeLine && chunk.fence !== null && closesFenceOf(sourceLine(last, 0, last.length), chunk.fence))
      lines.pop()
    if (lines.length === 0) return []
    const token: Tokens.Code = {
      type: 'code',
      raw: text,
      text: lines.join('\n'),
      lang: chunk.fence?.info ?? '',
    }
    return codeTextRows(this.#layout.marked.code(token, false), this.#columns)
  }

  #itemPart(text: string, chunk: Chunk, links: Links): readonly StyledRow[] {
    const indent = Math.min(chunk.item?.offset ?? 0, this.#columns - narrowest)
    const own = text.replaceAll(new RegExp(`^ {1,${Math.max(1, chunk.item?.offset ?? 1)}}`, 'gm'), '')
    const tokens: readonly Token[] = this.#layout.marked.lex(own, links)
    return indentRows(blockRows(this.#layout, tokens, { columns: this.#columns - indent }), indent)
  }
}

/** Whether colours of code may be in it. */
export function mayHaveCode(source: string, { start, end }: Chunk): boolean {
  return /`{3}|~{3}/.test(source.slice(start, end))
}

function textOf(source: string, chunk: Chunk): string {
  const lead = chunk.lead === null ? '' : `${source.slice(chunk.lead.start, chunk.lead.end)}\n`
  return capNesting(safeText(expandTabs(detached(lead + source.slice(chunk.start, chunk.end)))))
}

/** It has more marks or table cells than make sense on a screen: rendering them would take seconds. */
function isBomb(text: string): boolean {
  let found = 0
  for (const _ of text.matchAll(marks)) found += 1
  if (found > maxMarks) return true
  const firstLine = text.slice(0, text.indexOf('\n') + 1)
  return (firstLine.split('|').length - 1) * text.split('\n').length > maxTableCells
}

function labelsOf(text: string): readonly string[] {
  const found: string[] = []
  for (const [, name] of text.matchAll(label)) {
    if (name !== undefined && name !== ' ' && name !== 'x' && name !== 'X') found.push(normalLabel(name))
  }
  return found.length === 0 ? noLabels : found
}

/** A label as marked normalises it; its case is folded via upper case because of ẞ. */
function normalLabel(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase().toLowerCase()
}

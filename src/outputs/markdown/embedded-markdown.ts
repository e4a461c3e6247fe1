import { safeText } from '../../lib/text/safe-text.ts'
import { headingLine, headingUnderline, mayBeUnderlined } from '../../lib/text/markdown-lines.ts'
import { BlockLines, type BlockLine } from './block-lines.ts'
import { harmlessLine, mayAct, withoutHidden } from './harmless-inline.ts'

export interface Embedding {
  /** By how many levels its headings are lowered, down to level 6. */
  readonly deeper: number
  /** Leaves out the heading that it begins with, because the document around it has the same one. */
  readonly dropsFirstHeading: boolean
}

/** The delimiter row below a table header. */
const tableRule = /^(?=.*-)(?=.*[|:])[|:\-> ]*$/

/**
 * A markdown document as a part of another one: every block that it leaves open is closed. HTML is escaped, and links have
 * http, https, mailto and relative targets only; no reference stands for a hidden character. A document without such things is unchanged.
 */
export function embeddedMarkdown(raw: string, { deeper, dropsFirstHeading }: Embedding): string {
  const source = safeText(raw)
  const acts = mayAct(source)
  const blocks = new BlockLines()
  const written: string[] = []
  let mayDrop = dropsFirstHeading
  /** The words of a paragraph of one line, which a line below it may make a heading; null: there is none. */
  let words: string | null = null
  const addHeading = (level: number, text: string): void => {
    const isDropped = mayDrop && written.every(isBlank)
    mayDrop = false
    const shown = acts ? harmlessLine(text.trim(), false) : text.trim()
    if (!isDropped) written.push(`${'#'.repeat(Math.min(6, level + deeper))} ${shown}`)
  }
  for (const { line, isInTable } of linesOf(source)) {
    const block = blocks.read(line)
    const [, hashes = '', text = ''] =
      (block.isTop && block.kind === 'heading' ? headingLine.exec(line) : null) ?? []
    const [under, double] = (block.isTop && block.kind === 'text' ? headingUnderline.exec(line) : null) ?? []
    if (hashes !== '') addHeading(hashes.length, text)
    else if (under !== undefined && words !== null) {
      written.pop()
      addHeading(double === undefined ? 2 : 1, words)
    } else {
      words =
        block.kind === 'text' &&
        !block.isContinuation &&
        mayBeUnderlined.test(line) &&
        isBlank(written.at(-1) ?? '')
          ? line
          : null
      if (block.blankBefore !== undefined && acts) written.push(block.blankBefore)
      written.push(acts ? harmless(line, block, isInTable) : line)
      continue
    }
    words = null
  }
  const open = blocks.openFence()
  if (open !== null) written.push(open)
  return written.join('\n').replace(/^\n+/, '').trimEnd()
}

function harmless(line: string, { kind, from }: BlockLine, isInTable: boolean): string {
  switch (kind) {
    case 'text':
    case 'heading':
      return line.slice(0, from) + harmlessLine(line.slice(from), isInTable)
    case 'fence':
      // Some parsers take a fence with a bar in it for a table header.
      return withoutHidden(line.replaceAll('|', '&#124;'))
    case 'code':
    case 'blank':
      return line
  }
}

/** The lines, and whether they are in a table as some parser may see it: up to the next blank lines. */
function linesOf(source: string): readonly { readonly line: string; readonly isInTable: boolean }[] {
  const parts: string[][] = [[]]
  for (const line of source.split('\n')) {
    if (isBlank(line)) parts.push([])
    parts.at(-1)?.push(line)
  }
  return parts.flatMap((lines) => {
    const isInTable = lines.some((line) => tableRule.test(line))
    return lines.map((line) => ({ line, isInTable }))
  })
}

function isBlank(line: string): boolean {
  return line.trim() === ''
}

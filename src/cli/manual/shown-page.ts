import { cellRow } from '../../lib/cells/cell-row.ts'
import { RowWriter } from '../../lib/cells/row-writer.ts'
import type { MarkdownDocument } from '../../ui/markdown/document.ts'
import type { Theme } from '../../ui/paint/theme.ts'

/** Lines of a page become hard to read beyond this. */
const widest = 100
/** Without moves of the cursor, which pagers do not show: every width is taken as sure. */
const writer = new RowWriter(/^/)

export interface PageLook {
  readonly theme: Theme
  readonly columns: number
  /** The renderer, which is a chunk of its own. */
  readonly Document: typeof MarkdownDocument
}

/** All of a page as lines for a terminal, rendered like a plan. */
export function renderedPage(source: string, { theme, columns, Document }: PageLook): readonly string[] {
  const width = Math.min(columns, widest)
  const document = new Document({ theme, columns: width })
  document.setSource(readableLinks(source))
  // Until then, how many rows there are is an estimate.
  document.work(Number.POSITIVE_INFINITY, () => 0)
  return document.rows(0, document.rowCount).map((row) => writer.whole(cellRow(row, width)).trimEnd())
}

/** Links to other pages as the command that shows them, and pictures as their descriptions. */
export function readableLinks(source: string): string {
  return source
    .replaceAll(/!\[([^\]]*)\]\([^)]*\)/g, '*$1*')
    .replaceAll(/\[([^\]]*)\]\((?:\.\/)?([a-z]+)\.md(?:#[^)]*)?\)/g, '$1 (`acp-plan-tui help $2`)')
    .replaceAll(/\[([^\]]*)\]\((?!https?:)[^)]*\)/g, '$1')
}

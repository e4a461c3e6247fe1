import type { Theme } from '../../paint/theme.ts'
import {
  makeStyle,
  plainStyle,
  withFlag,
  withinStyle,
  type CellStyle,
} from '../../../lib/cells/cell-style.ts'
import { readAnsi, rowText, run, type Run, wrapRuns } from '../../../lib/cells/row.ts'
import { glyphsOf, type Glyphs } from './glyphs.ts'
import { displayWidth } from '../../../lib/text/width.ts'
import type { StyledRow } from './styled-row.ts'
import type { TerminalMarked } from './terminal-marked.ts'

/** What blocks are laid out with. */
export interface Layout {
  readonly theme: Theme
  readonly glyphs: Glyphs
  readonly marked: TerminalMarked
}

export function makeLayout(theme: Theme, marked: TerminalMarked): Layout {
  return { theme, glyphs: glyphsOf(theme), marked }
}

/** The minimum width of a block: quotes and lists without room for it are not indented. */
export const narrowest = 8

/** Runs within text of a style. */
export function styledRuns(style: CellStyle, runs: readonly Run<string>[]): readonly Run<string>[] {
  if (style === plainStyle) return runs
  return runs.map((each) => ({ ...each, style: withinStyle(style, each.style) }))
}

/** Rows with a mark in front: `first` for the first row, `rest` for the others; blank rows get no white space. */
export function prefixRows(
  rows: readonly StyledRow[],
  first: Run<string>,
  rest: Run<string>,
): readonly StyledRow[] {
  return rows.map((styled, index) => {
    const prefix = index === 0 ? first : rest
    if (styled.length > 0) return [prefix, ...styled]
    const visible = prefix.text.trimEnd()
    return visible === '' ? [] : [{ ...prefix, text: visible }]
  })
}

export function indentRows(rows: readonly StyledRow[], columns: number): readonly StyledRow[] {
  const indent = run(' '.repeat(columns))
  return columns === 0 ? rows : prefixRows(rows, indent, indent)
}

/** A heading's rows: level 1 and 2 have a line below them, and each of the others a style of its own. */
export function headingRows(
  layout: Layout,
  heading: { readonly text: string; readonly depth: number },
  columns: number,
): readonly StyledRow[] {
  const { styles } = layout.theme
  const style = headingStyle(styles.heading, heading.depth)
  const rows = wrapRuns(styledRuns(style, readAnsi(heading.text)), columns)
  if (heading.depth > 2) return rows
  const width = rows.reduce((widest, styled) => Math.max(widest, displayWidth(rowText(styled))), 0)
  const line = heading.depth === 1 ? layout.glyphs.doubleLine : layout.glyphs.line
  return width === 0 ? rows : [...rows, [run(line.repeat(width), styles.dim)]]
}

/** The style of a heading without a line below it: the lower its level, the less it stands out. */
function headingStyle(style: CellStyle, depth: number): CellStyle {
  switch (depth) {
    case 1:
    case 2:
      return style
    case 3:
      return withFlag(style, 'underline', true)
    case 4:
      return withFlag(style, 'underline', false)
    case 5:
      return withFlag(withFlag(style, 'underline', false), 'italic', true)
    default:
      return makeStyle({ bold: style.bold, dim: true })
  }
}

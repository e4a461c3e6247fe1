import type { Theme } from '../../paint/theme.ts'
import {
  makeStyle,
  plainStyle,
  withFlag,
  withinStyle,
  type CellStyle,
} from '../../../lib/cells/cell-style.ts'
import { readAnsi, rowText, run, type Run, wrapRuns, row, type Row } from '../../../lib/cells/row.ts'
import { displayWidth } from '../../../lib/text/width.ts'
import type { TerminalMarked } from './terminal-marked.ts'
import { safeLine } from '../../../lib/text/safe-text.ts'
import { linked, shownText } from '../../paint/paint.ts'

/** What blocks are laid out with. */
export interface Layout {
  readonly theme: Theme
  readonly glyphs: Glyphs
  readonly marked: TerminalMarked
}

export function makeLayout(theme: Theme, marked: TerminalMarked): Layout {
  return { theme, glyphs: theme.ascii ? ascii : unicode, marked }
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

/** A row that is laid out, whose text may not be safe yet. No run contains a line break. */
export type StyledRow = readonly Run<string>[]

/** Rows for a theme. Each run is made safe once more here, so that no earlier mistake can reach a terminal. */
export function rowPainter(theme: Theme): (styled: StyledRow) => Row {
  const painted = ({ text, style, link }: Run<string>): Run => {
    const safe = { text: shownText(theme, safeLine(text)), style, link: null }
    return link === null ? safe : linked(theme, safe, link)
  }
  return (styled) => row(styled.map(painted))
}

/** The signs that are drawn around the text of a document, and those for terminals without Unicode. */
const signs = {
  bullet: ['• ', '- '],
  boxOpen: ['☐ ', '[ ] '],
  boxDone: ['☑ ', '[x] '],
  quote: ['│ ', '> '],
  /** Under a heading of level 1, and of level 2. */
  doubleLine: ['═', '='],
  line: ['─', '-'],
  /** A break between parts of a text, in the middle of its row: unlike the lines around the plan. */
  partBreak: ['•   •   •', '*   *   *'],
  columnGap: [' │ ', ' | '],
  lineGap: ['─┼─', '-+-'],
} as const

type Glyphs = Readonly<Record<keyof typeof signs, string>>

function signsIn(form: 0 | 1): Glyphs {
  return Object.fromEntries(Object.entries(signs).map(([name, forms]) => [name, forms[form]])) as Glyphs
}

const unicode = signsIn(0)
const ascii = signsIn(1)

import type { Token, Tokens } from 'marked'
import { plainStyle, type CellStyle } from '../../../lib/cells/cell-style.ts'
import {
  headingRows,
  indentRows,
  narrowest,
  prefixRows,
  styledRuns,
  type Layout,
  type StyledRow,
} from './layout.ts'
import { readAnsi, run, wrapRuns, rowText, type Run } from '../../../lib/cells/row.ts'
import { displayWidth } from '../../../lib/text/width.ts'

const codeIndent = 2

const closedFence = /^ {0,3}(`{3,}|~{3,})[\s\S]*\n *\1[`~]* *\n*$/

interface Place {
  readonly columns: number
  /** The style of paragraphs, if not plain: those of a done task are dim. */
  readonly tone?: CellStyle
  /** The number of the first item of the first list, if that continues a list. */
  readonly number?: number | null
}

/** Rows of a sequence of blocks; between two of them a blank row where the source has a blank line, and above headings. */
export function blockRows(layout: Layout, tokens: readonly Token[], place: Place): readonly StyledRow[] {
  const rows: StyledRow[] = []
  let before: Token | null = null
  let isAfterBlank = false
  for (const token of tokens) {
    const block = token.type === 'space' ? [] : oneBlock(layout, token, place)
    if (block.length > 0) {
      const isCrowded = token.type === 'heading' && before?.type !== 'heading'
      if (rows.length > 0 && (isAfterBlank || isCrowded)) rows.push([])
      for (const styled of block) rows.push(styled)
      before = token
      isAfterBlank = false
    }
    isAfterBlank ||= token.type === 'space' || endsBlank(token.raw)
  }
  return rows
}

function oneBlock(layout: Layout, token: Token, place: Place): readonly StyledRow[] {
  const { columns, tone = plainStyle } = place
  switch (token.type) {
    case 'paragraph':
    case 'text':
      return wrapRuns(styledRuns(tone, readAnsi(layout.marked.inline(token.tokens ?? [token]))), columns)
    case 'heading':
      return headingRows(
        layout,
        { text: layout.marked.inline(token.tokens ?? []), depth: Number(token['depth']) },
        columns,
      )
    case 'code':
      return codeRows(layout, token as Tokens.Code, columns)
    case 'blockquote':
      return quoteRows(layout, token as Tokens.Blockquote, place)
    case 'list':
      return listRows(layout, token as Tokens.List, place)
    case 'table':
      return tableRows(layout, token as Tokens.Table, columns)
    case 'hr':
      return [partBreakRow(layout, columns)]
    case 'def':
    case 'checkbox':
      return []
    default:
      return literalRows(layout, token.raw, columns)
  }
}

/** A thematic break: signs in the middle, as many as there is room for. */
function partBreakRow({ glyphs, theme }: Layout, columns: number): StyledRow {
  const signs = glyphs.partBreak.slice(0, columns).trimEnd()
  const indent = ' '.repeat(Math.floor((columns - signs.length) / 2))
  return [run(indent + signs, theme.styles.dim)]
}

/** HTML and unknown blocks, as written. */
export function literalRows(layout: Layout, text: string, columns: number): readonly StyledRow[] {
  return wrapRuns([run(text.trimEnd(), layout.theme.styles.dim)], columns)
}

function codeRows(layout: Layout, token: Tokens.Code, columns: number): readonly StyledRow[] {
  const isFenced = token.codeBlockStyle !== 'indented'
  const isComplete = isFenced && closedFence.test(token.raw)
  // While a fence grows, blank lines at its end are shown only when something follows them.
  const shown = isComplete ? token : { ...token, text: token.text.trimEnd() }
  return codeTextRows(layout.marked.code(shown, isComplete), columns)
}

/** Rows of rendered code, indented; lines longer than a row continue in the next one. */
export function codeTextRows(code: readonly Run<string>[], columns: number): readonly StyledRow[] {
  const indent = columns - codeIndent >= narrowest ? codeIndent : 0
  return indentRows(wrapRuns(code, columns - indent, 'anywhere'), indent)
}

function quoteRows(layout: Layout, token: Tokens.Blockquote, place: Place): readonly StyledRow[] {
  const mark = run(layout.glyphs.quote, layout.theme.styles.dim)
  const columns = place.columns - mark.text.length
  const inner = { ...place, number: null }
  if (columns < narrowest) return blockRows(layout, token.tokens, inner)
  const rows = blockRows(layout, token.tokens, { ...inner, columns })
  return prefixRows(rows.length === 0 ? [[]] : rows, mark, mark)
}

function listRows(layout: Layout, list: Tokens.List, place: Place): readonly StyledRow[] {
  const rows: StyledRow[] = []
  let number = place.number ?? (typeof list.start === 'number' ? list.start : 1)
  for (const [index, item] of list.items.entries()) {
    if (index > 0 && endsBlank(list.items[index - 1]?.raw ?? '')) rows.push([])
    for (const styled of itemRows(layout, item, {
      columns: place.columns,
      number: list.ordered ? number : null,
    })) {
      rows.push(styled)
    }
    number += 1
  }
  return rows
}

function itemRows(
  layout: Layout,
  item: Tokens.ListItem,
  place: { readonly columns: number; readonly number: number | null },
): readonly StyledRow[] {
  const { styles } = layout.theme
  const delimiter = /^\s*\d+([.)])/.exec(item.raw)?.[1] ?? '.'
  const isDone = item.task && item.checked === true
  const box = item.task ? (isDone ? layout.glyphs.boxDone : layout.glyphs.boxOpen) : ''
  const count = place.number === null ? '' : `${place.number}${delimiter} `
  const mark = count + box === '' ? layout.glyphs.bullet : count + box
  const indent = displayWidth(mark)
  const columns = place.columns - indent
  const tone = isDone ? styles.dim : plainStyle
  const first = run(mark, isDone ? styles.good : item.task ? styles.normal : styles.dim)
  // Without room for an indent the mark gets its own row. Each item is laid out only once: twice at each level would be a million
  // times at the twentieth.
  const hasRoom = columns >= narrowest
  const rows = blockRows(layout, item.tokens, { columns: hasRoom ? columns : place.columns, tone })
  if (hasRoom) return prefixRows(rows.length === 0 ? [[]] : rows, first, run(' '.repeat(indent)))
  return [[{ ...first, text: mark.trimEnd().slice(0, place.columns) }], ...rows]
}

/** The source of a block ends with a blank line. */
function endsBlank(raw: string): boolean {
  let breaks = 0
  for (let at = raw.length - 1; at >= 0 && /\s/.test(raw.charAt(at)); at -= 1) {
    if (raw.charAt(at) === '\n') breaks += 1
    if (breaks === 2) return true
  }
  return false
}

/** A column shrinks to this, or to its longest content if that is less. */
const narrowestColumn = 6

/** The content of a cell before wrapping. */
type Cell = readonly Run<string>[]

interface RenderedTable {
  readonly head: readonly Cell[]
  readonly body: readonly (readonly Cell[])[]
}

interface Column {
  readonly width: number
  readonly align: 'left' | 'right' | 'center'
}

/** Rows of a table, with cells wrapped to fit the width; if even that is too wide, a list with a line for each cell. */
function tableRows(layout: Layout, table: Tokens.Table, columns: number): readonly StyledRow[] {
  const { dim, strong } = layout.theme.styles
  const rendered = ({ tokens }: Tokens.TableCell): Cell => readAnsi(layout.marked.inline(tokens))
  const head = table.header.map((cell) => styledRuns(strong, rendered(cell)))
  const body = table.rows.map((cells) => cells.map(rendered))
  const widths = head.map((cell, index) =>
    body.reduce((widest, cells) => Math.max(widest, widthOf(cells[index])), widthOf(cell)),
  )
  const fitted = fitColumns(widths, columns - layout.glyphs.columnGap.length * (widths.length - 1))
  if (fitted === null) return listedRows(layout, { head, body }, columns)
  const shape = fitted.map((width, index): Column => ({ width, align: table.align[index] ?? 'left' }))
  const rows: StyledRow[] = [...recordRows(layout, head, shape)]
  rows.push([
    run(shape.map(({ width }) => layout.glyphs.line.repeat(width)).join(layout.glyphs.lineGap), dim),
  ])
  for (const cells of body) for (const styled of recordRows(layout, cells, shape)) rows.push(styled)
  return rows
}

function widthOf(cell: Cell | undefined): number {
  if (cell === undefined) return 0
  const lines = rowText(cell).split('\n')
  return lines.reduce((widest, line) => Math.max(widest, displayWidth(line)), 0)
}

/** Shrinks the widest columns until the row fits; null if they would be too narrow to read. */
function fitColumns(natural: readonly number[], room: number): readonly number[] | null {
  const widths = natural.map((width) => Math.max(1, width))
  const least = widths.map((width) => Math.min(width, narrowestColumn))
  if (least.reduce((sum, width) => sum + width, 0) > room) return null
  let excess = widths.reduce((sum, width) => sum + width, 0) - room
  while (excess > 0) {
    const widest = Math.max(...widths)
    const next = Math.max(narrowestColumn, ...widths.filter((width) => width < widest))
    const wide = widths.flatMap((width, index) => (width === widest ? [index] : []))
    const share = Math.min(widest - next, Math.floor(excess / wide.length))
    for (const [order, index] of wide.entries()) {
      // The remainder is taken from the first ones.
      const taken = share === 0 ? (order < excess ? 1 : 0) : share
      widths[index] = widest - taken
    }
    excess = widths.reduce((sum, width) => sum + width, 0) - room
  }
  return widths
}

function recordRows(layout: Layout, cells: readonly Cell[], shape: readonly Column[]): readonly StyledRow[] {
  const wrapped = shape.map(({ width }, index) => wrapRuns(cells[index] ?? [], width))
  const height = wrapped.reduce((highest, lines) => Math.max(highest, lines.length), 1)
  const gap = run(layout.glyphs.columnGap, layout.theme.styles.dim)
  return Array.from({ length: height }, (_, line) => {
    const styled = shape.flatMap((column, index): Run<string>[] => {
      const placed = placeInColumn(wrapped[index]?.[line] ?? [], column)
      return index === 0 ? placed : [gap, ...placed]
    })
    return trimmedRow(styled)
  })
}

function placeInColumn(styled: StyledRow, column: Column): Run<string>[] {
  const free = column.width - displayWidth(rowText(styled))
  if (free <= 0) return [...styled]
  const before = column.align === 'right' ? free : column.align === 'center' ? Math.floor(free / 2) : 0
  return [run(' '.repeat(before)), ...styled, run(' '.repeat(free - before))].filter(
    ({ text }) => text !== '',
  )
}

function trimmedRow(styled: readonly Run<string>[]): StyledRow {
  const last = styled.at(-1)
  return last !== undefined && last.style === plainStyle && last.text.trim() === ''
    ? styled.slice(0, -1)
    : styled
}

/** Each record as lines of "header: value", or of the value alone under a header without words, with a blank row between two. */
function listedRows(layout: Layout, table: RenderedTable, columns: number): readonly StyledRow[] {
  const { head, body } = table
  if (body.length === 0) return wrapRuns(joined(head, layout.glyphs.columnGap), columns)
  const rows: StyledRow[] = []
  for (const [index, cells] of body.entries()) {
    if (index > 0) rows.push([])
    for (const [column, name] of head.entries()) {
      const value = cells[column] ?? []
      if (value.length === 0) continue
      const line = rowText(name).trim() === '' ? value : joined([name, value], ': ')
      for (const styled of wrapRuns(line, columns)) rows.push(styled)
    }
  }
  return rows
}

function joined(cells: readonly Cell[], separator: string): Cell {
  return cells.flatMap((cell, index) => (index === 0 ? cell : [run(separator), ...cell]))
}

import type { Tokens } from 'marked'
import { plainStyle } from '../../../lib/cells/cell-style.ts'
import { readAnsi, rowText, run, type Run, wrapRuns } from '../../../lib/cells/row.ts'
import { styledRuns, type Layout, type StyledRow } from './layout.ts'
import { displayWidth } from '../../../lib/text/width.ts'

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
export function tableRows(layout: Layout, table: Tokens.Table, columns: number): readonly StyledRow[] {
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

import type { Tokens } from 'marked'
import { ansiRuns } from './ansi-runs.ts'
import { chalkStyle } from './chalk-style.ts'
import { wrapRendered, type Layout } from './layout.ts'
import { columnsOf } from './line-breaks.ts'
import { plainRun, plainTextOf, type Run, type StyledRow } from './run.ts'

/** A column shrinks to this, or to its longest content if that is less. */
const narrowestColumn = 6

interface RenderedTable {
  readonly head: readonly string[]
  readonly body: readonly (readonly string[])[]
}

interface Column {
  readonly width: number
  readonly align: 'left' | 'right' | 'center'
}

/** Rows of a table: as wide as its cells, with cells wrapped to fit; where even that is too wide, one line for each cell. */
export function tableRows(layout: Layout, table: Tokens.Table, columns: number): readonly StyledRow[] {
  const strong = chalkStyle(layout.theme.sgr.strong)
  const head = table.header.map((cell) => strong(layout.marked.inline(cell.tokens)))
  const body = table.rows.map((cells) => cells.map((cell) => layout.marked.inline(cell.tokens)))
  const widths = head.map((text, index) =>
    body.reduce((widest, cells) => Math.max(widest, widthOf(cells[index])), widthOf(text)),
  )
  const fitted = fitColumns(widths, columns - layout.glyphs.columnGap.length * (widths.length - 1))
  if (fitted === null) return listedRows(layout, { head, body }, columns)
  const shape = fitted.map((width, index): Column => ({ width, align: table.align[index] ?? 'left' }))
  const rows: StyledRow[] = [...recordRows(layout, head, shape)]
  rows.push([
    plainRun(
      shape.map(({ width }) => layout.glyphs.line.repeat(width)).join(layout.glyphs.lineGap),
      layout.theme.sgr.dim,
    ),
  ])
  for (const cells of body) for (const styled of recordRows(layout, cells, shape)) rows.push(styled)
  return rows
}

function widthOf(text: string | undefined): number {
  if (text === undefined) return 0
  const lines = plainTextOf(ansiRuns(text)).split('\n')
  return lines.reduce((widest, line) => Math.max(widest, columnsOf(line)), 0)
}

/** Takes columns from the widest until the row fits; null when they would get too narrow to read. */
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
      // What does not divide evenly comes off the first of them.
      const taken = share === 0 ? (order < excess ? 1 : 0) : share
      widths[index] = widest - taken
    }
    excess = widths.reduce((sum, width) => sum + width, 0) - room
  }
  return widths
}

function recordRows(
  layout: Layout,
  cells: readonly string[],
  shape: readonly Column[],
): readonly StyledRow[] {
  const wrapped = shape.map(({ width }, index) => wrapRendered(cells[index] ?? '', width))
  const height = wrapped.reduce((highest, lines) => Math.max(highest, lines.length), 1)
  const gap = plainRun(layout.glyphs.columnGap, layout.theme.sgr.dim)
  return Array.from({ length: height }, (_, line) => {
    const styled = shape.flatMap((column, index): Run[] => {
      const placed = placeInColumn(wrapped[index]?.[line] ?? [], column)
      return index === 0 ? placed : [gap, ...placed]
    })
    return trimmedRow(styled)
  })
}

function placeInColumn(styled: StyledRow, column: Column): Run[] {
  const free = column.width - columnsOf(plainTextOf(styled))
  if (free <= 0) return [...styled]
  const before = column.align === 'right' ? free : column.align === 'center' ? Math.floor(free / 2) : 0
  return [plainRun(' '.repeat(before)), ...styled, plainRun(' '.repeat(free - before))].filter(
    (run) => run.text !== '',
  )
}

function trimmedRow(styled: readonly Run[]): StyledRow {
  const last = styled.at(-1)
  return last !== undefined && last.sgr === '' && last.text.trim() === '' ? styled.slice(0, -1) : styled
}

/** Each record as lines of "header: value", with a blank row between two. */
function listedRows(layout: Layout, table: RenderedTable, columns: number): readonly StyledRow[] {
  const { head, body } = table
  if (body.length === 0) return wrapRendered(head.join(layout.glyphs.columnGap), columns)
  const rows: StyledRow[] = []
  for (const [index, cells] of body.entries()) {
    if (index > 0) rows.push([])
    for (const [column, name] of head.entries()) {
      const value = cells[column] ?? ''
      if (value === '') continue
      for (const styled of wrapRendered(`${name}: ${value}`, columns)) rows.push(styled)
    }
  }
  return rows
}

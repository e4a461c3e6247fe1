import { own, safeText, type SafeText } from '../../lib/text/safe-text.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { row, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import type { Theme } from '../paint/theme.ts'
import { bar, type Bar } from './bar.ts'

/** Which lines of a detail are shown. */
export interface DetailView {
  readonly top: number
  readonly visible: number
  readonly total: number
}

export interface DetailFrame {
  readonly theme: Theme
  readonly columns: number
  readonly rows: number
  /** The first line wanted. */
  readonly top: number
}

/** What an agent shows with its question, in so many rows; `view` is null when all of it is seen. */
export function detailLines(
  detail: string,
  { theme, columns, rows, top }: DetailFrame,
): { readonly bars: readonly Bar[]; readonly view: DetailView | null } {
  if (detail.trim() === '') return { bars: [], view: null }
  const { lines, isDiff } = wrapped(detail, columns)
  const first = Math.max(0, Math.min(top, lines.length - rows))
  const bars = lines
    .slice(first, first + rows)
    .map((line) => bar(row(own`   `, isDiff ? diffLine(theme, line) : paint(theme, 'normal', line))))
  const view = lines.length > rows ? { top: first, visible: rows, total: lines.length } : null
  return { bars, view }
}

/** Where the view stands, in few characters. */
export function detailPlace({ top, visible, total }: DetailView, theme: Theme): SafeText {
  const range = own`${top + 1}-${Math.min(total, top + visible)} of ${total}`
  return theme.ascii ? range : (range.replace('-', '–') as SafeText)
}

interface Wrapped {
  readonly detail: string
  readonly columns: number
  readonly lines: readonly SafeText[]
  readonly isDiff: boolean
}

let last: Wrapped | null = null

/** The lines of the detail shown last are kept: a long one is wrapped once, not each frame. */
function wrapped(detail: string, columns: number): Wrapped {
  if (last?.detail !== detail || last.columns !== columns)
    last = { detail, columns, lines: wrapText(safeText(detail), columns - 4), isDiff: isLikeDiff(detail) }
  return last
}

/** A diff has lines that came, or hunks. A list in a plan has lines that begin with `-` too. */
function isLikeDiff(detail: string): boolean {
  return /^(?:\+|@@ )/m.test(detail.slice(0, 20_000))
}

function diffLine(theme: Theme, line: SafeText): Row {
  if (line.startsWith('+')) return paint(theme, 'good', line)
  return paint(theme, line.startsWith('-') ? 'bad' : 'dim', line)
}

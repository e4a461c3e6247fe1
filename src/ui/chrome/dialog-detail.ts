import { memoLast } from '../../lib/memo-last.ts'
import { safe, safeText, type SafeText } from '../../lib/text/safe-text.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { row, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import type { Theme } from '../paint/theme.ts'

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
  /** The first line to show. */
  readonly top: number
}

/** The detail that an agent sends with its question, in at most `rows` rows; `view` is null if all of it is visible. */
export function detailLines(
  detail: string,
  { theme, columns, rows, top }: DetailFrame,
): { readonly shown: readonly Row[]; readonly view: DetailView | null } {
  if (detail.trim() === '') return { shown: [], view: null }
  const { lines, isDiff } = wrapped(detail, columns)
  const first = Math.max(0, Math.min(top, lines.length - rows))
  const shown = lines
    .slice(first, first + rows)
    .map((line) => row(safe`   `, isDiff ? diffLine(theme, line) : paint(theme, 'normal', line)))
  const view = lines.length > rows ? { top: first, visible: rows, total: lines.length } : null
  return { shown, view }
}

/** The visible lines in short form: `3-7 of 40`. */
export function detailPlace({ top, visible, total }: DetailView, theme: Theme): SafeText {
  const range = safe`${top + 1}-${Math.min(total, top + visible)} of ${total}`
  return theme.ascii ? range : (range.replace('-', '–') as SafeText)
}

/** A long detail is not wrapped for each frame. */
const wrapped = memoLast((detail: string, columns: number) => ({
  lines: wrapText(safeText(detail), columns - 4),
  isDiff: isLikeDiff(detail),
}))

/** A diff has added lines or hunk headers. Lines with `-` prove nothing: a list in a plan has them too. */
function isLikeDiff(detail: string): boolean {
  return /^(?:\+|@@ )/m.test(detail.slice(0, 20_000))
}

function diffLine(theme: Theme, line: SafeText): Row {
  if (line.startsWith('+')) return paint(theme, 'added', line)
  return paint(theme, line.startsWith('-') ? 'gone' : 'dim', line)
}

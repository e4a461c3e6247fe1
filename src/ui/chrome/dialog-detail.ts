import { partText, type DetailPart, type RequestDetail } from '../../app/state/request-detail.ts'
import { memoLast } from '../../lib/memo-last.ts'
import { memoWeak } from '../../lib/memo-weak.ts'
import { safe, safeText } from '../../lib/text/safe-text.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { emptyRow, row, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import type { Role, Theme } from '../paint/theme.ts'
import type { DocumentCache } from '../plan-panes/document-cache.ts'
import type { ShownRows } from '../state/shown.ts'
import { detailSources } from './detail-sources.ts'
import type { Look } from '../paint/look.ts'

export interface DetailFrame extends Look {
  readonly rows: number
  /** The first line to show. */
  readonly top: number
  readonly documentCache: DocumentCache
  readonly nowMs: number
}

export interface DrawnDetail {
  readonly shown: readonly Row[]
  /** null: all of it is visible. */
  readonly view: ShownRows | null
  /** When more of a long one has to be rendered; null: all of it is. */
  readonly nextAtMs: number | null
}

const nothing: DrawnDetail = { shown: [], view: null, nextAtMs: null }

/** Time in each frame for rendering the invisible part. */
const workBudgetMs = 4

/**
 * The detail that an agent sends with its question, in at most `rows` rows: rendered as a plan is. Plain until the renderer is
 * loaded, and if it cannot be loaded or shows nothing of it.
 */
export function detailLines(detail: RequestDetail, frame: DetailFrame): DrawnDetail {
  if (detail.length === 0) return nothing
  const { theme, columns, top, documentCache } = frame
  const source = documentCache.joined(detailSources(detail))
  const taken =
    source === null
      ? null
      : // One name for all questions: only one is shown.
        documentCache.get({ name: 'question', source, columns: columns - 4, theme, top })
  if (taken === null) return plainDetail(detail, frame)
  const { document } = taken
  const isSettled = documentCache.work(document, workBudgetMs)
  if (isSettled && document.rowCount === 0) return plainDetail(detail, frame)
  const first = firstRow(frame, document.rowCount)
  const shown = document.rows(first, frame.rows).map(indented)
  return { ...drawn(shown, first, document.rowCount, frame), nextAtMs: isSettled ? null : frame.nowMs }
}

/** The same object for the same row, so that the painter knows it again. */
const indented = memoWeak((each: Row): Row => (each.length === 0 ? emptyRow : row(safe`   `, each)))

function plainDetail(detail: RequestDetail, frame: DetailFrame): DrawnDetail {
  const all = plainRows(detail, frame.theme, frame.columns)
  const first = firstRow(frame, all.length)
  return drawn(all.slice(first, first + frame.rows), first, all.length, frame)
}

function firstRow({ top, rows }: DetailFrame, total: number): number {
  return Math.max(0, Math.min(top, total - rows))
}

function drawn(shown: readonly Row[], top: number, total: number, { rows }: DetailFrame): DrawnDetail {
  return { shown, view: total > rows ? { top, visible: rows, total } : null, nextAtMs: null }
}

/** A long detail is not wrapped for each frame. */
const plainRows = memoLast((detail: RequestDetail, theme: Theme, columns: number): readonly Row[] => {
  return detail.flatMap((part, at) => [
    ...(at === 0 ? [] : [emptyRow]),
    ...wrapText(safeText(partText(part)), columns - 4).map((line) =>
      row(safe`   `, paint(theme, roleOf(part, line), line)),
    ),
  ])
})

function roleOf(part: DetailPart, line: string): Role {
  const sign = part.type === 'code' && part.language === 'diff' ? line.charAt(0) : ''
  if (sign === '+') return 'added'
  return sign === '-' ? 'gone' : 'normal'
}

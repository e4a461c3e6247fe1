import { textColumns } from '../paint/look.ts'
import type { AppState } from '../../app/state/app-state.ts'
import { row, rowText, type Row } from '../../lib/cells/row.ts'
import { safe } from '../../lib/text/safe-text.ts'
import { cutToWidth } from '../../lib/text/width.ts'
import { paint } from '../paint/paint.ts'
import { pointedAt } from '../paint/pointed-row.ts'
import type { Theme } from '../paint/theme.ts'
import { topWith, withRowsAbove, type PaneView } from '../plan-panes/pane.ts'
import { scrolledRows } from '../plan-panes/text-rows.ts'
import type { PaneScroll, UiState } from '../state/ui-state.ts'
import type { LintView } from './lint-view.ts'
import { problemRows } from './problem-rows.ts'
import { noRows, type ProblemPlace, type ProblemsDrawn, type ProblemsState } from './problems-state.ts'

export interface ProblemsFrame {
  readonly theme: Theme
  readonly rows: number
  /** Absent: there are no messages. */
  readonly lint?: LintView
}

/** The drawn problems panel, and its state afterwards. */
export interface ProblemsView extends PaneView {
  readonly problems: { readonly state: ProblemsState; readonly drawn: ProblemsDrawn }
}

/** Draws the problems panel. One of the problems that are visible is selected. */
export function drawProblems(
  state: AppState,
  ui: UiState,
  { theme, rows, lint }: ProblemsFrame,
): ProblemsView {
  const frame = { theme, columns: textColumns(ui.columns), problems: ui.problems }
  const { found, isRead } = lint?.draw(state, frame) ?? { found: noRows, isRead: true }
  const { rows: all, places } = problemRows(state, found, frame)
  const reached = withWanted(ui.problems, { places, isRead })
  const head = reached.isMissing ? [missingRow(theme, ui.columns)] : []
  const visible = Math.max(1, rows - head.length)
  const place = reached === ui.problems ? undefined : places.find(({ key }) => key === reached.selected)
  const scroll: PaneScroll =
    place === undefined
      ? ui.panelScroll
      : {
          ...ui.panelScroll,
          top: topWith(place.row, { top: place.row, visible, total: all.length }),
          follows: 'free',
        }
  const view = scrolledRows(all, { theme, rows: visible, scroll, query: ui.query })
  const at = selectedAt(places, reached, view)
  const pointedRow = (places[at]?.row ?? -1) - view.scroll.top
  const { top } = view.scroll
  const shown = view.rows.map((each, index) => (index === pointedRow ? pointedAt(each, theme) : each))
  const selected = reached.selected === null ? null : (places[at]?.key ?? null)
  return withRowsAbove(head, {
    ...view,
    ...(at < 0 ? {} : { place: { at, total: places.length } }),
    rows: shown,
    targetIn(row) {
      const key = keyAt(top + row, all, places)
      return key === null ? null : { type: 'problem', key }
    },
    problems: {
      state: selected === reached.selected ? reached : { ...reached, selected },
      drawn: { places, at },
    },
  })
}

/** The problem of a message that a row belongs to: each ends at the next one, or at a blank row. null: it belongs to none. */
function keyAt(row: number, all: readonly Row[], places: readonly ProblemPlace[]): string | null {
  const place = places.findLast((each) => each.row <= row)
  if (place === undefined || row >= all.length) return null
  return all.slice(place.row, row + 1).some((each) => rowText(each) === '') ? null : place.key
}

/** The state with the problem of the message that was asked for, once it is found. */
function withWanted(
  problems: ProblemsState,
  { places, isRead }: { readonly places: readonly ProblemPlace[]; readonly isRead: boolean },
): ProblemsState {
  const { wanted } = problems
  if (wanted === null) return problems
  const place = places.find(({ message }) =>
    message.by === 'number' ? message.number === wanted.number : message.frame === wanted.frame,
  )
  if (place !== undefined) return { selected: place.key, wanted: null, isMissing: false }
  return isRead ? { ...problems, wanted: null, isMissing: true } : problems
}

/** The index of the selected problem: the visible one that is nearest to what the user selected or found; -1: there is none. */
function selectedAt(
  places: readonly ProblemPlace[],
  { selected }: ProblemsState,
  { scroll: { top, follows, matchRow }, visible, matches }: PaneView,
): number {
  const first = places.findIndex((place) => place.row >= top)
  const last = places.findLastIndex((place) => place.row < top + visible)
  // The text of one problem may fill the panel.
  if (first < 0 || last < first) return last
  const isAtMatch = matchRow !== null && matches.includes(matchRow)
  const at = isAtMatch
    ? places.findLastIndex((place) => place.row <= matchRow)
    : places.findIndex(({ key }) => key === selected)
  if (at < 0) return selected === null && follows === 'end' ? last : first
  return Math.min(last, Math.max(first, at))
}

function missingRow(theme: Theme, columns: number): Row {
  const words = safe`No problem of that message is listed.`
  return row(safe` `, paint(theme, 'warning', cutToWidth(words, columns - 2)))
}

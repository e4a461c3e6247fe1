import type { AppState } from '../../app/state/app-state.ts'
import { row, rowText, type Row } from '../../lib/cells/row.ts'
import { safe } from '../../lib/text/safe-text.ts'
import { cutToWidth } from '../../lib/text/width.ts'
import { paint, pointedAt } from '../paint/paint.ts'
import type { Theme } from '../paint/theme.ts'
import { withRowsAbove, type SettledView } from '../plan-panes/pane.ts'
import { scrolledRows, type ScrolledRows } from '../plan-panes/text-rows.ts'
import { startOfList, type ListState } from '../state/list-state.ts'
import { withPanelScroll, type UiState } from '../state/ui-state.ts'
import type { LintView } from './lint-view.ts'
import { problemRows, noRows } from './problem-rows.ts'
import type { ProblemsState } from '../state/message-panels.ts'
import type { ProblemItem, ShownProblems } from '../state/shown.ts'

/** The problems panel in its room, and the screen's state with what became of it. */
export interface SettledProblems {
  readonly ui: UiState
  readonly view: SettledView<ShownProblems>
}

/** Settles the problems panel: one of the problems that are visible is selected. Without `lint` there are no messages. */
export function settleProblems(
  state: AppState,
  ui: UiState,
  { theme, rows, lint }: { readonly theme: Theme; readonly rows: number; readonly lint?: LintView },
): SettledProblems {
  const look = { theme, columns: ui.columns, problems: ui.problems }
  const { found, isRead } = lint?.readOn(state, look) ?? { found: noRows, isRead: true }
  const { rows: all, places } = problemRows(state, found, look)
  const reached = withWanted(ui.problems, { places, isRead })
  const head = reached.isMissing ? [missingRow(theme, ui.columns)] : []
  const visible = Math.max(1, rows - head.length)
  const place = reached === ui.problems ? undefined : places.find(({ key }) => key === reached.selected)
  const before: ListState =
    place === undefined
      ? ui.panelScroll
      : { ...startOfList, top: place.row, follows: 'free', matchRow: place.row }
  // The problem that was gone to; a match of a search stands where that has put it.
  const gone =
    ui.query === ''
      ? places.find(({ row, key }) => row === before.matchRow && key === reached.selected)
      : undefined
  const held = gone === undefined ? null : { first: gone.row, last: gone.row }
  const scrolled = scrolledRows(all, { rows: visible, scroll: before, query: ui.query, held })
  const { scroll, shown, draw } = scrolled
  const at = selectedAt(places, reached, scrolled)
  const pointedRow = (places[at]?.row ?? -1) - scroll.top
  const selected = reached.selected === null ? null : (places[at]?.key ?? null)
  const problems = selected === reached.selected ? reached : { ...reached, selected }
  return {
    ui: withPanelScroll(problems === ui.problems ? ui : { ...ui, problems }, scroll),
    view: withRowsAbove(head, {
      shown: {
        ...shown,
        layer: 'problems',
        place: at < 0 ? null : { at, total: places.length },
        places,
      },
      nextAtMs: null,
      targetIn(row) {
        const key = keyAt(scroll.top + row, all, places)
        return key === null ? null : { type: 'problem', key }
      },
      draw: () => draw().map((each, index) => (index === pointedRow ? pointedAt(each, theme) : each)),
    }),
  }
}

/** The problem of a message that a row belongs to: each ends at the next one, or at a blank row. null: it belongs to none. */
function keyAt(row: number, all: readonly Row[], places: readonly ProblemItem[]): string | null {
  const place = places.findLast((each) => each.row <= row)
  if (place === undefined || row >= all.length) return null
  return all.slice(place.row, row + 1).some((each) => rowText(each) === '') ? null : place.key
}

/** The state with the problem of the message that was asked for, once it is found. */
function withWanted(
  problems: ProblemsState,
  { places, isRead }: { readonly places: readonly ProblemItem[]; readonly isRead: boolean },
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
  places: readonly ProblemItem[],
  { selected }: ProblemsState,
  { scroll: { top, follows, matchRow }, shown: { visible, matches } }: ScrolledRows<ListState>,
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

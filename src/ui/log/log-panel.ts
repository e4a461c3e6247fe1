import type { AppState } from '../../app/state/app-state.ts'
import { row, rowText, type Row } from '../../lib/cells/row.ts'
import { memoLast } from '../../lib/memo.ts'
import { safe, safeLine } from '../../lib/text/safe-text.ts'
import { cutToWidth } from '../../lib/text/width.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import type { LintView } from '../wire/late-readers.ts'
import { noRows, problemRows } from '../lint/problem-rows.ts'
import { paint, pointedAt } from '../paint/paint.ts'
import type { Theme } from '../paint/theme.ts'
import { panelNote } from '../panels/panel.ts'
import type { LogTab } from '../panels/panels.ts'
import type { PanelRoom } from '../plan-panes/pane.ts'
import { withRowsAbove, scrolledRows, type Settled, type ScrolledRows } from '../rows/settle.ts'
import { startOfList, type ListState } from '../state/list-state.ts'
import type { LogState } from '../state/panel-state.ts'
import type { LogItem, LogRows, ShownLog } from '../state/shown.ts'
import { shownSession } from '../state/tabs.ts'
import { withPanelScroll, type UiState } from '../state/ui-state.ts'
import { conversationOf } from './conversation.ts'

/** Where a list of the log is shown, and what it is made from. */
export interface LogRoom extends PanelRoom {
  /** Of the plan that is shown; null: none is. */
  readonly sessionId: string | null
  /** Absent: there are no messages. */
  readonly lint?: LintView
}

/** Settles a list of the log: one of its items that are visible is selected, and with a search only those are listed that match it. */
export function settleLog(tab: LogTab, state: AppState, ui: UiState, room: LogRoom): Settled<ShownLog> {
  const { theme } = room
  const { content, isRead, isUnfinished } = contentOf(tab, state, ui, room)
  // Without any item it says itself why there is none.
  const isFiltered = ui.query !== '' && !ui.log.showsAll && content.places.length > 0
  const { rows: all, places } = isFiltered ? matching(content, ui.query) : content
  const reached = withWanted(ui.log, { places, isRead })
  const noted = reached.isMissing
    ? [noteRow(safe`No problem of that message is listed.`, theme, ui.columns)]
    : []
  const nothing = safe`Nothing matches “${safeLine(ui.query)}”.`
  const empty = isFiltered && all.length === 0 ? [noteRow(nothing, theme, ui.columns)] : []
  const head = [...noted, ...empty]
  const visible = Math.max(1, room.rows - head.length)
  const place = reached === ui.log ? undefined : places.find(({ key }) => key === reached.selected)
  const before: ListState =
    place === undefined
      ? ui.panelScroll
      : { ...startOfList, top: place.row, follows: 'free', matchRow: place.row }
  // The item that was gone to; a match of a search stands where that has put it.
  const gone = places.find(({ row: at, key }) => at === before.matchRow && key === reached.selected)
  const end = Math.max(0, all.length - 1)
  const first = before.follows === 'current' ? (places.at(-1)?.row ?? end) : gone?.row
  const held = first === undefined ? null : { first, last: gone?.row ?? end }
  const scrolled = scrolledRows(all, { rows: visible, scroll: before, query: ui.query, held })
  const { scroll, shown, draw } = scrolled
  const at = selectedAt(places, reached, scrolled)
  const pointedRow = (places[at]?.row ?? -1) - scroll.top
  const selected = reached.selected === null ? null : (places[at]?.key ?? null)
  const log = selected === reached.selected ? reached : { ...reached, selected }
  return {
    ui: withPanelScroll(log === ui.log ? ui : { ...ui, log }, scroll),
    view: withRowsAbove(head, {
      shown: {
        ...shown,
        layer: 'log',
        place: at < 0 ? null : { at, total: places.length },
        places,
        textOf: (index) =>
          places[index]?.copies ?? rowsAt(all, places, index).map(rowText).join('\n').trimEnd(),
      },
      nextAtMs: isUnfinished ? room.nowMs : null,
      targetIn(row) {
        const key = keyAt(scroll.top + row, all, places)
        return key === null ? null : { type: 'log-item', key }
      },
      draw: () => draw().map((each, index) => (index === pointedRow ? pointedAt(each, theme) : each)),
    }),
  }
}

interface Content {
  readonly content: LogRows
  readonly isRead: boolean
  /** It looks different in the next frame. */
  readonly isUnfinished: boolean
}

function contentOf(
  tab: LogTab,
  state: AppState,
  ui: UiState,
  { theme, lint, documentCache, sessionId }: LogRoom,
): Content {
  const look = { theme, columns: ui.columns }
  switch (tab) {
    case 'conversation': {
      const session = shownSession(state, ui.tab)
      const content = conversationOf(session, { ...look, documentCache, most: Number.POSITIVE_INFINITY })
      return { content, isRead: true, isUnfinished: content.isUnfinished }
    }
    case 'stderr':
      return { content: stderrRows(state.stderr, theme, ui.columns), isRead: true, isUnfinished: false }
    case 'problems': {
      const read = lint?.readOn(state, sessionId, { ...look, log: ui.log })
      const nothing = { found: noRows, isRead: true, own: state.problems, advice: null }
      const { found, isRead, own, advice } = read ?? nothing
      return { content: problemRows(state, found, { ...look, own, advice }), isRead, isUnfinished: false }
    }
  }
}

const linesOfOne = 20

/** What the agent wrote on stderr, the newest last. */
const stderrRows = memoLast((stderr: AppState['stderr'], theme: Theme, columns: number): LogRows => {
  const { items, dropped } = stderr
  if (items.length === 0)
    return { rows: panelNote(safe`The agent wrote nothing on stderr.`, { theme, columns }), places: [] }
  const rows: Row[] =
    dropped === 0 ? [] : [...panelNote(safe`… ${dropped} earlier lines are not kept`, { theme, columns })]
  const places: LogItem[] = []
  for (const [at, { text }] of items.entries()) {
    places.push({ row: rows.length, key: String(dropped + at), message: null, copies: text })
    for (const part of wrapText(safeLine(text), columns - 2, linesOfOne))
      rows.push(row(safe` `, paint(theme, 'normal', part)))
  }
  return { rows, places }
})

function rowsAt(all: readonly Row[], places: readonly LogItem[], at: number): readonly Row[] {
  const place = places[at]
  return place === undefined ? [] : all.slice(place.row, places[at + 1]?.row)
}

/** Only the items that contain the query, upper and lower case alike. */
const matching = memoLast(({ rows: all, places }: LogRows, query: string): LogRows => {
  const rows: Row[] = []
  const kept: LogItem[] = []
  for (const [at, place] of places.entries()) {
    const own = rowsAt(all, places, at)
    if (!own.some((each) => rowText(each).toLowerCase().includes(query))) continue
    kept.push({ ...place, row: rows.length })
    for (const each of own) rows.push(each)
  }
  return { rows, places: kept }
})

/** The item that a row belongs to: each ends at the next one, or at a blank row. null: it belongs to none. */
function keyAt(at: number, all: readonly Row[], places: readonly LogItem[]): string | null {
  const place = places.findLast((each) => each.row <= at)
  if (place === undefined || at >= all.length) return null
  return all.slice(place.row, at + 1).some((each) => rowText(each) === '') ? null : place.key
}

/** The state with the item to go to, or the problem of the message that was asked for, once it is found. */
function withWanted(
  log: LogState,
  { places, isRead }: { readonly places: readonly LogItem[]; readonly isRead: boolean },
): LogState {
  const { wanted, goesTo } = log
  if (goesTo !== null) return { ...log, selected: goesTo, goesTo: null }
  if (wanted === null) return log
  const place = places.find(({ message }) =>
    message?.by === 'number' ? message.number === wanted.number : message?.frame === wanted.frame,
  )
  if (place !== undefined) return { ...log, selected: place.key, wanted: null, isMissing: false }
  return isRead ? { ...log, wanted: null, isMissing: true } : log
}

/** The index of the selected item: the visible one that is nearest to what the user selected or found; -1: there is none. */
function selectedAt(
  places: readonly LogItem[],
  { selected }: LogState,
  { scroll: { top, follows, matchRow }, shown: { visible, matches } }: ScrolledRows<ListState>,
): number {
  const first = places.findIndex((place) => place.row >= top)
  const last = places.findLastIndex((place) => place.row < top + visible)
  // The text of one item may fill the panel.
  if (first < 0 || last < first) return last
  const isAtMatch = matchRow !== null && matches.includes(matchRow)
  const at = isAtMatch
    ? places.findLastIndex((place) => place.row <= matchRow)
    : places.findIndex(({ key }) => key === selected)
  if (at < 0) return selected === null && follows !== 'free' ? last : first
  return Math.min(last, Math.max(first, at))
}

function noteRow(words: ReturnType<typeof safeLine>, theme: Theme, columns: number): Row {
  return row(safe` `, paint(theme, 'warning', cutToWidth(words, columns - 2)))
}

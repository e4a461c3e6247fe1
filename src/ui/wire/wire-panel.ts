import type { AppState } from '../../app/state/app-state.ts'
import {
  FilteredRows,
  type FilterFault,
  fitsFilter,
  type ParsedFilter,
  parseFilter,
} from '../../app/wire/wire-filter.ts'
import type { LoggedMessage } from '../../app/wire/wire-block.ts'
import { WireIndex } from '../../app/wire/wire-index.ts'
import type { WireLog, WireSource } from '../../app/wire/wire-log.ts'
import { memoLast } from '../../lib/memo.ts'
import { row, type Row } from '../../lib/cells/row.ts'
import { preciseTime, timeNotTold } from '../../lib/text/duration.ts'
import { grouped } from '../../lib/text/wording.ts'
import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth, displayWidth, cutLine } from '../../lib/text/width.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { barRow } from '../rows/lay-rows.ts'
import { keyWords } from '../keys/key-map.ts'
import { glyphs } from '../paint/glyphs.ts'
import { paint } from '../paint/paint.ts'
import { settleList, withRowsAbove, type SettledView, type Settled } from '../rows/settle.ts'
import type { PanelRoom } from '../plan-panes/pane.ts'
import { nextSecond } from '../state/timing.ts'
import { withPanelScroll, type UiState } from '../state/ui-state.ts'
import { revisionOfMessage } from './revision-of-message.ts'
import {
  shownRows,
  type WireListRows,
  noteRow,
  waitingRow,
  wireRow,
  timeOf,
  rowWords,
  type WireAt,
  sizeWords,
} from './wire-rows.ts'
import { detailText, settleDetail } from './wire-detail.ts'
import type { ShownWire } from '../state/shown.ts'
import { startOfWire, type WireState } from '../state/panel-state.ts'
import type { Look } from '../paint/look.ts'

export interface WireRoom extends Omit<PanelRoom, 'documentCache'> {
  readonly wallMs: number
  /** Of the plan that is shown; null: none is. */
  readonly sessionId: string | null
  /** It stands in the second pane, where no message has the cursor. Absent: it does not. */
  readonly isBeside?: true
}

export interface WirePanelOptions {
  readonly source: WireSource
  /** Measures the time that a frame takes; a clock that stands still: everything is read at once. */
  readonly now: () => number
  /** Called when not everything could be read for a frame. */
  readonly readLater: () => void
}

/** Of a frame, the time for reading messages. */
const sliceMs = 6
/** Rows of the list, in the lowest terminal too. */
const leastRows = 3
/** Requests that stand above the list at once. */
const mostWaiting = 4
const parsed = memoLast(parseFilter)

/** The messages as a list or one of them, with what is known of them so far. */
export class WirePanel {
  readonly #options: WirePanelOptions
  #log: WireLog | null = null
  #index: WireIndex | null = null
  /** From the times of messages to the epoch. It stays, since a recording may not say when it began. */
  #wallOffsetMs: number | null = null
  #filtered: { readonly text: string; readonly rows: FilteredRows; readonly generation: number } | null = null

  constructor(options: WirePanelOptions) {
    this.#options = options
  }

  settle(whole: AppState, before: UiState, room: WireRoom): Settled<ShownWire> {
    const { source } = this.#options
    const log = source.log(room.sessionId)
    const state = source.part?.(room.sessionId) ?? whole
    // Numbers of messages of another session have no meaning in this one.
    const isOther = whole.observed !== null && this.#log !== null && this.#log !== log
    const ui = isOther
      ? { ...before, wire: { ...before.wire, list: startOfWire.list, detail: null } }
      : before
    const index = this.#indexOf(log)
    const filter = parsed(ui.wire.filter)
    this.#wallOffsetMs ??= room.wallMs - room.nowMs
    const startMs = this.#options.now()
    const isOver = (): boolean => this.#options.now() - startMs > sliceMs
    const isIndexed = index.readOn(isOver)
    const found = this.#found(ui.wire, filter, { log, index })
    const filtered = this.#filteredBy(found, filter, { log, index })
    const isRead = (filtered?.readOn(isOver) ?? true) && isIndexed
    if (!isRead) this.#options.readLater()
    const rows = shownRows(index, log, filtered)
    const at: WireAt = {
      state,
      log,
      index,
      waiting: new Set(index.waiting()),
      theme: room.theme,
      columns: ui.columns,
      nowMs: room.nowMs,
      wallMs: this.#wallOffsetMs + room.nowMs,
    }
    const opened = found.detail === null ? null : log.at(found.detail.number)
    const wire = opened === null && found.detail !== null ? { ...found, detail: null } : found
    const messages: Panel = {
      ui,
      wire,
      rows,
      place: room.isBeside === true ? -1 : placeOf(wire, rows),
      filterWords: room.isBeside === true ? safe`` : safe`${keyWords(ui.keys, 'search')} filter`,
      filter,
      isRead,
      height: room.rows,
      at,
    }
    return opened === null ? settleMessages(messages, source) : settleOpened(opened, messages)
  }

  /** The state with the message that was asked for, once it is found. A filter that hides it is suspended. */
  #found(wire: WireState, { terms }: ParsedFilter, { log, index }: Messages): WireState {
    const { wanted } = wire
    if (wanted === null) return wire
    const number = wanted.by === 'frame' ? log.ofFrame(wanted.frame) : wanted.number
    const message = number === null ? null : log.at(number)
    if (number === null || message === null)
      return this.#options.source.isReading() ? wire : { ...wire, wanted: null, isLost: true }
    const facts = index.factsOf(number)
    if (facts === null) return wire
    const isSuspended = wire.isSuspended || !fitsFilter(terms, facts, message)
    return { ...wire, list: { ...wire.list, selected: number, follows: 'free' }, wanted: null, isSuspended }
  }

  #indexOf(log: WireLog): WireIndex {
    if (this.#log === log && this.#index !== null) return this.#index
    this.#log = log
    this.#filtered = null
    this.#index = new WireIndex(log)
    return this.#index
  }

  #filteredBy(
    { filter: text, isSuspended }: WireState,
    { terms }: ParsedFilter,
    { log, index }: Messages,
  ): FilteredRows | null {
    if (isSuspended || terms.length === 0) return null
    const { generation } = log
    if (this.#filtered?.text !== text || this.#filtered.generation !== generation)
      this.#filtered = { text, rows: new FilteredRows(log, index, terms), generation }
    return this.#filtered.rows
  }
}

interface Messages {
  readonly log: WireLog
  readonly index: WireIndex
}

interface Panel {
  readonly ui: UiState
  readonly wire: WireState
  readonly rows: WireListRows
  /** Of the selected row; -1: there is none. */
  readonly place: number
  /** How to begin one; '' where no keys lead there. */
  readonly filterWords: SafeText
  readonly filter: ParsedFilter
  /** All messages are read. */
  readonly isRead: boolean
  /** The rows that the panel has. */
  readonly height: number
  readonly at: WireAt
}

/** The place of the selected row, else of the newest one. */
function placeOf({ list: { selected } }: WireState, rows: WireListRows): number {
  return selected === null ? rows.length - 1 : Math.min(rows.length - 1, rows.placeOf(selected))
}

function settleMessages(panel: Panel, source: WireSource): Settled<ShownWire> {
  const { ui, wire, rows, place, height, at } = panel
  const above = [...headRows(panel, source), ...lostRows(panel), ...waitingRows(panel)]
  // The list keeps some rows in a low terminal.
  const head = above.slice(0, Math.max(0, height - leastRows))
  const visible = Math.max(1, height - head.length)
  const total = rows.length
  const held = place < 0 ? null : { first: place, last: place }
  const { state: list, shown } = settleList(wire.list, { total, held }, visible)
  const { top } = shown
  const view: SettledView<ShownWire> = {
    shown: {
      ...shown,
      ...shownMessage(panel),
      layer: 'wire',
      place: place < 0 ? null : { at: place, total },
      lines: [],
      foldable: noLines,
      cursor: 0,
    },
    nextAtMs: at.waiting.size > 0 ? nextSecond(0, at.nowMs) : null,
    targetIn(row) {
      const number = rows.numberAt(top + row)
      return number < 0 ? null : { type: 'message', number }
    },
    draw() {
      const shown: Row[] = []
      for (let index = top; index < Math.min(total, top + visible); index++) {
        const each = rows.rowAt(index)
        if (each !== null) shown.push(wireRow(each, index === place, at))
      }
      return total === 0 ? [noteRow(emptyWords(panel, source), at.theme, ui.columns)] : shown
    },
  }
  const isSame = list === wire.list && wire === ui.wire
  return { ui: isSame ? ui : { ...ui, wire: { ...wire, list } }, view: withRowsAbove(head, view) }
}

const noLines: ReadonlySet<number> = new Set()

/** How many messages there are, the filter, and what is wrong with it. */
function headRows(
  { ui, wire, rows, filter, filterWords, isRead, at }: Panel,
  source: WireSource,
): readonly Row[] {
  const { theme, log } = at
  const { columns } = ui
  const { dot } = glyphs(theme)
  const kept = log.end - log.first
  const counts = safe`${grouped(kept)} ${kept === 1 ? safe`message` : safe`messages`}`
  const dropped = log.first === 0 ? safe`` : safe` ${dot} ${grouped(log.first)} dropped`
  const reading = isRead && !source.isReading() ? safe`` : safe` ${dot} reading`
  const lead = safe` ${counts}${dropped}${reading}`
  if (wire.filter === '')
    return [barRow(paint(theme, 'dim', lead), paint(theme, 'dim', filterWords), columns - 1)]
  const isNarrow = columns < narrow
  const key = keyWords(ui.keys, 'filter')
  const state = wire.isSuspended
    ? isNarrow
      ? safe`${key} on`
      : safe`filter off ${dot} ${key} on`
    : isNarrow
      ? safe`${key} off`
      : safe`${grouped(rows.length)} shown ${dot} ${key} off`
  const start = isNarrow ? safe` ` : safe`${lead} ${dot} `
  const room = columns - 3 - displayWidth(start) - displayWidth(state)
  const text = cutLine(wire.filter, room)
  const role = wire.isSuspended ? 'dim' : 'accent'
  const line = barRow(
    row(paint(theme, 'dim', start), paint(theme, role, text)),
    paint(theme, 'dim', safe`  ${state}`),
    columns - 1,
  )
  const { fault } = filter
  if (fault === null) return [line]
  const before = displayWidth(safeLine(wire.filter.slice(0, fault.from)))
  const column = displayWidth(start) + Math.min(before, Math.max(0, room - 1))
  return [line, ...faultRows(column, { ...fault, theme, columns })]
}

/** Below this, the head has no counts beside a filter. */
const narrow = 60

/** Points at a mistake from the row below, with words for it beside it or below. */
function faultRows(column: number, fault: FilterFault & Look): readonly Row[] {
  const { from, to, theme, columns } = fault
  const words = safeLine(fault.words)
  const marks = '^'.repeat(Math.max(1, Math.min(to - from, columns - 1 - column))) as SafeText
  const gap = ' '.repeat(column) as SafeText
  if (column + marks.length + 1 + displayWidth(words) < columns)
    return [row(gap, paint(theme, 'warning', safe`${marks} ${words}`))]
  return [
    row(gap, paint(theme, 'warning', marks)),
    ...wrapText(words, columns - 2, 2).map((each) => row(safe` `, paint(theme, 'warning', each))),
  ]
}

function lostRows({ wire, ui, at }: Panel): readonly Row[] {
  if (!wire.isLost) return []
  const words = safe`This message is not kept any more.`
  return [row(safe` `, paint(at.theme, 'warning', cutToWidth(words, ui.columns - 2)))]
}

function waitingRows({ height, at }: Panel): readonly Row[] {
  const { theme, columns } = at
  const all = [...at.waiting]
  const room = Math.max(0, Math.min(mostWaiting, Math.floor(height / 4)))
  if (all.length === 0 || room === 0) return []
  const shown = all.slice(0, all.length > room ? room - 1 : room).map((number) => waitingRow(number, at))
  const more = all.length - shown.length
  const rest = more === 0 ? [] : [noteRow(safe`${grouped(more)} more requests wait`, theme, columns)]
  const { rule } = glyphs(theme)
  const line = `${rule} `.repeat(Math.max(0, Math.floor((columns - 2) / 2))).trimEnd() as SafeText
  return [...shown, ...rest, row(safe` `, paint(theme, 'dim', line))]
}

function emptyWords({ ui, wire, at, isRead }: Panel, source: WireSource): SafeText {
  if (!isRead || source.isReading()) return safe`Reading…`
  const shown = at.state.observed?.shown ?? []
  if (shown.length > 1)
    return safe`The messages of the session whose plan is shown stand here: there is no plan yet.`
  if (shown[0]?.isInferred === true) return safe`What is shown was read from a log, which has no messages.`
  if (at.log.end === 0) return safe`No message has passed yet.`
  return wire.filter === ''
    ? safe`Nothing is kept.`
    : safe`No message fits the filter: ${keyWords(ui.keys, 'filter')} suspends it.`
}

function settleOpened(opened: LoggedMessage, panel: Panel): Settled<ShownWire> {
  const { ui, wire, height, at } = panel
  const head = height < 5 ? [] : openedHead(opened, at)
  const { scroll, ...view } = settleDetail(
    detailText(at.log, at.log.generation, opened.number),
    wire.detail ?? { number: opened.number, isRaw: false, folded: noLines },
    {
      theme: at.theme,
      copyKey: keyWords(ui.keys, 'copy'),
      columns: ui.columns,
      rows: Math.max(1, height - head.length),
      scroll: ui.panelScroll,
      query: ui.query,
    },
  )
  const shown: ShownWire = { ...shownMessage(panel), ...view.shown, layer: 'wire' }
  return {
    ui: withPanelScroll(wire === ui.wire ? ui : { ...ui, wire }, scroll),
    view: withRowsAbove(head, { ...view, nextAtMs: null, shown }),
  }
}

/** What is known of the opened message. */
function openedHead(opened: LoggedMessage, at: WireAt): readonly Row[] {
  const { state, theme, columns, log, index, waiting, nowMs } = at
  const { dot } = glyphs(theme)
  const facts = index.factsOf(opened.number)
  const made = revisionOfMessage(state, opened.frame)
  const isFromAgent = opened.sort === 'from-agent'
  const partner = index.partnerOf(opened.number)
  const [atMs, otherMs] = [opened.atMs, partner === null ? null : log.timeAt(partner)]
  const words = [
    atMs === null ? timeNotTold : timeOf(atMs, at),
    safeLine(facts?.kind ?? ''),
    rowWords(opened, { facts, made: isFromAgent ? made : null, state, theme }),
    ...(atMs === null || otherMs === null ? [] : [preciseTime(Math.abs(otherMs - atMs))]),
    ...(waiting.has(opened.number)
      ? [atMs === null ? safe`waits` : safe`waits ${preciseTime(nowMs - atMs)}`]
      : []),
    ...(isFromAgent ? [safe`frame ${opened.frame}`] : []),
    sizeWords(opened.sizeBytes),
    ...(opened.bytes.length < opened.sizeBytes ? [safe`only its beginning was kept`] : []),
  ]
  const text = cutToWidth(words.join(` ${dot} `) as SafeText, columns - 2)
  return [row(safe` `, paint(theme, 'dim', text))]
}

/** The list, and what is known of the selected message. */
function shownMessage({
  rows,
  place,
  at: { log, index, state },
  wire,
}: Panel): Pick<ShownWire, 'rows' | 'selected' | 'made' | 'message' | 'exchange'> {
  const number = wire.detail?.number ?? rows.numberAt(place)
  const message = number < 0 ? null : log.at(number)
  const partner = number < 0 ? null : index.partnerOf(number)
  const textOf = (of: number | null): string =>
    of === null ? '' : (log.at(of)?.bytes.toString('utf8') ?? '')
  return {
    rows,
    selected: message === null ? null : { number, frame: message.sort === 'to-agent' ? null : message.frame },
    made: message === null || message.sort !== 'from-agent' ? null : revisionOfMessage(state, message.frame),
    message: () => textOf(number),
    exchange: () => {
      const both = partner === null ? [number] : [Math.min(number, partner), Math.max(number, partner)]
      return both.map(textOf).join('\n')
    },
  }
}

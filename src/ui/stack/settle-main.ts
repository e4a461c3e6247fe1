import type { Opened } from './frame-at.ts'
import type { AppState } from '../../app/state/app-state.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import { keyWords } from '../keys/key-map.ts'
import { conversationOf } from '../log/conversation.ts'
import { panelNote } from '../panels/panel.ts'
import { panelOf, type PanelName } from '../panels/panels.ts'
import { scrolledRows, type SettledView, type Settled } from '../rows/settle.ts'
import type { PointerTarget, Rule } from '../rows/row-form.ts'
import { nothingToCompare } from '../state/baseline.ts'
import { isSameList, type ListState } from '../state/list-state.ts'
import { startOfSide, startOfWire, startOfWork, type SideName } from '../state/panel-state.ts'
import { isHeardOf } from '../state/open-layers.ts'
import type { Content } from '../state/settle-content.ts'
import type { ShownRows } from '../state/shown.ts'
import { shownSession, type Tab } from '../state/tabs.ts'
import { startOfPane, withPanelScroll, withScroll, type UiState } from '../state/ui-state.ts'
import { settleWork } from '../work/work-panel.ts'
import { settleChanges, settlePlan } from './settle-plan.ts'
import { keysHere, keysOf } from './key-help.ts'
import type { PlanToHint } from '../chrome/hints.ts'
import { settleLog } from '../log/log-panel.ts'
import { settlePicker } from '../pickers/picker-rows.ts'
import type { OpenList } from '../pickers/picker.ts'
import { sought } from '../state/plan-search.ts'

/** The room in the middle of the screen, and what is open there. */
export interface MainRoom extends Opened {
  readonly rows: number
  /** The open picker with its contents; null: none is open. */
  readonly list: OpenList | null
  readonly hints: PlanToHint
}

/** Brings the view in the middle of the screen into its room: what is selected, scrolled to and searched for is made visible. */
function settleMain(state: AppState, { ui: before, tabs, tab }: Content, room: MainRoom): Settled {
  const { at, layers, rows, list } = room
  const { panel } = layers
  if (panel !== 'wire' && layers.side !== 'wire') at.wire?.rest()
  if (panel !== 'problems') at.lint?.rest()
  if (list !== null) {
    const { keys, columns } = before
    const { view, picker } = settlePicker(list, { ...at, keys, columns, rows })
    return { ui: before.picker === picker ? before : { ...before, picker }, view }
  }
  const ui = before.picker === null ? before : { ...before, picker: null }
  if (panel === 'work') return settleWork(state, ui, { ...at, rows, tab })
  if (panel !== null) return settlePanel(state, ui, { ...room, panel, tab })
  const settled = (from: UiState): Settled => {
    const { scroll, ...view } = settlePlan(state, from, { draw: at, tabs, tab, rows, layers })
    return { ui: tab === null ? from : withScroll(from, tab.id, scroll), view }
  }
  const main = settled(ui)
  // Where the matches of a plan are that a search has led to is known once it is settled.
  const found = sought(main.ui, { main: main.view.shown })
  return found === null ? main : settled(found)
}

function settlePanel(
  state: AppState,
  ui: UiState,
  {
    at,
    rows,
    hints,
    panel: name,
    tab,
  }: MainRoom & { readonly panel: PanelName; readonly tab: Content['tab'] },
): Settled {
  const { theme, wire } = at
  const { columns } = ui
  const panel = panelOf(name)
  const sessionId = tab?.sessionId ?? null
  const scrolled = (all: Parameters<typeof scrolledRows>[0], query: string): Settled => {
    const { scroll, shown, draw } = scrolledRows(all, { rows, scroll: ui.panelScroll, query })
    return {
      ui: withPanelScroll(ui, scroll),
      view: { shown: { ...shown, layer: 'panel', held: null }, nextAtMs: null, draw },
    }
  }
  const { main: view, question } = at.last.below ?? at.last
  const isQuestionLong = (question?.detail ?? null) !== null
  const here: PlanToHint = { ...hints, view, matchCount: view.matches.length, isQuestionLong }
  if ('rows' in panel)
    return scrolled(
      panel.rows(state, {
        theme,
        columns,
        plan: tab?.plan ?? null,
        keysOf: () => (ui.isHelpWhole ? keysOf(state, ui, at.hasMouse) : keysHere(state, ui, here)),
      }),
      ui.query,
    )
  if (name === 'conversation' || name === 'stderr' || name === 'problems')
    return settleLog(name, state, ui, { ...at, rows, sessionId })
  if (name === 'manual') {
    const note = at.manual === undefined ? noManual : loadingManual
    return at.manual?.()?.(ui, { ...at, rows }) ?? scrolled(panelNote(note, { theme, columns }), '')
  }
  const note = wire === undefined ? noMessages : loadingMessages
  return (
    wire?.settle(state, ui, { ...at, rows, sessionId }) ?? scrolled(panelNote(note, { theme, columns }), '')
  )
}

const noManual = safe`acp-plan-tui help shows the manual.`
const loadingManual = safe`Reading the manual…`
const noMessages = safe`There are no messages to show here.`
const loadingMessages = safe`Reading the messages…`

/** Where it is shown. */
export interface SideRoom extends Opened {
  readonly tab: Tab | null
  readonly columns: number
  readonly rows: number
  readonly scroll: ListState
  /** Rows of the conversation above these that are laid out too, for the wheel to lead back to. */
  readonly before: number
}

/** What is shown beside the plan or below it, and the scroll position that it got. */
export interface SettledSide extends Pick<SettledView, 'nextAtMs' | 'targetIn' | 'draw'> {
  /** The rule above it, with its title. */
  readonly rule: Rule
  readonly shown: ShownRows
  readonly scroll: ListState
}

interface WholeRoom extends Opened {
  readonly room: Pick<MainRoom, 'rows' | 'list' | 'hints'> & { readonly columns: number }
}

/** The view in the middle and what stands beside it, in their room. */
export interface SettledRoom extends Settled {
  /** null: nothing stands beside the plan. */
  readonly side: SettledSide | null
}

/** Settles both. A plan that has a row of progress has one less for itself. */
export function settleInRoom(
  state: AppState,
  content: Content,
  { at, layers, room }: WholeRoom,
): SettledRoom {
  const { list, hints, columns } = room
  const settled = (rows: number): Settled => settleMain(state, content, { at, layers, rows, list, hints })
  if (layers.side === null) {
    const main = settled(room.rows)
    // Where there is no rule, its progress has a row of the view.
    const hasBar = at.regions === 'main' && main.view.progress !== undefined
    return { ...(hasBar ? settled(room.rows - 1) : main), side: null }
  }
  const { ui: whole, tab } = content
  const ui = { ...whole, columns }
  const main = settleMain(state, { ...content, ui }, { at, layers, rows: room.rows, list, hints })
  const place = { at, layers, tab, rows: room.rows, columns: whole.columns - columns - 1 }
  const side = settleSide(layers.side, state, main.ui, {
    ...place,
    scroll: whole.side.scroll,
    before: rowsBefore,
  })
  const isSame = main.ui === ui && isSameList(side.scroll, whole.side.scroll)
  const scrolled = { ...main.ui, columns: whole.columns, side: { ...whole.side, scroll: side.scroll } }
  return { ...main, ui: isSame ? whole : scrolled, side }
}

/** What the agent does now, for the rows that a plan leaves in a tall terminal; null: nothing is known, or it stands beside the plan. */
export function settleNow(
  state: AppState,
  ui: UiState,
  { tab }: Content,
  { at, layers, columns, rows }: Opened & Pick<SideRoom, 'columns' | 'rows'>,
): SettledSide | null {
  const session = shownSession(state, ui.tab)
  if (session === null || !isHeardOf(session)) return null
  const name = layers.side === 'conversation' ? 'work' : 'conversation'
  const { scroll } = startOfSide
  return settleSide(name, state, ui, { at, layers, tab, columns, rows, scroll, before: 0 })
}

/** Settles the second pane, or the rows that a short plan leaves. It has no cursor: a click leads to the panel with the same content. */
function settleSide(name: SideName, state: AppState, ui: UiState, room: SideRoom): SettledSide {
  const { at, columns, rows, tab, scroll, before } = room
  const narrow: UiState = { ...ui, columns, query: '', panelScroll: scroll }
  const command = name === 'changes' ? 'show-changes' : name
  const target: PointerTarget = { type: 'command', command, does: 'open' }
  const rule: Rule = {
    form: 'rule',
    title: name === 'changes' ? safe`Changes` : panelOf(name).title,
    caption: safe`${keyWords(ui.keys, command)} opens`,
  }
  const texts = (all: Parameters<typeof scrolledRows>[0]): SettledSide => {
    const scrolled = scrolledRows(all, { rows, scroll, query: '' })
    return { rule, nextAtMs: null, targetIn: () => target, ...scrolled }
  }
  const note = (words: SafeText): SettledSide => texts(panelNote(words, { theme: at.theme, columns }))
  switch (name) {
    case 'work': {
      const work = settleWork(state, { ...narrow, work: startOfWork }, { ...at, rows, tab, isBeside: true })
      return { ...work.view, rule, scroll: work.ui.panelScroll }
    }
    case 'changes': {
      if (tab === null) return note(safe`There is no plan yet.`)
      const diff = { tab: tab.id, scroll: { ...startOfPane, ...scroll }, isUnfolded: false }
      const compared: UiState = { ...narrow, diff }
      const changes = settleChanges(state, compared, { ...room, draw: at, tab })
      return changes === null
        ? note(nothingToCompare(state, ui))
        : { ...changes, rule, targetIn: () => target }
    }
    case 'conversation': {
      const { theme, documentCache } = at
      const look = { theme, columns, documentCache, most: rows + before }
      const said = conversationOf(shownSession(state, ui.tab), look)
      return { ...texts(said.rows), nextAtMs: said.isUnfinished ? at.nowMs : null }
    }
    case 'wire': {
      const list = { ...startOfWire.list, ...scroll }
      const wire = { ...ui.wire, list, wanted: null, isLost: false, detail: null }
      const settled =
        at.wire?.settle(
          state,
          { ...narrow, wire },
          { ...at, rows, sessionId: tab?.sessionId ?? null, isBeside: true },
        ) ?? null
      if (settled !== null) return { ...settled.view, rule, scroll: settled.ui.wire.list }
      return note(at.wire === undefined ? noMessages : loadingMessages)
    }
  }
}

/** Rows that the wheel leads back to in the second pane; the panel has all of them. */
const rowsBefore = 200

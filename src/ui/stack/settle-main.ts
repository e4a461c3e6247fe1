import type { Opened } from './frame-at.ts'
import type { Settled } from '../plan-panes/pane.ts'
import type { AppState } from '../../app/state/app-state.ts'
import { safe } from '../../lib/text/safe-text.ts'
import { keysHere, keysOf } from './key-help.ts'
import type { PlanToHint } from '../chrome/hints.ts'
import { settleLog } from '../log/log-panel.ts'
import { panelNote } from '../panels/panel.ts'
import { panelOf, type PanelName } from '../panels/panels.ts'
import { settlePicker } from '../pickers/picker-rows.ts'
import type { OpenList } from '../pickers/picker.ts'
import { scrolledRows } from '../plan-panes/text-rows.ts'
import { settleWork } from '../work/work-panel.ts'
import { settlePlan } from './settle-plan.ts'
import { sought } from '../input/plan/find.ts'
import type { Content } from '../state/settle-content.ts'
import { withPanelScroll, withScroll, type UiState } from '../state/ui-state.ts'

/** The room in the middle of the screen, and what is open there. */
export interface MainRoom extends Opened {
  readonly rows: number
  /** The open picker with its contents; null: none is open. */
  readonly list: OpenList | null
  /** What the plan has keys for. */
  readonly hints: PlanToHint
}

/** Brings the view in the middle of the screen into its room: what is selected, scrolled to and searched for is made visible. */
export function settleMain(state: AppState, { ui: before, tabs, tab }: Content, room: MainRoom): Settled {
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
export const noMessages = safe`There are no messages to show here.`
export const loadingMessages = safe`Reading the messages…`

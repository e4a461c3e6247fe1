import type { AppState } from '../../app/state/app-state.ts'
import { hasTimes } from '../../app/timeline/step-spans.ts'
import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import type { PlanToHint } from '../chrome/hints.ts'
import { isRoomy, paneRows, sideColumns } from '../paint/look.ts'
import type { ScrollRegion } from '../paint/painter.ts'
import { panelOf } from '../panels/panels.ts'
import { listOf, type OpenList } from '../pickers/picker.ts'
import { paneKindOf } from '../plan-panes/pane-kinds.ts'
import { hasPast } from '../state/looking-back.ts'
import { openLayers, type OpenLayers } from '../state/open-layers.ts'
import { plansFound } from '../state/plan-search.ts'
import { settleContent, type Content } from '../state/settle-content.ts'
import { selectedWords, visibleWords, type Shown, type ShownMain } from '../state/shown.ts'
import { earliest } from '../state/timing.ts'
import type { UiState } from '../state/ui-state.ts'
import { drawAroundPast, layAround, timelineTitle, type Around } from './around.ts'
import { drawMain, isPlan, type Middle } from './draw-main.ts'
import type { FrameAt, Opened } from './frame-at.ts'
import { keptDocuments } from './open-documents.ts'
import { placeAt, type PartView, type Pointed, type ScreenView } from './screen-view.ts'
import { settleInRoom, settleNow, type SettledSide } from './side-pane.ts'

/** A frame that is settled: what it shows is known, and its rows are left to be made. */
export interface SettledFrame {
  /** The screen's state, which has been brought into what there is: the shown tab, the scroll positions, the seen plans. */
  readonly ui: UiState
  readonly shown: Shown
  /** The URIs of the documents to keep open. */
  readonly documents: ReadonlySet<string>
  /** Makes its rows. */
  readonly draw: () => Frame
}

export interface Frame extends Omit<SettledFrame, 'draw'> {
  readonly view: ScreenView
  /** The rows of the screen that move when the plan is scrolled. */
  readonly scrolls: ScrollRegion
  /** What is at a place of the screen, computed when it is asked for. */
  readonly placeAt: (column: number, row: number) => Pointed
  /** When it looks different without an event; null: never. */
  readonly nextAtMs: number | null
}

/**
 * Settles a frame of the screen, in four steps: what there is, what is open, where it stands, what of it is visible. Only the last
 * one moves anything (tops, selections, matches). Its `draw` is the fifth step, and the only one that makes rows of the view in the
 * middle. `before` may be older than the app's state.
 */
export function settleFrame(state: AppState, before: UiState, at: FrameAt): SettledFrame {
  at.kept.begin(at.nowMs)
  const content = settleContent(before, state, at)
  const all = openLayers(content.ui, state)
  const layers = at.regions === 'main' && all.side !== null ? { ...all, side: null } : all
  const room = layOut(state, content, { at, layers })
  const { ui, view, side } = settleInRoom(state, content, { at, layers, room })
  const settled: Omit<SettledFrame, 'draw'> = {
    ui,
    shown: shownOf(ui, content, { at, layers, room, main: view.shown, side: side?.shown ?? null }),
    documents: keptDocuments(content.tabs, content.tab?.id ?? null),
  }
  return {
    ...settled,
    draw() {
      const now = (columns: number, rows: number): SettledSide | null =>
        settleNow(state, ui, content, { at, layers, columns, rows })
      const main = drawMain(ui, { view, side, now }, { at, layers, room })
      const parts = at.regions === 'main' ? [main] : withAround(main, room, settled.shown)
      const screen: ScreenView = { columns: ui.columns, parts }
      return {
        ...settled,
        view: screen,
        scrolls: scrollRegion(ui, room, view.shown.visible),
        placeAt(column, row) {
          const place = placeAt(screen, column, row)
          const isBeside = side !== null && place.part === 'plan-pane' && column > room.columns
          return isBeside ? { ...place, part: 'side' } : place
        },
        nextAtMs: earliest(...parts.map(({ untilMs }) => untilMs), content.switchesAtMs),
      }
    },
  }
}

/** Where everything stands: the rows around the view in the middle, and those that are left to it. */
interface Room extends Middle {
  readonly around: Around
  readonly hints: PlanToHint
  readonly list: OpenList | null
  readonly plan: Shown['plan']
}

function layOut(state: AppState, { ui, tabs, tab }: Content, { at, layers }: Opened): Room {
  const list = layers.picker === null ? null : listOf(layers.picker, state)
  const plan = layers.past?.revision.plan ?? tab?.plan ?? null
  const title = list?.model.title ?? titleOver(ui, layers)
  const hints: PlanToHint = {
    isChecklist: plan !== null && paneKindOf(plan.body).isChecklist === true,
    hasPast: tab !== null && hasPast(state, tab.sessionId, tab.plan.key),
    hasTimes: ui.timeline !== null && plan !== null && hasTimes(plan),
    tabCount: tabs.length,
    view: null,
    matchCount: 0,
    isQuestionLong: true,
  }
  const around = layAround(state, ui, { at, tabs, layers, hints, list, over: title })
  const free = at.regions === 'main' ? ui.rows : paneRows(ui.rows, around.rows.above + around.rows.below)
  const past =
    at.regions === 'main' || !isPlan(layers)
      ? null
      : drawAroundPast(state, tab, layers, {
          theme: at.theme,
          columns: ui.columns,
          nowMs: at.nowMs,
          rows: free,
        })
  const rows = free - (past?.head.length ?? 0) - (past?.foot.length ?? 0)
  const columns =
    layers.side === null ? ui.columns : ui.columns - sideColumns(ui.columns, ui.side.columns) - 1
  return { around, hints, past, list, title, plan: list === null ? plan : null, rows, columns }
}

/** The title of the open panel, or of the timeline, whose past has a title of its own. */
function titleOver({ manual }: UiState, { panel, main, past }: OpenLayers): SafeText | null {
  if (panel === 'manual') return manual.isAlone ? null : safe`Manual: ${safeLine(manual.page)}`
  if (panel !== null) return panelOf(panel).title
  return main === 'timeline' && past === null ? timelineTitle : null
}

function shownOf(
  ui: UiState,
  { tabs }: Content,
  { at, layers, room, main, side }: Opened & Pick<Shown, 'main' | 'side'> & { readonly room: Room },
): Shown {
  const { plan, list, around } = room
  const isShown = layers.main !== 'panel' && plan !== null
  return {
    tabs,
    plan,
    main,
    side,
    elsewhere: isShown ? plansFound(tabs, ui.tab, { query: ui.query, documentOf: at.documentOf }) : [],
    question: around.question,
    below: list === null && layers.panel !== 'help' ? null : (at.last.below ?? at.last),
  }
}

/** All parts of the screen from its top to its bottom. */
function withAround(main: PartView, { around }: Room, shown: Shown): readonly PartView[] {
  const { above, below } = around.draw({
    matches: {
      here: shown.main.matches.length,
      elsewhere: shown.elsewhere.reduce((sum, each) => sum + each.matches, 0),
    },
    view: shown.main,
    position: positionOf(shown.main),
  })
  return [...above, main, ...below]
}

/** What is selected, else which steps or lines are visible; '' if all of them are. */
function positionOf(main: ShownMain): SafeText {
  if (main.total <= main.visible) return safe``
  if (main.place !== null) return selectedWords(main.place)
  return visibleWords((main.layer === 'plan' ? main.stepRange : undefined) ?? main)
}

/** The scrolling part of the view in the middle: rows above it (progress bar, address) do not scroll. */
function scrollRegion(ui: UiState, { around, past, rows }: Room, visible: number): ScrollRegion {
  const bottom = around.rows.above + (past?.head.length ?? 0) + (isRoomy(ui.rows) ? 1 : 0) + rows
  return { top: bottom - Math.min(rows, visible), bottom: Math.min(ui.rows, bottom) }
}

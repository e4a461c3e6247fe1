import type { AppState } from '../../app/state/app-state.ts'
import { emptyRow, type Row } from '../../lib/cells/row.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import { selectedWords, visibleWords, type Shown, type ShownMain } from '../state/shown.ts'
import type { ScrollRegion } from '../paint/painter.ts'
import { panelOf } from '../panels/panels.ts'
import { listOf, type OpenList } from '../pickers/picker.ts'
import { paneKindOf } from '../plan-panes/pane-kinds.ts'
import type { SettledView } from '../plan-panes/pane.ts'
import { progressBar } from '../rows/progress-bar.ts'
import type { RowForm } from '../rows/row-form.ts'
import { drawAroundPast, type AroundPast, layAround, type Around } from './around.ts'
import { isRoomy, paneRows, textColumns } from '../paint/look.ts'
import { keptDocuments } from './open-documents.ts'
import { partOf, placeAt, type PartView, type Pointed, type ScreenView } from './screen-view.ts'
import type { FrameAt } from './frame-at.ts'
import { hasPast } from '../state/looking-back.ts'
import type { PlanToHint } from '../chrome/hints.ts'
import { openLayers, type OpenLayers } from '../state/open-layers.ts'
import { plansFound } from '../state/plan-search.ts'
import { settleContent, type Content } from '../state/settle-content.ts'
import { earliest } from '../state/timing.ts'
import type { UiState } from '../state/ui-state.ts'
import { hasTimes } from '../../app/timeline/step-spans.ts'
import { settleMain, type SettledMain } from './settle-main.ts'

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
  const layers = openLayers(content.ui, state)
  const room = layOut(state, content, { at, layers })
  const { ui, view } = settleInRoom(state, content, { at, layers, room })
  const settled: Omit<SettledFrame, 'draw'> = {
    ui,
    shown: shownOf(ui, content, { at, layers, room, main: view.shown }),
    documents: keptDocuments(content.tabs, content.tab?.id ?? null),
  }
  return {
    ...settled,
    draw() {
      const main = drawMain(ui, view, { at, layers, room })
      const parts = at.regions === 'main' ? [main] : withAround(main, room, settled.shown)
      const screen: ScreenView = { columns: ui.columns, parts }
      return {
        ...settled,
        view: screen,
        scrolls: scrollRegion(ui, room, view.shown.visible),
        placeAt: (column, row) => placeAt(screen, column, row),
        nextAtMs: earliest(...parts.map(({ untilMs }) => untilMs), content.switchesAtMs),
      }
    },
  }
}

/** Where everything stands: the rows around the view in the middle, and those that are left to it. */
interface Room {
  readonly around: Around
  readonly hints: PlanToHint
  /** What is around a plan of the past; null: the present is shown. */
  readonly past: AroundPast | null
  readonly list: OpenList | null
  readonly title: SafeText | null
  readonly plan: Shown['plan']
  /** Rows of the view in the middle. */
  readonly rows: number
}

interface Open {
  readonly at: FrameAt
  readonly layers: OpenLayers
}

function layOut(state: AppState, { ui, tabs, tab }: Content, { at, layers }: Open): Room {
  const list = layers.picker === null ? null : listOf(layers.picker, state)
  const plan = layers.past?.revision.plan ?? tab?.plan ?? null
  const title = list?.model.title ?? titleOver(layers)
  const hints: PlanToHint = {
    isChecklist: plan !== null && paneKindOf(plan.body).isChecklist === true,
    hasPast: tab !== null && hasPast(state, tab.sessionId, tab.plan.key),
    hasTimes: ui.timeline !== null && plan !== null && hasTimes(plan),
    tabCount: tabs.length,
    view: null,
    matchCount: 0,
    isQuestionLong: true,
  }
  const around = layAround(state, ui, {
    // Field by field, since this runs for each frame and little of it is needed.
    ...(at.planFile === undefined ? {} : { planFile: at.planFile }),
    theme: at.theme,
    nowMs: at.nowMs,
    wallMs: at.wallMs,
    isAnimated: at.isAnimated,
    kept: at.kept,
    documentCache: at.documentCache,
    title: at.title,
    isBuiltInDemo: at.isBuiltInDemo ?? false,
    tabs,
    layers,
    hints,
    list,
    over: title,
  })
  const free = at.regions === 'main' ? ui.rows : paneRows(ui.rows, around.rows.above + around.rows.below)
  const past =
    at.regions === 'main' || !isPlan(layers)
      ? null
      : drawAroundPast(state, tab, layers, {
          theme: at.theme,
          columns: textColumns(ui.columns),
          nowMs: at.nowMs,
          rows: free,
        })
  const rows = free - (past?.head.length ?? 0) - (past?.foot.length ?? 0)
  return { around, hints, past, list, title, plan: list === null ? plan : null, rows }
}

function settleInRoom(
  state: AppState,
  content: Content,
  { at, layers, room }: Open & { readonly room: Room },
): SettledMain {
  const settled = (rows: number): SettledMain =>
    settleMain(state, content, { at, layers, rows, list: room.list, hints: room.hints })
  const main = settled(room.rows)
  // Where there is no rule, its progress has a row of the view.
  return at.regions === 'main' && main.view.progress !== undefined ? settled(room.rows - 1) : main
}

/** Whether the plan is in the middle, as itself or as what has become of it. */
function isPlan({ main }: OpenLayers): boolean {
  return main !== 'picker' && main !== 'panel'
}

/** The title of the open panel, or of the timeline. */
function titleOver({ panel, main }: OpenLayers): SafeText | null {
  if (panel !== null) return panelOf(panel).title
  return main === 'timeline' ? safe`Timeline` : null
}

function shownOf(
  ui: UiState,
  { tabs }: Content,
  { at, layers, room, main }: Open & { readonly room: Room; readonly main: ShownMain },
): Shown {
  const { plan, list, around } = room
  const isShown = layers.main !== 'panel' && plan !== null
  return {
    tabs,
    plan,
    main,
    elsewhere: isShown ? plansFound(tabs, ui.tab, { query: ui.query, documentOf: at.documentOf }) : [],
    question: around.question,
    below: list === null ? null : (at.last.below ?? at.last),
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

/** What is selected, else which lines are visible; '' if all of them are. */
function positionOf(main: ShownMain): SafeText {
  if (main.total <= main.visible) return safe``
  return main.place === null ? visibleWords(main) : selectedWords(main.place)
}

function drawMain(
  ui: UiState,
  view: SettledView,
  { at, layers, room }: Open & { readonly room: Room },
): PartView {
  const { past, title, rows } = room
  const { progress, caption, nextAtMs } = view
  const kind = isPlan(layers) ? 'plan-pane' : layers.main === 'picker' ? 'picker' : 'panel'
  const look = { theme: at.theme, columns: ui.columns }
  const canvas = (shown: readonly Row[]): RowForm => ({
    form: 'canvas',
    rows: shown,
    targetAt: (row) => view.targetIn?.(row) ?? null,
    ...(nextAtMs === null ? {} : { untilMs: nextAtMs }),
  })
  const shown = filled(view.draw(), rows)
  if (at.regions === 'main') {
    if (progress === undefined) return partOf(kind, [canvas(shown)], look)
    const bar = progressBar(progress, { ...look, columns: textColumns(ui.columns) })
    return partOf(kind, [{ form: 'canvas', rows: [bar] }, canvas(shown.slice(0, rows - 1))], look)
  }
  const [head, foot] = [past?.head ?? [], past?.foot ?? []]
  if (!isRoomy(ui.rows)) return partOf(kind, [...head, canvas(shown), ...foot], look)
  const below: RowForm = { form: 'rule', isDashed: past !== null }
  return partOf(kind, [...head, { ...below, title, caption, progress }, canvas(shown), below, ...foot], look)
}

function filled(rows: readonly Row[], count: number): readonly Row[] {
  if (rows.length === count) return rows
  return rows.length > count
    ? rows.slice(0, count)
    : [...rows, ...new Array<Row>(count - rows.length).fill(emptyRow)]
}

/** The scrolling part of the view in the middle: rows above it (progress bar, address) do not scroll. */
function scrollRegion(ui: UiState, { around, past, rows }: Room, visible: number): ScrollRegion {
  const bottom = around.rows.above + (past?.head.length ?? 0) + (isRoomy(ui.rows) ? 1 : 0) + rows
  return { top: bottom - Math.min(rows, visible), bottom: Math.min(ui.rows, bottom) }
}

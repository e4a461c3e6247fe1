import type { AppState } from '../../app/state/app-state.ts'
import { hasTimes } from '../../app/timeline/step-spans.ts'
import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import type { PlanToHint } from '../chrome/hints.ts'
import { isRoomy, paneRows, sideColumns, isTall } from '../paint/look.ts'
import type { ScrollRegion } from '../paint/painter.ts'
import { panelOf, isInLog, logTabs, type PanelName } from '../panels/panels.ts'
import { listOf, type OpenList } from '../pickers/picker.ts'
import { paneKindOf } from '../plan-panes/pane-kinds.ts'
import { hasPast } from '../state/looking-back.ts'
import { openLayers, type OpenLayers } from '../state/open-layers.ts'
import { plansFound } from '../state/plan-search.ts'
import { settleContent, type Content } from '../state/settle-content.ts'
import { selectedWords, visibleWords, type Shown, type ShownMain } from '../state/shown.ts'
import { earliest } from '../state/timing.ts'
import type { UiState } from '../state/ui-state.ts'
import { drawAroundPast, layAround, timelineTitle, type Around, type AroundPast } from './around.ts'
import type { FrameAt, Opened } from './frame-at.ts'
import { keptDocuments } from './open-documents.ts'
import { placeAt, partOf, type PartView, type Pointed, type ScreenView } from './screen-view.ts'
import { settleInRoom, settleNow, type SettledSide, type SettledRoom } from './settle-main.ts'
import { emptyRow, type Row } from '../../lib/cells/row.ts'
import { glyphs } from '../paint/glyphs.ts'
import type { SettledView } from '../rows/settle.ts'
import { ruleRow } from '../rows/lay-rows.ts'
import { progressBar } from '../rows/progress-bar.ts'
import { gap, part, type Canvas, type Part, type RowForm, type Rule } from '../rows/row-form.ts'

/** A frame that is settled: what it shows is known, and its rows are left to be made. */
export interface SettledFrame {
  /** The screen's state, which has been brought into what there is: the shown tab, the scroll positions, the seen plans. */
  readonly ui: UiState
  readonly shown: Shown
  /** The URIs of the documents to keep open. */
  readonly documents: ReadonlySet<string>
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
        nextAtMs: earliest([...parts.map(({ untilMs }) => untilMs), content.switchesAtMs]),
      }
    },
  }
}

/** Where everything stands: the rows around the view in the middle, and those that are left to it. */
interface Room {
  readonly around: Around
  readonly hints: PlanToHint
  readonly list: OpenList | null
  readonly plan: Shown['plan']
  /** What is around a plan of the past; null: the present is shown. */
  readonly past: AroundPast | null
  /** What is told on the rule above the view in the middle; null: nothing. */
  readonly title: SafeText | null
  readonly rows: number
  /** A second pane has those that are left. */
  readonly columns: number
}

interface InRoom extends Opened {
  readonly room: Room
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
  const look = { theme: at.theme, columns: ui.columns, nowMs: at.nowMs }
  const isWithPast = at.regions !== 'main' && isPlan(layers)
  const past = isWithPast ? drawAroundPast(state, tab, layers, { ...look, rows: free }) : null
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
  { at, layers, room, main, side }: InRoom & Pick<Shown, 'main' | 'side'>,
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
  const steps = main.layer === 'plan' ? main.stepRange : undefined
  if (steps === undefined) return visibleWords(main)
  // Doubts and comments may stand below the last step.
  const hasMore = steps.top + steps.visible >= steps.total && main.top + main.visible < main.total
  return hasMore ? safe`${visibleWords(steps)}, more below` : visibleWords(steps)
}

/** The scrolling part of the view in the middle: rows above it (progress bar, address) do not scroll. */
function scrollRegion(ui: UiState, { around, past, rows }: Room, visible: number): ScrollRegion {
  const bottom = around.rows.above + (past?.head.length ?? 0) + (isRoomy(ui.rows) ? 1 : 0) + rows
  return { top: bottom - Math.min(rows, visible), bottom: Math.min(ui.rows, bottom) }
}

/** Whether the plan is in the middle, as itself or as what has become of it. */
function isPlan({ main }: OpenLayers): boolean {
  return main !== 'picker' && main !== 'panel'
}

interface ToDraw extends Pick<SettledRoom, 'view' | 'side'> {
  /** What the agent does now, in so many columns and rows. */
  readonly now: (columns: number, rows: number) => SettledSide | null
}

/** The view in the middle with the rules and the second pane around it. */
function drawMain(ui: UiState, { view, side, now }: ToDraw, { at, layers, room }: InRoom): PartView {
  const { past, title, rows, columns } = room
  const { progress, caption } = view
  const kind = isPlan(layers) ? 'plan-pane' : layers.main === 'picker' ? 'picker' : 'panel'
  const look = { theme: at.theme, columns: ui.columns }
  if (at.regions === 'main') {
    const shown = canvasOf(view, filled(view.draw(), rows))
    if (progress === undefined) return partOf(kind, [shown], look)
    const bar = progressBar(progress, look)
    return partOf(kind, [{ form: 'canvas', rows: [bar] }, shown], look)
  }
  const [head, foot] = [past?.head ?? [], past?.foot ?? []]
  const plan = layers.main === 'plan' && isTall(ui.rows) ? withNow(view, { now, rows, columns, at }) : view
  const shown = filled(plan.draw(), rows)
  if (!isRoomy(ui.rows)) return partOf(kind, [...head, canvasOf(plan, shown), ...foot], look)
  const below: RowForm = { form: 'rule', isDashed: past !== null }
  const parts = isInLog(layers.panel) ? tabsOfLog(layers.panel, ui, at) : undefined
  const above: Rule = { form: 'rule', isDashed: past !== null, title, parts, caption, progress }
  if (side === null) return partOf(kind, [...head, above, canvasOf(plan, shown), below, ...foot], look)
  const besides = [ruleRow(side.rule, { ...look, columns: ui.columns - columns - 1 }), ...side.draw()]
  const both = at.kept.beside([ruleRow(above, { ...look, columns }), ...shown], besides, { ...look, columns })
  const canvas = canvasOf({ nextAtMs: earliest([plan.nextAtMs, side.nextAtMs]) }, both)
  const targetAt: Canvas['targetAt'] = (row, column) =>
    (column > columns ? side : plan).targetIn?.(row - 1, column) ?? null
  return partOf(kind, [...head, { ...canvas, targetAt }, below, ...foot], look)
}

/** The tabs of the log, on the rule above it. */
function tabsOfLog(shown: PanelName, { columns }: UiState, at: FrameAt): readonly Part[] {
  return logTabs.flatMap((command, index): readonly Part[] => {
    const { title } = panelOf(command)
    const tab =
      command === shown
        ? part('accent', safe`${glyphs(at.theme).prompt}${title}`)
        : part('dim', safe` ${title}`, { target: { type: 'command', command, does: 'open' } })
    return index === 0 ? [tab] : [gap(columns < 60 ? 1 : 2), tab]
  })
}

type Drawn = Pick<SettledView, 'nextAtMs' | 'targetIn' | 'draw'>

function canvasOf({ nextAtMs, targetIn }: Omit<Drawn, 'draw'>, rows: readonly Row[]): Canvas {
  return {
    form: 'canvas',
    rows,
    targetAt: (row, column) => targetIn?.(row, column) ?? null,
    ...(nextAtMs === null ? {} : { untilMs: nextAtMs }),
  }
}

/** Fewer rows of what the agent does are not shown. */
const leastNow = 4

/** A plan with what the agent does now at the bottom of the rows that it leaves; a plan that scrolls leaves none. */
function withNow(
  view: SettledView,
  { now, rows, columns, at }: Pick<ToDraw, 'now'> & Pick<Room, 'rows' | 'columns'> & Pick<Opened, 'at'>,
): Drawn {
  const drawn = view.draw()
  const plan: Drawn = { ...view, draw: () => drawn }
  // Below a blank row and a rule.
  const left = rows - drawn.length - 2
  const doing = left < leastNow || view.shown.total > view.shown.visible ? null : now(columns, left)
  if (doing === null) return plan
  const last = doing.draw()
  const start = rows - last.length
  const blanks = new Array<Row>(start - 1 - drawn.length).fill(emptyRow)
  return {
    nextAtMs: earliest([view.nextAtMs, doing.nextAtMs]),
    targetIn: (row, column) =>
      (row < start ? view.targetIn?.(row, column) : doing.targetIn?.(row - start, column)) ?? null,
    draw: () => [...drawn, ...blanks, ruleRow(doing.rule, { theme: at.theme, columns }), ...last],
  }
}

function filled(rows: readonly Row[], count: number): readonly Row[] {
  if (rows.length === count) return rows
  return rows.length > count
    ? rows.slice(0, count)
    : [...rows, ...new Array<Row>(count - rows.length).fill(emptyRow)]
}

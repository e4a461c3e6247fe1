import type { Plan } from '../../plans/plan.ts'
import { documentUri } from '../../plans/kinds/plan-parts.ts'
import { heldSteps } from '../../plans/plan-progress.ts'
import { type AppState, currentSession } from '../../app/state/app-state.ts'
import { questionKey } from '../../app/state/question.ts'
import { turnWork } from '../../app/state/session-clock.ts'
import { selectedWords, visibleWords } from '../chrome/place-words.ts'
import { statusEndsAt } from '../chrome/status.ts'
import { keysOf } from '../keys/key-help.ts'
import { emptyRow, type Row } from '../../lib/cells/row.ts'
import type { ScrollRegion } from '../paint/painter.ts'
import { panelNote } from '../panels/panel.ts'
import { panelOf, type PanelName } from '../panels/panels.ts'
import type { ItemLines } from '../plan-panes/item-lines.ts'
import { paneKindOf } from '../plan-panes/pane-kinds.ts'
import type { PaneView } from '../plan-panes/pane.ts'
import { progressBar } from '../plan-panes/progress-bar.ts'
import { scrolledRows } from '../plan-panes/text-rows.ts'
import { drawPicker } from '../pickers/picker-rows.ts'
import { listOf } from '../pickers/picker.ts'
import { openLayers, type OpenLayers } from '../state/open-layers.ts'
import type { DrawnFacts } from '../state/drawn-facts.ts'
import { syncWithApp } from '../state/sync-with-app.ts'
import { hasPast } from '../state/looking-back.ts'
import { plansFound } from '../state/plan-search.ts'
import type { Tab } from '../state/tabs.ts'
import type { PointedPlace } from '../pointer/pointer-target.ts'
import { partAt, type PartView, type ScreenView } from './screen-view.ts'
import { hasTimes } from '../timeline/timeline-pane.ts'
import { earliest, markMs, nextSecond, secondBefore, untilSecond } from '../state/timing.ts'
import { withScroll, type PickerState, type UiState } from '../state/ui-state.ts'
import { drawChrome, type ChromeFrame } from './draw-chrome.ts'
import { drawPane, type DrawPane } from './draw-pane.ts'
import { drawAroundPast } from './draw-past.ts'
import { isRoomy, paneRows, textColumns } from './layout.ts'
import { rule, ruleAbove } from './plan-rules.ts'
import { keptDocuments } from './open-documents.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import type { Theme } from '../paint/theme.ts'
import type { LintView } from '../lint/lint-view.ts'
import { drawProblems } from '../lint/problems-pane.ts'
import type { WirePanel } from '../wire/wire-view.ts'

export interface DrawScreen extends Omit<DrawPane, 'rows' | 'tab' | 'tabs' | 'layers'> {
  readonly title: string | null
  /** The agent is a built-in scenario of the demo; absent: it is not. */
  readonly isBuiltInDemo?: boolean
  /** The agent's working folder; null if unknown. */
  readonly cwd: string | null
  /** The file that a proposed plan with a title would be saved to; absent if unknown. */
  readonly planFile?: (title: string) => string
  /** The wire panel; absent: there are no messages to show. */
  readonly wire?: WirePanel
  /** What lint finds in the messages; absent: there are no messages. */
  readonly lint?: LintView
  /** What the last frame showed. */
  readonly last: DrawnFacts
}

export interface DrawnScreen {
  /** The screen's state after drawing: with the shown tab, the scroll positions, and the seen plans. */
  readonly ui: UiState
  readonly view: ScreenView
  /** The rows of the plan with its progress, or of the open panel or picker, without the rules around them. */
  readonly mainRows: readonly Row[]
  /** The rows of the screen that move when the plan is scrolled. */
  readonly scrolls: ScrollRegion
  readonly facts: DrawnFacts
  /** What is at a place of the screen, computed when it is asked for. */
  readonly placeAt: (column: number, row: number) => PointedPlace
  /** The URIs of the documents to keep open. */
  readonly documents: ReadonlySet<string>
  readonly nextAtMs: number | null
}

/** Draws the screen from the app's state and its own. Pure; `before` may be older than the app's state (`syncWithApp`). */
export function drawScreen(state: AppState, before: UiState, draw: DrawScreen): DrawnScreen {
  const { nowMs } = draw
  const { ui, tabs, tab, switchesAtMs } = syncWithApp(before, state, draw)
  const layers = openLayers(ui, state)
  const { main: place, past: moment } = layers
  const list = layers.picker === null ? null : listOf(layers.picker, state)
  const isPlan = place !== 'picker' && place !== 'panel'
  const plan = moment?.revision.plan ?? tab?.plan ?? null
  const title = list?.model.title ?? titleOver(layers)
  const frameOf = ({ matches, elsewhere }: DrawnFacts, position: SafeText): ChromeFrame => ({
    // Field by field, since this runs for each frame and the chrome needs few of them.
    ...(draw.planFile === undefined ? {} : { planFile: draw.planFile }),
    theme: draw.theme,
    nowMs,
    wallMs: draw.wallMs,
    isAnimated: draw.isAnimated,
    title: draw.title,
    isBuiltInDemo: draw.isBuiltInDemo ?? false,
    tabs,
    matches: { here: matches.length, elsewhere: elsewhere.reduce((sum, each) => sum + each.matches, 0) },
    position,
    documentCache: draw.documentCache,
    isChecklist: plan !== null && paneKindOf(plan.body).steps !== undefined,
    hasPast: tab !== null && hasPast(state, tab.sessionId, tab.plan.key),
    hasTimes: ui.timeline !== null && plan !== null && hasTimes(plan),
    list,
    over: title,
  })
  const lastPosition = positionOf(draw.last)
  const guess = drawChrome(state, ui, frameOf(draw.last, lastPosition))
  const above = countRows(guess.above)
  const free = paneRows(ui.rows, above + countRows(guess.below))
  const past = isPlan
    ? drawAroundPast(state, ui, tab, { theme: draw.theme, nowMs, rows: free, layers })
    : null
  const [head, foot] = [past?.head ?? noRows, past?.foot ?? noRows]
  const rows = free - head.length - foot.length
  const drawn =
    list === null
      ? null
      : drawPicker(list, { ...draw, keys: ui.keys, columns: textColumns(ui.columns), rows })
  if (ui.panel !== 'wire') draw.wire?.rest()
  if (ui.panel !== 'problems') draw.lint?.rest()
  const pane =
    drawn?.view ??
    (layers.panel === null
      ? drawPane(state, ui, { ...draw, tab, tabs, rows, layers })
      : drawPanel(state, ui, { ...draw, tab, tabs, rows, panel: layers.panel }))
  const facts: DrawnFacts = {
    ...factsOf({ ui, layers, tabs, plan: list === null ? plan : null, view: pane }, draw),
    detail: guess.detail,
    below: list === null ? null : (draw.last.below ?? draw.last),
  }
  const mainRows = filled(pane.rows, rows)
  const main: PartView = {
    kind: isPlan ? 'plan-pane' : place,
    rows: isRoomy(ui.rows)
      ? [
          ...head,
          ruleAbove(pane, { theme: draw.theme, columns: ui.columns, title, isDashed: past !== null }),
          ...mainRows,
          rule({ theme: draw.theme, columns: ui.columns, title: null, isDashed: past !== null }),
          ...foot,
        ]
      : [...head, ...mainRows, ...foot],
  }
  const position = positionOf(facts)
  const isAsGuessed = isSameCount(facts, draw.last)
  const chrome = isAsGuessed ? guess : drawChrome(state, ui, frameOf(facts, position))
  const below = isAsGuessed && position !== lastPosition ? chrome.placedAt(position) : chrome.below
  const view: ScreenView = { columns: ui.columns, parts: [...chrome.above, main, ...below] }
  return {
    ui:
      isPlan && tab !== null
        ? withScroll(withPicker(ui, null), tab.id, pane.scroll)
        : withPanel(withPicker(ui, drawn?.picker ?? null), pane),
    view,
    mainRows: withBar(mainRows, pane, draw.theme, textColumns(ui.columns)),
    placeAt(column, at) {
      const found = partAt(view, at)
      if (found === null) return { part: null, target: null }
      const { part, row: inPart } = found
      if (part !== main)
        return { part: part.kind, target: chrome.targetIn(part.kind, { column, row: inPart }) }
      const inPane = inPart - head.length - (isRoomy(ui.rows) ? 1 : 0)
      const isPane = inPane >= 0 && inPane < rows
      const isFoot = inPart >= main.rows.length - foot.length
      const target = isPane ? pane.targetIn?.(inPane) : isFoot ? past?.inFoot(column) : null
      return { part: part.kind, target: target ?? null }
    },
    scrolls: scrollRegion(ui, { above: above + head.length, rows, visible: pane.visible }),
    facts,
    documents: keptDocuments(tabs, tab?.id ?? null),
    nextAtMs: earliest(
      pane.nextAtMs,
      chrome.nextAtMs,
      past?.nextAtMs ?? null,
      headerTick(state, nowMs),
      playbackTick(state, nowMs),
      statusEndsAt(state, ui, nowMs),
      switchesAtMs,
      ui.held !== null && ui.held.dueAtMs > nowMs ? ui.held.dueAtMs : null,
    ),
  }
}

/** The title of the open panel, or of the timeline. */
function titleOver({ panel, main }: OpenLayers): SafeText | null {
  if (panel !== null) return panelOf(panel).title
  return main === 'timeline' ? safe`Timeline` : null
}

function drawPanel(
  state: AppState,
  ui: UiState,
  draw: Omit<DrawPane, 'layers'> & Pick<DrawScreen, 'wire' | 'lint'> & { readonly panel: PanelName },
): PaneView {
  const { theme, rows } = draw
  const panel = panelOf(draw.panel)
  const { columns } = ui
  if (!('rows' in panel)) {
    if (draw.panel === 'problems') return drawProblems(state, ui, draw)
    const words = draw.wire === undefined ? noMessages : loadingMessages
    const note = (): PaneView =>
      scrolledRows(panelNote(words, { theme, columns }), { theme, rows, scroll: ui.panelScroll, query: '' })
    return draw.wire?.draw(state, ui, draw) ?? note()
  }
  const all = panel.rows(state, { theme, columns, keysOf: () => keysOf(state, ui) })
  return scrolledRows(all, { theme, rows, scroll: ui.panelScroll, query: ui.query })
}

const noMessages = safe`There are no messages to show here.`
const loadingMessages = safe`Reading the messages…`

/** The state with the wire panel or the problems panel after drawing. */
function withPanel(ui: UiState, { wire, problems, scroll }: PaneView): UiState {
  if (problems !== undefined && ui.panel === 'problems')
    return problems.state === ui.problems ? ui : { ...ui, problems: problems.state, panelScroll: scroll }
  if (wire === undefined || ui.panel !== 'wire') return ui
  const { panelScroll } = ui
  const isSame = wire.state === ui.wire && scroll.top === panelScroll.top
  return isSame ? ui : { ...ui, wire: wire.state, panelScroll: scroll }
}

/** The state with the picker after drawing. */
function withPicker(ui: UiState, picker: PickerState | null): UiState {
  return ui.picker === picker ? ui : { ...ui, picker }
}

function withBar(
  rows: readonly Row[],
  { progress }: PaneView,
  theme: Theme,
  columns: number,
): readonly Row[] {
  return progress === undefined ? rows : [progressBar(progress, { theme, columns }), ...rows]
}

const noRows: readonly Row[] = []

function countRows(parts: readonly PartView[]): number {
  return parts.reduce((count, { rows }) => count + rows.length, 0)
}

function filled(rows: readonly Row[], count: number): readonly Row[] {
  if (rows.length === count) return rows
  return rows.length > count
    ? rows.slice(0, count)
    : [...rows, ...new Array<Row>(count - rows.length).fill(emptyRow)]
}

/** The scrolling part of the plan pane: rows above it (progress bar, address) do not scroll. */
function scrollRegion(
  ui: UiState,
  { above, rows, visible }: { readonly above: number; readonly rows: number; readonly visible: number },
): ScrollRegion {
  const bottom = above + (isRoomy(ui.rows) ? 1 : 0) + rows
  return { top: bottom - Math.min(rows, visible), bottom: Math.min(ui.rows, bottom) }
}

/** What is selected, else which lines are visible; '' if all of them are. */
function positionOf(facts: DrawnFacts): SafeText {
  if (facts.total <= facts.visible) return safe``
  return facts.place === null ? visibleWords(facts) : selectedWords(facts.place)
}

function headerTick(state: AppState, nowMs: number): number | null {
  const { link } = state
  if (link.state === 'reconnecting')
    return link.nextAtMs === null || link.nextAtMs <= nowMs ? null : secondBefore(link.nextAtMs, nowMs)
  const session = currentSession(state)
  if (link.state !== 'open' || session?.turn.state !== 'working') return null
  const work = turnWork(session, nowMs)
  return work !== null && session.clock.state === 'working' ? nowMs + untilSecond(work.workedMs) : null
}

/** When the shown time of a recording changes. */
function playbackTick({ playback }: AppState, nowMs: number): number | null {
  const isMoving = playback?.state === 'playing' || playback?.state === 'waiting'
  return isMoving ? nextSecond(0, nowMs) : null
}

function isSameCount(one: DrawnFacts, other: DrawnFacts): boolean {
  return (
    one.matches.length === other.matches.length &&
    one.elsewhere.length === other.elsewhere.length &&
    one.elsewhere.every(({ matches }, index) => matches === other.elsewhere[index]?.matches)
  )
}

interface Shown {
  readonly ui: UiState
  readonly layers: OpenLayers
  readonly tabs: readonly Tab[]
  /** The plan that is shown, as it is now or was; null: another view is. */
  readonly plan: Plan | null
  readonly view: PaneView
}

function factsOf(
  { ui, layers, tabs, plan, view }: Shown,
  draw: DrawScreen,
): Omit<DrawnFacts, 'detail' | 'below'> {
  const body = plan?.body
  const { asked: question } = layers
  const isShown = layers.main !== 'panel' && plan !== null && body !== undefined
  const isPast = layers.past !== null
  const hasMarks = draw.isAnimated && !isPast
  const changes = isShown ? (view.changes ?? null) : null
  const steps =
    isShown && changes === null
      ? (paneKindOf(body).steps?.(body, {
          isCollapsed: view.scroll.isCollapsed,
          droppedSinceMs: hasMarks ? draw.nowMs - markMs : Number.POSITIVE_INFINITY,
          held: heldSteps(plan),
        }) ?? null)
      : null
  return {
    tabs,
    total: view.total,
    visible: view.visible,
    top: view.scroll.top,
    matches: view.matches,
    elsewhere: isShown ? plansFound(tabs, ui.tab, { query: ui.query, documentOf: draw.documentOf }) : [],
    place: view.place ?? null,
    changes,
    lineKeys: steps === null ? null : keysOfLines(steps.lines),
    // Nothing is asked for steps of the past, nor written about them.
    lines: isShown && !isPast ? (view.lines ?? null) : null,
    currentLine: steps?.currentLine ?? -1,
    doneSteps: steps?.done ?? 0,
    fileUri: body === undefined ? null : documentUri(body),
    questionKey: question === null ? null : questionKey(question),
    request: question?.kind === 'permission' ? question.request : null,
    wire: view.wire?.drawn ?? null,
    problems: view.problems?.drawn ?? null,
  }
}

function keysOfLines(lines: ItemLines): NonNullable<DrawnFacts['lineKeys']> {
  return {
    length: lines.length,
    keyAt: (line) => lines.at(line)?.key ?? -1,
    lineOf: (key) => lines.find((line) => line.key === key),
  }
}

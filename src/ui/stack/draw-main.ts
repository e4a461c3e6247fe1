import { emptyRow, type Row } from '../../lib/cells/row.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import { glyphs } from '../paint/glyphs.ts'
import { isRoomy, isTall } from '../paint/look.ts'
import { isInLog, logTabs, panelOf, type PanelName } from '../panels/panels.ts'
import type { SettledView } from '../plan-panes/pane.ts'
import { ruleRow } from '../rows/lay-rows.ts'
import { progressBar } from '../rows/progress-bar.ts'
import { gap, part, type Canvas, type Part, type RowForm, type Rule } from '../rows/row-form.ts'
import type { OpenLayers } from '../state/open-layers.ts'
import { earliest } from '../state/timing.ts'
import type { UiState } from '../state/ui-state.ts'
import type { AroundPast } from './around.ts'
import type { FrameAt, Opened } from './frame-at.ts'
import { partOf, type PartView } from './screen-view.ts'
import type { SettledRoom, SettledSide } from './side-pane.ts'

/** The rows and columns of the view in the middle, and what stands at its edges. */
export interface Middle {
  /** What is around a plan of the past; null: the present is shown. */
  readonly past: AroundPast | null
  /** What is told on the rule above it; null: nothing. */
  readonly title: SafeText | null
  readonly rows: number
  /** A second pane has those that are left. */
  readonly columns: number
}

interface DrawAt extends Opened {
  readonly room: Middle
}

/** Whether the plan is in the middle, as itself or as what has become of it. */
export function isPlan({ main }: OpenLayers): boolean {
  return main !== 'picker' && main !== 'panel'
}

interface ToDraw extends Pick<SettledRoom, 'view' | 'side'> {
  /** What the agent does now, in so many columns and rows. */
  readonly now: (columns: number, rows: number) => SettledSide | null
}

/** The view in the middle with the rules and the second pane around it. */
export function drawMain(ui: UiState, { view, side, now }: ToDraw, { at, layers, room }: DrawAt): PartView {
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
  const canvas = canvasOf({ nextAtMs: earliest(plan.nextAtMs, side.nextAtMs) }, both)
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

/**
 * A plan with what the agent does now at the bottom of the rows that it leaves: there it stays where it is when the plan changes. A plan
 * that scrolls leaves none.
 */
function withNow(
  view: SettledView,
  { now, rows, columns, at }: Pick<ToDraw, 'now'> & Pick<Middle, 'rows' | 'columns'> & Pick<DrawAt, 'at'>,
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
    nextAtMs: earliest(view.nextAtMs, doing.nextAtMs),
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

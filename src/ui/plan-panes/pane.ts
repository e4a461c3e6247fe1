import type { Doubts } from '../../app/work/doubts.ts'
import type { Session } from '../../app/state/session.ts'
import type { Child } from '../../app/state/children.ts'
import { rowText, row, type Row } from '../../lib/cells/row.ts'
import { safe, safeText, type SafeText } from '../../lib/text/safe-text.ts'
import type { PlanProgress } from '../../plans/kinds/plan-kind.ts'
import type { Comparison } from '../../plans/comparison/comparison.ts'
import type { WorkClock, WorkTime } from '../../plans/steps/step-times.ts'
import type { KeyMap } from '../keys/key-map.ts'
import type { PlanSteps } from '../state/comments.ts'
import type { ShownDiff, ShownMain, ShownPlan, RowSpan, ShownView } from '../state/shown.ts'
import type { PaneScroll, TabId, UiState } from '../state/ui-state.ts'
import type { PlanDocument } from '../../app/ports/plan-document.ts'
import type { Plan } from '../../plans/plan.ts'
import type { PointerTarget } from '../rows/row-form.ts'
import type { DocumentCache } from './document-cache.ts'
import type { BarProgress } from '../rows/progress-bar.ts'
import type { Look } from '../paint/look.ts'
import { memoLast } from '../../lib/memo.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { highlightMatches, paint } from '../paint/paint.ts'
import type { Role, Theme } from '../paint/theme.ts'
import { settleList } from '../rows/list.ts'
import type { ListState } from '../state/list-state.ts'

/** What a plan is settled with: the room that it has, the time, and what the user has done with it. */
export interface PaneAt extends Look {
  readonly keys: KeyMap
  readonly rows: number
  readonly nowMs: number
  readonly scroll: PaneScroll
  /** The search text in lower case; '' for none. */
  readonly query: string
  /** Recent changes are marked. */
  readonly hasMarks: boolean
  /** What has changed since the baseline, which is marked at the left edge; null: there is no baseline. */
  readonly comparison: Comparison | null
  /** What the user has selected in the plan; null: nothing. */
  readonly steps: PlanSteps | null
  /** The sub-agents and tasks that were begun in its session; absent: there are none. */
  readonly children?: readonly ShownChild[]
  readonly documentCache: DocumentCache
  /** The name of the plan's document in the cache. */
  readonly name: string
  /** The document at the URI of a file plan. */
  readonly documentOf: (uri: string) => PlanDocument
  /** The work time of the plan's session, and whether its clock runs. */
  readonly work: WorkTime
  readonly clock: WorkClock['state']
  /** The key of the step that seems to be stalled; null: none. */
  readonly stalledKey: number | null
  /** What was really done in its steps; null: it is shown as it was at a past moment. */
  readonly evidence: PlanEvidence | null
}

/** The room of a panel that draws itself, and the time. */
export type PanelRoom = Pick<PaneAt, 'theme' | 'rows' | 'nowMs' | 'documentCache'>

/** What was done in the steps of a plan, and what there is to doubt. */
export interface PlanEvidence {
  readonly session: Session
  readonly doubts: Doubts
  /** It has no steps because its entries were invalid. */
  readonly isUnread: boolean
}

/** A sub-agent or a task, and where its own plan is shown. */
export interface ShownChild {
  readonly child: Child
  /** Who answers its questions. */
  readonly asked: string
  /** null: it has no plan of its own. */
  readonly tab: {
    readonly id: TabId
    /** Its place on the tab bar, from 1: a key up to 9. */
    readonly number: number
    readonly progress: PlanProgress | null
  } | null
}

/** What keys act on while a view is shown: everything about it but its rows. */
export interface SettledView<Main extends ShownMain = ShownMain> {
  readonly shown: Main
  /** When its rows change without an event; null: never. */
  readonly nextAtMs: number | null
  /**
   * Its progress, where that is not in the rows: a text must not move when its first task box comes. Absent: there is none, or it
   * is in the rows.
   */
  readonly progress?: BarProgress
  /** What the rows are marked for, in a few words; absent: they are not marked. */
  readonly caption?: SafeText
  /** What is at a place of its rows; absent: nothing that can be clicked. */
  readonly targetIn?: (row: number, column: number) => PointerTarget | null
  /** Its rows, at most as many as it has room for. Made only for a frame that is painted. */
  readonly draw: () => readonly Row[]
}

/** A view in its room, and the screen's state with what became of it. */
export interface Settled<Main extends ShownMain = ShownMain> {
  readonly ui: UiState
  readonly view: SettledView<Main>
}

export interface SettledPane extends SettledView<ShownPlan | ShownDiff> {
  readonly scroll: PaneScroll
}

/** A view with rows above it that do not scroll. What can be clicked in it moves with its rows. */
export function withRowsAbove<View extends SettledView>(above: readonly Row[], view: View): View {
  if (above.length === 0) return view
  const { targetIn, draw } = view
  return {
    ...view,
    draw: () => [...above, ...draw()],
    ...(targetIn === undefined
      ? {}
      : {
          targetIn: (row: number, column: number) =>
            row < above.length ? null : targetIn(row - above.length, column),
        }),
  }
}

/** A plan that shows only these rows, of which none can be scrolled. */
export function withoutScrolling(
  draw: SettledPane['draw'],
  { scroll, rows }: Pick<PaneAt, 'scroll' | 'rows'>,
): SettledPane {
  return {
    scroll,
    shown: {
      layer: 'plan',
      top: scroll.top,
      visible: rows,
      total: 0,
      matches: [],
      place: null,
      steps: null,
      lines: null,
    },
    nextAtMs: null,
    draw,
  }
}

/** The view of a plan whose lines cannot be selected. */
export function withoutLines(view: SettledPane): SettledPane {
  const { shown } = view
  return shown.layer === 'plan' ? { ...view, shown: { ...shown, lines: null } } : view
}

export interface PaneKind<Body> {
  /** Brings it into its room. Called for each frame: long plans cache their rows. */
  settle(plan: Plan, body: Body, at: PaneAt): SettledPane
  /** It has steps that the user can select; absent: its rows only scroll. */
  readonly isChecklist?: true
}

/** Rows of one text that are laid out. */
const rowsLaidOut = 200_000

export interface TextLook {
  readonly theme: Theme
  readonly role: Role
  /** The width of the text, without the margin. */
  readonly columns: number
}

/** A text as rows, wrapped to the width, with a margin of one column. */
export function wrappedRows(text: SafeText, { theme, role, columns }: TextLook): readonly Row[] {
  return wrapText(text, columns, rowsLaidOut).map((line) => row(safe` `, paint(theme, role, line)))
}

/** A raw text as rows of a pane. The rows of the last one are cached: a text of megabytes is not wrapped for each frame. */
export const textRows = memoLast((raw: string, theme: Theme, columns: number): readonly Row[] =>
  wrappedRows(safeText(raw), { theme, role: 'normal', columns: columns - 2 }),
)

/** Complete rows that are scrolled: what of them is visible at a scroll position. */
export interface ScrolledRows<State> {
  readonly scroll: State
  readonly shown: ShownView
  readonly draw: () => readonly Row[]
}

/** The visible part of complete rows, in so many rows at a scroll position. `held`: the rows to be made visible. */
export function scrolledRows<State extends ListState<number | string>>(
  all: readonly Row[],
  { rows, scroll, query, held = null }: ScrolledAt<State>,
): ScrolledRows<State> {
  const { state, shown } = settleList(scroll, { total: all.length, held }, rows)
  return {
    scroll: state,
    shown: query === '' ? shown : { ...shown, matches: matchingRows(all, query) },
    draw() {
      const drawn = all.slice(shown.top, shown.top + rows)
      return query === '' ? drawn : drawn.map((each) => highlightMatches(each, query))
    },
  }
}

interface ScrolledAt<State> extends Pick<PaneAt, 'rows' | 'query'> {
  readonly scroll: State
  readonly held?: RowSpan | null
}

/** A plan that is a text: its rows only scroll. */
export function settleRows(all: readonly Row[], at: Pick<PaneAt, 'rows' | 'scroll' | 'query'>): SettledPane {
  const { scroll, shown, draw } = scrolledRows(all, at)
  return { scroll, shown: { ...shown, layer: 'plan', steps: null, lines: null }, nextAtMs: null, draw }
}

/** The last result is cached: many rows are not searched for each frame. */
const matchingRows = memoLast((all: readonly Row[], query: string): readonly number[] => {
  const matches: number[] = []
  for (const [index, each] of all.entries())
    if (rowText(each).toLowerCase().includes(query)) matches.push(index)
  return matches
})

import type { Doubts } from '../../app/work/doubts.ts'
import type { Session } from '../../app/state/session.ts'
import type { Child } from '../../app/state/children.ts'
import type { Row } from '../../lib/cells/row.ts'
import type { SafeText } from '../../lib/text/safe-text.ts'
import type { PlanProgress } from '../../plans/kinds/plan-kind.ts'
import type { Comparison } from '../../plans/comparison/comparison.ts'
import type { WorkClock, WorkTime } from '../../plans/steps/step-times.ts'
import type { KeyMap } from '../keys/key-map.ts'
import type { PlanSteps } from '../state/comments.ts'
import type { ShownDiff, ShownMain, ShownPlan } from '../state/shown.ts'
import type { PaneScroll, TabId, UiState } from '../state/ui-state.ts'
import type { PlanDocument } from '../../app/ports/plan-document.ts'
import type { Plan } from '../../plans/plan.ts'
import type { PointerTarget } from '../rows/row-form.ts'
import type { DocumentCache } from './document-cache.ts'
import type { BarProgress } from '../rows/progress-bar.ts'
import type { Look } from '../paint/look.ts'

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

/** A plan in its room. */
export interface SettledPane extends SettledView<ShownPlan | ShownDiff> {
  /** The scroll position that it got. */
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

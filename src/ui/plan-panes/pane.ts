import type { Child } from '../../app/state/children.ts'
import type { Row } from '../../lib/cells/row.ts'
import type { SafeText } from '../../lib/text/safe-text.ts'
import type { PlanProgress } from '../../plans/kinds/plan-kind.ts'
import type { Comparison } from '../../plans/comparison/comparison.ts'
import type { WorkClock, WorkTime } from '../../plans/steps/work-clock.ts'
import type { KeyMap } from '../keys/key-map.ts'
import type { ShownLines } from '../state/plan-lines.ts'
import type { SelectedPlace } from '../chrome/place-words.ts'
import type { PlanSteps } from '../state/selected-plan.ts'
import type { PaneScroll, TabId } from '../state/ui-state.ts'
import type { PlanDocument } from '../../app/ports/plan-document.ts'
import type { Plan } from '../../plans/plan.ts'
import type { PointerTarget } from '../pointer/pointer-target.ts'
import type { ItemLines, LinesOptions } from './item-lines.ts'
import type { DocumentCache } from './document-cache.ts'
import type { BarProgress } from './progress-bar.ts'
import type { ProblemsDrawn, ProblemsState } from '../lint/problems-state.ts'
import type { WireDrawn } from '../wire/wire-drawn.ts'
import type { WireState } from '../wire/wire-state.ts'
import type { Look } from '../paint/look.ts'

/** The frame that a plan is drawn in. */
export interface PaneFrame extends Look {
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

/** The work time of the plan's session, and whether its clock runs. */
export interface ClockFrame {
  readonly work: WorkTime
  readonly clock: WorkClock['state']
  /** The key of the step that seems to be stalled; null: none. */
  readonly stalledKey: number | null
}

/** A drawn plan. */
export interface PaneView {
  /** At most as many rows as the frame has. */
  readonly rows: readonly Row[]
  /** The scroll position after drawing. */
  readonly scroll: PaneScroll
  /** The number of scrollable rows, and of those visible at once. */
  readonly total: number
  readonly visible: number
  /** Indices of the rows (of `total`) that match the search. */
  readonly matches: readonly number[]
  /** What the user has selected in it; absent: nothing. */
  readonly place?: SelectedPlace
  /** When the rows change without an event; null: never. */
  readonly nextAtMs: number | null
  /** The rows (of `total`) at which changes begin, if the diff view is drawn; absent: it is not. */
  readonly changes?: readonly number[]
  /**
   * Its progress, where that is not in the rows: a text must not move when its first task box comes. Absent: there is none, or it
   * is in the rows.
   */
  readonly progress?: BarProgress
  /** What the rows are marked for, in a few words; absent: they are not marked. */
  readonly caption?: SafeText
  /** Its content, if its steps can be selected. */
  readonly lines?: ShownLines
  /** What is in one of `rows`; absent: nothing that can be clicked. */
  readonly targetIn?: (row: number) => PointerTarget | null
  /** What the wire panel has drawn, and its state afterwards. */
  readonly wire?: { readonly state: WireState; readonly drawn: WireDrawn }
  /** The same of the problems panel. */
  readonly problems?: { readonly state: ProblemsState; readonly drawn: ProblemsDrawn }
}

/** Rows between the edge and a row that has to be visible. */
const margin = 2

/** The visible part of all rows. */
export interface Viewport {
  readonly top: number
  readonly visible: number
  readonly total: number
  /** The row that has to be visible was clicked: nothing moves as long as it is. */
  readonly isClicked?: boolean
}

/** The top row that makes `target` visible; unchanged if it is visible already. */
export function topWith(target: number, viewport: Viewport): number {
  const { top, visible, total, isClicked = false } = viewport
  const kept = isClicked ? 0 : Math.min(margin, Math.floor((visible - 1) / 2))
  const isInView =
    target >= top + Math.min(kept, target) && target < top + visible - (target >= total - kept ? 0 : kept)
  return isInView ? clampTop(viewport) : clampTop({ ...viewport, top: target - Math.floor(visible / 2) })
}

/** The top row, limited to the range of rows. */
export function clampTop({ top, visible, total }: Viewport): number {
  return Math.max(0, Math.min(top, total - visible))
}

/** A view with rows above it that do not scroll. What can be clicked in it moves with its rows. */
export function withRowsAbove<View extends PaneView>(above: readonly Row[], view: View): View {
  if (above.length === 0) return view
  const { targetIn } = view
  const moved = {
    ...view,
    rows: [...above, ...view.rows],
    ...(targetIn === undefined
      ? {}
      : { targetIn: (row: number) => (row < above.length ? null : targetIn(row - above.length)) }),
  }
  return moved
}

/** How a kind of plan is drawn. Called for each frame: long plans cache their rows. */
export interface PaneKind<Body> {
  draw(plan: Plan, body: Body, frame: KindFrame): PaneView
  /** Its steps, which the user can select; absent: its rows only scroll. */
  steps?(body: Body, options: LinesOptions): StepLines
}

/** The frame of a plan that is a document. */
export interface DocumentFrame extends PaneFrame {
  readonly documentCache: DocumentCache
  /** The document's name in the cache. */
  readonly name: string
}

/** Everything that a plan of any kind is drawn from. */
export type KindFrame = DocumentFrame &
  ClockFrame & {
    /** The document at the URI of a file plan. */
    readonly documentOf: (uri: string) => PlanDocument
  }

export interface StepLines {
  readonly lines: ItemLines
  /** The line of the current step, or -1. */
  readonly currentLine: number
  readonly done: number
}

import type { Row } from '../../lib/cells/row.ts'
import type { WorkClock, WorkTime } from '../../plans/work-clock.ts'
import type { Theme } from '../paint/theme.ts'
import type { PaneScroll } from '../state/ui-state.ts'
import type { PlanDocument } from '../../app/ports/plan-document.ts'
import type { Plan } from '../../plans/plan.ts'
import type { ItemLines, LinesOptions } from './item-lines.ts'
import type { DocumentCache } from './document-cache.ts'

/** Where and when a plan is drawn. */
export interface PaneFrame {
  readonly theme: Theme
  readonly columns: number
  readonly rows: number
  readonly nowMs: number
  readonly scroll: PaneScroll
  /** Lower case; '' when nothing is searched. */
  readonly query: string
  /** Changes are marked for a moment. */
  readonly hasMarks: boolean
}

/** What times are drawn by: what the plan's session has worked, and whether that goes on. */
export interface ClockFrame {
  readonly work: WorkTime
  readonly clock: WorkClock['state']
}

/** A plan as drawn. */
export interface PaneView {
  /** At most as many as the frame has rows. */
  readonly rows: readonly Row[]
  /** The scroll position as it came out. */
  readonly scroll: PaneScroll
  /** Rows there are to scroll through, and how many of them are seen at once. */
  readonly total: number
  readonly visible: number
  /** Rows (of the total) that hold what is searched. */
  readonly matches: readonly number[]
  /** When the picture changes by itself; null: never. */
  readonly nextAtMs: number | null
}

/** Rows of context kept between the edge and what must be in view. */
const margin = 2

/** The part of all rows that is seen. */
export interface Viewport {
  readonly top: number
  readonly visible: number
  readonly total: number
}

/** The top row that keeps `target` in view and otherwise stays where it is. */
export function topWith(target: number, viewport: Viewport): number {
  const { top, visible, total } = viewport
  const kept = Math.min(margin, Math.floor((visible - 1) / 2))
  const isInView =
    target >= top + Math.min(kept, target) && target < top + visible - (target >= total - kept ? 0 : kept)
  return isInView ? clampTop(viewport) : clampTop({ ...viewport, top: target - Math.floor(visible / 2) })
}

/** The top row, moved so that nothing but rows is seen. */
export function clampTop({ top, visible, total }: Viewport): number {
  return Math.max(0, Math.min(top, total - visible))
}

/** How a kind of plan is drawn. Called for each frame: what is long keeps its rows. */
export interface PaneKind<Body> {
  draw(plan: Plan, body: Body, frame: KindFrame): PaneView
  /** Its steps, which the user selects one by one; absent: its rows are scrolled as those of a text. */
  steps?(body: Body, options: LinesOptions): StepLines
}

/** Where a document is rendered. */
export interface DocumentFrame extends PaneFrame {
  readonly documentCache: DocumentCache
  /** The document's name in the cache. */
  readonly name: string
}

/** What there is to draw by, whatever the kind. */
export type KindFrame = DocumentFrame &
  ClockFrame & {
    /** What the URI of a document leads to right now. */
    readonly documentOf: (uri: string) => PlanDocument
  }

export interface StepLines {
  readonly lines: ItemLines
  /** The line of the current step, or -1. */
  readonly currentLine: number
  readonly done: number
}

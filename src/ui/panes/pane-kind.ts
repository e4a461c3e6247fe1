import type { PlanDocument } from '../../app/ports/plan-document.ts'
import type { Plan } from '../../plans/plan.ts'
import type { ItemLines, LinesOptions } from './item-lines.ts'
import type { DocumentCache } from './document-cache.ts'
import type { ClockFrame, PaneFrame, PaneView } from './pane.ts'

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

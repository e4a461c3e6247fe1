import type { PlanDocument } from '../../app/ports/plan-document.ts'
import type { SafeText } from '../../lib/text/safe-text.ts'
import type { Plan } from '../../plans/plan.ts'
import type { WorkTime } from '../../plans/steps/step-times.ts'
import type { MarkdownPen, PlanSection } from './markdown-pen.ts'
import type { PlanChange } from './plan-change.ts'
import type { StatusLook } from '../../app/words/step.ts'

/** How a kind of plan is written: as text, as JSON, as markdown, and as sentences for a screen reader. */
export interface PlanOutput<Body, Json> {
  /** A summary that follows the plan's name: `3 of 7 done`. */
  summary(plan: Plan, body: Body, document: PlanDocument | null): SafeText
  /** The whole content as indented lines of text. */
  lines(body: Body, look: LinesLook): readonly SafeText[]
  /** The differences, in the order in which they are reported; empty if there are none. */
  changes(before: Body, after: Body): readonly PlanChange[]
  /** A summary as a sentence for a screen reader. */
  sentence(plan: Plan, body: Body): SafeText
  /** The `content` of its JSON line (`schema/plan-content`). */
  jsonContent(plan: Plan, body: Body, context: JsonContext): Json
  /** The markdown below its heading; '' if there is none. */
  markdown(plan: Plan, body: Body, section: WrittenSection): string
}

export interface LinesLook extends StatusLook {
  readonly document: PlanDocument | null
  /** The keys of the steps that are reported as over while something runs that was begun in them. */
  readonly held: ReadonlySet<number>
}

export interface JsonContext {
  /** Since the plan's last line. */
  readonly changes: readonly PlanChange[]
  readonly work: WorkTime
}

export interface WrittenSection extends PlanSection {
  readonly pen: MarkdownPen
}

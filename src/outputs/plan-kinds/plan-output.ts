import type { PlanDocument } from '../../app/ports/plan-document.ts'
import type { SafeText } from '../../lib/text/safe-text.ts'
import type { Plan } from '../../plans/plan.ts'
import type { WorkTime } from '../../plans/work-clock.ts'
import type { MarkdownPen, PlanSection } from '../markdown/markdown-pen.ts'
import type { PlanChange } from '../changes/plan-change.ts'
import type { StatusLook } from '../words/status-words.ts'

/** How a kind of plan is written and said: as text, as JSON, as markdown, and to be heard. */
export interface PlanOutput<Body, Json> {
  /** What it is, after its name: `3 of 7 done`. */
  summary(plan: Plan, body: Body, document: PlanDocument | null): SafeText
  /** All of it as lines of text, indented. */
  lines(body: Body, look: LinesLook): readonly SafeText[]
  /** What differs, in the order in which people want to hear it; nothing where nothing does. */
  changes(before: Body, after: Body): readonly PlanChange[]
  /** What it is, as a sentence to be heard. */
  sentence(plan: Plan, body: Body): SafeText
  /** The `content` of its JSON line, as its schema (`json/schema/plan-content`) has it. */
  jsonContent(plan: Plan, body: Body, told: ToldChanges): Json
  /** What stands under its heading in a document; '' for nothing. */
  markdown(plan: Plan, body: Body, section: WrittenSection): string
}

export interface LinesLook extends StatusLook {
  readonly document: PlanDocument | null
}

export interface ToldChanges {
  /** Since the last line about it. */
  readonly changes: readonly PlanChange[]
  readonly work: WorkTime
}

export interface WrittenSection extends PlanSection {
  readonly pen: MarkdownPen
}

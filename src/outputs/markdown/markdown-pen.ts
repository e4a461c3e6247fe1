import type { PlanDocument } from '../../app/ports/plan-document.ts'
import type { Proposal } from '../../app/state/proposal.ts'
import type { SafeText } from '../../lib/text/safe-text.ts'
import type { Plan } from '../../plans/plan.ts'
import type { WorkTime } from '../../plans/work-clock.ts'

export interface PlanSection {
  /** Of its heading: 1 to 6. */
  readonly level: number
  /** What its session's clock reads at the moment that it is told of. */
  readonly work: WorkTime
  /** The agent is at work in its session. */
  readonly isAtWork: boolean
  readonly document: PlanDocument | null
  readonly isAscii: boolean
  /** A plan above that has the same text; null: there is none. */
  readonly twin: Plan | null
  /** What to call it. Raw. */
  readonly title: string
  /** What is known of it as a proposal; null: it is none. */
  readonly proposal: Proposal | null
  /** That it is only known from before a reload, in words; '' where it is not. */
  readonly fromBefore: SafeText
}

/** Writes what agents say into a document of ours, so that it can begin nothing there. */
export interface MarkdownPen {
  /** Words in a line: what they mark by themselves stays marked. */
  words(raw: string): string
  /** A whole markdown text, its headings beneath those around it; without its first one where that stands above it. */
  text(raw: string, beginsWithTitle: boolean): string
  /** What is no markdown, as a block that shows it as it is. */
  code(raw: string, language: string): string
  /** An address, which is no link: nobody but the agent says where it leads. */
  address(uri: string): string
  /** The document that the plan names: what is in it, or why it is not there; '' where nobody has looked. */
  document(): string
}

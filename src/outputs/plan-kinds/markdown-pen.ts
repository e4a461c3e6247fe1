import type { PlanDocument } from '../../app/ports/plan-document.ts'
import type { Proposal } from '../../app/state/proposal.ts'
import type { SafeText } from '../../lib/text/safe-text.ts'
import type { Plan } from '../../plans/plan.ts'
import type { WorkTime } from '../../plans/steps/step-times.ts'

export interface PlanSection {
  /** The level of its heading, 1 to 6. */
  readonly level: number
  /** The session's working time at the moment of the report. */
  readonly work: WorkTime
  /** The agent is at work in its session. */
  readonly isAtWork: boolean
  readonly document: PlanDocument | null
  readonly isAscii: boolean
  /** An earlier plan with the same text, if any. */
  readonly twin: Plan | null
  /** Raw. */
  readonly title: string
  /** null if the plan is no proposal. */
  readonly proposal: Proposal | null
  /** `changed since`, if it says something else than what was approved; else ''. */
  readonly changedSince: SafeText
  /** A note that the plan is from before a reload; '' if it is not. */
  readonly fromBefore: SafeText
}

/** Writes an agent's text as markdown, escaped so that it cannot change the document around it. */
export interface MarkdownPen {
  /** Text within a line; its own inline marks stay. */
  words(raw: string): string
  /** A whole markdown text, its headings below the section's; without its first heading if that is the section's title. */
  text(raw: string, beginsWithTitle: boolean): string
  /** A fenced code block. */
  code(raw: string, language: string): string
  /** An address as a code span, not as a link: only the agent says where it leads. */
  address(uri: string): string
  /** The content of the plan's document, or why it is not available; '' if it has not been read. */
  document(): string
}

import type { PlanDocument } from '../../app/ports/plan-document.ts'
import type { SafeText } from '../../lib/text/safe-text.ts'
import type { Plan } from '../../plans/plan.ts'
import type { WorkTime } from '../../plans/steps/step-times.ts'
import type { GlyphLook } from '../../app/words/step.ts'
import type { PlanKindName } from '../../protocol/plan-kinds/plan-kinds.ts'
import type { TrackedEntry } from '../../plans/steps/tracked-entry.ts'
import type { Proposal } from '../../app/state/proposal.ts'

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

export interface LinesLook extends GlyphLook {
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

/** A difference between two states of a plan. Lists of them have the most important first. */
export type PlanChange =
  | { readonly type: 'appeared' }
  /** Sent again after it was removed. */
  | { readonly type: 'returned' }
  | { readonly type: 'removed' }
  /** The agent sent an empty list of entries. */
  | { readonly type: 'cleared'; readonly entries: readonly TrackedEntry[] }
  | { readonly type: 'retitled'; readonly before: string | null }
  | { readonly type: 'replaced'; readonly before: PlanKindName }
  | { readonly type: 'entry-dropped'; readonly entry: TrackedEntry; readonly index: number }
  | {
      readonly type: 'entry-changed'
      readonly before: TrackedEntry
      readonly entry: TrackedEntry
      readonly index: number
    }
  | { readonly type: 'entry-added'; readonly entry: TrackedEntry; readonly index: number }
  /** The same steps in another order. */
  | { readonly type: 'reordered' }
  /** From now on, the list may differ from the agent's, or no longer. */
  | { readonly type: 'certainty'; readonly isUncertain: boolean }
  | { readonly type: 'text-changed'; readonly added: number; readonly removed: number }
  | { readonly type: 'uri-changed'; readonly before: string }
  /** The content is the same, and what was begun in it begins or ends: it counts otherwise. */
  | { readonly type: 'progress-changed' }
  /** Any other difference. */
  | { readonly type: 'payload-changed' }

export interface PlanSection {
  /** The level of its heading, 1 to 6. */
  readonly level: number
  /** The session's working time at the moment of the report. */
  readonly work: WorkTime
  readonly isAtWork: boolean
  readonly document: PlanDocument | null
  readonly isAscii: boolean
  /** The heading of an earlier plan with the same text, if any. Raw. */
  readonly twin: string | null
  /** Raw. */
  readonly title: string
  /** What tells it from others of the same title, behind that in the heading. Raw; '': nothing. */
  readonly mark: string
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
  code(raw: string, language: string): string
  /** An address as a code span, not as a link: only the agent says where it leads. */
  address(uri: string): string
  /** The content of the plan's document, or why it is not available; '' if it has not been read. */
  document(): string
}

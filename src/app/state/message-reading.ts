import type { PlanReader } from '../../protocol/plans/proposed-plan.ts'
import type { Plan } from '../../plans/plan.ts'
import type { Proposal } from './proposal.ts'

/** How far the agent's messages of a turn are read. Nothing to show: it is what the reducer reads on from. */
export interface MessageReading {
  /** Messages that hold something back, or are in the midst of a plan; the rest goes on from what was said. */
  readonly open: readonly OpenMessage[]
  /** The plan that a message of this turn proposed. */
  readonly proposed: ProposedInMessage | null
  /** The turn brought a plan as markdown: what a message proposes is only text. */
  readonly hasMarkdownPlan: boolean
  /** A message of this turn held one plan more, which is shown as its text. */
  readonly hasSecondPlan: boolean
}

export interface OpenMessage {
  /** null: it has none, and ends with whatever comes next. */
  readonly messageId: string | null
  readonly reader: PlanReader
}

export interface ProposedInMessage {
  readonly messageId: string | null
  readonly planKey: string
  /** As they were before: the whole message may say that there is no plan in it. */
  readonly planBefore: Plan | undefined
  readonly proposalBefore: Proposal | null
}

/** Messages that may be open at the same time; of more the oldest ends. */
export const openMessagesKept = 8

export const nothingRead: MessageReading = {
  open: [],
  proposed: null,
  hasMarkdownPlan: false,
  hasSecondPlan: false,
}

import type { PlanReader } from '../../protocol/plans/proposed-plan.ts'
import type { Plan } from '../../plans/plan.ts'
import type { Proposal } from './proposal.ts'

/** The parser state for the agent's messages of a turn. Internal to the reducer: nothing to show. */
export interface MessageReading {
  /** Messages with held-back text or inside a plan; all others continue without a parser state. */
  readonly open: readonly OpenMessage[]
  /** The plan that a message of this turn proposed. */
  readonly proposed: ProposedInMessage | null
  /** The turn has sent a markdown plan: proposals in messages are only text. */
  readonly hasMarkdownPlan: boolean
  /** A message of this turn held a second plan, which is shown as text. */
  readonly hasSecondPlan: boolean
}

export interface OpenMessage {
  /** null: it has no id, and ends with the next event. */
  readonly messageId: string | null
  readonly reader: PlanReader
}

export interface ProposedInMessage {
  readonly messageId: string | null
  readonly planKey: string
  /** The state before: the complete message may turn out to hold no plan. */
  readonly planBefore: Plan | undefined
  readonly proposalBefore: Proposal | null
}

/** Messages open at a time; when there are more, the oldest ends. */
export const maxOpenMessages = 8

export const nothingRead: MessageReading = {
  open: [],
  proposed: null,
  hasMarkdownPlan: false,
  hasSecondPlan: false,
}

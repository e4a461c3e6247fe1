import type { Decider } from '../history/plan-history.ts'
import type { PlanReader } from '../../protocol/plans/proposed-plan.ts'
import type { Plan } from '../../plans/plan.ts'

/**
 * A plan that the agent asks about, or has asked about. Its content is a plan of the session. A revised proposal
 * replaces the one before and keeps its plan.
 */
export interface Proposal {
  readonly planKey: string
  /**
   * Its origin: a permission request, answered by one of its options, or a message. `update`: the agent sends the
   * next revision as a plan update, and has not asked about it yet.
   */
  readonly from: 'request' | 'message' | 'update'
  /** The request's key; null: there is none. */
  readonly requestKey: number | null
  /** The tool call of the request; null: there is none. */
  readonly callId: string | null
  readonly proposedAtMs: number
  /** Nobody tells when it was proposed or answered: its times only keep the order. */
  readonly isUntimed?: true
  /** Counts the proposals of its plan from 1. The same text asked about again is the same proposal. */
  readonly revision: number
  /** False while a message or updates are streaming it. */
  readonly isWhole: boolean
  /** The text of the agent's own plan while it is only the beginning of the proposed one; null: it is complete. */
  readonly ownText: string | null
  /** The text of the proposal before, to show what changed; null for the first one, and after a file. */
  readonly previousText: string | null
  /** null: not answered yet. */
  readonly outcome: ProposalOutcome | null
  /** Somebody has left the planning mode and gone on, and did not say what becomes of it: nobody is asked any more. */
  readonly isPassed?: true
}

export interface ProposalOutcome {
  /** `kept`: saved to a file and nothing else; `cancelled`: its turn ended. */
  readonly kind: 'approved' | 'rejected' | 'refined' | 'kept' | 'cancelled'
  /** Absent: nobody, or an older recording does not say. */
  readonly by?: Decider
  /** The name of the chosen option; raw. */
  readonly words: string
  readonly atMs: number
  readonly feedback: string | null
}

/** The prompt that Codex itself sends when the user chooses to implement a plan: its models know it, and so do its clients. */
export const implementPrompt = 'Implement the plan.'

/** The user's decision about a plan proposed in a message, which no request of the agent's asks about. */
export type ProposalDecision = 'implement' | 'refine' | 'save'

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

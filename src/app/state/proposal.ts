import type { Decider } from '../history/mark.ts'

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

/** The user's decision about a plan proposed in a message, which no request of the agent's asks about. */
export type ProposalDecision = 'implement' | 'refine' | 'save'

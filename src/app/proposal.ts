/**
 * What there is to know of a session's proposed plan besides its content, which is the plan `proposedPlan` of the session. A
 * revised proposal replaces it: its plan has one more revision.
 */
export interface Proposal {
  /** Where the plan stood: in a permission request, which the agent's options answer, or in a message of the agent's. */
  readonly from: 'request' | 'message'
  /** The request's key; null for a message. */
  readonly requestKey: number | null
  readonly proposedAtMs: number
  /** False while a message still streams it. */
  readonly isWhole: boolean
  /** The text of the proposal before this one, for what changed; null for the first, and where that one was a file. */
  readonly previousText: string | null
  /** null while it waits for an answer. */
  readonly outcome: ProposalOutcome | null
}

export interface ProposalOutcome {
  /** `kept` is a plan that was saved and nothing else; `cancelled` ended with its turn. */
  readonly kind: 'approved' | 'rejected' | 'refined' | 'kept' | 'cancelled'
  /** The words of the option that was chosen; raw. */
  readonly words: string
  readonly atMs: number
  readonly feedback: string | null
}

/** What a user does with a plan that stood in a message, when the agent does not ask itself. */
export type ProposalDecision = 'implement' | 'refine' | 'save'

/**
 * What there is to know of a plan that the agent asks about, or has asked about, besides its content, which is a plan of the
 * session. A revised proposal replaces the one before: their plan is the same.
 */
export interface Proposal {
  /** Its plan's key. */
  readonly planKey: string
  /**
   * Where it stood: in a permission request, which the agent's options answer, or in a message of the agent's. `update`: the
   * agent sends the next revision as a plan, and has not asked about it yet.
   */
  readonly from: 'request' | 'message' | 'update'
  /** The request's key; null where there is none. */
  readonly requestKey: number | null
  /** The tool call that the request was about; null where there is none. */
  readonly callId: string | null
  readonly proposedAtMs: number
  /** Which proposal of its plan it is: 1 for the first. The same words asked about again are the same proposal. */
  readonly revision: number
  /** False while a message or updates still stream it. */
  readonly isWhole: boolean
  /** What the agent's own plan says, where that is only the beginning of it so far; null: it is not behind. */
  readonly ownText: string | null
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

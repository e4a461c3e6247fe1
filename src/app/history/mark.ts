import type { ChangeCounts, Comparison } from '../../plans/comparison/comparison.ts'

/** A moment of a session that its user may want to return to. */
export interface Mark {
  readonly type: MarkType
  /** The plan that it is about; null: the whole session. */
  readonly planKey: string | null
  /** null: nobody tells, only its order is known. */
  readonly atMs: number | null
  /** Its place among all revisions and marks of the run. */
  readonly order: number
  /** Who decided; absent if it is not known, and for marks that are no decision. */
  readonly by?: Decider
  /** The prompt, the feedback, or the caption; '' for none. Raw. */
  readonly words: string
}

/** `turn`: a turn began. `went-on`: the agent left planning without an answer, and no plan was proposed; its words name the modes. `kept`: a proposal was saved and nothing else. `own`: the user marked it. */
export type MarkType =
  | 'turn'
  | 'proposed'
  | 'approved'
  | 'rejected'
  | 'refined'
  | 'kept'
  | 'cancelled'
  | 'compacted'
  | 'removed'
  | 'went-on'
  | 'own'

/** A mark before it has a place. */
export type NewMark = Omit<Mark, 'order'>

/**
 * Who decided about a plan: the user of this program, `--permissions`, or another client, of which is not known who decided there;
 * `agent`: it went on without an answer.
 */
export type Decider = 'user' | 'policy' | 'client' | 'agent'

/** A plan that says something else than what was approved. */
export interface ChangedPlan {
  readonly sessionId: string
  readonly planKey: string
  /** When it was found to be another one. */
  readonly atMs: number
  /** Counts these findings in the run. */
  readonly number: number
  /** When it was approved; null: nobody tells. */
  readonly approvedAtMs: number | null
  readonly approvedBy: Decider | null
  readonly approvedRevision: number
  /** The number of the revision that was found to be another one. */
  readonly revision: number
  readonly unit: Comparison['unit']
  readonly counts: ChangeCounts
}

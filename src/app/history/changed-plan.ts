import type { Decider } from './mark.ts'
import type { ChangeCounts, Comparison } from '../../plans/comparison/comparison.ts'

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
  /** The number of the approved revision. */
  readonly approvedRevision: number
  /** The number of the revision that was found to be another one. */
  readonly revision: number
  readonly unit: Comparison['unit']
  readonly counts: ChangeCounts
}

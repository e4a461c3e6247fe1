import type { PlanKindName } from '../../protocol/plan-kinds/plan-kinds.ts'
import type { TrackedEntry } from '../../plans/steps/tracked-entry.ts'

/** A difference between two states of a plan. Lists of them have the most important first. */
export type PlanChange =
  | { readonly type: 'appeared' }
  /** Sent again after it was removed. */
  | { readonly type: 'returned' }
  | { readonly type: 'removed' }
  /** The agent sent an empty list of entries. */
  | { readonly type: 'cleared'; readonly entries: readonly TrackedEntry[] }
  | { readonly type: 'retitled'; readonly before: string | null }
  /** Its kind has changed. */
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

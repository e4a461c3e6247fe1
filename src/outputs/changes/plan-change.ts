import type { PlanKindName } from '../../protocol/plan-kinds/plan-kinds.ts'
import type { TrackedEntry } from '../../plans/tracked-entry.ts'

/** What differs between two states of a plan, in the order in which people want to hear it. */
export type PlanChange =
  | { readonly type: 'appeared' }
  /** It had been removed, and is back. */
  | { readonly type: 'returned' }
  | { readonly type: 'removed' }
  /** The agent sent no entries any more. */
  | { readonly type: 'cleared'; readonly entries: readonly TrackedEntry[] }
  | { readonly type: 'retitled'; readonly before: string | null }
  /** It is another kind of plan now. */
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
  | { readonly type: 'text-changed'; readonly added: number; readonly removed: number }
  | { readonly type: 'uri-changed'; readonly before: string }
  /** Something else in it. */
  | { readonly type: 'payload-changed' }

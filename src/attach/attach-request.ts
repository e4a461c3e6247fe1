import type { FoundSession, ObservedPlaces } from '../app/ports/observed-source.ts'
import type { ObservedKinds } from './find-sessions.ts'

/** What `attach` shows: one session, all, or the list of them. */
export type AttachTarget =
  | { readonly type: 'session'; readonly found: FoundSession }
  | { readonly type: 'all' }
  | { readonly type: 'list' }

/** One call of `attach`. */
export interface AttachRequest {
  readonly kinds: ObservedKinds
  /** With the present time. */
  readonly places: () => ObservedPlaces
}

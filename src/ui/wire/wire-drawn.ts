import type { Revision } from '../../app/history/plan-history.ts'
import type { TabId } from '../state/ui-state.ts'

/** A revision of a plan, and the tab that shows it. */
export interface RevisionPlace {
  readonly tab: TabId
  readonly sessionId: string
  readonly revision: Revision
}

/** What the last frame of the wire panel showed. */
export interface WireDrawn {
  /** The rows of the list, and the message that each begins with. */
  readonly rows: {
    readonly length: number
    numberAt(place: number): number
    /** The place of a message's row, or of the next one. */
    placeOf(number: number): number
  }
  /** The place of the selected row; -1: there is none. */
  readonly place: number
  /** The selected message, and the agent's frame that it is or is about (null: none); null: nothing is selected. */
  readonly selected: { readonly number: number; readonly frame: number | null } | null
  /** The revision that the selected message has made; null: none. */
  readonly made: RevisionPlace | null
  /** The selected message as it came. */
  message(): string
  /** The selected message with its request or its response, a line each. */
  exchange(): string
  /** The lines of the opened message that are not folded away, and which of them can be folded. */
  readonly lines: readonly number[]
  readonly foldable: ReadonlySet<number>
  /** The line with the cursor. */
  readonly cursor: number
}

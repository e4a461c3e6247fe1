import { startOfList, type ListState } from './list-state.ts'

/** A message that is to be shown: its number in the log, or the number of the agent's frame. */
export type WantedMessage =
  { readonly by: 'number'; readonly number: number } | { readonly by: 'frame'; readonly frame: number }

/** What the user has done in the wire panel. It stays when the panel is closed. */
export interface WireState {
  /** The selected message, by its number; null: the newest one is, and the list follows. */
  readonly list: ListState
  /** The message to be selected as soon as it is found; null: none. */
  readonly wanted: WantedMessage | null
  /** That message is not kept any more. */
  readonly isLost: boolean
  /** As the user has written it. Raw. */
  readonly filter: string
  /** The filter is kept, and not used. */
  readonly isSuspended: boolean
  /** The message that is opened; null: the list is shown. */
  readonly detail: WireDetail | null
}

export interface WireDetail {
  readonly number: number
  /** The line as it came, in place of its JSON in lines. */
  readonly isRaw: boolean
  /** The lines whose objects and lists are folded. */
  readonly folded: ReadonlySet<number>
}

export const startOfWire: WireState = {
  list: { ...startOfList, follows: 'end' },
  wanted: null,
  isLost: false,
  filter: '',
  isSuspended: false,
  detail: null,
}

import { startOfList, type ListState } from './list-state.ts'

/** A message that is to be shown: its number in the log, or the number of the agent's frame. */
export type WantedMessage =
  | { readonly by: 'number'; readonly number: number }
  | { readonly by: 'frame'; readonly frame: number }

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

/** What the user has done in the panel with the work of a step. */
export interface WorkState {
  /** The calls outside of the plan are listed. */
  readonly isOutside: boolean
  /** The list as it was when it led to a message, to which its key leads back; null: it has not. */
  readonly left: ListState | null
}

export const startOfWork: WorkState = { isOutside: false, left: null }

/** Where the user is in the manual. It stays when that is closed. */
export interface ManualState {
  readonly page: string
  /** The anchor of the heading to go to as soon as the page is laid out, `''` for its beginning: to the first match below, if something is searched. */
  readonly wanted: string | null
  /** What links have led away from, the last one last. */
  readonly back: readonly { readonly page: string; readonly scroll: ListState }[]
  /** Where it was when it was closed; null: it was not. */
  readonly left: ListState | null
  /** There is nothing else on the screen: who closes it quits. */
  readonly isAlone: boolean
}

/** What of the manual is shown first: a page, and what is searched on it (`''`: nothing). */
export interface ManualStart {
  readonly page: string
  readonly query: string
}

/** The page with a list of all pages. */
export const contentsPage = 'contents'

export const startOfManual: ManualState = {
  page: contentsPage,
  wanted: null,
  back: [],
  left: null,
  isAlone: false,
}

/** What the second pane can show, in the order in which its key leads through them. */
export const sideNames = ['work', 'changes', 'conversation', 'wire'] as const

export type SideName = (typeof sideNames)[number]

/** What the user has done with the second pane. */
export interface SideState {
  /** What the user has chosen to see; null: whatever the agent tells of its work. */
  readonly shows: SideName | null
  readonly isHidden: boolean
  /** Its width, if the user has changed it; else null. */
  readonly columns: number | null
  /** Of a work list, calls have no cursor here. */
  readonly scroll: ListState
}

export const startOfSide: SideState = {
  shows: null,
  isHidden: false,
  columns: null,
  scroll: { ...startOfList, follows: 'end' },
}

/** What the user has done in the lists of the log: the conversation, stderr and the problems. */
export interface LogState {
  /** The key of the selected item; null: the user has selected none. */
  readonly selected: string | null
  /** Items without a match of the search are shown too. */
  readonly showsAll: boolean
  /** The key of the item to be made visible among others than before; null: none. */
  readonly goesTo: string | null
  /** The message whose problem is to be selected as soon as it is found; null: none. */
  readonly wanted: ProblemMessage | null
  /** No problem of that message is listed. */
  readonly isMissing: boolean
}

/** A message by its number in the log, and the agent's frame that it is or is about; null: none. */
export interface ProblemMessage {
  readonly number: number
  readonly frame: number | null
}

export const startOfLog: LogState = {
  selected: null,
  showsAll: false,
  goesTo: null,
  wanted: null,
  isMissing: false,
}

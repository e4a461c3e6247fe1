import type { SafeText } from '../../lib/text/safe-text.ts'
import type { Intent } from '../keys/key-result.ts'
import type { Role, Theme } from '../paint/theme.ts'
import type { PickerPlace } from '../state/ui-state.ts'

/** Something in a list that can be picked. */
export interface PickerItem {
  /** Unique in its list, and the item's for as long as it stands there. */
  readonly id: string
  /** What is typed is looked for in this, lower case. */
  readonly search: string
  /** Raw; the items of a group stand together, under its name. null: no group. */
  readonly group: string | null
  /** What keys do with it; nothing where it only tells something. */
  readonly actions: readonly ItemAction[]
  readonly look: (frame: LookFrame) => ItemLook
}

export interface ItemAction {
  readonly key: 'enter' | 'ctrl-x' | 'D'
  /** For the hints. */
  readonly does: string
  readonly intents: readonly Intent[]
  readonly next: 'close' | 'back' | 'stay' | PickerPlace
  /** What the key that confirms it does (`confirmKey`); null: nothing needs to be confirmed. */
  readonly confirm: SafeText | null
}

export interface LookFrame {
  readonly theme: Theme
  readonly columns: number
  /** Milliseconds since the epoch. */
  readonly wallMs: number
  /** The agent's command line, as it was started; null for one that we did not start. */
  readonly command: readonly string[] | null
  /** The folder that the agent works in. */
  readonly cwd: string | null
}

/** How an item looks; all of it is cut where there is no room. */
export interface ItemLook {
  /** One column. */
  readonly sign: SafeText
  readonly signRole: Role
  readonly text: SafeText
  readonly textRole: Role
  /** At the right; the first to go. */
  readonly facts: SafeText
  readonly factsRole: Role
  /** What unfolds beneath it while it is selected; wrapped. */
  readonly detail: readonly DetailLine[]
}

export interface DetailLine {
  readonly text: SafeText
  readonly role: Role
}

/** A list to pick from. */
export interface PickerModel {
  readonly title: SafeText
  /** What is typed filters the list; else keys mean what they always mean. */
  readonly isFiltered: boolean
  readonly items: readonly PickerItem[]
  /** Beneath the items: what is missing from them, and why. */
  readonly notes: readonly DetailLine[]
}

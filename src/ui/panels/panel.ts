import type { AppState } from '../../app/state/app-state.ts'
import type { SafeText } from '../../lib/text/safe-text.ts'
import type { Row } from '../../lib/cells/row.ts'
import type { Theme } from '../paint/theme.ts'

/** What opens over a plan at a key, and is scrolled and searched there. */
export interface Panel {
  readonly title: SafeText
  /** The keys that open and close it, how they are written for people, and what the help says of them. */
  readonly keys: readonly string[]
  readonly label: string
  readonly does: string
  /** Whether its key is among the hints beneath a plan; absent: never. */
  readonly isHinted?: 'always' | ((state: AppState) => boolean)
  /** What it shows first: `end` for what grows, and then it goes along. */
  readonly opensAt: 'beginning' | 'end'
  /** All of it, from the top. Called for each frame while it is open: what is long keeps its rows (`kept-rows.ts`). */
  readonly rows: (state: AppState, frame: PanelFrame & PanelKeys) => readonly Row[]
}

/** Where a panel is drawn; its rows are as many as they are. */
export interface PanelFrame {
  readonly theme: Theme
  readonly columns: number
}

/** The keys that there are, for a panel that tells them. */
export interface PanelKeys {
  readonly keysOf: (state: AppState) => readonly KeyGroup[]
}

export interface KeyGroup {
  readonly title: string
  readonly keys: readonly { readonly label: string; readonly does: string }[]
}

import type { AnyCommand } from '../keys/key-table.ts'
import type { Intent } from './intent.ts'
import type { PanelName } from '../panels/panels.ts'
import type { SafeText } from '../../lib/text/safe-text.ts'
import type { BaselineName } from '../../app/history/plan-history.ts'

/** The commands that made sense when the palette was opened. */
export interface PaletteTopic {
  readonly kind: 'commands'
  readonly entries: readonly PaletteEntry[]
  /** Absent: they are commands. */
  readonly title?: SafeText
  /** The panel that was open. */
  readonly panel: PanelName | null
}

export interface PaletteEntry {
  /** Unique in the palette. */
  readonly id: string
  /** Raw. */
  readonly text: string
  /** As the screen names it; '' without a key. */
  readonly key: string
  /** Raw; '' for nothing to say. */
  readonly detail: string
  readonly does: PaletteAction
  /** What a search finds it by behind all that it finds by its text, in lower case; absent: nothing. */
  readonly words?: string
  /** What it does is dangerous: it needs a second enter. */
  readonly isRisky: boolean
}

/** What an entry of the palette does: a command, the tab at an index, a baseline, a setting of the agent, or a place of the manual. */
export type PaletteAction =
  | { readonly type: 'command'; readonly command: AnyCommand }
  | { readonly type: 'tab'; readonly at: number }
  | { readonly type: 'baseline'; readonly name: BaselineName | 'none' }
  | { readonly type: 'setting'; readonly intent: Intent }
  /** `query`: what its words were found by. */
  | { readonly type: 'page'; readonly page: string; readonly anchor: string; readonly query?: string }

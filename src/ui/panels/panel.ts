import type { AppState } from '../../app/state/app-state.ts'
import type { Theme } from '../paint/theme.ts'
import { own, type SafeText } from '../../lib/text/safe-text.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { row, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'

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
  /** All of it, from the top. Called for each frame while it is open: what is long keeps its rows (`keptRows`). */
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

type LayOut<Item> = (item: Item, frame: PanelFrame) => readonly Row[]

/**
 * Lays an item out once for a theme and a width: what is drawn frame after frame is not wrapped anew. Items must not
 * change; their rows are forgotten with them.
 */
export function keptRows<Item extends object>(layOut: LayOut<Item>): LayOut<Item> {
  const kept = new WeakMap<Item, PanelFrame & { readonly rows: readonly Row[] }>()
  return (item, { theme, columns }) => {
    const before = kept.get(item)
    if (before?.theme === theme && before.columns === columns) return before.rows
    const rows = layOut(item, { theme, columns })
    kept.set(item, { theme, columns, rows })
    return rows
  }
}

/** What a panel says of itself: that it is empty, or what it does not show. */
export function panelNote(text: SafeText, { theme, columns }: PanelFrame): readonly Row[] {
  return wrapText(text, columns - 2).map((line) => row(own` `, paint(theme, 'dim', line)))
}

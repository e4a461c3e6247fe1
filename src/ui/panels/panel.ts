import { memoBeside } from '../../lib/memo.ts'
import type { AppState } from '../../app/state/app-state.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import type { Plan } from '../../plans/plan.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { row, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import type { Look } from '../paint/look.ts'

/** A view that a key opens over the plan. */
export type Panel = RowsPanel | OwnPanel

/** A panel that gives all its rows. It can be scrolled and searched. */
export interface RowsPanel extends PanelKey {
  /** All rows. Called for each frame while it is open: a long panel caches its rows (`cachedRows`). */
  readonly rows: (state: AppState, at: Look & PanelAt) => readonly Row[]
}

/** A panel with a selection of its own, and maybe so many rows that only those are made which are visible. */
export interface OwnPanel extends PanelKey {
  readonly draws: 'itself'
}

interface PanelKey {
  readonly title: SafeText
  /** The keys that open and close it, the first of which is shown, and their text in the help. */
  readonly keys: readonly [string, ...string[]]
  readonly does: string
  /** When the hints show its key; absent: never. */
  readonly isHinted?: 'always' | ((state: AppState) => boolean)
  /** Where it opens; `end` and `newest`, the first row of its last item: it also follows new rows. */
  readonly opensAt: 'beginning' | 'newest' | 'end'
}

/** What a panel is opened over, and the keys, for the help. */
export interface PanelAt {
  /** The plan that it covers; null: there is none. */
  readonly plan: Plan | null
  readonly keysOf: () => readonly KeyGroup[]
}

export interface KeyGroup {
  readonly title: string
  readonly keys: readonly { readonly label: string; readonly does: string }[]
}

type LayOut<Item> = (item: Item, look: Look) => readonly Row[]

/** Caches the rows of each item, for the last theme and width. Items must not change. */
export function cachedRows<Item extends object>(layOut: LayOut<Item>): LayOut<Item> {
  const cache = memoBeside<readonly Row[]>()
  return (item, { theme, columns }) => cache(item, [theme, columns], () => layOut(item, { theme, columns }))
}

/** A remark about a panel: that it is empty, or that rows are missing. */
export function panelNote(text: SafeText, { theme, columns }: Look): readonly Row[] {
  return wrapText(text, columns - 2).map((line) => row(safe` `, paint(theme, 'dim', line)))
}

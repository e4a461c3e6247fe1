import type { Row } from '../../lib/cells/row.ts'
import type { PanelFrame } from './panel.ts'

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

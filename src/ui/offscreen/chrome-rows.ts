import { barRow } from '../chrome/bar.ts'
import { barsOf, rowsAbove, type Chrome } from '../chrome/chrome.ts'
import type { Painted } from '../paint/painted.ts'

/** The rows that stand above the plan and beneath it. */
export interface ChromeRows {
  readonly above: readonly Painted[]
  readonly beneath: readonly Painted[]
}

/** The frame around the plan as Ink lays it out (`ui/ink/screen.tsx`), without Ink. */
export function chromeRows(chrome: Chrome): ChromeRows {
  const rows = barsOf(chrome).map((bar) => barRow(bar, chrome.columns))
  return { above: rows.slice(0, rowsAbove), beneath: rows.slice(rowsAbove) }
}

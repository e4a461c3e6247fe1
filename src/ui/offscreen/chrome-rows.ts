import { barRow } from '../chrome/bar.ts'
import { barsOf, rowsAbove, type Chrome } from '../chrome/chrome.ts'
import type { Row } from '../../lib/cells/row.ts'

/** The rows that stand above the plan and beneath it. */
export interface ChromeRows {
  readonly above: readonly Row[]
  readonly beneath: readonly Row[]
}

/** The frame around the plan as Ink lays it out (`ui/ink/screen.tsx`), without Ink. */
export function chromeRows(chrome: Chrome): ChromeRows {
  const rows = barsOf(chrome).map((bar) => barRow(bar, chrome.columns))
  return { above: rows.slice(0, rowsAbove), beneath: rows.slice(rowsAbove) }
}

import type { SafeText } from '../../lib/text/safe-text.ts'
import type { Bar } from '../chrome/bar.ts'
import type { Chrome } from '../chrome/chrome.ts'
import { cutRow, paintedWidth, row, type Painted } from '../paint/painted.ts'

/** The rows that stand above the plan and beneath it. */
export interface ChromeRows {
  readonly above: readonly Painted[]
  readonly beneath: readonly Painted[]
}

/** The frame around the plan as Ink lays it out (`ui/ink/screen.tsx`), without Ink. */
export function chromeRows(chrome: Chrome): ChromeRows {
  const rowOf = (bar: Bar): Painted => barRow(bar, chrome.columns)
  return {
    above: [chrome.header, chrome.tabs].map(rowOf),
    beneath: [...chrome.notice, ...chrome.input, chrome.hints].map(rowOf),
  }
}

/** The left part is cut where there is no room for both. */
function barRow({ left, right }: Bar, columns: number): Painted {
  if (right === '') return cutRow(left, columns)
  const room = columns - paintedWidth(right)
  if (room <= 0) return cutRow(right, columns)
  const shown = cutRow(left, room)
  return row(shown, ' '.repeat(room - paintedWidth(shown)) as SafeText, right)
}

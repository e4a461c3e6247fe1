import { own, type SafeText } from '../../lib/text/safe-text.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { row, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import type { PanelFrame } from './panel.ts'

/** What a panel says of itself: that it is empty, or what it does not show. */
export function panelNote(text: SafeText, { theme, columns }: PanelFrame): readonly Row[] {
  return wrapText(text, columns - 2).map((line) => row(own` `, paint(theme, 'dim', line)))
}

import type { AppState } from '../../app/app-state.ts'
import { own, safeLine } from '../../lib/text/safe-text.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { paint, row, type Painted } from '../paint/painted.ts'
import type { Theme } from '../paint/theme.ts'
import { panelNote } from './panel-note.ts'

const linesOfOne = 20

/** What the agent wrote on stderr, the newest last. */
export function stderrRows(state: AppState, theme: Theme, columns: number): readonly Painted[] {
  const { items, dropped } = state.stderr
  if (items.length === 0) return panelNote(own`The agent wrote nothing on stderr.`, theme, columns)
  const rows: Painted[] =
    dropped === 0 ? [] : [...panelNote(own`… ${dropped} earlier lines are not kept`, theme, columns)]
  for (const line of items)
    for (const part of wrapText(safeLine(line), columns - 2, linesOfOne))
      rows.push(row(own` `, paint(theme, 'normal', part)))
  return rows
}

import type { AppState } from '../../app/state/app-state.ts'
import { safe, safeLine } from '../../lib/text/safe-text.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { row, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import { cachedRows, type RowsPanel, panelNote } from './panel.ts'

export const stderr: RowsPanel = {
  title: safe`Agent stderr`,
  keys: ['e'],
  does: "stderr: the agent's own output",
  opensAt: 'end',
  rows: ({ stderr: written }, frame) => listRows(written, frame),
}

const linesOfOne = 20

/** What the agent wrote on stderr, the newest last. */
const listRows = cachedRows<AppState['stderr']>(({ items, dropped }, frame) => {
  if (items.length === 0) return panelNote(safe`The agent wrote nothing on stderr.`, frame)
  const rows: Row[] =
    dropped === 0 ? [] : [...panelNote(safe`… ${dropped} earlier lines are not kept`, frame)]
  for (const { text } of items)
    for (const part of wrapText(safeLine(text), frame.columns - 2, linesOfOne))
      rows.push(row(safe` `, paint(frame.theme, 'normal', part)))
  return rows
})

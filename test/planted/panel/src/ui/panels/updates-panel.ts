import type { AppState } from '../../app/state/app-state.ts'
import { safe, safeLine } from '../../lib/text/safe-text.ts'
import { cutToWidth } from '../../lib/text/width.ts'
import { row, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import { panelNote, type RowsPanel } from './panel.ts'
import type { Look } from '../paint/look.ts'

export const updates: RowsPanel = {
  title: safe`Updates`,
  keys: ['V'],
  does: 'how often each session told a plan',
  isHinted: 'always',
  opensAt: 'beginning',
  rows: updateRows,
}

/** How many updates of plans each session had. */
function updateRows({ sessions }: AppState, look: Look): readonly Row[] {
  if (sessions.size === 0) return panelNote(safe`There is no session yet.`, look)
  return [...sessions.values()].map(({ id, counts }) => {
    const text = safe`${safeLine(id.slice(0, 200))}: ${counts.planUpdates}`
    return row(safe` `, paint(look.theme, 'normal', cutToWidth(text, look.columns - 2)))
  })
}

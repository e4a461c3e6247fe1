import type { AppState } from '../../app/state/app-state.ts'
import { safe, safeLine } from '../../lib/text/safe-text.ts'
import { cutToWidth } from '../../lib/text/width.ts'
import { row, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import { counted } from '../../lib/text/wording.ts'
import { planSteps } from '../../plans/kinds/plan-kinds.ts'
import { panelNote, type PanelAt, type RowsPanel } from './panel.ts'
import type { Look } from '../paint/look.ts'

export const updates: RowsPanel = {
  title: safe`Updates`,
  keys: ['V'],
  does: 'how often each session told a plan',
  isHinted: 'always',
  opensAt: 'beginning',
  rows: updateRows,
}

/** How many updates of plans each session had, and how many steps the plan has that it covers. */
function updateRows({ sessions }: AppState, at: Look & PanelAt): readonly Row[] {
  if (sessions.size === 0) return panelNote(safe`There is no session yet.`, at)
  const updates = [...sessions.values()].map(({ id, counts }) => {
    const text = safe`${safeLine(id.slice(0, 200))}: ${counts.planUpdates}`
    return row(safe` `, paint(at.theme, 'normal', cutToWidth(text, at.columns - 2)))
  })
  const { plan } = at
  return plan === null
    ? updates
    : [...updates, ...panelNote(counted(planSteps(plan.body).length, 'step'), at)]
}

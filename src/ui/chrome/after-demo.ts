import { currentSession, hasUnsent, type AppState } from '../../app/state/app-state.ts'
import { demoListCommand, ownAgentCommand } from '../../app/words/agent.ts'
import { row, rowWidth, type Row } from '../../lib/cells/row.ts'
import { safe, safeLine } from '../../lib/text/safe-text.ts'
import { isPlanOnTop, openLayers } from '../state/open-layers.ts'
import { paint } from '../paint/paint.ts'
import type { UiState } from '../state/ui-state.ts'
import { layRows } from '../rows/lay-rows.ts'
import { hintBar } from './hint-bar.ts'
import { keyedHints, type CommandHint } from '../keys/hint.ts'
import type { Look } from '../paint/look.ts'

/** What a visitor of the demo may want to see, the best first. */
const toTry: readonly CommandHint[] = [
  { pair: ['revision-before', 'revision-after'], does: 'what the plan was' },
  { command: 'timeline', does: 'timeline' },
  { command: 'wire', does: 'messages' },
  { command: 'palette', does: 'all commands' },
  { command: 'help', does: 'all keys' },
]

/** What to try next, once a built-in demo has ended and the plan has the focus; else empty. */
export function afterDemoRows(state: AppState, ui: UiState, { theme, columns }: Look): readonly Row[] {
  const isOver = currentSession(state)?.turn.state === 'ended' && !hasUnsent(state)
  if (!isOver || !isPlanOnTop(openLayers(ui, state))) return []
  const label = row(safe` `, paint(theme, 'accent', safe`Try`), safe` `)
  const own = row(safe` `, paint(theme, 'accent', safe`Your agent`), safe`  `, safeLine(ownAgentCommand))
  const more = row(safe`   `, paint(theme, 'accent', safe`More`), safe`  `, safeLine(demoListCommand))
  const room = columns - rowWidth(label)
  const hints = layRows(hintBar(keyedHints(toTry, ui.keys), room), { theme, columns: room })
  return [row(label, ...hints.rows), rowWidth(own) + rowWidth(more) < columns ? row(own, more) : own]
}

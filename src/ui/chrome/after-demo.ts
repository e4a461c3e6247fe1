import { currentSession, hasUnsent, type AppState } from '../../app/state/app-state.ts'
import { demoListCommand, ownAgentCommand } from '../../app/wording/after-demo.ts'
import { row, rowWidth } from '../../lib/cells/row.ts'
import { displayWidth } from '../../lib/text/width.ts'
import { textOf } from '../rows/fit.ts'
import { blank, type Part, type RowForm } from '../rows/row-form.ts'
import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { isPlanOnTop, openLayers } from '../state/open-layers.ts'
import { paint } from '../paint/paint.ts'
import type { UiState } from '../state/ui-state.ts'
import { hintRow } from './hint-row.ts'
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
export function afterDemoForms(state: AppState, ui: UiState, { theme, columns }: Look): readonly RowForm[] {
  const isOver = currentSession(state)?.turn.state === 'ended' && !hasUnsent(state)
  if (!isOver || !isPlanOnTop(openLayers(ui, state))) return []
  const label = row(safe` `, paint(theme, 'accent', safe`Try`), safe` `)
  const hints = row(label, hintRow(keyedHints(toTry, ui.keys), theme, columns - rowWidth(label)))
  const own = named(safe` `, safe`Your agent`, ownAgentCommand)
  const more = named(safe`   `, safe`More`, demoListCommand)
  const both = [...own, ...more]
  return [
    { form: 'canvas', rows: [hints] },
    { form: 'bar', left: displayWidth(textOf(both)) < columns ? both : own },
  ]
}

/** A command and what it is for. */
function named(before: SafeText, label: SafeText, command: string): readonly Part[] {
  return [
    { ...blank, text: before },
    { text: label, role: 'accent' },
    { ...blank, text: safe`  ${safeLine(command)}` },
  ]
}

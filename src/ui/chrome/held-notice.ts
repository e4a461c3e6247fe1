import { currentSession, hasUnsent, type AppState } from '../../app/state/app-state.ts'
import { own, safeLine } from '../../lib/text/safe-text.ts'
import { cutToWidth } from '../../lib/text/width.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import { bar, type Bar } from './bar.ts'
import type { EndFrame } from './end-notice.ts'

const longestMessage = 1000
const sentenceLines = 4

/** Why no prompt goes to the current session by itself, what could be set, and what to do. Empty where they go. */
export function heldBars(state: AppState, { theme, columns, rows }: EndFrame): readonly Bar[] {
  const held = currentSession(state)?.held ?? null
  if (held === null || state.playback !== null) return []
  const isWaiting = hasUnsent(state)
  const what = isWaiting ? own`Nothing was sent: ` : own`Not set: `
  const said = safeLine(held.slice(0, longestMessage))
  const lines = wrapText(own`${what}${said}.`, columns - 2, Math.max(1, Math.min(sentenceLines, rows - 1)))
  const keys = isWaiting
    ? columns < 60
      ? own`M choose, then send   esc take back`
      : own`M choose, and send   esc take the prompt back   q quit`
    : own`M choose   enter send anyway`
  return [
    ...lines.map((line) => bar(row(own` `, paint(theme, 'bad', line)))),
    bar(row(own` `, paint(theme, 'strong', cutToWidth(keys, columns - 2)))),
  ]
}

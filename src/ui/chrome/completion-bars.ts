import { own, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth, displayWidth } from '../../lib/text/width.ts'
import type { SlashCommand } from '../../protocol/session/session-settings.ts'
import { glyphs } from '../paint/glyphs.ts'
import { row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import type { Theme } from '../paint/theme.ts'
import type { Completion } from '../state/command-completion.ts'
import { bar, type Bar } from './bar.ts'

export interface CompletionFrame {
  readonly theme: Theme
  readonly columns: number
  /** Rows that the list may take. */
  readonly rows: number
}

const longestName = 28

/** The commands that fit what is being written, around the selected one. */
export function completionBars({ commands, at }: Completion, frame: CompletionFrame): readonly Bar[] {
  const { theme, columns, rows } = frame
  const first = Math.max(0, Math.min(at - Math.floor(rows / 2), commands.length - rows))
  const shown = commands.slice(first, first + rows)
  const most = Math.min(longestName, Math.max(4, Math.floor(columns / 2) - 4))
  const names = shown.map(({ name }) => cutToWidth(own`/${safeLine(name)}`, most))
  const width = Math.max(...names.map((name) => displayWidth(name)))
  const place = shown.length < commands.length ? own`${at + 1}/${commands.length} ` : own``
  return shown.map((command, index) => {
    const name = names[index] ?? own``
    const isSelected = first + index === at
    const right = index === 0 ? place : own``
    const gap = ' '.repeat(width - displayWidth(name) + 2) as SafeText
    const room = columns - width - 6 - right.length
    return bar(
      row(
        own` `,
        isSelected ? paint(theme, 'accent', glyphs(theme).prompt) : own` `,
        own` `,
        paint(theme, isSelected ? 'strong' : 'normal', name),
        gap,
        paint(theme, 'dim', cutToWidth(described(command), room)),
      ),
      paint(theme, 'dim', right),
    )
  })
}

function described({ description }: SlashCommand): SafeText {
  return safeLine(description.trim().slice(0, 300))
}

import { own, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth, displayWidth } from '../../lib/text/width.ts'
import { glyphs } from '../paint/glyphs.ts'
import { row, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import type { Theme } from '../paint/theme.ts'

/** A rule across the screen, with the title of what is beneath it, if that is not a plan. */
export function rule(theme: Theme, columns: number, title: SafeText | null): Row {
  const line = glyphs(theme).rule
  if (title === null)
    return row(own` `, paint(theme, 'dim', line.repeat(Math.max(0, columns - 2)) as SafeText))
  const shown = cutToWidth(title, columns - 8)
  const rest = line.repeat(Math.max(0, columns - displayWidth(shown) - 6)) as SafeText
  const start = paint(theme, 'dim', own`${line}${line}`)
  return row(own` `, start, own` `, paint(theme, 'accent', shown), own` `, paint(theme, 'dim', rest))
}

import { row, type Row } from '../../lib/cells/row.ts'
import type { SafeText } from '../../lib/text/safe-text.ts'
import { glyphs } from './glyphs.ts'
import { paint } from './paint.ts'
import type { Theme } from './theme.ts'

/** A row that begins with a blank, with the sign of the cursor in its place. */
export function pointedAt(each: Row, theme: Theme): Row {
  const [first, ...rest] = each
  if (first === undefined) return paint(theme, 'accent', glyphs(theme).prompt)
  return row(
    paint(theme, 'accent', glyphs(theme).prompt),
    [{ ...first, text: first.text.slice(1) as SafeText }].filter(({ text }) => text !== ''),
    rest,
  )
}

import { cutRow, row, rowText, rowWidth, type Row } from '../../lib/cells/row.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth, displayWidth } from '../../lib/text/width.ts'
import { glyphs } from '../paint/glyphs.ts'
import { textColumns } from '../paint/layout.ts'
import type { Look } from '../paint/look.ts'
import { paint } from '../paint/paint.ts'
import type { Theme } from '../paint/theme.ts'
import { shortProgressBar } from './progress-bar.ts'
import type { Rule } from './row-form.ts'

/** A rule with its title. */
function titled(title: SafeText, { theme, columns }: Look): Row {
  const line = glyphs(theme).rule
  const shown = cutToWidth(title, columns - 8)
  const rest = line.repeat(Math.max(0, columns - displayWidth(shown) - 6)) as SafeText
  const start = paint(theme, 'dim', safe`${line}${line}`)
  return row(safe` `, start, safe` `, paint(theme, 'accent', shown), safe` `, paint(theme, 'dim', rest))
}

function dashes(count: number, isDashed: boolean, theme: Theme): Row {
  const line = glyphs(theme).rule
  const all = (isDashed ? safe`${line} ` : line).repeat(Math.max(0, count))
  return paint(theme, 'dim', all.slice(0, Math.max(0, count)).trimEnd() as SafeText)
}

/** Columns of a rule that are left beside what is in it. */
const ruleKept = 3

/** A rule, with its progress and its caption as far as there is room. */
export function ruleRow({ title = null, caption, progress, isDashed = false }: Rule, look: Look): Row {
  const { theme, columns } = look
  if (title !== null) return captioned(titled(title, look), caption, theme)
  if (progress === undefined)
    return captioned(row(safe` `, dashes(columns - 2, isDashed, theme)), caption, theme)
  const frame = { theme, columns: textColumns(columns) }
  const whole = shortProgressBar(progress, frame)
  const short = shortProgressBar({ ...progress, time: null }, frame)
  const room = columns - 3 - ruleKept - (caption === undefined ? 0 : displayWidth(caption) + 3)
  // The caption explains signs in the text, the time is only good to know.
  const left = caption !== undefined && rowWidth(whole) > room && rowWidth(short) <= room ? short : whole
  const count = columns - rowWidth(left) - 2
  if (caption === undefined || rowWidth(left) > room)
    return count < ruleKept ? cutRow(left, columns - 1) : row(left, safe` `, dashes(count, isDashed, theme))
  const dashed = dashes(count - displayWidth(caption) - 3, isDashed, theme)
  return row(left, safe` `, dashed, safe` `, captionRow(caption, theme))
}

/** The rule with a caption at its right; as it is if there is none, or no room for it. */
function captioned(line: Row, caption: SafeText | undefined, theme: Theme): Row {
  if (caption === undefined) return line
  const left = rowWidth(line) - displayWidth(caption) - 3
  if (left < 4) return line
  const kept = cutToWidth(rowText(line), left, '')
  return row(paint(theme, 'dim', safe`${kept} `), captionRow(caption, theme))
}

function captionRow(caption: SafeText, theme: Theme): Row {
  return row(paint(theme, 'accent', caption), paint(theme, 'dim', safe` ${glyphs(theme).rule}`))
}

import { graphemes } from '../../lib/text/graphemes.ts'
import { cells, cutToWidth, displayWidth, cutLine } from '../../lib/text/width.ts'
import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { row, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import type { Theme } from '../paint/theme.ts'
import type { LineEdit } from '../state/ui-state.ts'

/** A line with its cursor; the part around the cursor if it is too long. A cursor of -1 is not shown. */
export function editedLine(line: LineEdit, theme: Theme, room: number): Row {
  if (line.cursor < 0) return paint(theme, 'normal', cutLine(line.text, room))
  const { left, cursor, rest } = partsOf(line, room)
  const after = cutToWidth(safeLine(rest.join('')), room - displayWidth(left) - displayWidth(cursor))
  return row(paint(theme, 'normal', left), paint(theme, 'inverse', cursor), paint(theme, 'normal', after))
}

/** The place in the text at a column of `editedLine`: that of the character there, the end behind the last one. */
export function cursorAtColumn(line: LineEdit, column: number, room: number): number {
  if (line.cursor < 0) return forward(line.text, 0, column)
  const width = displayWidth(partsOf(line, room).left)
  if (column >= width) return forward(line.text, line.cursor, column - width)
  const from = Math.max(0, line.cursor - laidOut)
  let left = width - column
  let at = line.cursor
  for (const { segment } of [...graphemes(line.text.slice(from, line.cursor))].reverse()) {
    if (left <= 0) break
    left -= displayWidth(safeLine(segment))
    at -= segment.length
  }
  return at
}

/** The place of the character that is so many columns behind another. */
function forward(text: string, from: number, columns: number): number {
  let [at, left] = [from, columns]
  for (const { segment } of graphemes(text.slice(from, from + laidOut))) {
    left -= Math.max(1, displayWidth(safeLine(segment)))
    if (left < 0) break
    at += segment.length
  }
  return at
}

interface LineParts {
  /** What is shown before the cursor. */
  readonly left: SafeText
  /** The character under the cursor; a blank at the end. */
  readonly cursor: SafeText
  readonly rest: readonly string[]
}

function partsOf(line: LineEdit, room: number): LineParts {
  const before = safeLine(line.text.slice(Math.max(0, line.cursor - laidOut), line.cursor))
  const [under, ...rest] = Array.from(
    graphemes(line.text.slice(line.cursor, line.cursor + laidOut)),
    ({ segment }) => segment,
  )
  const character = safeLine(under ?? ' ')
  const cursor = displayWidth(character) === 0 ? safe` ` : character
  // The end of the text before the cursor has priority, so that the user sees what is typed.
  return { left: tail(before, room - displayWidth(cursor) - 1), cursor, rest }
}

/** Characters on each side of the cursor that are laid out. */
const laidOut = 2000

/** The end of a text, at most `columns` wide. */
function tail(text: SafeText, columns: number): SafeText {
  if (displayWidth(text) <= columns) return text
  let kept = ''
  let width = 1
  for (const cell of [...cells(text)].reverse()) {
    width += cell.width
    if (width > columns) break
    kept = cell.text + kept
  }
  return columns < 1 ? safe`` : safe`…${kept as SafeText}`
}

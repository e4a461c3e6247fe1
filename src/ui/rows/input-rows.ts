import { row, rowWidth } from '../../lib/cells/row.ts'
import type { SafeText } from '../../lib/text/safe-text.ts'
import { displayWidth } from '../../lib/text/width.ts'
import type { Look } from '../paint/look.ts'
import type { LineEdit } from '../state/ui-state.ts'
import { barRow } from './bar-row.ts'
import { cursorAtColumn, editedLine } from './edited-line.ts'
import { cutParts, fit, textOf } from './fit.ts'
import type { LaidRows } from './laid-rows.ts'
import { paintParts, targetInParts } from './parts.ts'
import type { Input } from './row-form.ts'

/** The least columns for what stands behind the text. */
const leastAfter = 4

/** The rows of an input: the text that is written, with its label and what is beside it. */
export function inputRows(input: Input, { theme, columns: all }: Look): LaidRows {
  const { label, line, after = [], right, width = all, most } = input
  const columns = Math.min(width, all)
  const start = displayWidth(textOf(label))
  const rightParts = right === undefined ? [] : [right]
  const rightColumns = displayWidth(textOf(rightParts))
  const roomAt = (at: number): number => columns - start - 1 - (at === 0 ? rightColumns : 0)
  const shown = most === undefined ? [{ line, offset: 0 }] : shownLines(line, most)
  const rows = shown.map((each, at) => {
    const before = at === 0 ? paintParts(label, theme) : (' '.repeat(start) as SafeText)
    const written = row(before, editedLine(each.line, theme, roomAt(at)))
    const left = roomAt(at) + start - rowWidth(written)
    const isLast = at === shown.length - 1
    const behind = isLast && left >= leastAfter ? paintParts(cutParts(after, left), theme) : []
    return barRow(row(written, behind), at === 0 ? paintParts(rightParts, theme) : [], columns)
  })
  const targetOf = input.targetOf ?? ((cursor) => ({ type: 'text', text: line.text, cursor }))
  return {
    rows,
    targetAt(at, column) {
      const found = shown[at]
      if (found === undefined) return null
      const beside = at === 0 ? fit({ left: label, right: rightParts }, { columns }) : []
      const cursor = found.offset + cursorAtColumn(found.line, column - start, roomAt(at))
      return targetInParts(beside, column) ?? targetOf(cursor)
    },
    untilMs: right?.untilMs ?? null,
  }
}

interface ShownLine {
  /** With a cursor of -1 where the cursor is in another line. */
  readonly line: LineEdit
  /** Where the line begins in the text. */
  readonly offset: number
}

/** The lines of a text that are shown in so many rows: those around the cursor. */
function shownLines(line: LineEdit, most: number): readonly ShownLine[] {
  const all = line.text.split('\n')
  const at = line.text.slice(0, Math.max(0, line.cursor)).split('\n').length - 1
  const first = Math.max(0, Math.min(at - most + 1, all.length - most))
  let end = all.slice(0, first).reduce((sum, text) => sum + text.length + 1, 0)
  return all.slice(first, first + most).map((text, index) => {
    const offset = end
    end += text.length + 1
    const isHere = line.cursor >= 0 && first + index === at
    return { line: { text, cursor: isHere ? line.cursor - offset : -1 }, offset }
  })
}

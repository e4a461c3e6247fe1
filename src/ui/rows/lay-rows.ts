import { cutRow, row, rowWidth, type Row, cutPieces, rowText } from '../../lib/cells/row.ts'
import { type SafeText, safe, safeLine } from '../../lib/text/safe-text.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import type { Look } from '../paint/look.ts'
import { paint } from '../paint/paint.ts'
import { earliest } from '../state/timing.ts'
import {
  type Bar,
  type RowForm,
  type Wrapped,
  gap,
  part,
  type Part,
  type Input,
  type PointerTarget,
  type Rule,
} from './row-form.ts'
import { singleWidth, graphemes } from '../../lib/text/graphemes.ts'
import { displayWidth, cutToWidth, cells, cutLine } from '../../lib/text/width.ts'
import type { Theme } from '../paint/theme.ts'
import { glyphs } from '../paint/glyphs.ts'
import { shortProgressBar } from './progress-bar.ts'
import { rowOfCursor, visibleRow, writtenColumns, writtenRows, type LineEdit } from '../state/line-edit.ts'

/** Lays out a form. Painting, pictures and clicks all use what this returns. */
export function layRows(form: RowForm, look: Look): LaidRows {
  switch (form.form) {
    case 'bar':
      return barRows(form, look)
    case 'wrap':
      return wrappedRows(form, look)
    case 'input':
      return inputRows(form, look)
    case 'rule':
      return {
        ...noRows,
        rows: [cutRow(ruleRow(form, look), look.columns)],
        targetAt: (at, column) =>
          at === 0 ? targetInParts(placed(partsOfRule(form, look)), column - 4) : null,
      }
    case 'canvas':
      return { ...noRows, ...form, untilMs: form.untilMs ?? null }
  }
}

function barRows(bar: Bar, look: Look): LaidRows {
  const placed = fit(bar, look)
  return {
    rows: [paintParts(placed, look.theme)],
    targetAt: (at, column) => (at === 0 ? (targetInParts(placed, column) ?? bar.target ?? null) : null),
    untilMs: earliest(placed.map(({ untilMs }) => untilMs ?? null)),
  }
}

function wrappedRows(
  { text, role, indent = 1, most, ...leads }: Wrapped,
  { theme, columns }: Look,
): LaidRows {
  const lines = wrapText(text, columns - indent - 1, most)
  const before = ' '.repeat(indent) as SafeText
  const rows = lines.map((line) => cutRow(row(before, paint(theme, role, line)), columns))
  return {
    rows,
    targetAt: (at) => (at >= 0 && at < rows.length ? (leads.target ?? null) : null),
    untilMs: leads.untilMs ?? null,
  }
}

/** A row with a part at each end, `columns` wide: the left part is cut if there is no room for both. */
export function barRow(left: Row, right: Row, columns: number): Row {
  if (right.length === 0) return cutRow(left, columns)
  const room = columns - rowWidth(right)
  if (room <= 0) return cutRow(right, columns)
  const shown = cutRow(left, room)
  return row(shown, ' '.repeat(room - rowWidth(shown)) as SafeText, right)
}

export interface LaidRows {
  /** None is wider than the look that they were laid out with. */
  readonly rows: readonly Row[]
  /** Where a click leads; null: to nothing. Both count from 0. */
  readonly targetAt: (row: number, column: number) => PointerTarget | null
  /** When the rows change without an event; null: never. */
  readonly untilMs: number | null
}

const noRows: LaidRows = { rows: [], targetAt: () => null, untilMs: null }

/** The rows of several forms below each other. */
export function stackRows(laid: readonly LaidRows[]): LaidRows {
  const [only, ...more] = laid
  if (only !== undefined && more.length === 0) return only
  return {
    rows: laid.flatMap(({ rows }) => rows),
    targetAt(at, column) {
      let top = 0
      for (const { rows, targetAt } of laid) {
        if (at >= top && at < top + rows.length) return targetAt(at - top, column)
        top += rows.length
      }
      return null
    },
    untilMs: earliest(laid.map(({ untilMs }) => untilMs)),
  }
}

/** A part and the columns where it stands; `to` is the one after the last. */
export interface PlacedPart extends Part {
  readonly from: number
  readonly to: number
}

/** The parts of a bar that are shown, together at most as wide as the look. The blanks between its ends are a part too. */
export function fit(
  { left, right = [] }: Omit<Bar, 'form'>,
  { columns }: Pick<Look, 'columns'>,
): readonly PlacedPart[] {
  if (textOf(right) === '') return placed(cutParts(left, columns))
  const room = columns - displayWidth(textOf(right))
  if (room <= 0) return placed(cutParts(right, columns))
  const shown = cutParts(left, room)
  return placed([...shown, gap(room - displayWidth(textOf(shown))), ...right])
}

/** The parts in so many columns; the last one that is shown ends with an ellipsis if anything is cut. */
function cutParts(parts: readonly Part[], columns: number): readonly Part[] {
  return cutPieces(parts, columns, part('normal', safe`…`))
}

export function textOf(parts: readonly Part[]): SafeText {
  return parts.map(({ text }) => text).join('') as SafeText
}

function placed(parts: readonly Part[]): readonly PlacedPart[] {
  // Characters may combine with those of the part before, but few do.
  const isSingle = singleWidth.test(textOf(parts))
  let before = ''
  let from = 0
  return parts.flatMap((each) => {
    if (each.text === '') return []
    if (!isSingle) before += each.text
    const place = { ...each, from, to: isSingle ? from + each.text.length : displayWidth(before) }
    from = place.to
    return [place]
  })
}

/** The parts beside each other, each in the style of its role. */
export function paintParts(parts: readonly Part[], theme: Theme): Row {
  return row(...parts.map((part) => paintPart(part, theme)))
}

function paintPart({ text, role }: Part, theme: Theme): Row {
  return role === 'normal' && text.trim() === '' ? row(text) : paint(theme, role, text)
}

/** Where a click on a column of the parts leads; null: to nothing. */
function targetInParts(parts: readonly PlacedPart[], column: number): PointerTarget | null {
  return parts.find(({ from, to }) => column >= from && column < to)?.target ?? null
}

/** The least columns for what stands behind the text. */
const leastAfter = 4

/** The rows of an input: the text that is written, with its label and what is beside it. */
function inputRows(input: Input, { theme, columns }: Look): LaidRows {
  const { label, line, after = [], right, most } = input
  const start = displayWidth(textOf(label))
  const rightParts = right === undefined ? [] : [right]
  const rightColumns = displayWidth(textOf(rightParts))
  const roomAt = (at: number): number => columns - start - 1 - (at === 0 ? rightColumns : 0)
  const shown =
    most === undefined
      ? [{ line, offset: 0 }]
      : shownLines(line, most, writtenColumns(columns, start) - rightColumns)
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

/** The rows of a text that are shown, at most so many: those around the cursor. */
function shownLines(line: LineEdit, most: number, columns: number): readonly ShownLine[] {
  const { text, cursor } = line
  const all = writtenRows(text, columns)
  const at = rowOfCursor(all, cursor)
  const first = Math.max(0, Math.min(at - most + 1, all.length - most))
  return all.slice(first, first + most).map((range, index) => {
    const shown = visibleRow(text, range, columns)
    const isHere = cursor >= 0 && first + index === at
    const here = Math.min(cursor - range.start, shown.length)
    return { line: { text: shown, cursor: isHere ? here : -1 }, offset: range.start }
  })
}

/** A rule with its title, or the parts in its place. */
function titled(title: SafeText, parts: readonly Part[], { theme, columns }: Look): Row {
  const line = glyphs(theme).rule
  const shown =
    parts.length > 0 ? paintParts(parts, theme) : paint(theme, 'accent', cutToWidth(title, columns - 8))
  const rest = line.repeat(Math.max(0, columns - rowWidth(shown) - 6)) as SafeText
  const start = paint(theme, 'dim', safe`${line}${line}`)
  return row(safe` `, start, safe` `, shown, safe` `, paint(theme, 'dim', rest))
}

function partsOfRule({ parts = [] }: Rule, { columns }: Look): readonly Part[] {
  return displayWidth(textOf(parts)) > columns - 8 ? [] : parts
}

function dashes(count: number, isDashed: boolean, theme: Theme): Row {
  const line = glyphs(theme).rule
  const all = (isDashed ? safe`${line} ` : line).repeat(Math.max(0, count))
  return paint(theme, 'dim', all.slice(0, Math.max(0, count)).trimEnd() as SafeText)
}

/** Columns of a rule that are left beside what is in it. */
const ruleKept = 3

/** A rule, with its progress and its caption as far as there is room. */
export function ruleRow(rule: Rule, look: Look): Row {
  const { title = null, caption, progress, isDashed = false } = rule
  const { theme, columns } = look
  if (title !== null) return captioned(titled(title, partsOfRule(rule, look), look), caption, theme)
  if (progress === undefined)
    return captioned(row(safe` `, dashes(columns - 2, isDashed, theme)), caption, theme)
  const whole = shortProgressBar(progress, look)
  const short = shortProgressBar({ ...progress, time: null }, look)
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

/** A line with its cursor; the part around the cursor if it is too long. A cursor of -1 is not shown. */
function editedLine(line: LineEdit, theme: Theme, room: number): Row {
  if (line.cursor < 0) return paint(theme, 'normal', cutLine(line.text, room))
  const { left, cursor, rest } = partsOf(line, room)
  const after = cutToWidth(safeLine(rest.join('')), room - displayWidth(left) - displayWidth(cursor))
  return row(paint(theme, 'normal', left), paint(theme, 'inverse', cursor), paint(theme, 'normal', after))
}

/** The place in the text at a column of `editedLine`: that of the character there, the end behind the last one. */
function cursorAtColumn(line: LineEdit, column: number, room: number): number {
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

import { describeField } from '../../app/words/question.ts'
import type { ElicitationField, FieldChoice } from '../../app/state/elicitation.ts'
import { safe, safeLine, safeText, type SafeText, shownLine } from '../../lib/text/safe-text.ts'
import { cursorAtColumn, editedLine } from '../rows/edited-line.ts'
import type { FieldTarget, PlaceInPart } from '../rows/target.ts'
import type { FieldEntry, FormState } from '../state/ui-state.ts'
import { chosenIn, entryOf, pickedIn } from './form-state.ts'
import { cutToWidth, displayWidth, cutLine } from '../../lib/text/width.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { glyphs } from '../paint/glyphs.ts'
import { emptyRow, row, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import type { Theme } from '../paint/theme.ts'
import type { Look } from '../paint/look.ts'

export interface FormFrame extends Look {
  /** Columns for the labels. */
  readonly labelColumns: number
}

/** Lines of a field's description that are shown. */
const descriptionLines = 8
/** Characters of a title or value that are laid out. */
const laidOut = 500
/** The indent below a field. */
const indent = safe`     `

/** All rows of a form, made when they are visible: one for each field, and several for the focused one. */
export function formSpans(
  fields: readonly ElicitationField[],
  form: FormState,
  frame: FormFrame,
): readonly RowSpan[] {
  const at = form.focus.at === 'field' ? form.focus.field : fields.length
  const resting = (from: number, to?: number): RowSpan => ({
    ...spanOf(fields.slice(from, to), (field, index) => restingRow(field, { form, at: from + index }, frame)),
    placeAt: (index, column) => placeInField(fields[from + index], { form, at: from + index }, column, frame),
  })
  const field = fields[at]
  if (field === undefined) return [resting(0)]
  return [resting(0, at), ...focusedSpans(field, { form, at }, frame), resting(at + 1)]
}

interface FieldPlace {
  readonly form: FormState
  readonly at: number
}

function restingRow(field: ElicitationField, { form, at }: FieldPlace, frame: FormFrame): Row {
  const { theme } = frame
  const entry = entryOf(form, field, at)
  const room = valueRoom(frame)
  const error = form.errors.get(at)
  const value =
    error === undefined
      ? paint(theme, 'normal', cutToWidth(valueWords(field, entry), room))
      : paint(theme, 'bad', cutToWidth(safe`! ${shownLine(error, 'long')}`, room))
  return row(safe`   `, labelOf(field, 'normal', frame), safe`  `, value)
}

/** The name of a field and whether it must be filled in, as wide as all of them. */
function labelOf(
  field: ElicitationField,
  role: 'normal' | 'strong',
  { theme, labelColumns }: FormFrame,
): Row {
  const mark = field.isRequired ? safe` *` : safe``
  const name = cutLine(field.title, labelColumns)
  const blank = ' '.repeat(Math.max(0, labelColumns + 2 - displayWidth(name) - mark.length)) as SafeText
  return row(paint(theme, role, name), paint(theme, 'accent', mark), blank)
}

function valueWords(field: ElicitationField, entry: FieldEntry): SafeText {
  if (entry.type === 'line') return shownLine(entry.line.text, 'long')
  switch (field.type) {
    case 'boolean':
      return entry.value === null ? safe`` : entry.value === true ? safe`yes` : safe`no`
    case 'choice':
    case 'choices': {
      const picked = new Set(pickedIn(entry))
      const titles = field.choices.filter(({ value }) => picked.has(value)).slice(0, 50)
      return safeLine(titles.map(({ title }) => title.slice(0, laidOut)).join(', '))
    }
    case 'text':
    case 'number':
      return safe``
  }
}

function focusedSpans(field: ElicitationField, place: FieldPlace, frame: FormFrame): readonly RowSpan[] {
  const { form, at } = place
  const entry = entryOf(form, field, at)
  // An error is shown directly below the entry, so that it is visible before the description.
  const label = rowsSpan([
    headRow(field, entry, frame),
    ...errorRows(form.errors.get(at), frame),
    ...descriptionRows(field, frame),
  ])
  const placeAt: RowSpan['placeAt'] = (index, column) =>
    index === 0 ? placeInField(field, place, column, frame) : null
  if (field.type !== 'choice' && field.type !== 'choices') return [{ ...label, placeAt, hasFocus: true }]
  const option = form.focus.at === 'field' ? form.focus.option : 0
  const picked = new Set(pickedIn(entry))
  const { type, choices } = field
  const glyphOf = ({ value }: FieldChoice): Row => choiceGlyph(type, picked.has(value), frame.theme)
  const placeOf = (choiceAt: number): FieldTarget => ({
    focus: { at: 'field', field: at, option: choiceAt },
    cursor: null,
    flag: null,
  })
  const unfocused = (from: number, to?: number): RowSpan => ({
    ...spanOf(choices.slice(from, to), (choice) => choiceRow(choice, glyphOf(choice), frame)),
    placeAt: (index) => placeOf(from + index),
  })
  const focused = choices[option]
  const focusedRows = focused === undefined ? [] : focusedChoiceRows(focused, glyphOf(focused), frame)
  return [
    { ...label, isHeading: true },
    unfocused(0, option),
    { ...rowsSpan(focusedRows), placeAt: () => placeOf(option), hasFocus: true },
    unfocused(option + 1),
  ]
}

/** Where a click on the row of a field leads: to the field, and where the value is, to a place in it. */
function placeInField(
  field: ElicitationField | undefined,
  { form, at }: FieldPlace,
  column: number,
  frame: FormFrame,
): FieldTarget | null {
  if (field === undefined) return null
  const entry = entryOf(form, field, at)
  const hasFocus = form.focus.at === 'field' && form.focus.field === at
  const inValue = column - valueColumn(frame)
  const focus = {
    at: 'field',
    field: at,
    option: hasFocus ? form.focus.option : chosenIn(field, entry),
  } as const
  if (inValue < 0) return { focus, cursor: null, flag: null }
  if (entry.type === 'line') {
    const line = hasFocus ? entry.line : { ...entry.line, cursor: -1 }
    return { focus, cursor: cursorAtColumn(line, inValue, valueRoom(frame)), flag: null }
  }
  const flag = field.type !== 'boolean' || !hasFocus ? null : flagAt(inValue)
  return { focus, cursor: null, flag }
}

/** Which of `( ) yes  ( ) no` is in a column. */
function flagAt(column: number): boolean | null {
  if (column < 7) return true
  return column >= 9 && column < 15 ? false : null
}

/** Where the value of a field begins, behind its label. */
function valueColumn({ labelColumns }: FormFrame): number {
  return labelColumns + 7
}

/** The columns for the value of a field. */
function valueRoom(frame: FormFrame): number {
  return frame.columns - valueColumn(frame) - 1
}

function spanOf<Item>(items: readonly Item[], draw: (item: Item, index: number) => Row): RowSpan {
  const rowAt = (index: number): Row => {
    const item = items[index]
    return item === undefined ? emptyRow : draw(item, index)
  }
  return { count: items.length, rowAt }
}

function rowsSpan(rows: readonly Row[]): RowSpan {
  return spanOf(rows, (each) => each)
}

function headRow(field: ElicitationField, entry: FieldEntry, frame: FormFrame): Row {
  const { theme } = frame
  const isSelf = field.type !== 'choice' && field.type !== 'choices'
  const pointer = isSelf ? paint(theme, 'accent', glyphs(theme).prompt) : safe` `
  const room = valueRoom(frame)
  return row(
    safe` `,
    pointer,
    safe` `,
    labelOf(field, 'strong', frame),
    safe`  `,
    valueRow(field, entry, { ...frame, room }),
  )
}

function valueRow(
  field: ElicitationField,
  entry: FieldEntry,
  frame: FormFrame & { readonly room: number },
): Row {
  const { theme, room } = frame
  if (entry.type === 'line') return editedLine(entry.line, theme, room)
  if (field.type !== 'boolean') return paint(theme, 'dim', cutToWidth(valueWords(field, entry), room))
  const is = (flag: boolean): SafeText => (entry.value === flag ? safe`(•)` : safe`( )`)
  return paint(theme, 'strong', safe`${is(true)} yes  ${is(false)} no`)
}

function descriptionRows(field: ElicitationField, { theme, columns }: FormFrame): readonly Row[] {
  const takes = describeField(field)
  const words = [field.description ?? '', takes === null ? '' : `(${takes})`].filter(
    (each) => each.trim() !== '',
  )
  if (words.length === 0) return []
  const text = safeText(words.join('\n').slice(0, 5000))
  const lines = wrapText(text, columns - indent.length - 2, descriptionLines)
  return lines.map((line) => row(indent, paint(theme, 'dim', line)))
}

function errorRows(error: string | undefined, { theme, columns }: FormFrame): readonly Row[] {
  if (error === undefined) return []
  const lines = wrapText(safe`! ${shownLine(error, 'long')}`, columns - indent.length - 2, 3)
  return lines.map((line) => row(indent, paint(theme, 'bad', line)))
}

/** A choice of a field in one row. */
function choiceRow(choice: FieldChoice, glyph: Row, { theme, columns }: FormFrame): Row {
  const room = columns - indent.length - 6
  const title = cutLine(choice.title, room)
  const rest = room - displayWidth(title) - 2
  const description =
    choice.description === null || rest < 8
      ? safe``
      : cutToWidth(safe`  ${shownLine(choice.description, 'long')}`, rest)
  return row(indent, glyph, safe` `, paint(theme, 'normal', title), paint(theme, 'dim', description))
}

/** The focused choice with its complete text. */
function focusedChoiceRows(choice: FieldChoice, glyph: Row, { theme, columns }: FormFrame): readonly Row[] {
  const room = columns - indent.length - 6
  const text = shownLine(choice.title, 'long')
  const description = safeLine((choice.description ?? '').slice(0, 2000))
  const fits = displayWidth(text) + displayWidth(description) + 2 <= room
  const pointer = paint(theme, 'accent', glyphs(theme).prompt)
  const blank = safe`         `
  const titles = wrapText(text, room, 4).map((line, index) => {
    const start = index === 0 ? row(safe`   `, pointer, safe` `, glyph, safe` `) : blank
    const inline = fits && description !== '' ? paint(theme, 'dim', safe`  ${description}`) : emptyRow
    return row(start, paint(theme, 'strong', line), inline)
  })
  if (fits || description === '') return titles
  const lines = wrapText(description, room, descriptionLines)
  return [...titles, ...lines.map((line) => row(blank, paint(theme, 'dim', line)))]
}

function choiceGlyph(type: 'choice' | 'choices', isPicked: boolean, theme: Theme): Row {
  const [yes, no] = type === 'choices' ? [safe`[x]`, safe`[ ]`] : [safe`(•)`, safe`( )`]
  return paint(theme, isPicked ? 'accent' : 'normal', isPicked ? yes : no)
}

/** Consecutive rows, each made when it is visible: there may be thousands. */
export interface RowSpan {
  readonly count: number
  readonly rowAt: (index: number) => Row
  /** What can be clicked in a row and column of it; absent: nothing. */
  readonly placeAt?: (index: number, column: number) => FieldTarget | null
  /** Its first row is always visible. */
  readonly hasFocus?: boolean
  /** Its first row is a heading, which is shown at the top if it would be scrolled away. */
  readonly isHeading?: boolean
}

export interface RowsAround {
  readonly rows: readonly Row[]
  readonly targetIn: (place: PlaceInPart) => FieldTarget | null
}

/** At most `rows` rows, around the one with the focus. */
export function rowsAround(spans: readonly RowSpan[], rows: number): RowsAround {
  const total = spans.reduce((sum, { count }) => sum + count, 0)
  const focus = startOf(spans, (span) => span.hasFocus === true) ?? total
  const top = Math.max(0, Math.min(focus - Math.floor(rows / 2), total - rows))
  const shown = Array.from({ length: Math.min(rows, total) }, (_, index) => rowAt(spans, top + index))
  const heading = startOf(spans, (span) => span.isHeading === true)
  const isHidden = heading !== null && heading < top && focus > top
  const headingRow = heading === null || !isHidden ? null : rowAt(spans, heading)
  return {
    rows: headingRow === null ? shown : shown.with(0, headingRow),
    targetIn({ row: at, column }) {
      const isHeading = headingRow !== null && at === 0
      const found = at < 0 || at >= shown.length || isHeading ? null : spanAt(spans, top + at)
      return found === null ? null : (found.span.placeAt?.(found.index, column) ?? null)
    },
  }
}

function startOf(spans: readonly RowSpan[], isMeant: (span: RowSpan) => boolean): number | null {
  let start = 0
  for (const span of spans) {
    if (isMeant(span)) return start
    start += span.count
  }
  return null
}

function rowAt(spans: readonly RowSpan[], at: number): Row {
  const found = spanAt(spans, at)
  if (found === null) throw new RangeError(`no row ${at}`)
  return found.span.rowAt(found.index)
}

function spanAt(
  spans: readonly RowSpan[],
  at: number,
): { readonly span: RowSpan; readonly index: number } | null {
  let start = 0
  for (const span of spans) {
    if (at < start + span.count) return { span, index: at - start }
    start += span.count
  }
  return null
}

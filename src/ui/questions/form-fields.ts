import { describeField } from '../../app/words/question.ts'
import type { ElicitationField, FieldChoice } from '../../app/state/elicitation.ts'
import type { QuestionKey } from '../../app/state/question.ts'
import { safe, safeLine, safeText, type SafeText, shownLine } from '../../lib/text/safe-text.ts'
import { cutToWidth, displayWidth, cutLine } from '../../lib/text/width.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { glyphs } from '../paint/glyphs.ts'
import type { Look } from '../paint/look.ts'
import type { Role } from '../paint/theme.ts'
import { blank, gap, part, type Bar, type Part, type RowForm, type PointerTarget } from '../rows/row-form.ts'
import { topAround } from '../state/list-state.ts'
import {
  chosenIn,
  entryOf,
  hasChoices,
  pickedIn,
  type FieldEntry,
  type FormState,
} from '../state/question-state.ts'

interface FormOfFields {
  readonly question: QuestionKey
  readonly form: FormState
  readonly look: Look
  readonly labelColumns: number
}

/** Consecutive rows, each made when it is visible: there may be thousands. */
export interface FormSpan {
  readonly count: number
  /** A form of one row. */
  readonly formAt: (index: number) => RowForm
  /** Its first row is always visible. */
  readonly hasFocus?: boolean
  /** Its first row is a heading, which is shown at the top if it would be scrolled away. */
  readonly isHeading?: boolean
}

/** Lines of a field's description that are shown. */
const descriptionLines = 8
/** Characters of a title or value that are laid out. */
const laidOut = 500
/** The indent below a field. */
const indent: Part = gap(5)

/** All rows of a form: one for each field, and several for the focused one. */
export function formSpans(fields: readonly ElicitationField[], of: FormOfFields): readonly FormSpan[] {
  const { focus } = of.form
  const at = focus.at === 'field' ? focus.field : fields.length
  const resting = (from: number, to?: number): FormSpan =>
    spanOf(fields.slice(from, to), (field, index) => fieldForm(field, from + index, of))
  const field = fields[at]
  if (field === undefined) return [resting(0)]
  return [resting(0, at), ...focusedSpans(field, at, of), resting(at + 1)]
}

/** A field in one row: a click on it leads to it, and on its value to a place in that. */
function fieldForm(field: ElicitationField, at: number, of: FormOfFields): RowForm {
  const { form, look, labelColumns } = of
  const entry = entryOf(form, field, at)
  const option = focusedOption(form, at)
  const hasFocus = option !== null
  const target = fieldTarget(of.question, at, option ?? chosenIn(field, entry))
  const isHeading = hasFocus && hasChoices(field)
  // A click on the heading above the choices is none on the focused one.
  const leads = isHeading ? {} : { target }
  const pointer: Part = hasFocus && !isHeading ? part('accent', glyphs(look.theme).prompt) : blank
  const label = [blank, pointer, blank, ...labelOf(field, hasFocus, of)].map((part) => ({
    ...part,
    ...leads,
  }))
  // That of the focused field is shown below it.
  const error = hasFocus ? undefined : form.errors.get(at)
  if (error === undefined && entry.type === 'line') {
    const line = hasFocus ? entry.line : { ...entry.line, cursor: -1 }
    return { form: 'input', label, line, targetOf: (cursor) => ({ ...target, cursor }) }
  }
  if (hasFocus && field.type === 'boolean')
    return { form: 'bar', left: [...label, ...flagParts(entry, target)], target }
  const words = error === undefined ? valueWords(field, entry) : safe`! ${shownLine(error, 'long')}`
  const text = cutToWidth(words, look.columns - labelColumns - 8)
  const role = error === undefined ? (hasFocus ? 'dim' : 'normal') : 'bad'
  return { form: 'bar', left: [...label, part(role, text)], ...leads }
}

/** The focused choice of a field, 0 in one without choices; null: the field has not the focus. */
function focusedOption({ focus }: FormState, at: number): number | null {
  return focus.at === 'field' && focus.field === at ? focus.option : null
}

type FieldPointer = PointerTarget & { readonly type: 'field' }

function fieldTarget(question: QuestionKey, field: number, option: number): FieldPointer {
  return { type: 'field', question, focus: { at: 'field', field, option }, cursor: null, flag: null }
}

/** The name of a field and whether it must be filled in, as wide as all of them. */
function labelOf(
  field: ElicitationField,
  hasFocus: boolean,
  { labelColumns }: FormOfFields,
): readonly Part[] {
  const mark = field.isRequired ? safe` *` : safe``
  const name = cutLine(field.title, labelColumns)
  const free = labelColumns + 4 - displayWidth(name) - mark.length
  return [part(hasFocus ? 'strong' : 'normal', name), part('accent', mark), gap(free)]
}

function valueWords(field: ElicitationField, entry: FieldEntry): SafeText {
  if (entry.type === 'line') return safe``
  if (!hasChoices(field)) return entry.value === null ? safe`` : entry.value === true ? safe`yes` : safe`no`
  const picked = new Set(pickedIn(entry))
  const titles = field.choices.filter(({ value }) => picked.has(value)).slice(0, 50)
  return safeLine(titles.map(({ title }) => title.slice(0, laidOut)).join(', '))
}

/** Yes and no, each of which can be clicked. */
function flagParts(entry: FieldEntry, target: FieldPointer): readonly Part[] {
  const flagPart = (flag: boolean, word: SafeText): Part => {
    const isPicked = entry.type === 'picked' && entry.value === flag
    const words = safe`${isPicked ? safe`(•)` : safe`( )`} ${word}`
    return part('strong', words, { target: { ...target, flag } })
  }
  return [flagPart(true, safe`yes`), part('strong', safe`  `), flagPart(false, safe`no`)]
}

function focusedSpans(field: ElicitationField, at: number, of: FormOfFields): readonly FormSpan[] {
  const { form, look, question } = of
  // An error is shown directly below the entry, so that it is visible before the description.
  const label = formsSpan([
    fieldForm(field, at, of),
    ...errorBars(form.errors.get(at), look),
    ...descriptionBars(field, look),
  ])
  if (!hasChoices(field)) return [{ ...label, hasFocus: true }]
  const option = focusedOption(form, at) ?? 0
  const picked = new Set(pickedIn(entryOf(form, field, at)))
  const glyphOf = ({ value }: FieldChoice): Part => choiceGlyph(field.type, picked.has(value))
  const led = (bar: Bar, choiceAt: number): Bar => ({ ...bar, target: fieldTarget(question, at, choiceAt) })
  const { choices } = field
  const unfocused = (from: number, to?: number): FormSpan =>
    spanOf(choices.slice(from, to), (choice, index) =>
      led(choiceBar({ choice, at: from + index }, glyphOf(choice), look), from + index),
    )
  const focused = choices[option]
  const focusedBars =
    focused === undefined ? [] : focusedChoiceBars({ choice: focused, at: option }, glyphOf(focused), look)
  return [
    { ...label, isHeading: true },
    unfocused(0, option),
    { ...formsSpan(focusedBars.map((bar) => led(bar, option))), hasFocus: true },
    unfocused(option + 1),
  ]
}

function spanOf<Item>(items: readonly Item[], draw: (item: Item, index: number) => RowForm): FormSpan {
  const formAt = (index: number): RowForm => {
    const item = items[index]
    return item === undefined ? { form: 'bar', left: [] } : draw(item, index)
  }
  return { count: items.length, formAt }
}

function formsSpan(forms: readonly RowForm[]): FormSpan {
  return spanOf(forms, (each) => each)
}

function errorBars(error: string | undefined, look: Look): readonly Bar[] {
  return error === undefined
    ? []
    : indented(safe`! ${shownLine(error, 'long')}`, { role: 'bad', most: 3 }, look)
}

function descriptionBars(field: ElicitationField, look: Look): readonly Bar[] {
  const takes = describeField(field)
  const words = [field.description ?? '', takes === null ? '' : `(${takes})`].filter(
    (each) => each.trim() !== '',
  )
  const text = safeText(words.join('\n').slice(0, 5000))
  return words.length === 0 ? [] : indented(text, { role: 'dim', most: descriptionLines }, look)
}

/** A text below a field, in a form for each row. */
function indented(
  text: SafeText,
  { role, most }: { readonly role: Role; readonly most: number },
  { columns }: Look,
): readonly Bar[] {
  const lines = wrapText(text, columns - indent.text.length - 2, most)
  return lines.map((line) => ({ form: 'bar', left: [indent, part(role, line)] }))
}

interface ChoiceAt {
  readonly choice: FieldChoice
  /** Its place among all. */
  readonly at: number
}

/** A blank, and the digit that leads to the choice. */
function digitOf({ at }: ChoiceAt): Part {
  return part('dim', at > 8 ? safe`  ` : safe` ${at + 1}`)
}

function choiceBar(placed: ChoiceAt, glyph: Part, { columns }: Look): Bar {
  const { choice } = placed
  const room = columns - indent.text.length - 6
  const title = cutLine(choice.title, room)
  const rest = room - displayWidth(title) - 2
  const description =
    choice.description === null || rest < 8
      ? safe``
      : cutToWidth(safe`  ${shownLine(choice.description, 'long')}`, rest)
  const words: readonly Part[] = [part('normal', title), part('dim', description)]
  return { form: 'bar', left: [digitOf(placed), gap(3), glyph, blank, ...words] }
}

/** The focused choice with its complete text, in a form for each row. */
function focusedChoiceBars(placed: ChoiceAt, glyph: Part, { theme, columns }: Look): readonly Bar[] {
  const { choice } = placed
  const room = columns - indent.text.length - 6
  const text = shownLine(choice.title, 'long')
  const description = safeLine((choice.description ?? '').slice(0, 2000))
  const fits = displayWidth(text) + displayWidth(description) + 2 <= room
  const pointer: Part = part('accent', glyphs(theme).prompt)
  const below: Part = gap(9)
  const beside: readonly Part[] = fits && description !== '' ? [part('dim', safe`  ${description}`)] : []
  const titles = wrapText(text, room, 4).map((line, index): Bar => {
    const start = index === 0 ? [digitOf(placed), blank, pointer, blank, glyph, blank] : [below]
    return { form: 'bar', left: [...start, part('strong', line), ...beside] }
  })
  if (fits || description === '') return titles
  const lines = wrapText(description, room, descriptionLines)
  return [...titles, ...lines.map((line): Bar => ({ form: 'bar', left: [below, part('dim', line)] }))]
}

function choiceGlyph(type: 'choice' | 'choices', isPicked: boolean): Part {
  const [yes, no] = type === 'choices' ? [safe`[x]`, safe`[ ]`] : [safe`(•)`, safe`( )`]
  return part(isPicked ? 'accent' : 'normal', isPicked ? yes : no)
}

/** The forms of at most `rows` rows, around the one with the focus. */
export function formsAround(spans: readonly FormSpan[], rows: number): readonly RowForm[] {
  const total = spans.reduce((sum, { count }) => sum + count, 0)
  const focus = startOf(spans, (span) => span.hasFocus === true) ?? total
  const top = topAround(focus, { total, visible: rows })
  const shown = Array.from({ length: Math.min(rows, total) }, (_, index) => formAt(spans, top + index))
  const heading = startOf(spans, (span) => span.isHeading === true)
  const isHidden = heading !== null && heading < top && focus > top
  return isHidden ? shown.with(0, formAt(spans, heading)) : shown
}

function startOf(spans: readonly FormSpan[], isMeant: (span: FormSpan) => boolean): number | null {
  let start = 0
  for (const span of spans) {
    if (isMeant(span)) return start
    start += span.count
  }
  return null
}

function formAt(spans: readonly FormSpan[], at: number): RowForm {
  let start = 0
  for (const span of spans) {
    if (at < start + span.count) return span.formAt(at - start)
    start += span.count
  }
  throw new RangeError(`no row ${at}`)
}

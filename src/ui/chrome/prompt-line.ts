import { keyWords } from '../keys/key-map.ts'
import { cutToWidth, displayWidth, cutLine } from '../../lib/text/width.ts'
import { row, type Row, rowWidth } from '../../lib/cells/row.ts'
import { promptLines, textColumns } from '../paint/layout.ts'
import type { EditedPlan, LineEdit, UiState, WrittenLine } from '../state/ui-state.ts'
import type { OpenList } from '../pickers/picker.ts'
import { safe, safeLine, type SafeText, shownLine } from '../../lib/text/safe-text.ts'
import { glyphs } from '../paint/glyphs.ts'
import { paint } from '../paint/paint.ts'
import type { Theme } from '../paint/theme.ts'
import type { Completion } from '../state/command-completion.ts'
import { editedCounts } from '../taking/edited-plan.ts'
import { barRow } from './bar.ts'
import type { PlaceInPart } from '../pointer/pointer-target.ts'
import { cursorAtColumn, editedLine } from './edited-line.ts'
import { selectedWords } from './place-words.ts'
import type { Look } from '../paint/look.ts'

/** The label of an input line. */
const lineLabels: Readonly<Record<WrittenLine['kind'], SafeText>> = {
  caption: safe`mark`,
  moment: safe`go to`,
  comment: safe`comment`,
  save: safe`save to`,
  filter: safe`filter`,
}

/** When the key of the prompt opens it: at once, or after something has been done or left. */
export type PromptOpens = 'at-once' | 'after-login' | 'after-question' | 'after-panel'

/** How many matches the search has in what is shown, and in the other plans of the session. */
export interface FoundCount {
  readonly here: number
  readonly elsewhere: number
}

export interface InputFrame {
  readonly theme: Theme
  readonly matches: FoundCount
  readonly isAgentGone: boolean
  /** The agent is connected to, not started. */
  readonly isRemote: boolean
  /** The session that receives the prompt, if several are open; null: there is only one. */
  readonly sessionName: SafeText | null
  /** The input hint of a slash command, raw; '' for none. */
  readonly hint: string
  readonly opens: PromptOpens
}

/** The line for a prompt, a search or another input; one row for each line of its text. */
export function inputRows(ui: UiState, frame: InputFrame): readonly Row[] {
  const { theme, matches } = frame
  const { columns } = ui
  const { writing } = ui
  if (writing?.kind === 'search') {
    const used = textColumns(columns)
    const { count, room } = searchRoom(ui, matches)
    return [barRow(row(safe` / `, editedLine(ui.search, theme, room)), paint(theme, 'dim', count), used)]
  }
  if (writing?.kind === 'edited') return [editedPlanRow(writing.plan, theme, columns)]
  const labelled = labelledLine(ui, theme)
  if (labelled === null) {
    // The glyph of the prompt is only shown while the user writes.
    const { text } = ui.prompt.line
    const draft = shownLine(text, 'long')
    const line = text === '' ? invitation(frame, ui) : safe`draft: ${draft}`
    return [row(safe` `, paint(theme, 'dim', cutToWidth(line, columns - 2)))]
  }
  const rows = editedRows(labelled.line, labelled.label, { theme, columns, rows: ui.rows })
  return writing?.kind !== 'prompt' || frame.hint === ''
    ? rows
    : withHint(rows, frame.hint, { theme, columns })
}

/** The text that is being written at a place of `inputRows`, and where in it that is; null: none is being written. */
export function inputPlaceAt(
  ui: UiState,
  { theme, matches }: Pick<InputFrame, 'theme' | 'matches'>,
  { column, row: at }: PlaceInPart,
): TextPlace | null {
  if (ui.writing?.kind === 'search') {
    const { text } = ui.search
    return { text, cursor: cursorAtColumn(ui.search, column - 3, searchRoom(ui, matches).room) }
  }
  const labelled = labelledLine(ui, theme)
  if (labelled === null) return null
  const { line, label } = labelled
  const shown = shownLines(line, ui.rows)[at]
  if (shown === undefined) return null
  const [start, room] = [2 + label.length, ui.columns - 3 - label.length]
  return { text: line.text, cursor: shown.offset + cursorAtColumn(shown.line, column - start, room) }
}

/** A text that is being written, and a place in it. */
export type TextPlace = Pick<LineEdit, 'text' | 'cursor'>

/** What stands at the right of a search, and the columns that are left to its text. */
function searchRoom(ui: UiState, matches: FoundCount): { readonly count: SafeText; readonly room: number } {
  const used = textColumns(ui.columns)
  const words = ui.query === '' ? safe`` : safe`${countWords(matches, ui.columns)} `
  // The text that is typed has priority.
  const count = words.length > used / 2 ? safe`` : words
  return { count, room: used - 4 - count.length }
}

/** The text with a label that is being written; null: none is. */
function labelledLine(
  ui: UiState,
  theme: Theme,
): { readonly line: LineEdit; readonly label: SafeText } | null {
  const { prompt } = glyphs(theme)
  const { writing } = ui
  if (writing === null) return null
  if (writing.kind === 'prompt') return { line: ui.prompt.line, label: prompt }
  if (writing.kind === 'feedback')
    return ui.feedback === null ? null : { line: ui.feedback.line, label: safe`feedback ${prompt}` }
  return 'line' in writing ? { line: writing.line, label: safe`${lineLabels[writing.kind]} ${prompt}` } : null
}

function countWords({ here, elsewhere }: FoundCount, columns: number): SafeText {
  if (elsewhere === 0) return safe`${here} match${here === 1 ? safe`` : safe`es`}`
  return columns < 60
    ? safe`${here} here, ${elsewhere} more`
    : safe`${here} here, ${elsewhere} in other plans`
}

/** Adds the input hint behind the cursor. */
function withHint(rows: readonly Row[], hint: string, { theme, columns }: Look): readonly Row[] {
  return rows.map((each, index) => {
    const room = columns - rowWidth(each) - 1
    if (index < rows.length - 1 || room < 4) return each
    return row(each, paint(theme, 'dim', cutLine(hint, room)))
  })
}

/** What the user has changed in the editor. */
function editedPlanRow({ title, patch }: EditedPlan, theme: Theme, columns: number): Row {
  const counts = safeLine(editedCounts(patch, theme.ascii))
  const room = columns - counts.length - 18
  const name = cutLine(title, Math.max(8, room))
  const words = safe`changed in the editor: `
  const lead =
    displayWidth(words) + displayWidth(name) + counts.length + 4 > columns ? safe`changed: ` : words
  return row(safe` `, paint(theme, 'accent', lead), name, safe` `, paint(theme, 'dim', counts))
}

interface EditFrame extends Look {
  /** Rows of the screen. */
  readonly rows: number
}

/** A text being edited, one row for each line; the rows around the cursor if there are too many. */
function editedRows(line: LineEdit, label: SafeText, { theme, columns, rows }: EditFrame): readonly Row[] {
  return shownLines(line, rows).map((shown, index) => {
    const before = index === 0 ? paint(theme, 'accent', label) : (' '.repeat(label.length) as SafeText)
    const room = columns - 3 - label.length
    return row(safe` `, before, safe` `, editedLine(shown.line, theme, room))
  })
}

interface ShownLine {
  /** With a cursor of -1 where the cursor is in another line. */
  readonly line: LineEdit
  /** Where the line begins in the text. */
  readonly offset: number
}

/** The lines of a text that are shown on a screen of so many rows: those around the cursor. */
function shownLines(line: LineEdit, rows: number): readonly ShownLine[] {
  const most = promptLines(rows)
  const all = line.text.split('\n')
  const at = line.text.slice(0, line.cursor).split('\n').length - 1
  const first = Math.max(0, Math.min(at - most + 1, all.length - most))
  let end = all.slice(0, first).reduce((sum, text) => sum + text.length + 1, 0)
  return all.slice(first, first + most).map((text, index) => {
    const offset = end
    end += text.length + 1
    return { line: { text, cursor: first + index === at ? line.cursor - offset : -1 }, offset }
  })
}

/** The filter of a list, with the number of matching items at the right. */
export function filterRow({ picker, items, model }: OpenList, theme: Theme, columns: number): Row {
  const { filter } = picker
  const all = model.items.length
  const count = filter.text === '' ? safe`${all} ` : safe`${items.length} of ${all} `
  const room = columns - filterAround - count.length
  if (filter.text !== '')
    return barRow(row(safe` / `, editedLine(filter, theme, room)), paint(theme, 'dim', count), columns)
  const hint = paint(theme, 'dim', safe`type to find`)
  return barRow(
    row(safe` / `, paint(theme, 'inverse', safe` `), safe` `, hint),
    paint(theme, 'dim', count),
    columns,
  )
}

/** Columns around the text of a filter, besides the count. */
const filterAround = 4

/** The place in the filter of a list at a column of `filterRow`. */
export function filterPlaceAt(
  { picker, items, model }: OpenList,
  columns: number,
  column: number,
): TextPlace {
  const { filter } = picker
  const room = columns - filterAround - `${items.length} of ${model.items.length} `.length
  return { text: filter.text, cursor: cursorAtColumn(filter, column - 3, room) }
}

/** The text of an empty prompt. */
function invitation(frame: InputFrame, { columns, keys }: UiState): SafeText {
  const [restart, write] = [keyWords(keys, 'restart'), keyWords(keys, 'write-prompt')]
  const { theme, isAgentGone, isRemote, sessionName, opens } = frame
  if (isAgentGone && isRemote) return safe`not connected: ${restart} reconnects`
  if (isAgentGone)
    return columns < 60
      ? safe`agent ended: ${restart} restarts`
      : safe`the agent has ended: ${restart} starts it again`
  switch (opens) {
    case 'after-login':
      return safe`log in, then ${write} to write to it`
    case 'after-question':
      // A question is put aside with escape, whatever the user's own keys are.
      return safe`esc, then ${write} to write to the agent`
    case 'after-panel':
      return safe`${keyWords(keys, 'leave')}, then ${write} to write to the agent`
    case 'at-once':
      if (sessionName === null) return safe`${write} to write to the agent`
  }
  const name = cutToWidth(sessionName, 30)
  return theme.ascii ? safe`${write} to write in "${name}"` : safe`${write} to write in “${name}”`
}

interface CompletionFrame extends Look {
  /** Rows that the list may take. */
  readonly rows: number
}

const maxNameColumns = 28

/** The matching slash commands, around the selected one. */
export function completionList({ commands, at }: Completion, frame: CompletionFrame): readonly Row[] {
  const { theme, columns, rows } = frame
  const first = Math.max(0, Math.min(at - Math.floor(rows / 2), commands.length - rows))
  const shown = commands.slice(first, first + rows)
  const most = Math.min(maxNameColumns, Math.max(4, Math.floor(columns / 2) - 4))
  const names = shown.map(({ name }) => cutToWidth(safe`/${safeLine(name)}`, most))
  const width = Math.max(...names.map((name) => displayWidth(name)))
  const place =
    shown.length < commands.length ? safe`${selectedWords({ at, total: commands.length })} ` : safe``
  return shown.map(({ description }, index) => {
    const name = names[index] ?? safe``
    const isSelected = first + index === at
    const right = index === 0 ? place : safe``
    const gap = ' '.repeat(width - displayWidth(name) + 2) as SafeText
    const room = columns - width - 6 - right.length
    return barRow(
      row(
        safe` `,
        isSelected ? paint(theme, 'accent', glyphs(theme).prompt) : safe` `,
        safe` `,
        paint(theme, isSelected ? 'strong' : 'normal', name),
        gap,
        paint(theme, 'dim', cutToWidth(safeLine(description.trim().slice(0, 300)), room)),
      ),
      paint(theme, 'dim', right),
      columns,
    )
  })
}

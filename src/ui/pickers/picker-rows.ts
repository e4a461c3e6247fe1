import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth, displayWidth, cutLine } from '../../lib/text/width.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { glyphs } from '../paint/glyphs.ts'
import { emptyRow, row, rowText, spread, type Row } from '../../lib/cells/row.ts'
import { highlightLetters, highlightMatches, paint } from '../paint/paint.ts'
import type { Role, Theme } from '../paint/theme.ts'
import { settleList, type SettledView } from '../rows/settle.ts'
import { isSameList } from '../state/list-state.ts'
import type { RowSpan, ShownCover } from '../state/shown.ts'
import { earliest } from '../state/timing.ts'
import type { PickerState } from '../state/ui-state.ts'
import { armedBy, confirmKey, type OpenList } from './picker.ts'
import { filterWords, type DetailLine, type ItemAt, type PickerItem } from './picker-item.ts'

export interface PickerAt extends ItemAt {
  readonly rows: number
}

export interface SettledPicker {
  readonly view: SettledView<ShownCover>
  /** What became of its state. */
  readonly picker: PickerState
}

/** A picker in its room: the selected item is visible. */
export function settlePicker({ picker, model, items, at }: OpenList, look: PickerAt): SettledPicker {
  const selected = items[at]
  const { lines, held } = linesOf(items, at, look)
  const none: readonly DetailLine[] =
    items.length === 0 && model.items.length > 0 ? [{ text: safe`Nothing matches.`, role: 'dim' }] : []
  const notes = [...none, ...model.notes].flatMap((note) =>
    detailRows(typeof note === 'function' ? note(look.keys) : note, safe` `, look),
  )
  const all: readonly Line[] = [
    ...lines,
    ...(notes.length > 0 && lines.length > 0 ? [emptyRow] : []),
    ...notes,
  ]
  const { rows: visible } = look
  const followed = { ...picker.list, top: movedTop(picker, selected, at) }
  const before = selected === undefined ? followed : { ...followed, selected: selected.id }
  const { state: list, shown: view } = settleList(before, { total: all.length, held }, visible)
  const index = Math.max(0, at)
  const isSame = isSameList(list, picker.list) && index === picker.at
  const { top } = view
  const shown = all.slice(top, top + visible)
  const marking = { picker, selected, words: filterWords(picker.filter.text) }
  return {
    view: {
      shown: {
        ...view,
        layer: 'picker',
        held,
        place: selected === undefined ? null : { at, total: items.length },
      },
      draw: () => shown.map((line) => (isRow(line) ? line : lineRow(line, marking, look))),
      nextAtMs: earliest(shown.map((line) => ('item' in line ? line.item.view(look).changesAtMs : null))),
      targetIn(at) {
        const line = shown[at]
        return line !== undefined && 'item' in line ? { type: 'item', id: line.item.id } : null
      },
    },
    picker: isSame ? picker : { ...picker, list, at: index },
  }
}

/** The first row, moved with the selected item if others came before it or left: it stays where it is on the screen. */
function movedTop(picker: PickerState, selected: PickerItem | undefined, at: number): number {
  const { top, selected: before } = picker.list
  const isMoved = top > 0 && selected !== undefined && selected.id === before
  return isMoved ? Math.max(0, top + at - picker.at) : top
}

/** A finished row, the name of a group, or an item. */
type Line = Row | { readonly heading: string } | { readonly item: PickerItem }

function isRow(line: Line): line is Row {
  return Array.isArray(line)
}

interface Lines {
  readonly lines: readonly Line[]
  /** The rows of the selected item and its detail; null without one. */
  readonly held: RowSpan | null
}

function linesOf(items: readonly PickerItem[], at: number, look: PickerAt): Lines {
  const lines: Line[] = []
  let held: RowSpan | null = null
  let before: string | null = null
  for (const [index, item] of items.entries()) {
    const { group = null } = item
    if (group !== null && group !== before) lines.push({ heading: group })
    before = group
    const first = lines.push({ item }) - 1
    if (index !== at) continue
    const detail = item.view(look).detail.flatMap((line) => detailRows(line, safe`     `, look))
    for (const each of detail) lines.push(each)
    held = { first, last: lines.length - 1 }
  }
  return { lines, held }
}

function detailRows(
  { text, role }: DetailLine,
  margin: SafeText,
  { theme, columns }: PickerAt,
): readonly Row[] {
  if (text === '') return []
  const lines = wrapText(text, Math.max(1, columns - margin.length - 1), linesOfOne)
  return lines.map((line) => row(margin, paint(theme, role, line)))
}

const linesOfOne = 30

interface Highlighting {
  readonly picker: PickerState
  readonly selected: PickerItem | undefined
  readonly words: readonly string[]
}

function lineRow(line: Exclude<Line, Row>, marking: Highlighting, look: PickerAt): Row {
  const { theme, columns } = look
  if ('heading' in line) {
    const name = cutLine(line.heading, columns - 2)
    return row(safe` `, paint(theme, 'dim', name))
  }
  const shown = itemRow(line.item, marking, look)
  const { marks, text } = line.item.view(look)
  if (marks !== undefined) {
    const cut = rowText(shown)
    // Of a text that is cut, only the letters that are left.
    const left = marks.filter((at) => cut[at + textStart] === text[at])
    return highlightLetters(
      shown,
      left.map((at) => at + textStart),
    )
  }
  let marked = shown
  for (const word of marking.words) marked = highlightMatches(marked, word)
  return marked
}

/** Where the text of an item begins in its row. */
const textStart = 5

function itemRow(item: PickerItem, { picker, selected }: Highlighting, look: PickerAt): Row {
  const { theme, columns } = look
  const { glyph, glyphRole, text, textRole, more, moreRole, facts, factsRole } = item.view(look)
  const isSelected = item === selected
  const confirm = isSelected ? confirmWords(item, picker, columns) : null
  const room = columns - 5
  const right = cutToWidth(confirm ?? facts, Math.max(0, confirm === null ? Math.floor(room / 2) : room - 8))
  const rightRole = confirm === null ? factsRole : 'bad'
  const gap = right === '' ? 0 : displayWidth(right) + 2
  const name = cutToWidth(text, Math.max(1, room - gap))
  const pointer = isSelected ? paint(theme, 'accent', glyphs(theme).prompt) : safe` `
  const left = row(
    safe` `,
    pointer,
    safe` `,
    paint(theme, glyphRole, glyph),
    safe` `,
    paint(theme, isSelected ? 'strong' : textRole, name),
    moreText(more, moreRole, room - gap - displayWidth(name), theme),
  )
  return spread(left, paint(theme, rightRole, right), columns - 1)
}

/** Less than this of a text behind another is not shown. */
const leastMore = 6

function moreText(more: SafeText, role: Role, columns: number, theme: Theme): Row {
  const room = columns - 2
  if (more === '' || room < Math.min(leastMore, displayWidth(more))) return row()
  return row(safe`  `, paint(theme, role, cutToWidth(more, room)))
}

/** The armed action and its confirming key, in words. */
function confirmWords(item: PickerItem, { armed }: PickerState, columns: number): SafeText | null {
  const action = item.actions.find((each) => armedBy(each, item) === armed)
  if (action === undefined || action.confirm === null) return null
  if (confirmKey(action) === 'enter')
    return columns < 60 ? safe`! enter again` : safe`! enter again ${action.confirm}`
  return safe`! y ${action.confirm}`
}

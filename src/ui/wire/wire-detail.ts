import type { WireLog } from '../../app/wire/wire-log.ts'
import { jsonIn } from '../../lib/json/read-json.ts'
import { memoLast } from '../../lib/memo.ts'
import { row, type Row } from '../../lib/cells/row.ts'
import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { glyphs } from '../paint/glyphs.ts'
import { paint, pointedAt } from '../paint/paint.ts'
import type { Theme } from '../paint/theme.ts'
import { scrolledRows, type SettledView } from '../rows/settle.ts'
import type { ListState } from '../state/list-state.ts'
import type { ShownView, ShownWire } from '../state/shown.ts'
import type { WireDetail } from '../state/panel-state.ts'
import type { Look } from '../paint/look.ts'
import { writeJson } from '../../lib/json/write-json.ts'
import { isObject } from '../../protocol/wire/message.ts'

export interface DetailRoom extends Look {
  /** The key that copies the message, for words. */
  readonly copyKey: SafeText
  readonly rows: number
  readonly scroll: ListState
  readonly query: string
}

/** Longer messages are not parsed. */
const parsedBytes = 16 * 1024 * 1024
/** Characters that are shown of a line as it came, and of one piece of it: a piece has so many rows at most. */
const rawLength = 200 * 1024
const pieceLength = 4_000
/** Rows of one line. */
const rowsOfLine = 400
const deepestIndent = 16
/** Columns of text behind the indent. */
const leastText = 10

/** The lines of a message: of its JSON, or as it came, without a line break. */
const linesOf = memoLast((text: string, isRaw: boolean, copyKey: SafeText): readonly JsonLine[] => {
  const value = isRaw ? undefined : jsonIn(text)
  if (value !== undefined && typeof value === 'object') return jsonLines(value, copyKey)
  const pieces = text.slice(0, rawLength).split('\n').flatMap(piecesOf)
  if (text.length > rawLength)
    pieces.push(
      `… ${text.length - rawLength} more characters are not shown: ${copyKey} copies the whole message`,
    )
  return pieces.map((piece, end) => ({ depth: 0, text: piece, end }))
})

function piecesOf(line: string): readonly string[] {
  if (line.length <= pieceLength) return [line]
  return Array.from({ length: Math.ceil(line.length / pieceLength) }, (_, at) =>
    line.slice(at * pieceLength, (at + 1) * pieceLength),
  )
}

/** The text of a message of a log of this generation, decoded once for all frames. */
export const detailText = memoLast(
  (log: WireLog, _generation: number, number: number): string =>
    log.at(number)?.bytes.toString('utf8', 0, parsedBytes) ?? '',
)

interface SettledDetail extends Pick<SettledView, 'draw' | 'targetIn'> {
  readonly scroll: ListState
  readonly shown: ShownView & Pick<ShownWire, 'lines' | 'foldable' | 'cursor'>
}

/** A message that is opened: its JSON with one member per line, of which objects and lists can be folded, or the line as it came. */
export function settleDetail(text: string, detail: WireDetail, room: DetailRoom): SettledDetail {
  const all = linesOf(text, detail.isRaw, room.copyKey)
  // A search looks into everything.
  const folded = room.query === '' ? detail.folded : noLines
  const lines = visibleLines(all, folded)
  const { rows, lineOfRow, rowOfLine } = layout(all, folded, room.theme, room.columns)
  const { matchRow, selected, follows } = room.scroll
  const ofMatch = matchRow === null ? undefined : lineOfRow[matchRow]
  const cursorLine = ofMatch ?? selected ?? (follows === 'end' ? lines.at(-1) : 0) ?? 0
  const cursor = lines.includes(cursorLine) ? cursorLine : (lines[0] ?? 0)
  // A match may be in the middle of a long line.
  const at = matchRow !== null && ofMatch === cursor ? matchRow : (rowOfLine.get(cursor) ?? 0)
  const { scroll, shown, draw } = scrolledRows(rows, { ...room, held: { first: at, last: at } })
  const { top } = shown
  return {
    scroll,
    shown: { ...shown, lines, foldable: foldable(all), cursor },
    targetIn(row) {
      const line = lineOfRow[top + row]
      return line === undefined ? null : { type: 'message-line', number: detail.number, line }
    },
    draw: () => draw().map((each, index) => (top + index === at ? pointedAt(each, room.theme) : each)),
  }
}

const noLines: ReadonlySet<number> = new Set()

/** The lines outside of folded objects and lists. */
const visibleLines = memoLast((all: readonly JsonLine[], folded: ReadonlySet<number>): readonly number[] => {
  const lines: number[] = []
  for (let line = 0; line < all.length; line++) {
    lines.push(line)
    if (folded.has(line)) line = all[line]?.end ?? line
  }
  return lines
})

const foldable = memoLast((all: readonly JsonLine[]): ReadonlySet<number> => {
  const found = new Set<number>()
  for (const [line, { end }] of all.entries()) if (end > line) found.add(line)
  return found
})

interface Layout {
  readonly rows: readonly Row[]
  readonly lineOfRow: readonly number[]
  readonly rowOfLine: ReadonlyMap<number, number>
}

const layout = memoLast(
  (all: readonly JsonLine[], folded: ReadonlySet<number>, theme: Theme, columns: number): Layout => {
    const rows: Row[] = []
    const lineOfRow: number[] = []
    const rowOfLine = new Map<number, number>()
    for (const line of visibleLines(all, folded)) {
      const json = all[line]
      if (json === undefined) continue
      rowOfLine.set(line, rows.length)
      for (const each of rowsOfJson(json, folded.has(line) ? json.end - line : 0, theme, columns)) {
        rows.push(each)
        lineOfRow.push(line)
      }
    }
    return { rows, lineOfRow, rowOfLine }
  },
)

/** `hidden`: the lines that are folded away behind it. */
function rowsOfJson(line: JsonLine, hidden: number, theme: Theme, columns: number): readonly Row[] {
  const deepest = Math.max(0, Math.min(deepestIndent, Math.floor((columns - leastText - 3) / 2)))
  const indent = ' '.repeat(1 + 2 * Math.min(line.depth, deepest)) as SafeText
  const folded = hidden === 0 ? safe`` : safe` ${glyphs(theme).ellipsis} ${hidden} lines`
  const text = safeLine(line.text)
  const wrapped = wrapText(text, Math.max(leastText, columns - indent.length - 2 - folded.length), rowsOfLine)
  const lines = wrapped.length === 0 ? [safe``] : wrapped
  return lines.map((part, index) =>
    row(
      safe` ${indent}`,
      index === 0 ? keyed(part, theme) : paint(theme, 'normal', part),
      index === lines.length - 1 ? paint(theme, 'dim', folded) : safe``,
    ),
  )
}

/** A line with its key dim. */
function keyed(text: SafeText, theme: Theme): Row {
  const key = /^"(?:[^"\\]|\\.){0,200}": /.exec(text)?.[0] ?? ''
  return row(paint(theme, 'dim', key as SafeText), paint(theme, 'normal', text.slice(key.length) as SafeText))
}

interface JsonLine {
  readonly depth: number
  /** Raw. */
  readonly text: string
  /** The last line of the object or list that begins here; its own index for a line that begins none. */
  readonly end: number
}

/** Lines that are made of a value, and characters of a text in it. */
const maxLines = 20_000
const longestText = 20_000

interface Open {
  readonly line: number
  readonly members: readonly (readonly [string | null, unknown])[]
  next: number
  readonly close: string
}

/** A JSON value, a member a line; bounded, and not recursive, since it may be nested deeply. Where it is cut, the key that copies it is named. */
function jsonLines(value: unknown, copyKey: SafeText): readonly JsonLine[] {
  const lines: { depth: number; text: string; end: number }[] = []
  const open: Open[] = []
  const add = (label: string, item: unknown, tail: string): void => {
    const depth = open.length
    const index = lines.length
    const members = membersOf(item)
    if (members === null || members.length === 0)
      lines.push({ depth, text: `${label}${scalar(item)}${tail}`, end: index })
    else {
      const isList = Array.isArray(item)
      lines.push({ depth, text: `${label}${isList ? '[' : '{'}`, end: index })
      open.push({ line: index, members, next: 0, close: `${isList ? ']' : '}'}${tail}` })
    }
  }
  add('', value, '')
  for (let last = open.at(-1); last !== undefined && lines.length < maxLines; last = open.at(-1)) {
    const member = last.members[last.next++]
    if (member === undefined) {
      open.pop()
      const began = lines[last.line]
      if (began !== undefined) began.end = lines.length
      lines.push({ depth: open.length, text: last.close, end: lines.length })
    } else {
      const [key, item] = member
      const label = key === null ? '' : `${writeJson(key.slice(0, longestText))}: `
      add(label, item, last.next < last.members.length ? ',' : '')
    }
  }
  if (open.length > 0)
    lines.push({
      depth: 0,
      text: `… the rest is not shown: ${copyKey} copies the whole message`,
      end: lines.length,
    })
  return lines
}

function membersOf(item: unknown): readonly (readonly [string | null, unknown])[] | null {
  if (Array.isArray(item)) return (item as readonly unknown[]).slice(0, maxLines).map((each) => [null, each])
  return isObject(item) ? Object.entries(item).slice(0, maxLines) : null
}

function scalar(item: unknown): string {
  if (typeof item === 'string' && item.length > longestText)
    return `${writeJson(item.slice(0, longestText)).slice(0, -1)}…"`
  return writeJson(item)
}

import { columnOf, type AxisWindow, type TimeScale } from '../../app/timeline/time-scale.ts'
import { row, type Row } from '../../lib/cells/row.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import { displayWidth, cutLine } from '../../lib/text/width.ts'
import { paint } from '../paint/paint.ts'
import type { Role, Theme } from '../paint/theme.ts'
import { outcomeOf, type WorkCall } from '../../app/state/step-work.ts'
import { memoWeak } from '../../lib/memo.ts'
import { lastAtMost } from '../../lib/sequences.ts'
import { counted } from '../../lib/text/wording.ts'
import { glyphs } from '../paint/glyphs.ts'
import type { Mark, MarkType } from '../../app/history/plan-history.ts'

/** A part of a step's bar, in columns of the scale. */
export interface BarPart {
  readonly type: 'worked' | 'waited'
  readonly fromColumn: number
  readonly toColumn: number
}

/** One character of a bar. `part`: null where there is none. */
export interface BarCell {
  readonly part: BarPart['type'] | null
  readonly sign: string
}

export interface BarSigns {
  readonly full: string
  /** The left eighths of a character, from one to seven; ASCII has only the full sign. */
  readonly eighths: readonly string[]
  readonly rightHalf: string
  readonly waited: string
  /** For a part that is too short for a character. */
  readonly thin: string
}

export const unicodeBar: BarSigns = {
  full: '█',
  eighths: ['▏', '▎', '▍', '▌', '▋', '▊', '▉'],
  rightHalf: '▐',
  waited: '░',
  thin: '▏',
}

export const asciiBar: BarSigns = {
  full: '#',
  eighths: ['|', '#', '#', '#', '#', '#', '#'],
  rightHalf: '#',
  waited: ':',
  thin: '|',
}

const none: BarCell = { part: null, sign: ' ' }

/**
 * The characters of a bar in the window, one a column. Ends are as exact as the signs allow: at the left to a half, at the right
 * to an eighth. Work is never hidden by waiting in the same character, and a part of no length has a thin sign.
 */
export function barCells(parts: readonly BarPart[], seen: AxisWindow, signs: BarSigns): readonly BarCell[] {
  const columns = Math.max(0, Math.round(seen.toColumn - seen.fromColumn))
  const cells = Array.from({ length: columns }, () => none)
  for (const part of parts) {
    const from = part.fromColumn - seen.fromColumn
    const to = part.toColumn - seen.fromColumn
    if (to < 0 || from >= columns) continue
    // A part has at least one character.
    const last = Math.min(columns - 1, Math.max(Math.floor(from), Math.ceil(to) - 1))
    for (let at = Math.max(0, Math.floor(from)); at <= last; at++) {
      const sign = signIn(part.type, { from: from - at, to: to - at }, signs)
      const before = cells[at]
      if (sign !== null && (before === undefined || before.part !== 'worked'))
        cells[at] = { part: part.type, sign }
      else if (sign === signs.full && part.type === 'worked') cells[at] = { part: 'worked', sign }
    }
  }
  return cells
}

/** The sign of a part in a character, from whose left edge it is measured in characters; null: it covers too little of it. */
function signIn(
  type: BarPart['type'],
  { from, to }: { readonly from: number; readonly to: number },
  signs: BarSigns,
): string | null {
  const start = Math.max(0, from)
  const eighths = Math.round((Math.min(1, to) - start) * 8)
  if (type === 'waited') return eighths >= 3 ? signs.waited : null
  const isWhole = from >= 0 && to <= 1
  if (eighths <= 0) return isWhole ? signs.thin : null
  if (eighths >= 8) return signs.full
  if (to <= 1) return start >= 0.4 ? signs.rightHalf : (signs.eighths[eighths - 1] ?? signs.full)
  return start < 0.4 ? signs.full : start < 0.75 ? signs.rightHalf : null
}

/** A row of a fixed width in which texts are put at columns, the first of two that overlap. */
export class Line {
  readonly #width: number
  readonly #pieces: { readonly from: number; readonly text: SafeText; readonly role: Role }[] = []

  constructor(width: number) {
    this.#width = width
  }

  /** Puts a text, if it is inside the row and hides no other one; whether it did. */
  put(from: number, text: SafeText, role: Role): boolean {
    const to = from + displayWidth(text)
    if (from < 0 || to > this.#width) return false
    const last = this.#pieces.at(-1)
    const isFree =
      last === undefined ||
      from >= last.from + displayWidth(last.text) ||
      this.#pieces.every((other) => to <= other.from || from >= other.from + displayWidth(other.text))
    if (isFree) this.#pieces.push({ from, text, role })
    return isFree
  }

  /** Puts a text at the right edge, if that is not before a column. */
  putRight(least: number, text: SafeText, role: Role): void {
    const from = this.#width - displayWidth(text)
    if (from >= least) this.put(from, text, role)
  }

  row(theme: Theme): Row {
    const pieces: (Row | SafeText)[] = []
    let at = 0
    for (const { from, text, role } of this.#pieces.toSorted((one, other) => one.from - other.from)) {
      pieces.push(' '.repeat(from - at) as SafeText, paint(theme, role, text))
      at = from + displayWidth(text)
    }
    return row(...pieces)
  }
}

/** The calls whose time is told, in the order of their times. */
interface TimedCalls {
  readonly times: readonly number[]
  /** How many of those before an index have failed. */
  readonly failedBefore: readonly number[]
}

const noCalls: readonly WorkCall[] = []

const timedCalls = memoWeak((calls: readonly WorkCall[]): TimedCalls => {
  const timed = calls.flatMap((call) => (call.atMs === null ? [] : [{ ...call, atMs: call.atMs }]))
  // A clock may be set back.
  const inOrder = timed.toSorted((one, other) => one.atMs - other.atMs)
  const failedBefore = [0]
  for (const call of inOrder)
    failedBefore.push((failedBefore.at(-1) ?? 0) + (outcomeOf(call) === 'failed' ? 1 : 0))
  return { times: inOrder.map(({ atMs }) => atMs), failedBefore }
})

/** The columns of the window in which calls began, and whether one of those failed. Takes time for these, and hardly for the number of calls. */
export function callTicks(
  calls: readonly WorkCall[] | undefined,
  scale: TimeScale,
  { fromColumn, toColumn }: AxisWindow,
): ReadonlyMap<number, boolean> {
  const { times, failedBefore } = timedCalls(calls ?? noCalls)
  const columnAt = (at: number): number =>
    Math.min(scale.columns - 1, Math.floor(columnOf(scale, times[at] ?? 0)))
  const ticks = new Map<number, boolean>()
  let at = columnAt(0) >= fromColumn ? 0 : lastAtMost(fromColumn - 1, times.length, columnAt) + 1
  while (at < times.length && columnAt(at) < toColumn) {
    const column = columnAt(at)
    const next = lastAtMost(column, times.length, columnAt) + 1
    const isFailed = (failedBefore[next] ?? 0) > (failedBefore[at] ?? 0)
    ticks.set(column - fromColumn, isFailed)
    at = next
  }
  return ticks
}

/** What the ticks of a step mean, with how many calls they are: `▄ 5 calls, × 2 failed`; '' without any. */
export function tickWords(calls: readonly WorkCall[] | undefined, theme: Theme): SafeText {
  const { times, failedBefore } = timedCalls(calls ?? noCalls)
  const failed = failedBefore.at(-1) ?? 0
  const { call, removed } = glyphs(theme)
  if (times.length === 0) return safe``
  return failed === 0
    ? safe`${call} ${counted(times.length, 'call')}`
    : safe`${call} ${counted(times.length, 'call')}, ${removed} ${failed} failed`
}

/** A mark of the timeline, at its column in the window. */
export interface PlacedMark {
  readonly column: number
  readonly text: SafeText
  readonly role: Role
}

interface MarkLook {
  readonly sign: SafeText
  readonly ascii: SafeText
  readonly word: SafeText
  readonly role: Role
}

const looks: Readonly<Record<MarkType, MarkLook>> = {
  turn: { sign: safe`▲`, ascii: safe`^`, word: safe`prompt`, role: 'dim' },
  proposed: { sign: safe`?`, ascii: safe`?`, word: safe`proposed`, role: 'accent' },
  approved: { sign: safe`▲`, ascii: safe`^`, word: safe`approved`, role: 'good' },
  rejected: { sign: safe`×`, ascii: safe`!`, word: safe`rejected`, role: 'bad' },
  refined: { sign: safe`▲`, ascii: safe`^`, word: safe`refined`, role: 'normal' },
  kept: { sign: safe`▲`, ascii: safe`^`, word: safe`saved`, role: 'normal' },
  cancelled: { sign: safe`⊘`, ascii: safe`/`, word: safe`cancelled`, role: 'warning' },
  compacted: { sign: safe`◇`, ascii: safe`*`, word: safe`compaction`, role: 'warning' },
  removed: { sign: safe`×`, ascii: safe`!`, word: safe`removed`, role: 'bad' },
  'went-on': { sign: safe`▲`, ascii: safe`^`, word: safe`not asked`, role: 'warning' },
  own: { sign: safe`◆`, ascii: safe`+`, word: safe`mark`, role: 'accent' },
}

/** Columns of the words of a user's own mark. */
const ownWords = 16

export interface MarkPlaces {
  readonly columns: number
  readonly isAscii: boolean
  /** The column of a time in the window; may be outside of it. */
  readonly columnAt: (atMs: number) => number
}

export type TimedMark = Mark & { readonly atMs: number }

/** The marks in the window, each with its word where that ends before the next; of several in a column the first, with their number. */
export function placedMarks(marks: readonly TimedMark[], places: MarkPlaces): readonly PlacedMark[] {
  const { columns, isAscii, columnAt } = places
  const byColumn = new Map<number, TimedMark[]>()
  for (const mark of marks) {
    const column = Math.floor(columnAt(mark.atMs))
    if (column < 0 || column >= columns) continue
    const others = byColumn.get(column)
    if (others === undefined) byColumn.set(column, [mark])
    else others.push(mark)
  }
  const inOrder = [...byColumn].sort(([one], [other]) => one - other)
  return inOrder.flatMap(([column, [mark, ...others]], index) => {
    if (mark === undefined) return []
    const look = looks[mark.type]
    const room = (inOrder[index + 1]?.[0] ?? columns) - column - 1
    const count = others.length === 0 ? safe`` : safe` +${others.length}`
    const sign = isAscii ? look.ascii : look.sign
    const texts = [
      safe`${sign}${wordOf(mark)}${count}`,
      safe`${sign}${look.word}${count}`,
      safe`${sign}${count}`,
    ]
    const text = texts.find((each) => displayWidth(each) <= room) ?? sign
    return [{ column, text, role: look.role }]
  })
}

function wordOf({ type, words }: Mark): SafeText {
  if (type !== 'own' || words.trim() === '') return looks[type].word
  return cutLine(words, ownWords)
}

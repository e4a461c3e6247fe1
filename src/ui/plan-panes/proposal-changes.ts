import { lineDiff, type LineHunk } from '../../plans/line-diff.ts'
import type { ChangedLines } from '../markdown/changed-rows.ts'
import { memoLast } from '../../lib/memo-last.ts'
import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { glyphs } from '../paint/glyphs.ts'
import { row, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import type { Role, Theme } from '../paint/theme.ts'

/** The difference between a revised proposal and the one before it. */
export interface ProposalChanges extends ChangedLines {
  readonly before: readonly string[]
  readonly after: readonly string[]
  readonly hunks: readonly LineHunk[]
  /** The number of non-blank lines that were added and removed. */
  readonly added: number
  readonly removed: number
}

/** Compares two texts. The last result is cached, so that texts are not compared for each frame. */
export const changesOf = memoLast(compared)

/** Lines of a text that are compared; the rest counts as unchanged. */
const maxLines = 100_000
/** In longer texts only the part from the first to the last differing line is aligned; if it is still too long, it is one hunk. */
const maxLinesAligned = 20_000

function compared(beforeText: string, afterText: string): ProposalChanges {
  const before = linesOf(beforeText)
  const after = linesOf(afterText)
  const hunks =
    before.length + after.length > maxLinesAligned ? differing(before, after) : aligned(before, after)
  const isChanged = new Uint8Array(after.length)
  let added = 0
  let removed = 0
  for (const { oldStart, oldEnd, newStart, newEnd } of hunks) {
    for (let at = newStart; at < newEnd; at++) {
      if (isBlank(after[at])) continue
      isChanged[at] = 1
      added++
    }
    for (let at = oldStart; at < oldEnd; at++) if (!isBlank(before[at])) removed++
  }
  return { before, after, hunks, isChanged, starts: startsOf(afterText, after.length), added, removed }
}

function aligned(before: readonly string[], after: readonly string[]): readonly LineHunk[] {
  return lineDiff(before.map(comparable), after.map(comparable))
}

function differing(before: readonly string[], after: readonly string[]): readonly LineHunk[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let [oldEnd, newEnd] = [before.length, after.length]
  while (oldEnd > start && newEnd > start && before[oldEnd - 1] === after[newEnd - 1]) {
    oldEnd--
    newEnd--
  }
  const hunk = { oldStart: start, oldEnd, newStart: start, newEnd }
  if (oldEnd === start && newEnd === start) return []
  return oldEnd - start + newEnd - start > maxLinesAligned ? [hunk] : within(hunk, before, after)
}

/** The hunks within a range of both texts. */
function within(
  { oldStart, oldEnd, newStart, newEnd }: LineHunk,
  before: readonly string[],
  after: readonly string[],
): readonly LineHunk[] {
  return aligned(before.slice(oldStart, oldEnd), after.slice(newStart, newEnd)).map((hunk) => ({
    oldStart: hunk.oldStart + oldStart,
    oldEnd: hunk.oldEnd + oldStart,
    newStart: hunk.newStart + newStart,
    newEnd: hunk.newEnd + newStart,
  }))
}

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n', maxLines)
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === ''
}

/** The line as it is compared: a step that only got another number has not changed. */
function comparable(line: string): string {
  return line.trimEnd().replace(/^(\s*)\d{1,9}(?=[.)]\s)/, '$1#')
}

/** The offset of each line. */
function startsOf(text: string, count: number): Uint32Array {
  const starts = new Uint32Array(count)
  let start = 0
  for (let line = 0; line < count; line++) {
    starts[line] = start
    start = text.indexOf('\n', start) + 1
  }
  return starts
}

/** Unchanged lines shown around a change. */
const contextLines = 3
/** Rows of changes that are laid out. */
const maxRows = 20_000
const maxLineLength = 4000

interface ChangesFrame {
  readonly theme: Theme
  readonly columns: number
}

/** The changes as a line diff with some context. The last rows are cached. */
export const changesRows = memoLast(
  (changes: ProposalChanges, theme: Theme, columns: number): readonly Row[] =>
    diffRows(changes, { theme, columns }),
)

function diffRows({ before, after, hunks }: ProposalChanges, frame: ChangesFrame): readonly Row[] {
  const { theme } = frame
  if (hunks.length === 0) return [row(safe` `, paint(theme, 'dim', safe`Nothing changed.`))]
  const rows: Row[] = []
  let shownTo = 0
  for (const [index, { oldStart, oldEnd, newStart, newEnd }] of hunks.entries()) {
    if (rows.length >= maxRows) break
    const contextFrom = Math.max(shownTo, newStart - contextLines)
    addSkipped(rows, contextFrom - shownTo, frame)
    addLines(rows, after.slice(contextFrom, newStart), { ...frame, sign: safe` `, role: 'dim' })
    addLines(rows, before.slice(oldStart, oldEnd), { ...frame, sign: glyphs(theme).minus, role: 'bad' })
    addLines(rows, after.slice(newStart, newEnd), { ...frame, sign: safe`+`, role: 'good' })
    const nextStart = hunks[index + 1]?.newStart ?? after.length
    const contextTo = Math.min(newEnd + contextLines, nextStart)
    addLines(rows, after.slice(newEnd, contextTo), { ...frame, sign: safe` `, role: 'dim' })
    shownTo = contextTo
  }
  if (rows.length >= maxRows)
    return [
      ...rows.slice(0, maxRows),
      row(safe` `, paint(theme, 'warning', safe`${glyphs(theme).ellipsis} and more.`)),
    ]
  addSkipped(rows, after.length - shownTo, frame)
  return rows
}

function addSkipped(rows: Row[], count: number, { theme }: ChangesFrame): void {
  if (count <= 0) return
  const lines = count === 1 ? safe`line` : safe`lines`
  rows.push(row(safe`   `, paint(theme, 'dim', safe`${glyphs(theme).ellipsis} ${count} unchanged ${lines}`)))
}

interface LineStyle extends ChangesFrame {
  readonly sign: SafeText
  readonly role: Role
}

function addLines(rows: Row[], lines: readonly string[], { theme, columns, sign, role }: LineStyle): void {
  for (const line of lines) {
    if (rows.length >= maxRows) return
    for (const [index, part] of wrapText(safeLine(line.slice(0, maxLineLength)), columns - 4).entries())
      rows.push(row(safe` `, paint(theme, role, safe`${index === 0 ? sign : safe` `} ${part}`)))
  }
}

import { memoLast } from '../../lib/memo.ts'
import { displayWidth } from '../../lib/text/width.ts'
import { lineRanges, type LineRange } from '../../lib/text/wrap.ts'

/** A text being edited. `cursor` counts UTF-16 units and never splits a character. */
export interface LineEdit {
  readonly text: string
  readonly cursor: number
  /** What undo leads back to, the oldest first; absent: nothing was changed. */
  readonly past?: readonly Pick<LineEdit, 'text' | 'cursor'>[]
  /** The cursor after the last character that was typed: what is typed there continues a word. Absent: none was. */
  readonly typedTo?: number
  /** What was deleted by words or lines, and can be put back; absent: nothing. */
  readonly killed?: Killed
}

export interface Killed {
  readonly text: string
  /** Where it was deleted, in what was left: what is deleted there next is added to it. */
  readonly at: number
  readonly left: string
}

export const emptyLine: LineEdit = { text: '', cursor: 0 }

/** A text with the cursor at its end. */
export function lineWith(text: string): LineEdit {
  return { text, cursor: text.length }
}

/** Edits that can be undone, of a text of ordinary length. */
const mostUndone = 200
/** Characters of all texts that undo leads back to. */
const mostKept = 2_000_000

/** The line with another text, which undo takes back. */
export function rewritten(line: LineEdit, text: string, cursor = text.length): LineEdit {
  const { text: before, cursor: at, past = [], killed } = line
  const kept = Math.max(1, Math.min(mostUndone, Math.floor(mostKept / (before.length + 1))))
  return {
    text,
    cursor,
    past: [...past, { text: before, cursor: at }].slice(-kept),
    ...(killed === undefined ? {} : { killed }),
  }
}

export interface PromptEdit {
  readonly line: LineEdit
  readonly history: readonly string[]
  /** Index of the history entry that is shown; null for new text. New text is kept as `draft` meanwhile. */
  readonly historyAt: number | null
  readonly draft: string
  /** The selected one of what completes the prompt, by its id; null: the first. */
  readonly picked: string | null
  /** What is looked for in the history; null: the prompt itself is written. */
  readonly find: LineEdit | null
}

export const emptyPrompt: PromptEdit = {
  line: emptyLine,
  history: [],
  historyAt: null,
  draft: '',
  picked: null,
  find: null,
}

/** Columns of the label before a text of several lines. */
export const labelColumns = { prompt: 3, feedback: 12 } as const

/** The columns of such a text behind its label: two are left for the cursor behind a full row. */
export function writtenColumns(columns: number, label: number): number {
  return Math.max(1, columns - label - 3)
}

/** The rows of a text, broken at words, whose blanks stay at the end of their row. Cached: a key and its frame need them. */
export const writtenRows = memoLast((text: string, columns: number): readonly LineRange[] => {
  const rows: LineRange[] = []
  let from = 0
  for (const line of text.split('\n')) {
    const starts = lineRanges(line, columns).map(({ start }, index) => (index === 0 ? 0 : start))
    for (const [index, start] of starts.entries())
      rows.push({ start: from + start, end: from + (starts[index + 1] ?? line.length) })
    from += line.length + 1
  }
  return rows
})

/** The index of the row with the cursor. */
export function rowOfCursor(rows: readonly LineRange[], cursor: number): number {
  return Math.max(
    0,
    rows.findLastIndex(({ start }) => start <= cursor),
  )
}

/** The row without the blanks that hang over its end. */
export function visibleRow(text: string, { start, end }: LineRange, columns: number): string {
  let row = text.slice(start, end)
  while (row.endsWith(' ') && displayWidth(row) > columns) row = row.slice(0, -1)
  return row
}

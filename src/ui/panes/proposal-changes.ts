import { lineDiff, type LineHunk } from '../../plans/line-diff.ts'
import type { ChangedLines } from '../markdown/changed-rows.ts'

/** What a revised proposal has that the one before it had not, and the other way round. */
export interface ProposalChanges extends ChangedLines {
  readonly before: readonly string[]
  readonly after: readonly string[]
  readonly hunks: readonly LineHunk[]
  /** Lines with words that came and went. */
  readonly added: number
  readonly removed: number
}

let last: { readonly before: string; readonly after: string; readonly changes: ProposalChanges } | null = null

/** The changes looked at last are kept: texts are compared once, not each frame. */
export function changesOf(before: string, after: string): ProposalChanges {
  if (last?.before !== before || last.after !== after)
    last = { before, after, changes: compared(before, after) }
  return last.changes
}

function compared(beforeText: string, afterText: string): ProposalChanges {
  const before = linesOf(beforeText)
  const after = linesOf(afterText)
  const hunks = lineDiff(before.map(meaning), after.map(meaning))
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

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === ''
}

/** What counts as the line: a step that has only got another number has not changed. */
function meaning(line: string): string {
  return line.trimEnd().replace(/^(\s*)\d{1,9}(?=[.)]\s)/, '$1#')
}

/** Where each line begins. */
function startsOf(text: string, count: number): Uint32Array {
  const starts = new Uint32Array(count)
  let start = 0
  for (let line = 0; line < count; line++) {
    starts[line] = start
    start = text.indexOf('\n', start) + 1
  }
  return starts
}

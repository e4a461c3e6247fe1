import { own, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { glyphs } from '../paint/glyphs.ts'
import { row, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import type { Role, Theme } from '../paint/theme.ts'
import type { ProposalChanges } from './proposal-changes.ts'

/** Unchanged lines shown before and after each change. */
const contextLines = 3
const maxRows = 20_000
const maxLineLength = 4000

export interface ChangesFrame {
  readonly theme: Theme
  readonly columns: number
}

let memo: {
  readonly changes: ProposalChanges
  readonly theme: Theme
  readonly columns: number
  readonly rows: readonly Row[]
} | null = null

/** A line diff of both texts: removed and added lines with some context, at most `maxRows` rows. Memoizes the last result. */
export function changesRows(changes: ProposalChanges, { theme, columns }: ChangesFrame): readonly Row[] {
  if (memo?.changes !== changes || memo.theme !== theme || memo.columns !== columns)
    memo = { changes, theme, columns, rows: diffRows(changes, { theme, columns }) }
  return memo.rows
}

function diffRows({ before, after, hunks }: ProposalChanges, frame: ChangesFrame): readonly Row[] {
  const { theme } = frame
  if (hunks.length === 0) return [row(own` `, paint(theme, 'dim', own`Nothing changed.`))]
  const rows: Row[] = []
  let shownTo = 0
  for (const [index, { oldStart, oldEnd, newStart, newEnd }] of hunks.entries()) {
    if (rows.length >= maxRows) break
    const contextFrom = Math.max(shownTo, newStart - contextLines)
    addSkipped(rows, contextFrom - shownTo, frame)
    addLines(rows, after.slice(contextFrom, newStart), { ...frame, sign: own` `, role: 'dim' })
    const minus = theme.ascii ? own`-` : own`−`
    addLines(rows, before.slice(oldStart, oldEnd), { ...frame, sign: minus, role: 'bad' })
    addLines(rows, after.slice(newStart, newEnd), { ...frame, sign: own`+`, role: 'good' })
    const nextStart = hunks[index + 1]?.newStart ?? after.length
    const contextTo = Math.min(newEnd + contextLines, nextStart)
    addLines(rows, after.slice(newEnd, contextTo), { ...frame, sign: own` `, role: 'dim' })
    shownTo = contextTo
  }
  if (rows.length >= maxRows)
    return [
      ...rows.slice(0, maxRows),
      row(own` `, paint(theme, 'warning', own`${glyphs(theme).ellipsis} and more.`)),
    ]
  addSkipped(rows, after.length - shownTo, frame)
  return rows
}

function addSkipped(rows: Row[], count: number, { theme }: ChangesFrame): void {
  if (count <= 0) return
  const lines = count === 1 ? own`line` : own`lines`
  rows.push(row(own`   `, paint(theme, 'dim', own`${glyphs(theme).ellipsis} ${count} ${lines} as before`)))
}

interface LineStyle extends ChangesFrame {
  readonly sign: SafeText
  readonly role: Role
}

function addLines(rows: Row[], lines: readonly string[], { theme, columns, sign, role }: LineStyle): void {
  for (const line of lines) {
    if (rows.length >= maxRows) return
    for (const [index, part] of wrapText(safeLine(line.slice(0, maxLineLength)), columns - 4).entries())
      rows.push(row(own` `, paint(theme, role, own`${index === 0 ? sign : own` `} ${part}`)))
  }
}

import { own, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { glyphs } from '../paint/glyphs.ts'
import { row, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import type { Role, Theme } from '../paint/theme.ts'
import type { ProposalChanges } from './proposal-changes.ts'

/** Lines that stay shown around what changed. */
const contextLines = 3
/** Rows made; beyond, nobody reads line by line. */
const mostRows = 20_000
const lineShown = 4000

export interface ChangesFrame {
  readonly theme: Theme
  readonly columns: number
}

let last: {
  readonly changes: ProposalChanges
  readonly theme: Theme
  readonly columns: number
  readonly rows: readonly Row[]
} | null = null

/** Both texts line by line: what went, what came, and a little around it. The rows made last are kept. */
export function changesRows(changes: ProposalChanges, { theme, columns }: ChangesFrame): readonly Row[] {
  if (last?.changes !== changes || last.theme !== theme || last.columns !== columns)
    last = { changes, theme, columns, rows: madeRows(changes, { theme, columns }) }
  return last.rows
}

function madeRows({ before, after, hunks }: ProposalChanges, frame: ChangesFrame): readonly Row[] {
  const { theme } = frame
  if (hunks.length === 0) return [row(own` `, paint(theme, 'dim', own`Nothing changed.`))]
  const rows: Row[] = []
  let shownTo = 0
  for (const [index, { oldStart, oldEnd, newStart, newEnd }] of hunks.entries()) {
    if (rows.length >= mostRows) break
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
  if (rows.length >= mostRows)
    return [
      ...rows.slice(0, mostRows),
      row(own` `, paint(theme, 'warning', own`${glyphs(theme).ellipsis} and more.`)),
    ]
  addSkipped(rows, after.length - shownTo, frame)
  return rows
}

function addSkipped(rows: Row[], count: number, { theme }: ChangesFrame): void {
  if (count <= 0) return
  const lines = count === 1 ? own`line` : own`lines`
  rows.push(row(own`   `, paint(theme, 'dim', own`${glyphs(theme).ellipsis} ${count} unchanged ${lines}`)))
}

interface LineLook extends ChangesFrame {
  readonly sign: SafeText
  readonly role: Role
}

function addLines(rows: Row[], lines: readonly string[], { theme, columns, sign, role }: LineLook): void {
  for (const line of lines) {
    if (rows.length >= mostRows) return
    for (const [index, part] of wrapText(safeLine(line.slice(0, lineShown)), columns - 4).entries())
      rows.push(row(own` `, paint(theme, role, own`${index === 0 ? sign : own` `} ${part}`)))
  }
}

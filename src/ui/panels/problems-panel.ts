import type { AppState, FoundProblem } from '../../app/state/app-state.ts'
import { safe, safeLine } from '../../lib/text/safe-text.ts'
import { cutToWidth } from '../../lib/text/width.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { emptyRow, row, spread, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import { cachedRows, type RowsPanel, type PanelFrame, type PanelLint, panelNote } from './panel.ts'

export const problems: RowsPanel = {
  title: safe`Problems`,
  keys: ['!'],
  does: 'protocol errors',
  isHinted: ({ problemCount }) => problemCount > 0,
  opensAt: 'end',
  rows: problemRows,
}

/** What lint finds, and why; then the problems in what the agent sent: where, what, and an excerpt. The newest one stands at the end. */
function problemRows(state: AppState, frame: PanelFrame & PanelLint): readonly Row[] {
  const found = frame.lint?.rows(state, frame) ?? []
  if (state.problems.items.length > 0) {
    const listed = listRows(state.problems, frame)
    return found.length === 0 ? listed : [...found, emptyRow, ...listed]
  }
  if (found.length > 0) return found
  // Only about the wire: other failures of the agent are shown elsewhere.
  return panelNote(
    state.link.state === 'ended'
      ? safe`No problems in the agent's messages.`
      : safe`Nothing was wrong with what the agent sent so far.`,
    frame,
  )
}

const listRows = cachedRows<AppState['problems']>(({ items, dropped }, frame) => {
  const rows: Row[] =
    dropped === 0 ? [] : [...panelNote(safe`… ${dropped} earlier ones dropped`, frame), emptyRow]
  for (const found of items) rows.push(...rowsOf(found, frame))
  return rows
})

const rowsOf = cachedRows<FoundProblem>((found, { theme, columns }) => {
  const { problem, times } = found
  const weight =
    problem.weight === 'rejected'
      ? paint(theme, 'bad', safe`rejected`)
      : paint(theme, 'warning', safe`noted   `)
  const where = problem.path === undefined ? safe`` : safe`${safeLine(problem.path)}  `
  const count = times > 1 ? safe`${times} times` : safe``
  const room = Math.max(1, columns - 12 - (count === '' ? 0 : count.length + 1))
  const lines = wrapText(safe`${where}${safeLine(problem.text)}`, room)
  const [first = safe``, ...rest] = lines
  const left = row(safe` `, weight, safe`  `, paint(theme, 'normal', first))
  const head = spread(left, paint(theme, 'dim', count), columns - 1)
  const tail = rest.map((line) => row(safe`           `, paint(theme, 'normal', line)))
  if (problem.excerpt === undefined || problem.excerpt === '') return [head, ...tail, emptyRow]
  const excerpt = cutToWidth(safeLine(problem.excerpt), columns - 13)
  return [head, ...tail, row(safe`           `, paint(theme, 'dim', excerpt)), emptyRow]
})

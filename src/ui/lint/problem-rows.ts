import type { AppState, FoundProblem } from '../../app/state/app-state.ts'
import { problemText, strayOutputRemedy } from '../../app/words/problem.ts'
import { emptyRow, row, spread, type Row } from '../../lib/cells/row.ts'
import { memoLast } from '../../lib/memo.ts'
import { counted } from '../../lib/text/listed-words.ts'
import { safe, safeLine } from '../../lib/text/safe-text.ts'
import { cutToWidth } from '../../lib/text/width.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { paint } from '../paint/paint.ts'
import type { Theme } from '../paint/theme.ts'
import { cachedRows, panelNote } from '../panels/panel.ts'
import type { LogItem, LogRows } from '../state/shown.ts'
import type { Look } from '../paint/look.ts'

type Problems = AppState['problems']

/**
 * What lint has found, and why; then the problems in what the agent sent: where, what, and an excerpt. The newest one stands at the end.
 * `own`: those that lead to their messages.
 */
export function problemRows(
  { problems, problemCount, agent }: AppState,
  found: LogRows,
  look: Look & { readonly own: Problems },
): LogRows {
  const { theme, columns, own } = look
  const all = problems.items.length > 0 ? listRows(problems, agent, theme, columns) : noRows
  const isOwn = ({ key }: LogItem): boolean => {
    const found = problems.items[Number(key) - problems.dropped]
    return found !== undefined && own.items.includes(found)
  }
  const listed = own === problems ? all : { ...all, places: all.places.filter(isOwn) }
  if (listed.rows.length === 0)
    return found.rows.length > 0 ? found : { rows: panelNote(none, look), places: [] }
  return found.rows.length === 0 ? listed : joined(found, listed, countRows(problemCount, theme, columns))
}

// Only about the wire: other failures of the agent are shown elsewhere.
const none = safe`No protocol errors.`

/** The header does not count what lint has found: the rows between tell how many it counts. */
const joined = memoLast((above: LogRows, below: LogRows, heading: readonly Row[]): LogRows => {
  const rows = [...above.rows, ...heading, emptyRow, ...below.rows]
  const shift = above.rows.length + heading.length + 1
  return {
    rows,
    places: [...above.places, ...below.places.map((each) => ({ ...each, row: each.row + shift }))],
  }
})

const countRows = memoLast((count: number, theme: Theme, columns: number): readonly Row[] =>
  panelNote(
    count === 0
      ? safe`The header counts none of those below.`
      : safe`The header counts ${counted(count, 'problem')}, listed below.`,
    { theme, columns },
  ),
)

const listRows = memoLast(
  ({ items, dropped }: Problems, agent: AppState['agent'], theme: Theme, columns: number): LogRows => {
    const frame = { theme, columns }
    const rows: Row[] =
      dropped === 0 ? [] : [...panelNote(safe`… ${dropped} earlier ones dropped`, frame), emptyRow]
    const places: LogItem[] = []
    for (const [index, found] of items.entries()) {
      if (found.frame !== null)
        places.push({
          row: rows.length,
          key: String(dropped + index),
          message: { by: 'frame', frame: found.frame },
        })
      for (const each of rowsOf(found, frame)) rows.push(each)
      if (found.stray === undefined || found.times < 2) continue
      const remedy = wrapText(
        safeLine(`Mend: ${strayOutputRemedy(found, { agent })}`),
        Math.max(1, columns - 12),
      )
      rows.splice(-1, 0, ...remedy.map((line) => row(safe`           `, paint(theme, 'normal', line))))
    }
    return { rows, places }
  },
)

const rowsOf = cachedRows<FoundProblem>((found, { theme, columns }) => {
  const { problem, times, stray } = found
  const weight =
    problem.weight === 'rejected'
      ? paint(theme, 'bad', safe`rejected`)
      : paint(theme, 'warning', safe`noted   `)
  const where = problem.path === undefined ? safe`` : safe`${safeLine(problem.path)}  `
  const count = times > 1 && stray === undefined ? safe`${times} times` : safe``
  const room = Math.max(1, columns - 12 - (count === '' ? 0 : count.length + 1))
  const lines = wrapText(safe`${where}${safeLine(problemText(found))}`, room)
  const [first = safe``, ...rest] = lines
  const left = row(safe` `, weight, safe`  `, paint(theme, 'normal', first))
  const head = spread(left, paint(theme, 'dim', count), columns - 1)
  const tail = rest.map((line) => row(safe`           `, paint(theme, 'normal', line)))
  if (problem.excerpt === undefined || problem.excerpt === '') return [head, ...tail, emptyRow]
  const excerpt = cutToWidth(safeLine(problem.excerpt), columns - 13)
  return [head, ...tail, row(safe`           `, paint(theme, 'dim', excerpt)), emptyRow]
})

export const noRows: LogRows = { rows: [], places: [] }

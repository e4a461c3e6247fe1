import type { AppState, FoundProblem } from '../../app/state/app-state.ts'
import type { problemAdvice } from '../../app/lint/describe-findings.ts'
import { problemCause, problemText, strayOutputRemedy } from '../../app/words/problem.ts'
import { emptyRow, row, spread, wrapRuns, type Row } from '../../lib/cells/row.ts'
import { memoLast } from '../../lib/memo.ts'
import { counted } from '../../lib/text/wording.ts'
import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth } from '../../lib/text/width.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { paint } from '../paint/paint.ts'
import type { Role, Theme } from '../paint/theme.ts'
import { cachedRows, panelNote } from '../panels/panel.ts'
import type { LogItem, LogRows } from '../state/shown.ts'
import type { Look } from '../paint/look.ts'

type Problems = AppState['problems']

/** What is said of a problem; null while that is being loaded. */
type Advice = typeof problemAdvice | null

/**
 * What lint has found, and why; then the problems in what the agent sent: whose, where and what, what it does to the plan, what to do, and
 * an excerpt. The newest one stands at the end. `own`: those that lead to their messages.
 */
export function problemRows(
  { problems, problemCount, agent }: AppState,
  found: LogRows,
  look: Look & { readonly own: Problems; readonly advice: Advice },
): LogRows {
  const { theme, columns, own, advice } = look
  const all = problems.items.length > 0 ? listRows(problems, rowsWith(agent, advice), theme, columns) : noRows
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
  (
    { items, dropped }: Problems,
    rowsOf: ReturnType<typeof rowsWith>,
    theme: Theme,
    columns: number,
  ): LogRows => {
    const look = { theme, columns }
    const rows: Row[] =
      dropped === 0 ? [] : [...panelNote(safe`… ${dropped} earlier ones dropped`, look), emptyRow]
    const places: LogItem[] = []
    for (const [index, found] of items.entries()) {
      if (found.frame !== null)
        places.push({
          row: rows.length,
          key: String(dropped + index),
          message: { by: 'frame', frame: found.frame },
        })
      for (const each of rowsOf(found, look)) rows.push(each)
    }
    return { rows, places }
  },
)

const weights = {
  rejected: { word: safe`rejected`, role: 'bad' },
  noted: { word: safe`noted   `, role: 'warning' },
} as const

const rowsWith = memoLast((agent: AppState['agent'], advice: Advice) =>
  cachedRows<FoundProblem>((found, look) => {
    const { problem, times, stray } = found
    const where = problem.path === undefined ? safe`` : safe`${safeLine(problem.path)}  `
    const { head, lines } = entryAt(look, {
      ...weights[problem.weight],
      text: safe`${safeLine(problemCause(problem))}: ${where}${safeLine(problemText(found))}`,
      count: times > 1 && stray === undefined ? safe`${times} times` : safe``,
    })
    const { effect = null, mend = null } = advice?.(problem) ?? {}
    const remedy = stray !== undefined && times > 1 ? strayOutputRemedy(found, { agent }) : mend
    const { excerpt = '' } = problem
    return [
      ...head,
      ...(effect === null ? [] : lines(safeLine(`Effect: ${effect}`))),
      ...(remedy === null ? [] : lines(safeLine(`Mend: ${remedy}`))),
      ...(excerpt === '' ? [] : lines(cutToWidth(safeLine(excerpt), look.columns - 13), 'dim')),
      emptyRow,
    ]
  }),
)

/** Below this width the texts of an entry stand under its first word, not beside it. */
const narrowColumns = 60

interface EntryHead {
  /** Of eight columns. */
  readonly word: SafeText
  readonly role: Role
  readonly text: SafeText
  /** At the right; '': none. */
  readonly count: SafeText
}

/** The head of an entry, which says whose fault what is, and how the lines below it are laid out. */
export function entryAt(
  { theme, columns }: Look,
  { word, role, text, count }: EntryHead,
): {
  readonly head: readonly Row[]
  readonly lines: (text: SafeText, style?: 'normal' | 'dim') => readonly Row[]
} {
  const isNarrow = columns < narrowColumns
  const indent = isNarrow ? safe`   ` : safe`           `
  const room = Math.max(1, columns - indent.length - 1)
  const beginning = row(paint(theme, role, word), safe`  `)
  const own = row(paint(theme, 'normal', text))
  const wrapped = wrapRuns(
    isNarrow ? row(beginning, own) : own,
    Math.max(1, room - (count === '' ? 0 : count.length + 1)),
  )
  const [first = emptyRow, ...rest] = wrapped
  const left = row(safe` `, isNarrow ? emptyRow : beginning, first)
  const head = [
    spread(left, paint(theme, 'dim', count), columns - 1),
    ...rest.map((each) => row(indent, each)),
  ]
  return {
    head,
    lines: (below, style = 'normal') =>
      wrapText(below, room).map((line) => row(indent, paint(theme, style, line))),
  }
}

/** Where there is little room, it is for what happened and what to do: the reasons are left out. */
export function hasReasons({ columns }: Look): boolean {
  return columns >= narrowColumns
}

export const noRows: LogRows = { rows: [], places: [] }

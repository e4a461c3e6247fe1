import { withFlag } from '../../lib/cells/cell-style.ts'
import { row, spread, type Row } from '../../lib/cells/row.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import { displayWidth } from '../../lib/text/width.ts'
import { hasChanges, type Comparison } from '../../plans/comparison/comparison.ts'
import { keyWords, type KeyMap } from '../keys/key-map.ts'
import { paint, pointedAt } from '../paint/paint.ts'
import type { Theme } from '../paint/theme.ts'
import { countWords, diffRows, type DiffRows } from './diff-rows.ts'
import type { PaneAt, SettledPane } from './pane.ts'
import { scrolledRows } from '../rows/settle.ts'
import { nothingChanged } from '../../app/words/plan.ts'
import { memoLast } from '../../lib/memo.ts'
import { isPrefix } from '../../lib/sequences.ts'
import { comparedPair, type ComparedContent, compareSteps } from '../../plans/comparison/compare-revisions.ts'
import { compareTexts } from '../../plans/comparison/compare-texts.ts'

/** What is compared, and how much of it is shown. */
export interface DiffAt extends Pick<PaneAt, 'theme' | 'keys' | 'columns' | 'rows' | 'scroll' | 'query'> {
  /** Since when, in words. */
  readonly since: SafeText
  /** What has not changed is shown too. */
  readonly isUnfolded: boolean
}

/** The diff view: what has changed and how much, as unified lines. */
export function settleDiff(comparison: Comparison, at: DiffAt): SettledPane {
  const { theme, columns } = at
  const hasRows = hasChanges(comparison) || at.isUnfolded
  const { rows: all, changes } = hasRows
    ? diffRows(comparison, theme, columns, at.isUnfolded)
    : withoutChanges(comparison, theme, at.keys)
  const head = at.rows < 3 ? [] : [diffHead(comparison, at)]
  const { scroll, shown, draw } = scrolledRows(all, { ...at, rows: at.rows - head.length })
  const pointed = scroll.matchRow === null ? -1 : scroll.matchRow - scroll.top
  return {
    scroll,
    shown: { ...shown, layer: 'diff', changes },
    nextAtMs: null,
    draw: () => [
      ...head,
      ...draw().map((each, index) => (index === pointed ? pointedAtChange(each, theme) : each)),
    ],
  }
}

/** What is said of a plan in which nothing has changed but its progress, or nothing at all. */
function withoutChanges({ counts }: Comparison, theme: Theme, keys: KeyMap): DiffRows {
  const words =
    counts.progressed === 0
      ? nothingChanged
      : safe`Nothing but progress: ${keyWords(keys, 'collapse')} shows it.`
  return { rows: [row(safe` `, paint(theme, 'dim', words))], changes: [] }
}

/** The change that was gone to: with a sign in the margin, or where its own sign stands there, with that inverted. */
function pointedAtChange(each: Row, theme: Theme): Row {
  const [first, ...rest] = each
  if (first === undefined) return each
  if (first.text.startsWith(' ')) return pointedAt(each, theme)
  const [sign = ''] = first.text
  return row(
    [{ ...first, text: sign as SafeText, style: withFlag(first.style, 'inverse', true) }],
    [{ ...first, text: first.text.slice(sign.length) as SafeText }],
    rest,
  )
}

/** Since when, and how many of each change, in as many words as fit. */
function diffHead(comparison: Comparison, { theme, columns, since }: DiffAt): Row {
  const room = columns - 2
  const [long, short] = countWords(comparison, theme)
  const words = displayWidth(since) + displayWidth(long) + 2 <= room ? long : short
  const hasSince = displayWidth(since) + displayWidth(words) + 2 <= room
  return spread(
    row(safe` `, paint(theme, 'accent', hasSince ? since : safe``)),
    paint(theme, 'dim', words),
    columns - 1,
  )
}

// The last results are cached, so that nothing is compared for each frame.
const comparedSteps = memoLast(compareSteps)
const comparedTexts = memoLast(compareTexts)

/** The text that was compared last, with what. */
let last: { readonly before: string; readonly after: string } | null = null

/** Longer texts are not compared with each piece that comes. */
const comparedAtOnce = 20_000

/** The comparison of the shown plan with its baseline, of a long text that is streamed (`isGrowing`) that so far; null: there is none. */
export function shownComparison(
  before: ComparedContent,
  after: ComparedContent,
  isGrowing: boolean,
): Comparison | null {
  const pair = comparedPair(before, after)
  if (pair.type === 'steps') return comparedSteps(pair.before, pair.after)
  const { before: old, after: now } = pair
  if (isGrowing && now.length > comparedAtOnce)
    return last?.before === old && isPrefix(last.after, now) ? comparedTexts(old, last.after) : null
  last = { before: old, after: now }
  return comparedTexts(old, now)
}

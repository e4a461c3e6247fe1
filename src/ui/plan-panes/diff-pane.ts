import { withFlag } from '../../lib/cells/cell-style.ts'
import { row, spread, type Row } from '../../lib/cells/row.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import { displayWidth } from '../../lib/text/width.ts'
import { hasChanges, type Comparison } from '../../plans/comparison/comparison.ts'
import { keyWords, type KeyMap } from '../keys/key-map.ts'
import { glyphs } from '../paint/glyphs.ts'
import { paint } from '../paint/paint.ts'
import type { Theme } from '../paint/theme.ts'
import { countWords } from './change-counts.ts'
import { diffRows, type DiffRows } from './diff-rows.ts'
import type { PaneFrame, PaneView } from './pane.ts'
import { scrolledRows } from './text-rows.ts'
import { nothingChanged } from '../../app/words/plan.ts'

export interface DiffFrame extends Pick<
  PaneFrame,
  'theme' | 'keys' | 'columns' | 'rows' | 'scroll' | 'query'
> {
  /** Since when, in words. */
  readonly since: SafeText
  /** What has not changed is shown too. */
  readonly isUnfolded: boolean
}

/** The diff view: what has changed and how much, as unified lines. */
export function drawDiff(comparison: Comparison, frame: DiffFrame): PaneView {
  const { theme, columns } = frame
  const hasRows = hasChanges(comparison) || frame.isUnfolded
  const { rows: all, changes } = hasRows
    ? diffRows(comparison, theme, columns, frame.isUnfolded)
    : withoutChanges(comparison, theme, frame.keys)
  const head = frame.rows < 3 ? [] : [diffHead(comparison, frame)]
  const view = scrolledRows(all, { ...frame, rows: frame.rows - head.length })
  const { matchRow, top } = view.scroll
  const at = matchRow === null ? -1 : matchRow - top
  const rows = view.rows.map((each, index) => (index === at ? pointedAt(each, theme) : each))
  return { ...view, rows: [...head, ...rows], changes }
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
function pointedAt(each: Row, theme: Theme): Row {
  const [first, ...rest] = each
  if (first === undefined) return each
  if (!first.text.startsWith(' ')) {
    const [sign = ''] = first.text
    return row(
      [{ ...first, text: sign as SafeText, style: withFlag(first.style, 'inverse', true) }],
      [{ ...first, text: first.text.slice(sign.length) as SafeText }],
      rest,
    )
  }
  return row(
    paint(theme, 'accent', glyphs(theme).prompt),
    [{ ...first, text: first.text.slice(1) as SafeText }],
    rest,
  )
}

/** Since when, and how many of each change, in as many words as fit. */
function diffHead(comparison: Comparison, { theme, columns, since }: DiffFrame): Row {
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

import { own, type SafeText } from '../../lib/text/safe-text.ts'
import { spokenTime } from '../../lib/text/duration.ts'
import type { PlanProgress } from '../../plans/plan-progress.ts'
import { glyphs } from '../paint/glyphs.ts'
import { paint, row, spread, type Painted } from '../paint/painted.ts'
import type { Theme } from '../paint/theme.ts'

/** The bar, the count and the time of a plan, on one row. */
export function progressBar(theme: Theme, progress: PlanProgress, tookMs: number, columns: number): Painted {
  const isNarrow = columns < 60
  const width = isNarrow ? 14 : Math.min(28, Math.floor(columns / 3))
  // A plan that is begun shows at least one piece, and one that is not done never shows a full bar.
  const share = progress.total === 0 ? 0 : progress.done / progress.total
  const full =
    share === 1 ? width : Math.min(width - 1, Math.max(progress.done > 0 ? 1 : 0, Math.floor(share * width)))
  const signs = glyphs(theme)
  const role = progress.isComplete ? 'good' : 'accent'
  const bar = row(
    paint(theme, role, signs.barFull.repeat(full) as SafeText),
    paint(theme, 'dim', signs.barEmpty.repeat(width - full) as SafeText),
  )
  const count = isNarrow
    ? own`  ${progress.done}/${progress.total}`
    : own`  ${progress.done} of ${progress.total} ${signs.dot} ${Math.floor(share * 100)}%`
  const time = progress.isComplete ? own`took ${spokenTime(tookMs)} ` : own`${spokenTime(tookMs)} `
  return spread(row(own` `, bar, paint(theme, 'strong', count)), paint(theme, 'dim', time), columns)
}

import type { WorkClock, WorkTime } from '../../plans/steps/step-times.ts'
import type { PlanProgress } from '../../plans/kinds/plan-kind.ts'
import { cutRow, rowText, rowWidth, row, spread, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import { shortTime } from '../../lib/text/duration.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import { glyphs } from '../paint/glyphs.ts'
import type { Theme } from '../paint/theme.ts'
import type { Look } from '../paint/look.ts'

export interface BarProgress extends PlanProgress {
  /** null: unknown. */
  readonly time: WorkTime | null
  /** The state of the clock: whether the time increases. */
  readonly clock: WorkClock['state']
  /** The plan is not worked on any more. Absent: it is. */
  readonly isOver?: boolean
  /** Shown after the count as far as there is room, the first ones first. */
  readonly notes?: readonly SafeText[]
}

/** The progress of a plan in one row: bar, count and time. */
export function progressBar(progress: BarProgress, look: Look): Row {
  const { theme, columns } = look
  const counted = barAndCount(progress, look, Math.floor(columns / 3))
  const right = paint(theme, 'dim', timeWords(progress, theme, isNarrow(look)))
  if (isNarrow(look)) return spread(counted, right, columns)
  let noted = counted
  for (const note of progress.notes ?? []) {
    const more = row(noted, paint(theme, 'dim', safe` ${glyphs(theme).dot} ${note}`))
    if (rowWidth(more) + rowWidth(right) < columns) noted = more
  }
  return spread(noted, right, columns)
}

/** The progress of a plan at the left of a row that has more to show: a shorter bar, the time beside the count. */
export function shortProgressBar(progress: BarProgress, look: Look): Row {
  const { theme, columns } = look
  const counted = barAndCount(progress, look, Math.floor(columns / 4))
  const time = timeWords(progress, theme, isNarrow(look)).trimEnd() as SafeText
  const whole = time === '' ? counted : row(counted, paint(theme, 'dim', safe`  ${time}`))
  return progress.isOver === true ? paint(theme, 'dim', rowText(whole)) : whole
}

function isNarrow({ columns }: Look): boolean {
  return columns < 60
}

function barAndCount(progress: BarProgress, look: Look, most: number): Row {
  const { theme, columns } = look
  // Multiplied first: 29 of 100 must not become 28.999 %.
  const percent = progress.total === 0 ? 0 : Math.floor((progress.done * 100) / progress.total)
  const count = isNarrow(look)
    ? safe`  ${progress.done}/${progress.total}`
    : safe`  ${progress.done} of ${progress.total} ${glyphs(theme).dot} ${percent}%`
  const widest = isNarrow(look) ? 14 : Math.min(28, most)
  const width = Math.max(1, Math.min(widest, columns - count.length - 2))
  const share = progress.total === 0 ? 0 : progress.done / progress.total
  // A plan with progress shows at least one piece, and an incomplete one never a full bar.
  const full =
    share === 1 ? width : Math.min(width - 1, Math.max(progress.done > 0 ? 1 : 0, Math.floor(share * width)))
  const signs = glyphs(theme)
  const role = progress.isComplete ? 'good' : 'accent'
  const bar = row(
    paint(theme, role, signs.barFull.repeat(full) as SafeText),
    paint(theme, 'dim', signs.barEmpty.repeat(width - full) as SafeText),
  )
  return cutRow(row(safe` `, bar, paint(theme, 'strong', count)), columns)
}

/** The time that the agent has worked, and separately the time it waited for the user; '' if both are zero. */
function timeWords({ time, clock, isComplete }: BarProgress, theme: Theme, isNarrow: boolean): SafeText {
  if (time === null) return safe``
  const { workedMs, waitedMs } = time
  const isStill = clock === 'standing' || isComplete
  if (isStill && workedMs === 0 && waitedMs === 0) return safe``
  if (isComplete) return safe`took ${isNarrow ? shortTime(workedMs, 'took') : tookWords(time, theme)} `
  if (isNarrow || !hasWaited(time))
    return safe`${isStill ? shortTime(workedMs, 'took') : shortTime(workedMs)} `
  return isStill
    ? safe`worked ${tookWords(time, theme)} `
    : safe`${clock === 'working' ? safe`working` : safe`worked`} ${workWords(time, theme)} `
}

/** Questions that were answered sooner are not worth a word. */
const waitShownMs = 1000

function hasWaited({ waitedMs }: WorkTime): boolean {
  return waitedMs >= waitShownMs
}

/** The time of running work: `4s`, or `4s · waited 1m12s` if it waited for the user. */
export function workWords(time: WorkTime, theme: Theme): SafeText {
  return withWait(shortTime(time.workedMs), time, theme)
}

/** The time of work that has ended. */
export function tookWords(time: WorkTime, theme: Theme): SafeText {
  return withWait(shortTime(time.workedMs, 'took'), time, theme)
}

function withWait(worked: SafeText, time: WorkTime, theme: Theme): SafeText {
  return hasWaited(time) ? safe`${worked} ${glyphs(theme).dot} waited ${shortTime(time.waitedMs)}` : worked
}

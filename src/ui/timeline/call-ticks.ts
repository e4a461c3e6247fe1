import { outcomeOf, type WorkCall } from '../../app/state/step-work.ts'
import { memoWeak } from '../../lib/memo.ts'
import { lastAtMost } from '../../lib/sequences.ts'
import { counted } from '../../lib/text/listed-words.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import { glyphs } from '../paint/glyphs.ts'
import type { Theme } from '../paint/theme.ts'
import { columnOf, type AxisWindow, type TimeScale } from '../../app/timeline/time-scale.ts'

/** The calls whose time is told, in the order of their times. */
interface TimedCalls {
  readonly times: readonly number[]
  /** How many of those before an index have failed. */
  readonly failedBefore: readonly number[]
}

const noCalls: readonly WorkCall[] = []

const timedCalls = memoWeak((calls: readonly WorkCall[]): TimedCalls => {
  const timed = calls.flatMap((call) => (call.atMs === null ? [] : [{ ...call, atMs: call.atMs }]))
  // A clock may be set back.
  const inOrder = timed.toSorted((one, other) => one.atMs - other.atMs)
  const failedBefore = [0]
  for (const call of inOrder)
    failedBefore.push((failedBefore.at(-1) ?? 0) + (outcomeOf(call) === 'failed' ? 1 : 0))
  return { times: inOrder.map(({ atMs }) => atMs), failedBefore }
})

/** The columns of the window in which calls began, and whether one of those failed. Takes time for these, and hardly for the number of calls. */
export function callTicks(
  calls: readonly WorkCall[] | undefined,
  scale: TimeScale,
  { fromColumn, toColumn }: AxisWindow,
): ReadonlyMap<number, boolean> {
  const { times, failedBefore } = timedCalls(calls ?? noCalls)
  const columnAt = (at: number): number =>
    Math.min(scale.columns - 1, Math.floor(columnOf(scale, times[at] ?? 0)))
  const ticks = new Map<number, boolean>()
  let at = columnAt(0) >= fromColumn ? 0 : lastAtMost(fromColumn - 1, times.length, columnAt) + 1
  while (at < times.length && columnAt(at) < toColumn) {
    const column = columnAt(at)
    const next = lastAtMost(column, times.length, columnAt) + 1
    const isFailed = (failedBefore[next] ?? 0) > (failedBefore[at] ?? 0)
    ticks.set(column - fromColumn, isFailed)
    at = next
  }
  return ticks
}

/** What the ticks of a step mean, with how many calls they are: `▄ 5 calls, × 2 failed`; '' without any. */
export function tickWords(calls: readonly WorkCall[] | undefined, theme: Theme): SafeText {
  const { times, failedBefore } = timedCalls(calls ?? noCalls)
  const failed = failedBefore.at(-1) ?? 0
  const { call, removed } = glyphs(theme)
  if (times.length === 0) return safe``
  return failed === 0
    ? safe`${call} ${counted(times.length, 'call')}`
    : safe`${call} ${counted(times.length, 'call')}, ${removed} ${failed} failed`
}

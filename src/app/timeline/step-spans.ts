import type { Mark } from '../history/plan-history.ts'
import { memoWeak } from '../../lib/memo.ts'
import { firstFrom } from '../../lib/sequences.ts'
import type { Plan } from '../../plans/plan.ts'
import { stretchesAt, type StepTimes, type UpdateTime, type WorkClock } from '../../plans/steps/step-times.ts'
import type { TrackedEntry } from '../../plans/steps/tracked-entry.ts'
import type { Span } from './time-scale.ts'

/** What the timeline of a plan has of its session. */
export interface TimelineOf {
  readonly marks: readonly Mark[]
  readonly clock: WorkClock['state']
  readonly clockHistory: readonly WorkClock[]
}

/** The time from the turn in which the plan's work began until its end, or now; null: no step has a time. */
export function timelineSpan(
  entries: readonly TrackedEntry[],
  { marks, clock, clockHistory }: TimelineOf,
  now: UpdateTime,
): Span | null {
  const { firstMs, lastMs, isRunning } = knownSpan(entries)
  if (firstMs === null) return null
  const began = marks.findLast(({ type, atMs }) => type === 'turn' && atMs !== null && atMs <= firstMs)
  // A step that the agent left in progress goes on until its last turn ended.
  const restsSinceMs = clockHistory.at(-1)?.sinceMs ?? now.atMs
  const runsUntilMs = !isRunning ? lastMs : clock === 'standing' ? Math.min(now.atMs, restsSinceMs) : now.atMs
  const fromMs = Math.min(began?.atMs ?? firstMs, firstMs)
  return { fromMs, toMs: Math.max(firstMs, lastMs, runsUntilMs) }
}

/** Whether the timeline of a plan has bars to show. */
export function hasTimes({ body }: Pick<Plan, 'body'>): boolean {
  return body.type === 'items' && knownSpan(body.entries).firstMs !== null
}

interface KnownSpan {
  readonly firstMs: number | null
  readonly lastMs: number
  readonly isRunning: boolean
}

/** The first and the last known time of the steps; searched once for each content of a plan. */
const knownSpan = memoWeak((entries: readonly TrackedEntry[]): KnownSpan => {
  let [firstMs, lastMs, isRunning] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, false]
  const look = (atMs: number): void => {
    firstMs = Math.min(firstMs, atMs)
    lastMs = Math.max(lastMs, atMs)
  }
  for (const { times } of entries) {
    for (const { fromMs, toMs } of times.stretches) {
      look(fromMs)
      look(toMs)
    }
    if (times.running !== null) look(times.running.atMs)
    if (times.endedAtMs !== null) look(times.endedAtMs)
    isRunning ||= times.running !== null
  }
  return { firstMs: Number.isFinite(firstMs) ? firstMs : null, lastMs, isRunning }
})

/** A time in which a step was worked on, or waited for the user. */
interface StepPart extends Span {
  readonly type: 'worked' | 'waited'
}

/** A state of a session's clock, from when it entered it until it left it. */
export interface ClockSpan extends Span {
  readonly state: WorkClock['state']
}

/** The states of a session's clock until now. Times that go back, because a clock was set back, count as no time. */
export function clockSpans(history: readonly WorkClock[], nowMs: number): readonly ClockSpan[] {
  const spans: ClockSpan[] = []
  let atMs = Number.NEGATIVE_INFINITY
  history.forEach(({ state, sinceMs }, index) => {
    const fromMs = Math.max(atMs, sinceMs)
    const toMs = Math.max(fromMs, history[index + 1]?.sinceMs ?? Math.max(fromMs, nowMs))
    spans.push({ state, fromMs, toMs })
    atMs = toMs
  })
  return spans
}

/**
 * What was done in the stretches of a step: worked, waited, or nothing between turns. From before the known states of the clock
 * it counts as work. A stretch without any work is a moment.
 */
export function stepParts(
  times: StepTimes,
  spans: readonly ClockSpan[],
  now: UpdateTime,
): readonly StepPart[] {
  const parts: StepPart[] = []
  const knownSinceMs = spans[0]?.fromMs ?? Number.POSITIVE_INFINITY
  for (const { fromMs, toMs } of stretchesAt(times, now)) {
    const count = parts.length
    if (fromMs < knownSinceMs && toMs > fromMs)
      parts.push({ type: 'worked', fromMs, toMs: Math.min(toMs, knownSinceMs) })
    const first = firstFrom(0, spans.length, (index) => (spans[index]?.toMs ?? 0) > fromMs)
    for (let at = first; at < spans.length; at++) {
      const span = spans[at]
      if (span === undefined || span.fromMs >= toMs) break
      if (span.state === 'standing') continue
      const type = span.state === 'working' ? 'worked' : 'waited'
      const part = { type, fromMs: Math.max(fromMs, span.fromMs), toMs: Math.min(toMs, span.toMs) } as const
      if (part.toMs > part.fromMs) parts.push(part)
    }
    if (parts.length === count) parts.push({ type: 'worked', fromMs, toMs: fromMs })
  }
  return parts
}

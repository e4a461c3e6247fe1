import { stretchesAt, type StepTimes, type UpdateTime, type WorkClock } from '../../plans/steps/step-times.ts'
import type { Span } from './time-scale.ts'

/** A time in which a step was worked on, or waited for the user. */
export interface StepPart extends Span {
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
    for (let at = firstAfter(spans, fromMs); at < spans.length; at++) {
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

/** The index of the first span that ends after a time. */
function firstAfter(spans: readonly ClockSpan[], atMs: number): number {
  let low = 0
  let high = spans.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((spans[middle]?.toMs ?? 0) <= atMs) low = middle + 1
    else high = middle
  }
  return low
}

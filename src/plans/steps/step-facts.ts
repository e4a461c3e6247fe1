import { stretchesAt } from './step-times.ts'
import type { TrackedEntry } from './tracked-entry.ts'
import type { UpdateTime, WorkTime } from './work-clock.ts'

/** What is known about the time of a step. */
export interface StepFacts extends WorkTime {
  /** When it was first in progress; null: it never was seen in progress. */
  readonly beganAtMs: number | null
  /** When it was completed or cancelled; null: it is neither, or was when it was first seen. */
  readonly endedAtMs: number | null
  /** How many times it was in progress. */
  readonly stretches: number
}

/** The facts of a step at a moment. */
export function stepFacts({ times }: TrackedEntry, now: UpdateTime): StepFacts {
  const stretches = stretchesAt(times, now)
  let [workedMs, waitedMs] = [0, 0]
  for (const stretch of stretches) {
    workedMs += stretch.workedMs
    waitedMs += stretch.waitedMs
  }
  return {
    beganAtMs: stretches[0]?.fromMs ?? null,
    endedAtMs: times.endedAtMs,
    stretches: stretches.length + times.merged,
    workedMs,
    waitedMs,
  }
}

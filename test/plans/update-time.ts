import type { UpdateTime } from '../../src/plans/steps/step-times.ts'

/** A moment of a session that has worked since the run began, or only for `workedMs`. */
export function at(atMs: number, workedMs = atMs): UpdateTime {
  return { atMs, work: { workedMs, waitedMs: 0 } }
}

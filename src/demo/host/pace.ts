import { setImmediate as turnOfTheLoop, setTimeout as sleep } from 'node:timers/promises'
import type { Speed } from '../../lib/speed.ts'

/** How time passes in a run of the agent. */
export interface Pace {
  readonly speed: Speed
  /** No wait is longer than that, at whatever speed; null: as long as it is. */
  readonly idleLimitMs: number | null
}

/** A timer counts in 32 bits, and one that is longer ends at once. */
const longestSleepMs = 2 ** 31 - 1

/** Waits at the given pace, until the signal aborts at the latest. Never rejects. */
export async function pause(ms: number, pace: Pace, signal: AbortSignal): Promise<void> {
  const waitedMs = pacedMs(ms, pace)
  if (waitedMs === 0) {
    // Even without waits the loop has to turn, or a cancel that has come in would never be read.
    await turnOfTheLoop()
    return
  }
  for (let leftMs = waitedMs; leftMs > 0 && !signal.aborted; leftMs -= longestSleepMs)
    await sleep(Math.min(leftMs, longestSleepMs), undefined, { signal }).catch(() => undefined)
}

function pacedMs(ms: number, { speed, idleLimitMs }: Pace): number {
  return speed === 'max' ? 0 : Math.min(Math.max(0, ms) / speed, idleLimitMs ?? Number.POSITIVE_INFINITY)
}

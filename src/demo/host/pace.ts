import { setImmediate as turnOfTheLoop, setTimeout as sleep } from 'node:timers/promises'
import type { Speed } from '../../lib/clock.ts'

/** How time passes in a run of the agent. */
export interface Pace {
  readonly speed: Speed
  /** The longest wait, at any speed; null: no limit. */
  readonly idleLimitMs: number | null
}

/** Node fires a timer at once whose delay does not fit into 32 bits. */
const longestSleepMs = 2 ** 31 - 1

/** Waits for a time of the scenario at the given pace, or until the signal aborts. Never rejects. */
export async function pause(ms: number, pace: Pace, signal: AbortSignal): Promise<void> {
  const waitedMs = pacedMs(ms, pace)
  if (waitedMs === 0) {
    // Even without waits the event loop has to turn, or a received cancellation would never be read.
    await turnOfTheLoop()
    return
  }
  for (let leftMs = waitedMs; leftMs > 0 && !signal.aborted; leftMs -= longestSleepMs)
    await sleep(Math.min(leftMs, longestSleepMs), undefined, { signal }).catch(() => undefined)
}

function pacedMs(ms: number, { speed, idleLimitMs }: Pace): number {
  return speed === 'max' ? 0 : Math.min(Math.max(0, ms) / speed, idleLimitMs ?? Number.POSITIVE_INFINITY)
}

// What is asked of this process itself: the last output before its end, and a heap that stays small.
import { writeSync } from 'node:fs'

const patienceMs = 1000
const pauseMs = 5

/**
 * Writes to a file descriptor synchronously, for the last output before the process exits. Gives up after a second when nobody
 * reads, and ignores that the other end is closed.
 */
export function writeNow(fd: number, text: string): void {
  let rest = Buffer.from(text)
  for (let waitedMs = 0; rest.length > 0 && waitedMs < patienceMs;) {
    try {
      rest = rest.subarray(writeSync(fd, rest))
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EAGAIN') return
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
      waitedMs += pauseMs
    }
  }
}

/** By then a run has loaded its screen. */
export const settledAfterMs = 700

/** V8 writes an error to stderr where it does not know a setting. It has known this one for long; nobody knows for how long still. */
const lastTriedNode = 24

/**
 * Stops the growth of V8's young generation for this process. It would grow to 48 MB where many short-lived objects are made, as by a
 * stream of updates, while what a run needs fits in a few MB.
 */
export async function stopYoungHeapGrowth(): Promise<void> {
  if (Number.parseInt(process.versions.node) > lastTriedNode) return
  const { setFlagsFromString } = await import('node:v8')
  setFlagsFromString('--semi-space-growth-factor=1')
}

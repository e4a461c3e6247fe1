import { writeSync } from 'node:fs'

const patienceMs = 1000
const pauseMs = 5

/**
 * Writes to a file descriptor before it returns: for last words, when the event loop will not turn again. Gives up after a
 * second when nobody reads, and says nothing when the other end is gone.
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

// What is asked of this process itself: the last output before its end, and a heap that stays small.
import type { Clock } from '../lib/clock.ts'
import { writeSync } from 'node:fs'
import { errorCode } from '../lib/result.ts'

export type HostProcess = Pick<
  NodeJS.Process,
  | 'env'
  | 'pid'
  | 'platform'
  | 'stdin'
  | 'stdout'
  | 'stderr'
  | 'on'
  | 'prependListener'
  | 'removeListener'
  | 'removeAllListeners'
  | 'kill'
  | 'exit'
>

/** The process that a run uses, its streams and the time, as a value: tests pass their own. */
export interface SystemHost {
  readonly process: HostProcess
  readonly clock: Clock
  readonly isTerminal: (fd: 0 | 1 | 2) => boolean
  /** Writes to a file descriptor before it returns, and never fails. */
  readonly writeNow: (fd: 1 | 2, text: string) => void
  /** Lets the heap of the process grow less from now on; see `own-process.ts`. */
  readonly stopYoungHeapGrowth: () => Promise<void>
  /** The start screen has begun what is shown, and comes back after it. */
  readonly isFromStart?: true
  /** Where the program logs what it does; absent: nowhere. */
  readonly log?: ProgramLog
}

/** The log of what this program itself does, for bug reports. Who writes to it leaves out what agents and users say, and secrets. */
export interface ProgramLog {
  /** Adds a line with the time. Never fails: after an error of the disk nothing more is written. */
  note(what: string): void
}

interface TerminalSize {
  readonly columns: number
  readonly rows: number
}

/** The size of a terminal, 80×24 where it does not know it: some pseudo-terminals report 0×0. */
export function terminalSize({ columns, rows }: NodeJS.WriteStream): TerminalSize {
  return { columns: columns > 0 ? columns : 80, rows: rows > 0 ? rows : 24 }
}

const patienceMs = 1000
const pauseMs = 5

/**
 * Writes to a file descriptor synchronously, for the last output before the process exits. Gives up after a time, by default a second,
 * when nobody reads, and when the other end is closed. Returns whether all was written.
 */
export function writeNow(fd: number, text: string, withinMs = patienceMs): boolean {
  let rest = Buffer.from(text)
  for (let waitedMs = 0; rest.length > 0 && waitedMs < withinMs;) {
    try {
      rest = rest.subarray(writeSync(fd, rest))
    } catch (cause) {
      if (errorCode(cause) !== 'EAGAIN') return false
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
      waitedMs += pauseMs
    }
  }
  return rest.length === 0
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

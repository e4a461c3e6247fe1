import { isatty } from 'node:tty'
import type { Clock } from '../lib/clock.ts'
import { openSpawned } from '../sources/spawned/open-spawned.ts'
import { systemClock } from './system-clock.ts'
import { findKeyboard, type Keyboard } from './terminal/keyboard.ts'
import { writeNow } from './write-now.ts'

/** The parts of `process` that a run uses. */
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

/**
 * What surrounds a run: the process that it runs in, its terminal, the time, and how agents are started. The program makes the
 * real one; whole-program tests pass their own and run the program in their own process.
 */
export interface Host {
  readonly process: HostProcess
  readonly clock: Clock
  readonly isTerminal: (fd: 0 | 1 | 2) => boolean
  /** Where keys come from; null when there is no terminal to read keys from. */
  readonly findKeyboard: () => Keyboard | null
  /** Writes to a file descriptor before it returns, and never fails. */
  readonly writeNow: (fd: 1 | 2, text: string) => void
  readonly openSpawned: typeof openSpawned
}

/** The process that we are. */
export const processHost: Host = {
  process,
  clock: systemClock,
  isTerminal: isatty,
  findKeyboard,
  writeNow,
  openSpawned,
}

import { isatty } from 'node:tty'
import type { OpenTransport } from '../../app/ports/transport.ts'
import type { SpawnedCommand } from '../../sources/spawned/open-spawned.ts'
import { type SystemHost, writeNow, stopYoungHeapGrowth } from '../../system/host.ts'
import { findKeyboard, type Keyboard } from '../../terminal/terminal-guard.ts'
import type { Clock } from '../../lib/clock.ts'

/**
 * What surrounds a run: its process, its terminal, the time, and how agents are started. `main.ts` passes the real one;
 * whole-program tests pass their own, and run the program in their own process.
 */
export interface Host extends SystemHost {
  /** Where keys come from; null when there is no terminal to read keys from. */
  readonly findKeyboard: () => Keyboard | null
  readonly openSpawned: (command: SpawnedCommand) => OpenTransport
  /** The folder with the pages of the manual; it ends with a slash. */
  readonly manual: URL
}

/** The real time. `nowMs` counts from the start of this process, in whole microseconds, as recordings do. */
export const systemClock: Clock = {
  // Not `performance.now()`: Node would load a module for it, on the way to the first frame.
  nowMs: () => Math.round(process.uptime() * 1_000_000) / 1000,
  wallMs: () => Date.now(),
  after(delayMs, run, keeps) {
    const timer = setTimeout(run, delayMs)
    if (keeps !== 'alive') timer.unref()
    return () => clearTimeout(timer)
  },
}

export const processHost: Omit<Host, 'manual' | 'openSpawned'> = {
  process,
  clock: systemClock,
  isTerminal: isatty,
  findKeyboard,
  writeNow,
  stopYoungHeapGrowth,
}

import { isatty } from 'node:tty'
import type { OpenTransport } from '../../app/ports/transport.ts'
import type { SpawnedCommand } from '../../sources/spawned/open-spawned.ts'
import type { SystemHost } from '../../system/host.ts'
import { writeNow, stopYoungHeapGrowth } from '../../system/own-process.ts'
import { findKeyboard, type Keyboard } from '../../terminal/keyboard.ts'
import { systemClock } from './system-clock.ts'

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

/** The real process. */
export const processHost: Omit<Host, 'manual' | 'openSpawned'> = {
  process,
  clock: systemClock,
  isTerminal: isatty,
  findKeyboard,
  writeNow,
  stopYoungHeapGrowth,
}

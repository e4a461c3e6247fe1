// Bugs that a test puts into the running program.
import type { ExtraEnv } from '../run-environment.ts'

/** The environment in which the program has a bug, which shows when its terminal is resized: in the event loop, or where it draws; or no more files can be opened. */
export function plantedCrash(place: 'loop' | 'render' | 'files'): ExtraEnv {
  const preload = new URL(`planted-crash.mjs?${place}`, import.meta.url)
  return { NODE_OPTIONS: `--import=${preload.href}` }
}

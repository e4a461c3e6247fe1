import { closeSync, constants, existsSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { RunFolder } from './run-folder.ts'

/** `test/support/programs/job-shell.sh`, as far as it can be seen in the folder of its run. */
export interface JobShell {
  /** The program has stopped, and the shell waits to be told what to do. */
  hasStopped(): boolean
  /** The terminal has line editing as before the program. */
  hasLineEditing(): boolean
  /** Tells it to let the program go on. */
  goOn(): Promise<void>
}

export function jobShell(folder: RunFolder): JobShell {
  const text = (name: string): string =>
    existsSync(folder.file(name)) ? readFileSync(folder.file(name), 'utf8').trim() : ''
  return {
    hasStopped: () => text('stopped') !== '',
    hasLineEditing: () => text('stty-before') === text('stty-stopped'),
    async goOn() {
      rmSync(folder.file('stopped'))
      // Nobody waits in `open` for a shell that has died.
      for (let tries = 0; tries < 200; tries++) {
        const orders = opened(folder.file('orders'))
        if (orders === null) await pause(10)
        else {
          writeSync(orders, 'fg\n')
          closeSync(orders)
          return
        }
      }
    },
  }
}

/** null: nobody reads from it yet. */
function opened(pipe: string): number | null {
  try {
    return openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK)
  } catch {
    return null
  }
}

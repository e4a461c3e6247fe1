import { closeSync, openSync, writeSync } from 'node:fs'
import path from 'node:path'

/** The shells of `programs/` stay when their program has ended, until what it has written was read. */
export interface ShellStatus {
  /** For `terminal`: takes the status of the program, which comes behind its output, and lets the shell end. */
  readonly told: (words: string) => void
  /** The shell has ended. */
  readonly left: () => void
}

// oxlint-disable-next-line no-control-regex -- a terminal's sequence
const status = /\u001b\]7777;\d+\u0007$/

/** The bytes of a terminal without the status behind them: what the program has written. */
export function withoutStatus(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replace(status, ''), 'latin1')
}

export function shellStatus(folder: string, ended: (status: number) => void): ShellStatus {
  let pipe: number | null = null
  return {
    told(words) {
      ended(Number(words))
      // Opened for both, so that nothing waits for the shell to read.
      pipe = openSync(path.join(folder, 'leave'), 'r+')
      writeSync(pipe, '\n')
    },
    left() {
      if (pipe !== null) closeSync(pipe)
      pipe = null
    },
  }
}

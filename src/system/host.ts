import type { Clock } from '../lib/clock.ts'
import type { ProgramLog } from './program-log.ts'

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

/** The process that a run uses, its streams and the time, as a value: tests pass their own. */
export interface SystemHost {
  readonly process: HostProcess
  readonly clock: Clock
  readonly isTerminal: (fd: 0 | 1 | 2) => boolean
  /** Writes to a file descriptor before it returns, and never fails. */
  readonly writeNow: (fd: 1 | 2, text: string) => void
  /** Lets the heap of the process grow less from now on; see `own-process.ts`. */
  readonly stopYoungHeapGrowth: () => Promise<void>
  /** Where the program logs what it does; absent: nowhere. */
  readonly log?: ProgramLog
}

interface TerminalSize {
  readonly columns: number
  readonly rows: number
}

/** The size of a terminal, 80×24 where it does not know it: some pseudo-terminals report 0×0. */
export function terminalSize({ columns, rows }: NodeJS.WriteStream): TerminalSize {
  return { columns: columns > 0 ? columns : 80, rows: rows > 0 ? rows : 24 }
}

import type { TerminalGuard } from './terminal-guard.ts'

/** Lets another program have the terminal while `run` is pending, and takes it back whole. */
export type LendTerminal = <T>(run: () => Promise<T>) => Promise<T>

export interface LendTerminalParts {
  readonly guard: TerminalGuard
  readonly stdin: NodeJS.ReadStream
}

/** While the terminal is lent, no key is read, and ctrl-c and ctrl-z are the other program's. */
export function terminalLender({ guard, stdin }: LendTerminalParts): LendTerminal {
  return async (run) => {
    const readOn = stopReading(stdin)
    guard.lend()
    try {
      return await run()
    } finally {
      readOn()
      guard.takeAgain()
    }
  }
}

interface ReadHandle {
  readStop(): unknown
  readStart(): unknown
}

/**
 * Stops reading a terminal, and returns how to go on. A stream that is only paused has asked for one more key already, and would
 * take it from the other program; Node has no other way to take that back.
 */
function stopReading(stdin: NodeJS.ReadStream): () => void {
  const handle = (stdin as { readonly _handle?: ReadHandle | null })._handle
  if (handle === undefined || handle === null) return () => undefined
  handle.readStop()
  return () => void handle.readStart()
}

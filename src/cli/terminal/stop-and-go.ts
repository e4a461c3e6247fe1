import { constants } from 'node:os'
import type { HostProcess } from '../host.ts'
import type { TerminalGuard } from './terminal-guard.ts'

/** What else is done about a stop. */
export interface StopHooks {
  /** The terminal was given back; what is written now stands before the shell's own words. */
  readonly stopping: () => void
  readonly goesOn: () => void
}

/** Stops and goes on with the terminal in order, as shells want it of their jobs. There is one in a process. */
export interface StopAndGo {
  /** The user's key: all of our job stops, with whatever started us and waits for us. null where nothing can be stopped (Windows). */
  readonly stopJob: (() => void) | null
  hear(hooks: StopHooks): void
}

export function startStopAndGo(guard: TerminalGuard, process: HostProcess): StopAndGo {
  let hooks: StopHooks | null = null
  let goesOnAlready = false

  const goOn = (): void => {
    // A window that changes its size tells only who is in the foreground. Node looks at it when it hears of this.
    process.kill(process.pid, 'SIGWINCH')
    guard.takeAgain()
    hooks?.goesOn()
  }
  const stop = (who: number): void => {
    guard.lend()
    hooks?.stopping()
    // The system's own stop, and not SIGSTOP: where nobody could let us go on, this is ignored. It returns when we go on.
    process.removeListener('SIGTSTP', onStop)
    process.kill(who, 'SIGTSTP')
    process.on('SIGTSTP', onStop)
    goesOnAlready = true
    goOn()
    // Node tells of the signal that let us go on in one of the next rounds of the event loop.
    setImmediate(() => setImmediate(() => (goesOnAlready = false)))
  }
  const onStop = (): void => stop(process.pid)

  if (!('SIGTSTP' in constants.signals)) return { stopJob: null, hear: () => undefined }
  process.on('SIGTSTP', onStop)
  // After SIGSTOP, which nobody hears: the terminal was not given back, and is as the shell has made it.
  process.on('SIGCONT', () => {
    if (!goesOnAlready) goOn()
  })
  return {
    // 0: all of the process group.
    stopJob: () => stop(0),
    hear(heard) {
      hooks = heard
    },
  }
}

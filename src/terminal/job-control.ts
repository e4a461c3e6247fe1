import { constants } from 'node:os'
import type { HostProcess } from '../system/host.ts'
import type { TerminalGuard } from './terminal-guard.ts'

/** Called around each stop. */
export interface StopHooks {
  /** The terminal was given back: what is written now is shown before the shell's own message. */
  readonly onStop: () => void
  readonly onContinue: () => void
}

/** Job control of shells: gives the terminal back at a stop and takes it again afterwards. One per process. */
export interface JobControl {
  /** For the user's key: stops the whole process group, with the programs that started us. null where there is no SIGTSTP (Windows). */
  readonly stopJob: (() => void) | null
  setHooks(hooks: StopHooks): void
}

export function startJobControl(guard: TerminalGuard, process: HostProcess): JobControl {
  let hooks: StopHooks | null = null
  let isResumed = false

  const resume = (): void => {
    // SIGWINCH reaches only the foreground job, so the size may have changed unseen. Node reads it on this signal.
    process.kill(process.pid, 'SIGWINCH')
    guard.takeAgain()
    hooks?.onContinue()
  }
  const stop = (pid: number): void => {
    guard.lend()
    hooks?.onStop()
    // SIGTSTP and not SIGSTOP: in an orphaned process group, which no shell can continue, it has no effect. `kill` returns after SIGCONT.
    process.removeListener('SIGTSTP', onStop)
    process.kill(pid, 'SIGTSTP')
    process.on('SIGTSTP', onStop)
    isResumed = true
    resume()
    // Node emits the SIGCONT of this stop in one of the next turns of the event loop.
    setImmediate(() => setImmediate(() => (isResumed = false)))
  }
  /** An editor that has the terminal stops the job, and takes the terminal again itself. */
  const stopWithBorrower = (): void => {
    process.removeListener('SIGTSTP', onStop)
    process.kill(process.pid, 'SIGTSTP')
    process.on('SIGTSTP', onStop)
  }
  const onStop = (): void => (guard.isLent() ? stopWithBorrower() : stop(process.pid))

  if (!('SIGTSTP' in constants.signals)) return { stopJob: null, setHooks: () => undefined }
  process.on('SIGTSTP', onStop)
  // After a SIGSTOP, which cannot be caught: the terminal was not given back, and is in the shell's modes.
  process.on('SIGCONT', () => {
    if (!isResumed && !guard.isLent()) resume()
  })
  return {
    // 0: the whole process group.
    stopJob: () => stop(0),
    setHooks(given) {
      hooks = given
    },
  }
}

import type { HostProcess, SystemHost } from './host.ts'
import { safeText } from '../lib/text/safe-text.ts'
import { endSignals, signalStatus, type EndSignal } from './end-signals.ts'
import { errorCode } from '../lib/result.ts'

/** An end that comes from outside: a signal, or stdout that accepts nothing more. */
export type OutsideEnd =
  | { readonly kind: 'interrupted'; readonly signal: EndSignal }
  /** The reader has what it wanted, as `head` does. */
  | { readonly kind: 'reader-gone' }
  | { readonly kind: 'output-failed'; readonly cause: string }

/** Handles every end that the program does not choose. One per process at a time: a later one takes the place of the one before. */
export interface EndWatch {
  readonly ended: Promise<OutsideEnd>
  /** The run is closing: the next signal ends the process at once, except SIGHUP. */
  closing(): void
  /** The terminal is gone: the same as SIGHUP, which is not always sent. */
  terminalGone(): void
  /** Reports a bug, an empty event loop too: kills the agent, restores the terminal, prints the stack, exits with 70. */
  crash(cause: unknown): never
  /** `kill` ends the agent's process group; called whenever the process ends, with its status. Each further one is called after it. */
  killAtEnd(kill: (status: number) => void): void
}

export interface EndWatchParts {
  /** `restore` gives the terminal back, and may be called more than once. `sharesKeySignals`: another program has it, or had it just now. */
  readonly guard: { restore(): void; sharesKeySignals?(): boolean }
  /** What was printed and not shown, for the report of a crash. */
  readonly kept: { lines(): readonly string[] }
  readonly host: Pick<SystemHost, 'process' | 'writeNow' | 'isTerminal'>
  /** Removes our credentials from the report of a crash. */
  readonly conceal?: (text: string) => string
}

/** Of a bug of this program. */
export const crashStatus = 70

/** How the handlers are taken back that a process has. */
const takenBack = new WeakMap<HostProcess, () => void>()

export function watchEnds({ guard, kept, host, conceal = (text) => text }: EndWatchParts): EndWatch {
  const process: HostProcess = host.process
  const { stdout } = process
  const terminals = ([0, 1, 2] as const).filter((fd) => host.isTerminal(fd))
  const kills: ((status: number) => void)[] = []
  const kill = (status: number): void => {
    for (const each of kills) each(status)
  }
  let isClosing = false
  let end: (how: OutsideEnd) => void = () => {}
  const ended = new Promise<OutsideEnd>((resolve) => {
    end = resolve
  })

  const onSignal = (signal: EndSignal): void => {
    // A closed window sends SIGHUP more than once: the second one does not mean an impatient user.
    if (isClosing && signal === 'SIGHUP') return
    // Keys of the program that has the terminal: the system sends their signals to all that run in it.
    if (guard.sharesKeySignals?.() === true && (signal === 'SIGINT' || signal === 'SIGQUIT')) return
    if (isClosing) process.exit(signalStatus(signal))
    isClosing = true
    guard.restore()
    end({ kind: 'interrupted', signal })
  }
  const terminalGone = (): void => onSignal('SIGHUP')
  const isTerminalGone = (): boolean => !terminals.every((fd) => host.isTerminal(fd))
  const crash = (cause: unknown): never => {
    // What is done with a terminal that is gone fails, often before the signal of that comes: its end, and no bug.
    if (isTerminalGone()) process.exit(signalStatus('SIGHUP'))
    // First, since writing to a terminal that is not read may block.
    kill(crashStatus)
    guard.restore()
    const words = outOfFiles(cause)
    host.writeNow(2, words ?? conceal(crashReport(cause, kept.lines())))
    process.exit(words === null ? crashStatus : 4)
  }

  const atExit = (status: number): void => {
    kill(status)
    guard.restore()
    if (status !== signalStatus('SIGHUP') || !isTerminalGone()) return
    // Node would abort, since it cannot restore the modes of a terminal that is gone.
    process.removeAllListeners('SIGHUP')
    process.kill(process.pid, 'SIGHUP')
  }
  const onOutputError = (cause: NodeJS.ErrnoException): void => {
    if (stdout.isTTY && cause.code !== 'EPIPE') terminalGone()
    end(
      cause.code === 'EPIPE'
        ? { kind: 'reader-gone' }
        : { kind: 'output-failed', cause: cause.code ?? cause.message },
    )
  }

  takenBack.get(process)?.()
  for (const signal of endSignals) {
    // The launcher's handlers exit without restoring anything.
    process.removeAllListeners(signal)
    process.on(signal, () => onSignal(signal))
  }
  process.on('uncaughtException', crash)
  process.on('unhandledRejection', crash)
  const stopDryWatch = watchDryLoop(crash, process)
  process.on('exit', atExit)
  stdout.on('error', onOutputError)
  // Node asks a terminal for its size at each SIGWINCH, and for one that is gone this is an error of the stream.
  const stderr = terminals.includes(2) ? process.stderr.on('error', terminalGone) : null
  takenBack.set(process, () => {
    process.removeListener('uncaughtException', crash)
    process.removeListener('unhandledRejection', crash)
    process.removeListener('exit', atExit)
    stopDryWatch()
    stdout.removeListener('error', onOutputError)
    stderr?.removeListener('error', terminalGone)
  })

  return {
    ended,
    closing() {
      isClosing = true
    },
    terminalGone,
    crash,
    killAtEnd(kill) {
      kills.push(kill)
    },
  }
}

/** What stderr is told of an error by which the system lets nobody open a file any more, which is no bug, as the launcher says it; null: it is another one. */
function outOfFiles(cause: unknown): string | null {
  const code = errorCode(cause)
  if (code !== 'EMFILE' && code !== 'ENFILE') return null
  const who = code === 'EMFILE' ? 'this program' : 'any program'
  return (
    `acp-plan-tui: the system lets ${who} open no more files (${code})\n` +
    '  Raise the limit, for example with `ulimit -n 1024`, and start it again.\n'
  )
}

function crashReport(cause: unknown, printed: readonly string[]): string {
  const stack = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
  const before = printed.length === 0 ? '' : `${safeText(printed.join('\n'))}\n`
  return (
    `${before}${safeText(stack)}\n` +
    'acp-plan-tui: this is a bug in acp-plan-tui, not in the agent; please report it with the lines above\n'
  )
}

/**
 * Calls `onDry` when the process would exit because its event loop is empty, although the program is not done: a pending promise
 * keeps no process alive. The listener added last is called first, and may exit. Returns how it is taken back.
 */
export function watchDryLoop(
  onDry: (bug: Error) => void,
  process: Pick<HostProcess, 'prependListener' | 'removeListener'>,
): () => void {
  const onEmpty = (): void => onDry(new Error('the event loop ran empty before the program was done'))
  process.prependListener('beforeExit', onEmpty)
  return () => process.removeListener('beforeExit', onEmpty)
}

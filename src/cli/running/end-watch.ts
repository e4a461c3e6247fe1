import { safeText } from '../../lib/text/safe-text.ts'
import type { KeptConsole } from '../terminal/kept-console.ts'
import type { TerminalGuard } from '../terminal/terminal-guard.ts'
import { writeNow } from '../write-now.ts'

export type EndSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP'

/** An end that comes from outside: a signal, or stdout that takes no more. */
export type OutsideEnd =
  | { readonly kind: 'interrupted'; readonly signal: EndSignal }
  /** The reader has what it wanted, as `head` does. */
  | { readonly kind: 'reader-gone' }
  | { readonly kind: 'output-failed'; readonly cause: string }

/** Watches for every end that is not the program's own. There is one in a process, for as long as that lives. */
export interface EndWatch {
  readonly ended: Promise<OutsideEnd>
  /** We are closing: the next signal ends at once. */
  closing(): void
  /** A bug of ours: gives the terminal back, kills the agent, shows the stack, ends with 70. */
  crash(cause: unknown): never
  /** The last resort for the agent's process group, called whenever the process ends. */
  killAtEnd(kill: () => void): void
}

export const signalStatus: Readonly<Record<EndSignal, number>> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }

export interface EndWatchParts {
  readonly guard: TerminalGuard
  readonly kept: KeptConsole
  readonly stdout: NodeJS.WriteStream
  /** Takes our credentials out of the report of a crash. */
  readonly conceal?: (text: string) => string
}

export function watchEnds({ guard, kept, stdout, conceal = same }: EndWatchParts): EndWatch {
  let kill: () => void = () => {}
  let isClosing = false
  const { ended, end } = endOnce()

  const onSignal = (signal: EndSignal): void => {
    if (isClosing) process.exit(signalStatus[signal])
    isClosing = true
    guard.restore()
    end({ kind: 'interrupted', signal })
  }
  const crash = (cause: unknown): never => {
    guard.restore()
    kill()
    writeNow(2, conceal(crashReport(cause, kept.lines())))
    process.exit(70)
  }

  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  process.on('SIGHUP', onSignal)
  process.on('uncaughtException', crash)
  process.on('unhandledRejection', crash)
  process.on('exit', () => {
    guard.restore()
    kill()
  })
  stdout.on('error', (cause: NodeJS.ErrnoException) => {
    end(
      cause.code === 'EPIPE'
        ? { kind: 'reader-gone' }
        : { kind: 'output-failed', cause: cause.code ?? cause.message },
    )
  })

  return {
    ended,
    closing() {
      isClosing = true
    },
    crash,
    killAtEnd(lastResort) {
      kill = lastResort
    },
  }
}

function same(text: string): string {
  return text
}

function endOnce(): { readonly ended: Promise<OutsideEnd>; readonly end: (how: OutsideEnd) => void } {
  let end: (how: OutsideEnd) => void = () => {}
  const ended = new Promise<OutsideEnd>((resolve) => {
    end = resolve
  })
  return { ended, end }
}

function crashReport(cause: unknown, printed: readonly string[]): string {
  const stack = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
  const before = printed.length === 0 ? '' : `${safeText(printed.join('\n'))}\n`
  return (
    `${before}${safeText(stack)}\n` +
    'acp-plan-tui: this is a bug in acp-plan-tui, not in the agent; please report it with the lines above\n'
  )
}

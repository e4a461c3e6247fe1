import { constants } from 'node:os'

/**
 * The signals that end a process without a listener for them. Not SIGKILL and SIGSTOP, which have no listeners; SIGPIPE,
 * which Node ignores; SIGPROF, which V8's profiler sends to its own process; and those of a fault (such as SIGSEGV), after which
 * no listener can run.
 */
const names = [
  'SIGHUP',
  'SIGINT',
  'SIGQUIT',
  'SIGABRT',
  // Node would open its inspector to any local process, and write to the screen.
  'SIGUSR1',
  'SIGUSR2',
  'SIGALRM',
  'SIGTERM',
  'SIGVTALRM',
  'SIGXCPU',
  'SIGIO',
  'SIGPWR',
  'SIGSTKFLT',
  'SIGSYS',
  'SIGTRAP',
  // Ctrl-break on Windows.
  'SIGBREAK',
] as const

export type EndSignal = (typeof names)[number]

/** Those that this system has. */
export const endSignals: readonly EndSignal[] = names.filter((name) => signalNumber(name) !== null)

/** The exit status of a program that was ended by a signal, as in shells: 128 + the number of the signal. */
export function signalStatus(signal: EndSignal): number {
  return 128 + (signalNumber(signal) ?? 0)
}

function signalNumber(name: EndSignal): number | null {
  const numbers: Readonly<Partial<Record<string, number>>> = constants.signals
  return numbers[name] ?? null
}

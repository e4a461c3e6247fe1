import { constants } from 'node:os'

/**
 * The signals that end a process which does not listen for them. Not among them: SIGKILL and SIGSTOP, which nobody hears; SIGPIPE,
 * which Node ignores; SIGPROF, which V8's profiler sends its own process many times a second; and those of a fault (SIGSEGV and
 * its like), after which nothing can go on.
 */
const names = [
  'SIGHUP',
  'SIGINT',
  'SIGQUIT',
  'SIGABRT',
  // Node would open its inspector, to whoever may connect, and write about it over the screen.
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
] as const

export type EndSignal = (typeof names)[number]

/** Those of them that this system has. */
export const endSignals: readonly EndSignal[] = names.filter((name) => numberOf(name) !== null)

/** The exit status of a program that a signal has ended, as shells tell it: 128 and the number of the signal. */
export function signalStatus(signal: EndSignal): number {
  return 128 + (numberOf(signal) ?? 0)
}

function numberOf(name: EndSignal): number | null {
  const numbers: Readonly<Partial<Record<string, number>>> = constants.signals
  return numbers[name] ?? null
}

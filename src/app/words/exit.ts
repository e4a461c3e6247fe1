/** How a process ended. */
import type { LinkEnd } from '../state/link.ts'

export type Exited = Pick<Extract<LinkEnd, { kind: 'exited' }>, 'code' | 'signal'>

/**
 * How a process ended, to follow "it": `ended with status 3`, `was killed (SIGKILL)`, `ended with status 137 (as with SIGKILL)`. Raw.
 * A status alone is what a program or a shell said: git has 129 for a wrong option.
 */
export function exitWords(end: Exited): string {
  const signal = endingSignal(end)
  if (end.signal !== null) return `was ${endingVerb(end.signal)} (${end.signal})`
  return `ended with status ${end.code ?? 'unknown'}${signal === null ? '' : ` (as with ${signal})`}`
}

/** What a signal does to a process. Only signals with the same number everywhere: the status may come from a recording. */
const signals: Readonly<Record<string, { readonly number: number; readonly verb: string }>> = {
  SIGHUP: { number: 1, verb: 'hung up' },
  SIGINT: { number: 2, verb: 'interrupted' },
  SIGQUIT: { number: 3, verb: 'told to quit' },
  SIGILL: { number: 4, verb: 'stopped by a crash' },
  SIGABRT: { number: 6, verb: 'aborted' },
  SIGFPE: { number: 8, verb: 'stopped by a crash' },
  SIGKILL: { number: 9, verb: 'killed' },
  SIGSEGV: { number: 11, verb: 'stopped by a crash' },
  SIGPIPE: { number: 13, verb: 'stopped by a broken pipe' },
  SIGALRM: { number: 14, verb: 'stopped by its alarm' },
  SIGTERM: { number: 15, verb: 'terminated' },
}

/** What a signal has done to a process: `killed`. */
export function endingVerb(signal: string): string {
  return signals[signal]?.verb ?? 'ended'
}

/** The signal that ended a process, also as a status of 128 plus its number, as shells report it; else null. */
export function endingSignal({ code, signal }: Exited): string | null {
  if (signal !== null) return signal
  const named = Object.entries(signals).find(([, { number }]) => code === 128 + number)
  return named?.[0] ?? null
}

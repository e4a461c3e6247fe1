import type { AgentOptions } from '../agent-options.ts'
import type { Patience } from './silence-watch.ts'

/** An agent that is fetched first, or starts slowly, needs a while; then its user should know what is waited for. */
const sayAfterMs = 60_000
/** Without a screen there is nobody who could see that nothing comes, and end it. */
const unattendedOpeningMs = 300_000
/** Some agents never answer and never fall silent either: log lines on stdout, a byte at a time. */
const unattendedInAllMs = 600_000

type Run = Pick<AgentOptions, 'timeoutMs' | 'canAsk'>

/** For an answer on the way to the first session. `isLost`: the agent was there before and is called again. */
export function openingPatience({ timeoutMs, canAsk }: Run, isLost: boolean): Patience {
  const endInAllAfterMs = canAsk && !isLost ? null : Math.max(unattendedInAllMs, 2 * (timeoutMs ?? 0))
  if (timeoutMs !== null) return { sayAfterMs, endAfterMs: timeoutMs, endInAllAfterMs }
  // The next call may find it better.
  if (isLost) return { sayAfterMs: null, endAfterMs: sayAfterMs, endInAllAfterMs }
  return { sayAfterMs, endAfterMs: canAsk ? null : unattendedOpeningMs, endInAllAfterMs }
}

/** For whatever else it owes: a turn takes as long as it takes, unless the user has said how long silence may. */
export function workingPatience({ timeoutMs }: Run): Patience {
  return { sayAfterMs: null, endAfterMs: timeoutMs, endInAllAfterMs: null }
}

/** What is waited for, as sentences name it. */
export function answerTo(method: string): string {
  return `the answer to ${method}`
}

export function slowWords(forMs: number, waitingFor: string): string {
  return `The agent has said nothing for ${seconds(forMs)}: ${waitingFor} is awaited.`
}

export function overdueWords(forMs: number, waitingFor: string): string {
  return `${waitingFor} has not come for ${seconds(forMs)}, whatever else it sends`
}

export function lateWords(method: string, afterMs: number): string {
  return `The agent has not answered ${method} for ${seconds(afterMs)}.`
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`
}

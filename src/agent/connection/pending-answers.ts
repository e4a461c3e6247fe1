import type { LinkEnd } from '../../app/state/link.ts'
import type { ConnectionAttempt } from './connection-attempt.ts'
import type { LiveExchange } from '../live-exchange.ts'
import type { OpenSessions } from '../sessions/sessions.ts'
import type { Questions } from '../questions/questions.ts'
import { type Patience, SilenceWatch } from './silence-watch.ts'
import type { AgentOptions } from '../agent-options.ts'

export interface OwedAnswersOptions {
  readonly agent: AgentOptions
  readonly sessions: OpenSessions
  readonly questions: Questions
  readonly exchange: LiveExchange
  /** What is owed has not come, and is not waited for any longer. */
  readonly onGivenUp: (end: LinkEnd) => void
}

/** What the agent owes, and how long it may be silent meanwhile. */
export class OwedAnswers {
  readonly #options: OwedAnswersOptions
  readonly #silence: SilenceWatch

  constructor(options: OwedAnswersOptions) {
    this.#options = options
    const { agent, exchange, onGivenUp } = options
    const { clock, isRemote, fallbackName } = agent
    this.#silence = new SilenceWatch({
      clock,
      onSlow: (forMs, waitingFor) => exchange.remark(slowWords(forMs, waitingFor)),
      onSilent: (forMs, waitingFor) =>
        onGivenUp({ kind: 'silent', forMs, waitingFor, ...(isRemote ? { address: fallbackName } : {}) }),
      onOverdue: (forMs, waitingFor) =>
        onGivenUp({ kind: 'broke-protocol', text: overdueWords(forMs, waitingFor) }),
    })
  }

  /** The agent wrote something. Cheap: it is called for each chunk. */
  heard(atMs: number): void {
    this.#silence.heard(atMs)
  }

  /** Says what is waited for now: a silence counts only while the agent owes something. */
  watch(attempt: ConnectionAttempt | null, isLost: boolean): void {
    const { sessions, questions, agent } = this.#options
    // Many agents do nothing else while they wait for an answer of ours.
    if (questions.hasOpen) return this.#silence.waitFor(null)
    const opening = attempt?.setup.waitsFor ?? null
    if (opening !== null) return this.#silence.waitFor(answerTo(opening), openingPatience(agent, isLost))
    const asked = attempt?.owedAnswer ?? null
    const owed = asked !== null ? answerTo(asked) : sessions.isAnyRunning ? 'the end of the turn' : null
    this.#silence.waitFor(agent.timeoutMs === null ? null : owed, workingPatience(agent))
  }

  /** The connection is over. */
  forget(): void {
    this.#silence.waitFor(null)
  }
}

/** An agent that is fetched first, or starts slowly, needs a while; then its user should know what is waited for. */
const sayAfterMs = 60_000
/** Without a screen there is nobody who could see that nothing comes, and end it. */
const unattendedOpeningMs = 300_000
/** Some agents never answer and never fall silent either: log lines on stdout, a byte at a time. */
const unattendedInAllMs = 600_000

type Run = Pick<AgentOptions, 'timeoutMs' | 'canAsk'>

/** For an answer on the way to the first session. `isLost`: the agent was there before and is called again. */
function openingPatience({ timeoutMs, canAsk }: Run, isLost: boolean): Patience {
  const endInAllAfterMs = canAsk && !isLost ? null : Math.max(unattendedInAllMs, 2 * (timeoutMs ?? 0))
  if (timeoutMs !== null) return { sayAfterMs, endAfterMs: timeoutMs, endInAllAfterMs }
  // The next call may find it better.
  if (isLost) return { sayAfterMs: null, endAfterMs: sayAfterMs, endInAllAfterMs }
  return { sayAfterMs, endAfterMs: canAsk ? null : unattendedOpeningMs, endInAllAfterMs }
}

/** For whatever else it owes: a turn takes as long as it takes, unless the user has said how long silence may. */
function workingPatience({ timeoutMs }: Run): Patience {
  return { sayAfterMs: null, endAfterMs: timeoutMs, endInAllAfterMs: null }
}

/** What is waited for, as sentences name it. */
function answerTo(method: string): string {
  return `the answer to ${method}`
}

function slowWords(forMs: number, waitingFor: string): string {
  return `The agent has said nothing for ${seconds(forMs)}: ${waitingFor} is awaited.`
}

function overdueWords(forMs: number, waitingFor: string): string {
  return `${waitingFor} has not come for ${seconds(forMs)}, whatever else it sends`
}

export function lateWords(method: string, afterMs: number): string {
  return `The agent has not answered ${method} for ${seconds(afterMs)}.`
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`
}

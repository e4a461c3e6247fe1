import type { LinkEnd } from '../../app/state/link.ts'
import type { AgentOptions } from '../agent-options.ts'
import type { ConnectionAttempt } from './connection-attempt.ts'
import type { LiveExchange } from '../live-exchange.ts'
import type { OpenSessions } from '../sessions/open-sessions.ts'
import { answerTo, openingPatience, overdueWords, slowWords, workingPatience } from './patience.ts'
import type { Questions } from '../questions/questions.ts'
import { SilenceWatch } from './silence-watch.ts'

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

import type { AppState } from '../../app/state/app-state.ts'
import { childrenOf, type Child } from '../../app/state/children.ts'
import type { LinkEnd } from '../../app/state/link.ts'
import type { ConnectionAttempt } from './connection-attempt.ts'
import type { LiveExchange } from '../live-exchange.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Questions } from '../questions/questions.ts'
import { type SilenceLimits, SilenceWatch } from './silence-watch.ts'
import type { AgentOptions } from '../agent-options.ts'

export interface PendingAnswersOptions {
  readonly agent: AgentOptions
  readonly sessions: Sessions
  readonly questions: Questions
  readonly exchange: LiveExchange
  /** The answer has not come, and the client stops waiting for it. */
  readonly onTimeout: (end: LinkEnd) => void
}

/** Knows which answers the agent owes, and limits its silence until they come. */
export class PendingAnswers {
  readonly #options: PendingAnswersOptions
  readonly #silence: SilenceWatch

  constructor(options: PendingAnswersOptions) {
    this.#options = options
    const { agent, exchange, onTimeout } = options
    const { clock, isRemote, fallbackName } = agent
    this.#silence = new SilenceWatch({
      clock,
      onSlow: (forMs, waitingFor, sentOther) => exchange.remark(slowWords(forMs, waitingFor, sentOther)),
      onSilent: (forMs, waitingFor, sentOther) =>
        onTimeout({
          kind: 'silent',
          forMs,
          waitingFor,
          ...(sentOther ? { sentOther } : {}),
          ...(isRemote ? { address: fallbackName } : {}),
        }),
      onOverdue: (forMs, waitingFor) =>
        onTimeout({ kind: 'broke-protocol', text: overdueWords(forMs, waitingFor) }),
    })
  }

  /** Bytes came, which may be anything. Cheap: called for each chunk. */
  onOutput(): void {
    this.#silence.onOutput()
  }

  /** The agent sent whole messages. */
  onMessage(): void {
    this.#silence.onMessage()
  }

  /** Sets what is pending now: silence counts only while the agent owes an answer. */
  watch(attempt: ConnectionAttempt | null, isLost: boolean): void {
    const { sessions, questions, agent } = this.#options
    // Many agents do nothing else while a question of theirs is open.
    if (questions.hasOpen) return this.#silence.waitFor(null)
    const setupMethod = attempt?.setup.waitsFor ?? null
    if (setupMethod !== null)
      return this.#silence.waitFor(answerTo(setupMethod), setupLimits(agent, setupMethod, isLost))
    const limits = turnLimits(agent)
    if (attempt === null || (limits.noticeAfterMs === null && limits.endAfterMs === null))
      return this.#silence.waitFor(null)
    const method = attempt.connection.pendingMethod
    // That one is late is said for each.
    if (method !== null) return this.#silence.waitFor(answerTo(method), { ...limits, noticeAfterMs: null })
    const work = sessions.isAnyRunning ? 'the end of the turn' : backgroundWork(agent.state())
    this.#silence.waitFor(work, limits)
  }

  /** The connection is over. */
  forget(): void {
    this.#silence.waitFor(null)
  }
}

/** Agents that are downloaded first or start slowly need longer: then the user sees which request is pending. */
const noticeAfterMs = 60_000
/** Without a screen no user sees that nothing comes, and ends the run. */
const unattendedSetupMs = 300_000
/** Some agents never answer and never fall silent either: they log on stdout, a byte at a time. */
const unattendedTotalMs = 600_000

type Run = Pick<AgentOptions, 'timeoutMs' | 'canAsk'>

/** Before their answer an agent may send a long past for minutes. */
const replayingMethods: ReadonlySet<string> = new Set(['session/load', 'session/resume'])

/** For the answers up to the first session. `isLost`: the client is reconnecting. */
function setupLimits({ timeoutMs, canAsk }: Run, method: string, isLost: boolean): SilenceLimits {
  const endTotalAfterMs = canAsk && !isLost ? null : Math.max(unattendedTotalMs, 2 * (timeoutMs ?? 0))
  if (timeoutMs !== null) {
    const signs = replayingMethods.has(method) ? 'messages' : 'nothing'
    return { signs, noticeAfterMs, endAfterMs: timeoutMs, endTotalAfterMs }
  }
  const signs = 'messages'
  // The next attempt may succeed.
  if (isLost) return { signs, noticeAfterMs: null, endAfterMs: noticeAfterMs, endTotalAfterMs }
  return { signs, noticeAfterMs, endAfterMs: canAsk ? null : unattendedSetupMs, endTotalAfterMs }
}

/** For everything else: a turn may take any time, unless the user has set a limit for silence. */
function turnLimits({ timeoutMs, canAsk }: Run): SilenceLimits {
  // The screen shows what runs, and for how long.
  const notice = canAsk ? null : noticeAfterMs
  return { signs: 'messages', noticeAfterMs: notice, endAfterMs: timeoutMs, endTotalAfterMs: null }
}

/** The first sub-agent that goes on without a turn of its session, or what it waits for; null: none does. */
function backgroundWork(state: AppState): string | null {
  for (const id of state.sessions.keys())
    for (const child of childrenOf(state, id)) if (child.doing.state !== 'ended') return childWords(child)
  return null
}

function childWords({ isSubagent, title, doing }: Child): string {
  const name = `${isSubagent ? 'sub-agent' : 'task'} “${title.slice(0, longestTitle)}”`
  return doing.state === 'waiting' ? `an answer that ${name} gets elsewhere` : name
}

const longestTitle = 100

/** A pending answer, as sentences name it. */
function answerTo(method: string): string {
  return `the answer to ${method}`
}

function slowWords(forMs: number, waitingFor: string, sentOther: boolean): string {
  return sentOther
    ? `For ${seconds(forMs)} the agent has sent only other data; waiting for ${waitingFor}.`
    : `The agent has been silent for ${seconds(forMs)}; waiting for ${waitingFor}.`
}

function overdueWords(forMs: number, waitingFor: string): string {
  return `${waitingFor} has not come within ${seconds(forMs)}, although the agent sends other data`
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`
}

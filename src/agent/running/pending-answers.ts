import type { AppState } from '../../app/state/app-state.ts'
import { childrenOf, hasRunningChild, type Child } from '../../app/state/children.ts'
import type { LinkEnd } from '../../app/state/link.ts'
import type { ConnectionAttempt } from './connection-attempt.ts'
import type { LiveExchange } from '../live-exchange.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Questions } from '../questions/questions.ts'
import type { AgentOptions } from '../agent-options.ts'
import type { Clock } from '../../lib/clock.ts'

/** Limits the agent's silence while it owes an answer. `onTimeout`: that has not come, and the client stops waiting for it. */
export function watchSilence(
  { clock, isRemote, fallbackName }: AgentOptions,
  { remark }: LiveExchange,
  onTimeout: (end: LinkEnd) => void,
): SilenceWatch {
  return new SilenceWatch({
    clock,
    onSlow: (forMs, waitingFor, sentOther) => remark(slowWords(forMs, waitingFor, sentOther)),
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

interface Owing {
  readonly agent: AgentOptions
  readonly sessions: Sessions
  readonly questions: Questions
}

/** Which answer the agent owes now, and the limits of its silence; null: none. `isLost`: the client is reconnecting. */
export function owedAnswer(
  { sessions, questions, agent }: Owing,
  attempt: ConnectionAttempt | null,
  isLost: boolean,
): readonly [what: string | null, limits?: SilenceLimits] {
  // Many agents do nothing else while a question of theirs is open.
  if (questions.hasOpen) return [null]
  const setupMethod = attempt?.setup.waitsFor ?? null
  if (setupMethod !== null) return [answerTo(setupMethod), setupLimits(agent, setupMethod, isLost)]
  const limits = turnLimits(agent)
  if (attempt === null || (limits.noticeAfterMs === null && limits.endAfterMs === null)) return [null]
  const method = attempt.connection.pendingMethod
  // That one is late is said for each.
  if (method !== null) return [answerTo(method), { ...limits, noticeAfterMs: null }]
  return [sessions.isAnyRunning ? 'the end of the turn' : backgroundWork(agent.state()), limits]
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

/** For the answers up to the first session. */
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
  for (const [id, session] of state.sessions)
    if (hasRunningChild(state, session))
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

/** How long what is pending may take, in milliseconds, counted from the last sign of life. */
export interface SilenceLimits {
  /** `messages`: each whole message is a sign of life; `nothing`: the time counts from the beginning of the wait. */
  readonly signs: 'messages' | 'nothing'
  /** After this, `onSlow`; null: never. */
  readonly noticeAfterMs: number | null
  /** After this, `onSilent`; null: never. */
  readonly endAfterMs: number | null
  /** After this, `onOverdue`, even if messages have come meanwhile; null: never. */
  readonly endTotalAfterMs: number | null
}

interface SilenceOptions {
  readonly clock: Clock
  /** Called once for each wait; `waitingFor` names what is pending. */
  readonly onSlow: (forMs: number, waitingFor: string, sentOther: boolean) => void
  /** Called once for each wait without a sign of life for `endAfterMs`. `sentOther`: bytes came all the same. */
  readonly onSilent: (forMs: number, waitingFor: string, sentOther: boolean) => void
  /** Called once for each wait that took `endTotalAfterMs`. */
  readonly onOverdue: (forMs: number, waitingFor: string) => void
}

/** A timer that fires so late was not only delayed by computing. */
const slowMs = 2000
/** How long reading everything that is buffered in pipes and sockets may take. */
const catchUpMs = 1000

/** Watches for signs of life while something is pending. No timer runs while nothing is. */
export class SilenceWatch {
  readonly #options: SilenceOptions
  #waitingFor: string | null = null
  /** The steps that are still to come, the earliest first. */
  #steps: readonly Step[] = []
  #sinceMs = 0
  #signs: SilenceLimits['signs'] = 'messages'
  #sentOther = false
  #stopTimer: (() => void) | null = null
  #stopLastTimer: (() => void) | null = null

  constructor(options: SilenceOptions) {
    this.#options = options
  }

  /** Sets what is pending; null: nothing. The same value again changes nothing. */
  waitFor(what: string | null, patience: SilenceLimits = noLimits): void {
    if (what === this.#waitingFor) return
    this.#waitingFor = what
    this.#stopTimer?.()
    this.#stopTimer = null
    this.#stopLastTimer?.()
    this.#stopLastTimer = null
    if (what === null) return
    const { clock, onOverdue } = this.#options
    const { endTotalAfterMs } = patience
    if (endTotalAfterMs !== null)
      this.#stopLastTimer = clock.after(endTotalAfterMs, () => onOverdue(endTotalAfterMs, what), 'alive')
    this.#sinceMs = clock.nowMs()
    this.#signs = patience.signs
    this.#sentOther = false
    this.#steps = stepsOf(patience, this.#options)
    this.#arm()
  }

  /** Bytes came, which may be anything. Cheap: called for each chunk. */
  onOutput(): void {
    this.#sentOther = true
  }

  /** The agent sent whole messages. */
  onMessage(): void {
    if (this.#signs === 'nothing') return
    this.#sinceMs = this.#options.clock.nowMs()
    this.#sentOther = false
  }

  #arm(): void {
    const [step, ...later] = this.#steps
    if (step === undefined) return
    const { clock } = this.#options
    const leftMs = this.#sinceMs + step.afterMs - clock.nowMs()
    const dueAtMs = clock.nowMs() + leftMs
    // Keeps the process alive: a run without a screen may have no other reason to, and must end with a message.
    this.#stopTimer = clock.after(leftMs, () => this.#due(step, later, clock.nowMs() - dueAtMs), 'alive')
  }

  #due(step: Step, later: readonly Step[], lateMs: number): void {
    this.#stopTimer = null
    const what = this.#waitingFor
    if (what === null) return
    // The process was stopped (ctrl-z) or the machine slept: output written meanwhile is still to be read.
    if (lateMs > slowMs) this.#sinceMs += lateMs + catchUpMs
    const silentMs = this.#options.clock.nowMs() - this.#sinceMs
    const isReached = silentMs >= step.afterMs
    if (isReached) this.#steps = later
    this.#arm()
    if (isReached) step.reached(silentMs, what, this.#sentOther)
  }
}

interface Step {
  readonly afterMs: number
  readonly reached: SilenceOptions['onSilent']
}

const noLimits: SilenceLimits = {
  signs: 'messages',
  noticeAfterMs: null,
  endAfterMs: null,
  endTotalAfterMs: null,
}

function stepsOf(
  { noticeAfterMs, endAfterMs }: SilenceLimits,
  { onSlow, onSilent }: SilenceOptions,
): readonly Step[] {
  const end = endAfterMs === null ? [] : [{ afterMs: endAfterMs, reached: onSilent }]
  const isAnnounced = noticeAfterMs !== null && (endAfterMs === null || noticeAfterMs < endAfterMs)
  return isAnnounced ? [{ afterMs: noticeAfterMs, reached: onSlow }, ...end] : end
}

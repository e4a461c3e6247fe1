import type { AppEvent } from '../../app/app-event.ts'
import { currentSession } from '../../app/state/app-state.ts'
import type { ProposalDecision, ProposalOutcome } from '../../app/state/proposal.ts'
import { isUndecided } from '../../app/state/question.ts'
import { savedTitle } from '../../app/proposals/session-proposals.ts'
import type { Session } from '../../app/state/session.ts'
import type { SessionEvent } from '../../protocol/session/session-event.ts'
import type { AgentOptions } from '../agent-options.ts'
import type { LiveExchange } from '../live-exchange.ts'
import type { OnSet, SessionCommands } from '../sessions/session-commands.ts'
import type { Sessions } from '../sessions/sessions.ts'
import {
  nothingBefore,
  settingsAfter,
  planningExits,
  type SettingsBefore,
  type PlanningExit,
} from './planning-mode.ts'

export interface ProposalsOptions extends Pick<AgentOptions, 'state' | 'savePlan'> {
  readonly exchange: Pick<LiveExchange, 'nowMs' | 'note' | 'remark'>
  readonly sessions: Pick<Sessions, 'promptTo' | 'promptNext'>
  readonly commands: Pick<SessionCommands, 'set'>
}

/** The prompt that Codex itself sends in this case, which its models know. */
const implementPrompt = 'Implement the plan.'

/** Carries out decisions about proposed plans: those from a message, and approvals of those in a request. */
export class Proposals {
  readonly #options: ProposalsOptions
  /** The settings before plan mode, by session. */
  readonly #before = new Map<string, SettingsBefore>()
  /** Sessions with a decision that is being carried out. */
  readonly #deciding = new Set<string>()
  /** Sessions whose plan was approved in a turn that may end without work. */
  readonly #approved = new Set<string>()

  constructor(options: ProposalsOptions) {
    this.#options = options
  }

  /**
   * To be called before each event is dispatched. If a turn in which a plan was approved ends without work, prompts the agent to
   * implement it. The prompt is queued before the end of the turn is dispatched, so that no listener sees the session idle.
   */
  beforeEvent(event: AppEvent): void {
    if (this.#approved.size === 0) return
    const ending = endOf(event)
    if (ending === null || !this.#approved.delete(ending.sessionId)) return
    if (ending.stopReason === 'end_turn') this.#options.sessions.promptNext(ending.sessionId, implementPrompt)
  }

  /** To be called after each dispatched event: remembers the settings from before planning. */
  afterEvent(event: AppEvent): void {
    if (event.type === 'session-closed') {
      this.#before.delete(event.sessionId)
      this.#approved.delete(event.sessionId)
    }
    // An agent that goes on by itself needs no prompt.
    if (event.type === 'session-updated' && this.#approved.size > 0 && isWork(event.update))
      this.#approved.delete(event.sessionId)
    if (event.type === 'turn-cancelled' || event.type === 'prompt-sent')
      this.#approved.delete(event.sessionId)
    const hasSettings =
      event.type === 'session-opened' ||
      (event.type === 'session-updated' &&
        (event.update.type === 'mode-changed' || event.update.type === 'config-options'))
    if (hasSettings) this.#remember(event.sessionId)
  }

  /** The agent is gone: pending requests are not answered. */
  disconnected(): void {
    this.#deciding.clear()
    this.#approved.clear()
  }

  /** A plan was approved in a running turn whose agent may end it without implementing the plan: leaves planning. */
  approved(sessionId: string): void {
    const session = this.#options.state().sessions.get(sessionId)
    // A sub-agent's session: its parent goes on with the plan.
    if (session?.phase !== 'open') return
    const ways = planningExits(session, this.#before.get(sessionId) ?? nothingBefore)
    if (this.#hasNoExit(ways, 'prompt the agent to go on')) return
    this.#approved.add(sessionId)
    this.#leave(sessionId, ways, (failure) => {
      const isInTurn = this.#options.state().sessions.get(sessionId)?.turn.state === 'working'
      if ((failure === null && isInTurn) || !this.#approved.delete(sessionId)) return
      if (failure === null) return this.#options.sessions.promptNext(sessionId, implementPrompt)
      this.#options.exchange.remark(
        `The agent is not prompted to go on, because it is still in plan mode: ${failure}`,
      )
    })
  }

  /** Carries out the user's decision about a plan proposed in a message of the current session; ignored if there is none. */
  decide(decision: ProposalDecision): void {
    const state = this.#options.state()
    const session = currentSession(state)
    if (session === null || !isUndecided(session, state.link) || this.#deciding.has(session.id)) return
    switch (decision) {
      case 'implement':
        return this.#implement(session)
      case 'refine':
        return this.#answer(session.id, 'refined', 'Stay and refine')
      case 'save':
        return this.#save(session)
    }
  }

  #remember(sessionId: string): void {
    const session = this.#options.state().sessions.get(sessionId)
    if (session === undefined) return
    const before = this.#before.get(sessionId) ?? nothingBefore
    this.#before.set(sessionId, settingsAfter(before, session))
  }

  #implement(session: Session): void {
    const { id } = session
    const ways = planningExits(session, this.#before.get(id) ?? nothingBefore)
    if (this.#hasNoExit(ways, 'implement the plan')) return
    this.#deciding.add(id)
    this.#leave(id, ways, (failure) => {
      if (!this.#deciding.delete(id)) return
      if (failure !== null)
        return this.#options.exchange.remark(
          `The plan is not implemented, because the agent is still in plan mode: ${failure}`,
        )
      this.#answer(id, 'approved', 'Implement')
      this.#options.sessions.promptTo(id, implementPrompt)
    })
  }

  #hasNoExit(ways: readonly PlanningExit[], then: string): boolean {
    const stuck = ways.find((way) => way.type === 'none')
    if (stuck === undefined) return false
    this.#options.exchange.remark(
      `The session stays in “${stuck.stays}”: no other mode is safe to choose for you. Choose one, then ${then}.`,
    )
    return true
  }

  /** Makes the changes one after the other: an agent that is still planning would only plan again. `onLeft`: null on success. */
  #leave(sessionId: string, ways: readonly PlanningExit[], onLeft: OnSet): void {
    const [way, ...rest] = ways
    if (way === undefined || way.type === 'none') return onLeft(null)
    void this.#options.commands.set(sessionId, way, (failure) =>
      failure === null ? this.#leave(sessionId, rest, onLeft) : onLeft(failure),
    )
  }

  #save(session: Session): void {
    const body = session.plans.get(session.proposal?.planKey ?? '')?.body
    if (body?.type !== 'markdown') return this.#options.exchange.remark('There is no text to save.')
    const { id } = session
    this.#deciding.add(id)
    void this.#options.savePlan(savedTitle(session), body.text).then((saved) => {
      this.#deciding.delete(id)
      if (!saved.ok) return this.#options.exchange.remark(`The plan is not saved: ${saved.problem}`)
      this.#options.exchange.remark(`Saved to ${saved.value}`)
      this.#answer(id, 'kept', saved.value)
    })
  }

  #answer(sessionId: string, kind: ProposalOutcome['kind'], words: string): void {
    const { exchange } = this.#options
    const atMs = exchange.nowMs()
    const outcome = { kind, words, atMs, feedback: null }
    exchange.note({ type: 'proposal-answered', atMs, sessionId, outcome })
  }
}

/** The end of a turn: the answer to its prompt, or a state. */
function endOf(event: AppEvent): { readonly sessionId: string; readonly stopReason: string | null } | null {
  if (event.type === 'turn-ended') {
    const { sessionId, outcome } = event
    return { sessionId, stopReason: outcome.kind === 'stopped' ? outcome.stopReason : null }
  }
  if (event.type !== 'session-updated' || event.update.type !== 'state' || event.update.state !== 'idle')
    return null
  return { sessionId: event.sessionId, stopReason: event.update.stopReason ?? 'end_turn' }
}

const workKinds: ReadonlySet<string | undefined> = new Set(['edit', 'delete', 'move', 'execute'])

/** Only an agent that implements its plan sends this. */
function isWork(update: SessionEvent): boolean {
  switch (update.type) {
    case 'tool-call':
      return workKinds.has(update.kind) || hasStarted(update.todoChange?.todos ?? update.todos ?? [])
    case 'todos':
      return hasStarted(update.todos)
    case 'plan-replaced':
      return update.content.type === 'items' && hasStarted(update.content.entries)
    default:
      return false
  }
}

function hasStarted(steps: readonly { readonly status: string | null }[]): boolean {
  return steps.some(({ status }) => status === 'in_progress' || status === 'completed')
}

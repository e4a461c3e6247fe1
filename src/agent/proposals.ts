import type { AppEvent } from '../app/app-event.ts'
import { currentSession, type AppState } from '../app/app-state.ts'
import type { ProposalDecision, ProposalOutcome } from '../app/proposal.ts'
import { isUndecided } from '../app/question.ts'
import { savedTitle } from '../app/saved-title.ts'
import type { Session } from '../app/session.ts'
import type { Result } from '../lib/result.ts'
import { planKey } from '../plans/plan.ts'
import { proposedPlan } from '../protocol/plan-content.ts'
import { nothingBefore, settingsAfter, waysBack, type SettingsBefore, type WayBack } from './planning-mode.ts'

/** Writes a plan to a new file; gives where, as it is told to the user, or why it could not. */
export type SavePlan = (title: string, text: string) => Promise<Result<string, string>>

/** Called with null when it is set, else with why it is not. */
export type OnSet = (failure: string | null) => void

export interface ProposalsOptions {
  readonly nowMs: () => number
  readonly dispatch: (event: AppEvent) => void
  /** The state now, with all that was dispatched. */
  readonly state: () => AppState
  readonly setMode: (sessionId: string, modeId: string, onSet: OnSet) => void
  readonly setConfigOption: (sessionId: string, change: OptionChange, onSet: OnSet) => void
  /** Sends a prompt to that session, or queues it. */
  readonly prompt: (sessionId: string, text: string) => void
  readonly savePlan: SavePlan
}

export interface OptionChange {
  readonly optionId: string
  readonly value: string
}

/** Codex's own words for it, which its models know. */
const implementPrompt = 'Implement the plan.'

/** What becomes of proposed plans: those that stood in a message, and what was said to those in a request. */
export class Proposals {
  readonly #options: ProposalsOptions
  /** By session: what was set before it planned. */
  readonly #before = new Map<string, SettingsBefore>()
  /** Sessions whose decision is being carried out. */
  readonly #deciding = new Set<string>()

  constructor(options: ProposalsOptions) {
    this.#options = options
  }

  /** To be called after each event that was dispatched: it remembers how a session was set before it planned. */
  observe(event: AppEvent): void {
    if (event.type === 'session-closed') this.#before.delete(event.sessionId)
    const hasSettings =
      event.type === 'session-opened' ||
      (event.type === 'session-updated' &&
        (event.update.type === 'mode-changed' || event.update.type === 'config-options'))
    if (hasSettings) this.#remember(event.sessionId)
  }

  /** The agent is gone: nothing that was asked of it is answered. */
  lost(): void {
    this.#deciding.clear()
  }

  /** What the user does with the plan that a message of the current session proposed; ignored when none waits. */
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

  /** Feedback that went with the answer of a request: the outcome of its plan holds it. To be called after that answer. */
  answeredWith(requestKey: number, feedback: string): void {
    const { state, dispatch } = this.#options
    for (const { id, proposal } of state().sessions.values()) {
      if (proposal?.requestKey !== requestKey || proposal.outcome === null) continue
      const outcome = { ...proposal.outcome, feedback }
      dispatch({ type: 'proposal-answered', atMs: outcome.atMs, sessionId: id, outcome })
    }
  }

  #remember(sessionId: string): void {
    const session = this.#options.state().sessions.get(sessionId)
    if (session === undefined) return
    const before = this.#before.get(sessionId) ?? nothingBefore
    this.#before.set(sessionId, settingsAfter(before, session))
  }

  #implement(session: Session): void {
    const ways = waysBack(session, this.#before.get(session.id) ?? nothingBefore)
    const stuck = ways.find((way) => way.type === 'none')
    if (stuck !== undefined) {
      this.#remark(
        `The session stays in “${stuck.stays}”: no other mode is safe to choose for you. Choose one, then implement the plan.`,
      )
      return
    }
    this.#deciding.add(session.id)
    this.#set(session.id, ways)
  }

  /** One change after the other: an agent that is still planning would only plan again. */
  #set(sessionId: string, ways: readonly WayBack[]): void {
    const [way, ...rest] = ways
    const onSet = (failure: string | null): void => {
      if (!this.#deciding.has(sessionId)) return
      if (failure === null) return this.#set(sessionId, rest)
      this.#deciding.delete(sessionId)
      this.#remark(`The plan is not implemented, for the agent goes on planning: ${failure}`)
    }
    const { setMode, setConfigOption, prompt } = this.#options
    switch (way?.type) {
      case 'mode':
        return setMode(sessionId, way.modeId, onSet)
      case 'option':
        return setConfigOption(sessionId, { optionId: way.optionId, value: way.value }, onSet)
      case 'none':
      case undefined:
        this.#deciding.delete(sessionId)
        this.#answer(sessionId, 'approved', 'Implement')
        return prompt(sessionId, implementPrompt)
    }
  }

  #save(session: Session): void {
    const body = session.plans.get(planKey(proposedPlan))?.body
    if (body?.type !== 'markdown') return this.#remark('There is no text that could be saved.')
    const { id } = session
    this.#deciding.add(id)
    void this.#options.savePlan(savedTitle(session), body.text).then((saved) => {
      this.#deciding.delete(id)
      if (!saved.ok) return this.#remark(`The plan is not saved: ${saved.problem}`)
      this.#remark(`Saved to ${saved.value}`)
      this.#answer(id, 'kept', saved.value)
    })
  }

  #answer(sessionId: string, kind: ProposalOutcome['kind'], words: string): void {
    const atMs = this.#options.nowMs()
    const outcome = { kind, words, atMs, feedback: null }
    this.#options.dispatch({ type: 'proposal-answered', atMs, sessionId, outcome })
  }

  #remark(text: string): void {
    this.#options.dispatch({ type: 'remarked', atMs: this.#options.nowMs(), text })
  }
}

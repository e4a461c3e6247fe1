import type { AppEvent } from '../../app/state/app-event.ts'
import { currentSession } from '../../app/state/app-state.ts'
import { implementPrompt, type ProposalDecision, type ProposalOutcome } from '../../app/state/proposal.ts'
import { undecidedIn } from '../../app/state/question.ts'
import { titleForSaving } from '../../app/proposals/session-proposals.ts'
import type { Session } from '../../app/state/session.ts'
import { mayTellMode, type SessionEvent } from '../../protocol/session/session-event.ts'
import type { AgentOptions } from '../agent-options.ts'
import type { LiveExchange } from '../live-exchange.ts'
import type { NewSetting } from '../requests/change-settings.ts'
import type { SettingCallback, SessionCommands } from '../sessions/session-commands.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import { dangerOfMode, dangerOfValue, type Danger } from '../../app/risk/danger.ts'
import { currentModes, isPlanning, type ModeSettings, type NamedMode } from '../../app/state/planning.ts'

export interface ProposalDecisionsOptions extends Pick<AgentOptions, 'state' | 'savePlan'> {
  readonly exchange: Pick<LiveExchange, 'nowMs' | 'note' | 'remark'>
  readonly sessions: Pick<Sessions, 'enqueuePrompt' | 'promptFirst'>
  readonly commands: Pick<SessionCommands, 'set'>
}

/**
 * Carries out the user's decision on a plan proposed in a message. After a plan was approved in a permission request, takes the
 * session out of plan mode, and prompts the agent if it ends the turn without implementing the plan.
 */
export class ProposalDecisions {
  readonly #options: ProposalDecisionsOptions
  /** The settings before plan mode, by session. */
  readonly #before = new Map<string, SettingsBefore>()
  /** Sessions with a decision that is being carried out. */
  readonly #deciding = new Set<string>()
  /** Sessions whose plan was approved in a turn, while the agent has not begun to implement it. */
  readonly #approved = new Set<string>()

  constructor(options: ProposalDecisionsOptions) {
    this.#options = options
  }

  /**
   * To be called before each event is dispatched. If a turn in which a plan was approved ends without work, prompts the agent to
   * implement it. The prompt is queued before the end of the turn is dispatched, so that no listener sees the session idle.
   */
  beforeEvent(event: AppEvent): void {
    if (this.#approved.size === 0) return
    const ending = turnEnd(event)
    if (ending === null) return
    const wasApproved = this.#approved.delete(ending.sessionId)
    if (wasApproved && ending.stopReason === 'end_turn')
      this.#options.sessions.promptFirst(ending.sessionId, implementPrompt)
  }

  /**
   * To be called after each dispatched event: remembers the settings from before plan mode, and forgets an approval when the agent
   * needs no prompt for it any more.
   */
  afterEvent(event: AppEvent): void {
    if (event.type === 'session-closed') {
      this.#before.delete(event.sessionId)
      this.#approved.delete(event.sessionId)
    }
    // It has begun to implement the plan.
    if (event.type === 'session-updated' && this.#approved.size > 0 && isWork(event.update))
      this.#approved.delete(event.sessionId)
    if (event.type === 'turn-cancelled' || event.type === 'prompt-sent')
      this.#approved.delete(event.sessionId)
    const hasSettings =
      event.type === 'session-opened' || (event.type === 'session-updated' && mayTellMode(event.update))
    if (hasSettings) this.#remember(event.sessionId)
  }

  /** The agent is gone: changes of settings will not be answered. */
  disconnected(): void {
    this.#deciding.clear()
    this.#approved.clear()
  }

  /** A plan was approved in a running turn that the agent may end without implementing the plan: leaves plan mode. */
  onApproved(sessionId: string): void {
    const session = this.#options.state().sessions.get(sessionId)
    // It cannot be prompted: closed, or a sub-agent's, whose parent continues with the plan.
    if (session?.phase !== 'open') return
    const exits = this.#exitsOrRemark(session, 'prompt the agent to go on')
    if (exits === null) return
    this.#approved.add(sessionId)
    this.#leave(sessionId, exits, (failure) => {
      const isInTurn = this.#options.state().sessions.get(sessionId)?.turn.state === 'working'
      // The agent may still implement the plan in this turn; else the end of the turn prompts it.
      if (failure === null && isInTurn) return
      const isPending = this.#approved.delete(sessionId)
      if (!isPending) return
      if (failure === null) return this.#options.sessions.promptFirst(sessionId, implementPrompt)
      this.#options.exchange.remark(
        `The agent is not prompted to go on, because it is still in plan mode: ${failure}`,
      )
    })
  }

  /**
   * Carries out the user's decision about a plan proposed in a message of the current session, or whether an agent that cannot ask
   * leaves its planning mode; ignored if there is nothing to decide.
   */
  decide(decision: ProposalDecision): void {
    const state = this.#options.state()
    const session = currentSession(state)
    if (session === null || undecidedIn(session, state) === null || this.#deciding.has(session.id)) return
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
    const before = this.#before.get(sessionId) ?? noSettingsBefore
    this.#before.set(sessionId, settingsAfter(before, session))
  }

  #implement(session: Session): void {
    const { id } = session
    const exits = this.#exitsOrRemark(session, 'implement the plan')
    if (exits === null) return
    this.#deciding.add(id)
    this.#leave(id, exits, (failure) => {
      const isPending = this.#deciding.delete(id)
      if (!isPending) return
      if (failure !== null)
        return this.#options.exchange.remark(
          `The plan is not implemented, because the agent is still in plan mode: ${failure}`,
        )
      this.#answer(id, 'approved', 'Implement')
      this.#options.sessions.enqueuePrompt(id, implementPrompt)
    })
  }

  /** The changes that leave plan mode; null if that is not possible, after a remark that says so. */
  #exitsOrRemark(session: Session, nextStep: string): readonly NewSetting[] | null {
    const exits = planningExits(session, this.#before.get(session.id) ?? noSettingsBefore)
    if (exits.ok) return exits.value
    this.#options.exchange.remark(
      `The session stays in “${exits.problem.modeName}”: no other mode is safe to choose for you. Choose one, then ${nextStep}.`,
    )
    return null
  }

  /** Makes the changes one after the other: an agent in plan mode would only plan again. `onLeft`: null on success. */
  #leave(sessionId: string, exits: readonly NewSetting[], onLeft: SettingCallback): void {
    const [exit, ...rest] = exits
    if (exit === undefined) return onLeft(null)
    void this.#options.commands.set(sessionId, exit, (failure) =>
      failure === null ? this.#leave(sessionId, rest, onLeft) : onLeft(failure),
    )
  }

  #save(session: Session): void {
    const body = session.plans.get(session.proposal?.planKey ?? '')?.body
    if (body?.type !== 'markdown') return this.#options.exchange.remark('There is no text to save.')
    const { id } = session
    this.#deciding.add(id)
    void this.#options.savePlan(titleForSaving(session), body.text).then((saved) => {
      this.#deciding.delete(id)
      if (!saved.ok) return this.#options.exchange.remark(`The plan is not saved: ${saved.problem}`)
      this.#options.exchange.remark(`Saved to ${saved.value}`)
      this.#answer(id, 'kept', saved.value)
    })
  }

  #answer(sessionId: string, kind: ProposalOutcome['kind'], words: string): void {
    const { exchange } = this.#options
    const atMs = exchange.nowMs()
    const outcome = { kind, by: 'user', words, atMs, feedback: null } as const
    exchange.note({ type: 'proposal-answered', atMs, sessionId, outcome })
  }
}

/** The end of a turn: the answer to its prompt, or a state. */
function turnEnd(event: AppEvent): { readonly sessionId: string; readonly stopReason: string | null } | null {
  if (event.type === 'turn-ended') {
    const { sessionId, outcome } = event
    return { sessionId, stopReason: outcome.kind === 'stopped' ? outcome.stopReason : null }
  }
  if (event.type !== 'session-updated' || event.update.type !== 'state' || event.update.state !== 'idle')
    return null
  return { sessionId: event.sessionId, stopReason: event.update.stopReason ?? 'end_turn' }
}

const workKinds: ReadonlySet<string | undefined> = new Set(['edit', 'delete', 'move', 'execute'])

/** Whether an update shows that the agent has begun to implement the plan. */
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

/** The last settings outside plan mode: the value by the id of its option; null: the mode. */
type SettingsBefore = ReadonlyMap<string | null, string>

export const noSettingsBefore: SettingsBefore = new Map()

/** A mode that a session cannot leave, because no other one may be set without the user. */
interface StuckMode {
  readonly modeName: string
}

/**
 * The changes that take a session out of plan mode: back to the settings before it, else to the first choice that is
 * no plan mode; never to one that skips all permissions. None if the session is not in plan mode.
 */
export function planningExits(
  settings: ModeSettings,
  before: SettingsBefore,
): Result<readonly NewSetting[], StuckMode> {
  const exits: NewSetting[] = []
  for (const mode of currentModes(settings)) {
    const { optionId, category } = mode
    // In version 1 agents list the modes a second time, as an option.
    if (!isPlanning(mode) || (settings.modes !== null && category === 'mode')) continue
    const choice = choiceAfterPlanning(choicesOf(settings, optionId), before.get(optionId))
    if (choice === null) return fail({ modeName: mode.name })
    if (optionId === null) exits.push({ type: 'mode', modeId: choice.value })
    else exits.push({ type: 'option', optionId, value: choice.value })
  }
  return ok(exits)
}

/** The remembered settings after a change; a change to plan mode leaves them unchanged. The same object when nothing changed. */
export function settingsAfter(before: SettingsBefore, settings: ModeSettings): SettingsBefore {
  const after = new Map(before)
  for (const mode of currentModes(settings)) if (!isPlanning(mode)) after.set(mode.optionId, mode.value)
  const isSame = after.size === before.size && [...after].every(([id, value]) => before.get(id) === value)
  return isSame ? before : after
}

/** The choices of a setting that holds modes. */
function choicesOf({ modes, configOptions }: ModeSettings, optionId: string | null): readonly Choice[] {
  if (optionId === null)
    return (modes?.available ?? []).map((mode) => {
      return { value: mode.id, name: mode.name, danger: dangerOfMode(mode) }
    })
  const option = configOptions.find(({ id }) => id === optionId)
  if (option?.type === 'boolean')
    return [{ value: 'false', name: 'off', danger: dangerOfValue(option, false) }]
  if (option?.type !== 'select') return []
  return option.choices.map(({ value, name }) => ({ value, name, danger: dangerOfValue(option, value) }))
}

interface Choice extends NamedMode {
  readonly danger: Danger | null
}

/** A mode that approves some actions by itself is restored if the user had chosen it, but not chosen by the program. */
function choiceAfterPlanning(choices: readonly Choice[], before: string | undefined): Choice | null {
  const known = choices.find(({ value }) => value === before)
  if (known !== undefined && !isPlanning(known) && known.danger !== 'everything') return known
  return choices.find((choice) => !isPlanning(choice) && choice.danger === null) ?? null
}

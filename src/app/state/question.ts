import { currentSession, knownAgentOf, type AppState } from './app-state.ts'
import type { ElicitationRequest } from './elicitation.ts'
import type { PermissionRequest } from './permission.ts'
import type { Proposal } from './proposal.ts'
import type { Session } from './session.ts'
import { planningMode } from './planning.ts'
import type { Plan } from '../../plans/plan.ts'

/** Something that needs the user's answer. */
export type Question =
  | { readonly kind: 'permission'; readonly request: PermissionRequest }
  | { readonly kind: 'elicitation'; readonly request: ElicitationRequest }
  /** The agent is idle, and sends no request: a message has proposed a plan, or the agent is in a planning mode and cannot ask. */
  | { readonly kind: 'proposal'; readonly sessionId: string; readonly about: Proposal | StillPlanning }

/** An agent that cannot ask over ACP has ended its turn in a planning mode. */
export interface StillPlanning {
  /** The name of the mode. Raw. */
  readonly mode: string
  /** The last plan with a text; null: there is none. */
  readonly planKey: string | null
  /** When the turn ended. */
  readonly sinceMs: number
}

/** A question with options to choose from. */
export type ChoiceQuestion = Extract<Question, { kind: 'permission' | 'proposal' }>

/** Limit for open permission requests, and for open forms; further ones are cancelled at once. */
export const maxQuestions = 500

/** Identifies a question within a run. */
export type QuestionKey = string & { readonly questionKey: unique symbol }

export function questionKey(question: Question): QuestionKey {
  switch (question.kind) {
    case 'permission':
    case 'elicitation':
      return `${question.kind} ${question.request.key}` as QuestionKey
    case 'proposal': {
      const { about, sessionId } = question
      const words = 'mode' in about ? `planning ${about.sinceMs}` : `proposal ${about.proposedAtMs}`
      return `${words} ${sessionId}` as QuestionKey
    }
  }
}

/** The question to show: the oldest of the agent's, else the current session's proposed plan. */
export function openQuestion(state: AppState): Question | null {
  const [permission] = state.permissions
  const [elicitation] = state.elicitations
  if (
    permission !== undefined &&
    (elicitation === undefined || permission.askedAtMs <= elicitation.askedAtMs)
  )
    return { kind: 'permission', request: permission }
  if (elicitation !== undefined) return { kind: 'elicitation', request: elicitation }
  return proposalQuestion(state)
}

function proposalQuestion(state: AppState): Question | null {
  const session = currentSession(state)
  const about = session === null ? null : undecidedIn(session, state)
  return session === null || about === null ? null : { kind: 'proposal', sessionId: session.id, about }
}

/** What any session waits for: the question to show, else a proposed plan of another session that is not closed. */
export function waitingQuestion(state: AppState): Question | null {
  const question = openQuestion(state)
  if (question !== null) return question
  for (const session of state.sessions.values()) {
    const about = session.phase === 'closed' ? null : undecidedIn(session, state)
    if (about !== null) return { kind: 'proposal', sessionId: session.id, about }
  }
  return null
}

/**
 * What a user has to decide about a session without a request: its turn has ended, and a message has proposed a plan, or the agent
 * waits in a planning mode that only the user can leave. null: nothing.
 */
export function undecidedIn(
  session: Session,
  state: Pick<AppState, 'link' | 'agent' | 'planTools' | 'observed'>,
): Proposal | StillPlanning | null {
  const { proposal, turn } = session
  if (state.link.state !== 'open' || turn.state !== 'ended') return null
  if (turn.outcome.kind !== 'stopped' || turn.outcome.stopReason === 'cancelled') return null
  const isProposed = proposal !== null && proposal.from === 'message' && proposal.isWhole
  if (isProposed && proposal.outcome === null && proposal.isPassed !== true) return proposal
  // It can ask after all, or was answered.
  if (isProposed || proposal?.from === 'request' || isDecided(session, turn.endedAtMs)) return null
  // Another program's user decides there.
  const mode = cannotAsk(state) && state.observed === null ? planningMode(session) : null
  return mode === null ? null : { mode: mode.name, planKey: lastTextKey(session), sinceMs: turn.endedAtMs }
}

function isDecided({ decided }: Session, sinceMs: number): boolean {
  return decided !== null && decided.atMs >= sinceMs
}

/** The agent is known to have no way to ask about its plans over ACP. */
export function cannotAsk(state: Pick<AppState, 'agent' | 'planTools'>): boolean {
  return knownAgentOf(state)?.approvals === 'never'
}

/** The key of the plan with a text that changed last; null: there is none. */
export function lastTextKey({ plans }: Session): string | null {
  let last: Plan | null = null
  for (const plan of plans.values()) {
    const isText = plan.removedAtMs === null && (plan.body.type === 'markdown' || plan.body.type === 'file')
    if (isText && (last === null || plan.changedAtMs >= last.changedAtMs)) last = plan
  }
  return last?.key ?? null
}

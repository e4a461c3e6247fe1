import { currentSession, type AppState } from './app-state.ts'
import type { ElicitationRequest } from './elicitation.ts'
import type { Link } from './link.ts'
import type { PermissionRequest } from './permission.ts'
import type { Proposal } from './proposal.ts'
import type { Session } from './session.ts'

/** Something that needs the user's answer. */
export type Question =
  | { readonly kind: 'permission'; readonly request: PermissionRequest }
  | { readonly kind: 'elicitation'; readonly request: ElicitationRequest }
  /** A plan proposed in a message: the agent is idle, and sends no request about it. */
  | { readonly kind: 'proposal'; readonly sessionId: string; readonly proposal: Proposal }

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
    case 'proposal':
      return `proposal ${question.proposal.proposedAtMs} ${question.sessionId}` as QuestionKey
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
  const proposal = session?.proposal ?? null
  return session !== null && proposal !== null && isUndecided(session, state.link)
    ? { kind: 'proposal', sessionId: session.id, proposal }
    : null
}

/** A message of the session has proposed a plan, its turn has ended, and the user has not decided yet. */
export function isUndecided({ proposal, turn }: Session, link: Link): boolean {
  return (
    link.state === 'open' &&
    proposal !== null &&
    proposal.from === 'message' &&
    proposal.isWhole &&
    proposal.outcome === null &&
    turn.state === 'ended' &&
    turn.outcome.kind === 'stopped' &&
    turn.outcome.stopReason !== 'cancelled'
  )
}

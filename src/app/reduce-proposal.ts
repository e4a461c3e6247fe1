import type { Plan } from '../plans/plan.ts'
import {
  withPlanAmended,
  withPlanAs,
  withPlanGrown,
  withPlanRevised,
  withPlanUpdate,
  type SessionPlans,
} from '../plans/session-plans.ts'
import { planKey } from '../plans/plan.ts'
import { proposedPlan, type PlanContent } from '../protocol/plan-content.ts'
import type { TurnOutcome } from './app-event.ts'
import type { ProposedInMessage } from './message-reading.ts'
import type { PermissionAnswer, PermissionRequest } from './permission.ts'
import type { ProposalOutcome } from './proposal.ts'
import { streamedPlanKept, type Session } from './session.ts'

interface PlanPiece {
  readonly messageId: string | null
  readonly text: string
}

/** A piece of the plan in a message: the first of a turn begins a new proposal, the others add to it. */
export function withPlanTold(session: Session, { messageId, text }: PlanPiece, atMs: number): Session {
  if (session.reading.proposed !== null)
    return { ...session, plans: withPlanGrown(session.plans, proposedPlan, { text, atMs }) }
  const { plans, proposal } = session
  const planBefore = proposedIn(plans)
  return {
    ...session,
    plans: withPlanUpdate(plans, { plan: proposedPlan, content: { type: 'markdown', text } }, atMs),
    proposal: {
      from: 'message',
      requestKey: null,
      proposedAtMs: atMs,
      isWhole: false,
      previousText: textOf(planBefore),
      outcome: null,
    },
    reading: { ...session.reading, proposed: { messageId, planBefore, proposalBefore: proposal } },
  }
}

/** Whether a piece goes to the plan that a message streams: not when it has grown too long, or was asked about since. */
export function isStreaming(session: Session, piece: string): boolean {
  if (session.reading.proposed === null) return piece.length <= streamedPlanKept
  const length = textOf(proposedIn(session.plans))?.length ?? 0
  return session.proposal?.from === 'message' && length + piece.length <= streamedPlanKept
}

/** The block is closed, or its message has ended. */
export function withPlanWhole(session: Session): Session {
  const { proposal } = session
  if (proposal === null || proposal.from !== 'message' || proposal.isWhole) return session
  return { ...session, proposal: { ...proposal, isWhole: true } }
}

/** The whole message has the plan in other words than its pieces had; it is the same proposal. */
export function withPlanAmendedTo(
  session: Session,
  { text, isWhole }: { readonly text: string; readonly isWhole: boolean },
  atMs: number,
): Session {
  const { proposal } = session
  // The agent has asked about it since.
  if (proposal === null || proposal.from !== 'message') return session
  const plans = withPlanAmended(
    session.plans,
    { plan: proposedPlan, content: { type: 'markdown', text } },
    atMs,
  )
  if (plans === session.plans && proposal.isWhole === isWhole) return session
  return { ...session, plans, proposal: { ...proposal, isWhole } }
}

/** The whole message has no plan in it: what its pieces proposed was none. */
export function withPlanTaken(session: Session, { planBefore, proposalBefore }: ProposedInMessage): Session {
  const reading = { ...session.reading, proposed: null }
  if (session.proposal?.from !== 'message') return { ...session, reading }
  const plans = withPlanAs(session.plans, proposedPlan, planBefore)
  return { ...session, plans, proposal: proposalBefore, reading }
}

/** A permission request asks about a plan. It may be the one that a message has just proposed, without its text even. */
export function withPlanAsked(session: Session, request: PermissionRequest, atMs: number): Session {
  const { plans, proposal } = session
  if (request.plan === null) {
    const isMeant = request.toolKind === 'switch_mode' && proposal?.outcome === null
    return isMeant
      ? { ...session, proposal: { ...proposal, from: 'request', requestKey: request.key, isWhole: true } }
      : session
  }
  const update = { plan: proposedPlan, content: request.plan }
  const planBefore = proposedIn(plans)
  const isSame = isSameContent(planBefore, request.plan)
  const isKnown = proposal?.outcome === null && isSame
  const asked = { from: 'request', requestKey: request.key, isWhole: true } as const
  if (isKnown)
    return { ...session, plans: withPlanAmended(plans, update, atMs), proposal: { ...proposal, ...asked } }
  // A file that was answered is asked about again because it says something else now.
  const isRewritten = isSame && request.plan.type === 'file'
  return {
    ...session,
    plans: isRewritten ? withPlanRevised(plans, proposedPlan, atMs) : withPlanUpdate(plans, update, atMs),
    proposal: { ...asked, proposedAtMs: atMs, previousText: textOf(planBefore), outcome: null },
  }
}

/** The answer to a permission request, which is one to the plan that it asked about. */
export function withPlanAnswered(
  session: Session,
  { request, answer }: { readonly request: PermissionRequest; readonly answer: PermissionAnswer },
  atMs: number,
): Session {
  const { proposal } = session
  if (proposal === null || proposal.requestKey !== request.key) return session
  const feedback = answer.type === 'selected' ? (answer.feedback ?? null) : null
  const outcome = { ...outcomeOf(request, answer), atMs, feedback }
  return { ...session, proposal: { ...proposal, outcome } }
}

/** Only a kind that says so rejects: an option without a kind is taken for what it was chosen for, to go on. */
function outcomeOf(
  { options }: PermissionRequest,
  answer: PermissionAnswer,
): Pick<ProposalOutcome, 'kind' | 'words'> {
  if (answer.type === 'cancelled') return { kind: 'cancelled', words: '' }
  const option = options.find(({ id }) => id === answer.optionId)
  const isRejected = option?.kind.startsWith('reject') === true
  return { kind: isRejected ? 'rejected' : 'approved', words: option?.name ?? answer.optionId }
}

export function withOutcome(session: Session, outcome: ProposalOutcome): Session {
  const { proposal } = session
  return proposal === null ? session : { ...session, proposal: { ...proposal, outcome } }
}

/** Nobody waits for an answer any more when the turn is over, save for one to a plan that its last message proposed. */
export function withProposalAfterTurn(session: Session, turn: TurnOutcome, atMs: number): Session {
  const { proposal } = session
  if (proposal === null || proposal.outcome !== null) return session
  const isCut = turn.kind !== 'stopped' || turn.stopReason === 'cancelled'
  if (proposal.from === 'message' && !isCut) return session
  return withOutcome(session, { kind: 'cancelled', words: '', atMs, feedback: null })
}

/** A prompt is an answer to a plan that waits for one; what was proposed in a session's past is only kept. */
export function withProposalAfterPrompt(session: Session, text: string, atMs: number): Session {
  const { proposal, turn } = session
  if (proposal === null || proposal.from !== 'message') return session
  const isAnswer = turn.state === 'rested'
  const { outcome } = proposal
  // The user had said that it is to be refined, and says now how.
  if (outcome?.kind === 'refined' && outcome.feedback === null && isAnswer)
    return withOutcome(session, { ...outcome, feedback: text })
  if (outcome !== null) return session
  const kind = isAnswer ? 'refined' : 'kept'
  return withOutcome(session, { kind, words: '', atMs, feedback: isAnswer ? text : null })
}

function proposedIn(plans: SessionPlans): Plan | undefined {
  return plans.get(planKey(proposedPlan))
}

function textOf(plan: Plan | undefined): string | null {
  return plan?.body.type === 'markdown' ? plan.body.text : null
}

function isSameContent(plan: Plan | undefined, content: PlanContent): boolean {
  if (content.type === 'file') return plan?.body.type === 'file' && plan.body.uri === content.uri
  const text = textOf(plan)
  return text !== null && content.type === 'markdown' && text.trim() === content.text.trim()
}

import { withoutEntry } from '../../lib/shared-map.ts'
import { planKey, type Plan, type PlanUpdate } from '../../plans/plan.ts'
import {
  withPlanAmended,
  withPlanAs,
  withPlanGrown,
  withPlanNamed,
  withPlanUpdate,
} from '../../plans/session-plans.ts'
import { planText } from '../../plans/kinds/plan-kinds.ts'
import { proposedPlan, type PlanName } from '../../protocol/plans/plan-content.ts'
import type { TurnOutcome } from '../state/app-event.ts'
import { isToBeRevised, likenessTo } from '../proposals/match-proposal.ts'
import {
  implementPrompt,
  type Proposal,
  type ProposalOutcome,
  type ProposedInMessage,
} from '../state/proposal.ts'
import {
  chosenOption,
  isRejected,
  type PermissionAnswer,
  type PermissionRequest,
} from '../state/permission.ts'
import { mapProposals, proposalOfRequest, proposalOf, withProposal } from '../proposals/session-proposals.ts'
import { updateTime } from '../state/session-clock.ts'
import { maxStreamedPlanLength, type AnsweredPermission, type Session } from '../state/session.ts'

/** A piece of a plan in a message: the first one of a turn begins a new proposal, others append to it. */
export function withStreamedPlan(
  session: Session,
  messageId: string | null,
  text: string,
  atMs: number,
): Session {
  const { plans, proposal, reading } = session
  if (reading.proposed !== null)
    return {
      ...session,
      plans: withPlanGrown(plans, reading.proposed.planKey, { text, time: updateTime(session, atMs) }),
    }
  const key = keyOfNext(session)
  const planBefore = plans.get(key)
  const update: PlanUpdate = { key, plan: nameIn(planBefore), content: { type: 'markdown', text } }
  const withPlan: Session = {
    ...session,
    plans: withPlanUpdate(plans, update, updateTime(session, atMs)),
    reading: { ...reading, proposed: { messageId, planKey: key, planBefore, proposalBefore: proposal } },
  }
  return withProposal(withPlan, {
    ...nextProposal(proposalOf(session, key), planBefore, atMs),
    planKey: key,
    from: 'message',
    isWhole: false,
  })
}

/** The plan key for the next proposal: the last one's, unless that was approved or a request about it is open. */
export function keyOfNext({ plans, proposal }: Session): string {
  if (proposal !== null && isToBeRevised(proposal)) return proposal.planKey
  const first = planKey(proposedPlan)
  let key = first
  for (let number = 2; plans.has(key); number++) key = `${first}:${number}`
  return key
}

/** A proposed plan keeps the id under which the agent sends it. */
export function nameIn(plan: Plan | undefined): PlanName {
  return plan === undefined ? proposedPlan : { ...proposedPlan, id: plan.name.id }
}

/** The first or next proposal of a plan. */
export function nextProposal(
  before: Proposal | null,
  planBefore: Plan | undefined,
  atMs: number,
): Omit<Proposal, 'planKey' | 'from' | 'isWhole'> {
  return {
    requestKey: null,
    callId: null,
    proposedAtMs: atMs,
    revision: (before?.revision ?? 0) + 1,
    ownText: null,
    previousText: before === null ? null : proposedText(planBefore),
    outcome: null,
  }
}

/** Whether a piece belongs to the plan that a message streams: not if it is too long, or a request has asked about it since. */
export function isStreaming(session: Session, piece: string): boolean {
  const { proposed } = session.reading
  if (proposed === null) return piece.length <= maxStreamedPlanLength
  const length = proposedText(session.plans.get(proposed.planKey))?.length ?? 0
  return isStillOf(session, proposed) && length + piece.length <= maxStreamedPlanLength
}

/** No request has asked about the message's proposal since. */
function isStillOf({ proposal }: Session, { planKey: key }: ProposedInMessage): boolean {
  return proposal?.from === 'message' && proposal.planKey === key
}

/** The block is closed, or its message has ended. */
export function withPlanWhole(session: Session): Session {
  const { proposal } = session
  if (proposal === null || proposal.from !== 'message' || proposal.isWhole) return session
  return { ...session, proposal: { ...proposal, isWhole: true } }
}

/** The complete message has the plan in other words than its pieces; it is the same proposal. */
export function withPlanAmendedTo(session: Session, text: string, isWhole: boolean, atMs: number): Session {
  const { proposal } = session
  // A request has asked about it since.
  if (proposal === null || proposal.from !== 'message') return session
  const { planKey: key } = proposal
  const plan = nameIn(session.plans.get(key))
  const plans = withPlanAmended(
    session.plans,
    { key, plan, content: { type: 'markdown', text } },
    updateTime(session, atMs),
  )
  if (plans === session.plans && proposal.isWhole === isWhole) return session
  return { ...session, plans, proposal: { ...proposal, isWhole } }
}

/** The complete message holds no plan: removes the proposal of its pieces. */
export function withPlanTaken(session: Session, proposed: ProposedInMessage): Session {
  const reading = { ...session.reading, proposed: null }
  if (!isStillOf(session, proposed)) return { ...session, reading }
  const { planBefore, proposalBefore } = proposed
  const plans = withPlanAs(session.plans, proposed.planKey, planBefore)
  const others = session.otherProposals
  const otherProposals = proposalBefore === null ? others : withoutEntry(others, proposalBefore.planKey)
  return { ...session, plans, proposal: proposalBefore, otherProposals, reading }
}

/** Records the answer to a permission request as the outcome of its plan. */
export function withPlanAnswered(session: Session, { request, answer, atMs }: AnsweredPermission): Session {
  const asked = proposalOfRequest(session, request.key)
  // It was already cancelled by the end of its turn.
  if (asked === null || (asked.outcome !== null && answer.type === 'cancelled')) return session
  const feedback = answer.type === 'selected' ? (answer.feedback ?? null) : null
  const outcome = { ...outcomeOf(request, answer), atMs, feedback }
  const now = mapProposals(session, (proposal) => (proposal === asked ? { ...proposal, outcome } : proposal))
  const plan = now.plans.get(asked.planKey)
  const isOther =
    request.plan !== null && plan !== undefined && likenessTo(plan.body, request.plan) === 'other'
  if (!isOther || plan.name.id === null || outcome.kind !== 'approved') return now
  // The agent changed it while the question was open: the plan is not the approved text any more.
  return { ...now, plans: withPlanNamed(now.plans, plan.key, { dialect: 'planId', id: plan.name.id }) }
}

function outcomeOf(
  request: PermissionRequest,
  answer: PermissionAnswer,
): Pick<ProposalOutcome, 'kind' | 'by' | 'words'> {
  if (answer.type === 'cancelled') return { kind: 'cancelled', words: '' }
  const words =
    request.hasUntoldOptions === true ? '' : (chosenOption(request, answer)?.name ?? answer.optionId)
  return { kind: isRejected(request, answer) ? 'rejected' : 'approved', by: answer.by, words }
}

/** Sets the outcome of the last proposal, or completes a known outcome. */
export function withOutcome(session: Session, outcome: ProposalOutcome): Session {
  const isKnown = (proposal: Proposal): boolean =>
    proposal.outcome?.atMs === outcome.atMs && proposal.outcome.kind === outcome.kind
  const { proposal, otherProposals } = session
  if (proposal === null) return session
  const other = isKnown(proposal) ? undefined : [...otherProposals.values()].find(isKnown)
  const meant = other ?? proposal
  return mapProposals(session, (each) => (each === meant ? { ...each, outcome } : each))
}

/**
 * The end of a turn that was cut short cancels open questions about plans. After another one the user may still answer: a request of the
 * agent's waits as long as it has no answer, and Mastra Code ends its turn when it asks.
 */
export function withProposalAfterTurn(session: Session, turn: TurnOutcome, atMs: number): Session {
  const isCut = turn.kind !== 'stopped' || turn.stopReason === 'cancelled'
  return mapProposals(session, (proposal) => {
    if (proposal.outcome !== null || proposal.isPassed === true) return proposal
    if (isCut) return cancelled(proposal, atMs)
    // A plan that was sent without a request can be read.
    return proposal.from === 'update' && !proposal.isWhole ? { ...proposal, isWhole: true } : proposal
  })
}

/** The agent is gone: its requests are not answered any more. */
export function withRequestsLost(session: Session, atMs: number): Session {
  return mapProposals(session, (proposal) =>
    proposal.from === 'request' && proposal.outcome === null ? cancelled(proposal, atMs) : proposal,
  )
}

function cancelled(proposal: Proposal, atMs: number): Proposal {
  return { ...proposal, outcome: { kind: 'cancelled', words: '', atMs, feedback: null } }
}

/** A prompt answers an open proposal; one from a session's past is only kept. */
export function withProposalAfterPrompt(session: Session, text: string, atMs: number): Session {
  const { proposal, turn } = session
  if (proposal === null || proposal.from !== 'message') return session
  const isAnswer = turn.state === 'ended'
  const { outcome } = proposal
  // The user chose to refine it, and says now how.
  if (outcome?.kind === 'refined' && outcome.feedback === null && isAnswer)
    return withOutcome(session, { ...outcome, feedback: text })
  if (outcome !== null || proposal.isPassed === true) return session
  // At rest an agent leaves planning only where somebody wants to go on: with the plan, or with something else.
  const isLeft = turn.state === 'ended' && (session.agreedAtMs ?? 0) > turn.endedAtMs
  if (isLeft)
    return text.trim() === implementPrompt
      ? withOutcome(session, { kind: 'approved', words: '', atMs, feedback: null })
      : { ...session, proposal: { ...proposal, isPassed: true } }
  const kind = isAnswer ? 'refined' : 'kept'
  // Who wrote it is not known: it may have waited since before the plan, or come from another client.
  return withOutcome(session, { kind, words: '', atMs, feedback: isAnswer ? text : null })
}

/** The text that a plan is; null: it is none. */
export function proposedText(plan: Plan | undefined): string | null {
  return plan === undefined ? null : planText(plan.body)
}

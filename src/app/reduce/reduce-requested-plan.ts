import type { Plan, PlanUpdate } from '../../plans/plan.ts'
import { withPlanAmended, withPlanNamed, withPlanRevised, withPlanUpdate } from '../../plans/session-plans.ts'
import { proposedPlan, type PlanName } from '../../protocol/plans/plan-content.ts'
import { withMerged, proposalOf, proposalOfRequest, withProposal } from '../proposals/session-proposals.ts'
import { isToBeRevised, likenessTo, planOfRequest, type Likeness } from '../proposals/match-proposal.ts'
import { isPlanApproval, type PermissionRequest, type ProposedContent } from '../state/permission.ts'
import type { Proposal } from '../state/proposal.ts'
import { keyOfNext, nameIn, nextProposal, proposedText } from './reduce-proposal.ts'
import { updateTime } from '../state/session-clock.ts'
import type { Session } from '../state/session.ts'

/**
 * A permission request asks about a plan, perhaps one that the agent has just sent or proposed, and perhaps without
 * its text. A plan that is proposed after a rejected one is its next revision, whatever its id.
 */
export function withRequestedPlan(session: Session, request: PermissionRequest, atMs: number): Session {
  const asked = { from: 'request', requestKey: request.key, callId: request.callId ?? null } as const
  const known = planOfRequest(session, request)
  if (request.plan === null) {
    return isPlanApproval(request) ? withTextlessAsked(session, known, { asked, atMs }) : session
  }
  const { plan: content } = request
  const place = placeFor(session, content, known)
  const isKnown = place.likeness === 'same' || place.likeness === 'more'
  // Nothing changed but that a request asks about it.
  if (place.before === null || (place.before.outcome === null && isKnown))
    return withFirstAsked(place, content, { asked, atMs })
  return withNextAsked(place, content, { asked, before: place.before, atMs })
}

/**
 * More came of the call that an open request asks about: its plan, or more of it. It is the same proposal, and a text that says something
 * else is its next content.
 */
export function withRequestCompleted(session: Session, request: PermissionRequest, atMs: number): Session {
  const asked = proposalOfRequest(session, request.key)
  const plan = asked === null ? undefined : session.plans.get(asked.planKey)
  if (asked === null || plan === undefined) return withRequestedPlan(session, request, atMs)
  const { plan: content } = request
  const likeness = content === null ? 'same' : likenessTo(plan.body, content)
  if (content === null || likeness === 'same') return session
  const update: PlanUpdate = { key: plan.key, plan: plan.name, content }
  const withContent = likeness === 'other' ? withPlanUpdate : withPlanAmended
  return { ...session, plans: withContent(session.plans, update, updateTime(session, atMs)) }
}

/** The plan that a request's plan becomes. */
interface Place {
  /** With merged plans. */
  readonly session: Session
  readonly key: string
  readonly name: PlanName
  /** The plan's proposal so far. */
  readonly before: Proposal | null
  /** How the request's text compares with the plan so far. */
  readonly likeness: Likeness
}

function placeFor(session: Session, content: ProposedContent, known: Plan | null): Place {
  const isRevision = known !== null && proposalOf(session, known.key) === null && mayJoin(session, known)
  const key = known === null || isRevision ? keyOfNext(session) : known.key
  const joined = known === null ? session : withMerged(session, known.key, key)
  const plan = joined.plans.get(key)
  const name: PlanName = { ...proposedPlan, id: known?.name.id ?? plan?.name.id ?? null }
  const likeness = known === null || key !== known.key ? 'other' : likenessTo(known.body, content)
  return { session: joined, key, name, before: proposalOf(joined, key), likeness }
}

interface Asked {
  readonly asked: Pick<Proposal, 'from' | 'requestKey' | 'callId'>
  readonly atMs: number
}

function withFirstAsked(
  { session, key, name, before, likeness }: Place,
  content: ProposedContent,
  { asked, atMs }: Asked,
): Session {
  const { plans } = session
  const update: PlanUpdate = { key, plan: name, content }
  const isKnown = likeness === 'same' || likeness === 'more'
  const time = updateTime(session, atMs)
  // The request holds more than the agent has sent of the plan.
  const ownText = likeness === 'more' ? proposedText(plans.get(key)) : null
  const changed = isKnown ? withPlanAmended(plans, update, time) : withPlanUpdate(plans, update, time)
  const first = { ...nextProposal(null, undefined, atMs), planKey: key }
  const renewed = before?.from === 'update' ? sentAndAsked(before, content, atMs) : (before ?? first)
  return withProposal(
    { ...session, plans: withPlanNamed(changed, key, name) },
    { ...renewed, ...asked, isWhole: true, ownText },
  )
}

function withNextAsked(
  { session, key, name, likeness }: Place,
  content: ProposedContent,
  { asked, before, atMs }: Asked & { readonly before: Proposal },
): Session {
  const { plans } = session
  const isSame = likeness === 'same'
  // A file is asked about again after an answer because its content changed.
  const isRewritten = isSame && content.type === 'file'
  const update: PlanUpdate = { key, plan: name, content }
  const changed = isRewritten
    ? withPlanRevised(plans, key, atMs)
    : withPlanUpdate(plans, update, updateTime(session, atMs))
  const next = nextProposal(before, plans.get(key), atMs)
  const revision = isSame && !isRewritten ? before.revision : next.revision
  return withProposal(
    { ...session, plans: withPlanNamed(changed, key, name) },
    { ...next, ...asked, planKey: key, revision, isWhole: true },
  )
}

/** The request about a revision that was sent: only now it is known whether its text differs. */
function sentAndAsked(sent: Proposal, content: ProposedContent, atMs: number): Proposal {
  const { previousText, revision } = sent
  const isSame =
    previousText !== null && content.type === 'markdown' && previousText.trim() === content.text.trim()
  return { ...sent, proposedAtMs: atMs, revision: isSame ? revision - 1 : revision }
}

/** A plan of the agent's own becomes the next revision of a rejected one. */
function mayJoin({ proposal }: Session, { key }: Plan): boolean {
  return proposal !== null && proposal.planKey !== key && isToBeRevised(proposal)
}

/** A request to leave planning without a plan means the last one that was sent or proposed. */
function withTextlessAsked(session: Session, known: Plan | null, { asked, atMs }: Asked): Session {
  const { proposal } = session
  if (proposal?.outcome === null) return withProposal(session, { ...proposal, ...asked, isWhole: true })
  if (known === null || proposalOf(session, known.key) !== null) return session
  const plans = withPlanNamed(session.plans, known.key, nameIn(known))
  const first = { ...nextProposal(null, undefined, atMs), ...asked, planKey: known.key, isWhole: true }
  return withProposal({ ...session, plans }, first)
}

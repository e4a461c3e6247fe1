import { withEntry } from '../../lib/shared-map.ts'
import { planKey, updatedPlan, type Plan, type PlanUpdate } from '../../plans/plan.ts'
import {
  withPlanAs,
  withPlanGrown,
  withPlanInPlace,
  withPlanNamed,
  withPlanRemoved,
  withPlanUpdate,
} from '../../plans/session-plans.ts'
import { inferredPlan, proposedPlan, type PlanName } from '../../protocol/plans/plan-content.ts'
import type { SessionEvent } from '../../protocol/session/session-event.ts'
import { isProposed } from '../proposals/is-proposed.ts'
import { keyMeant, withJoined, withParted } from '../proposals/joined-plans.ts'
import { isToBeRevised, likenessTo, proposalSentAs } from '../proposals/match-proposal.ts'
import type { Proposal } from '../state/proposal.ts'
import { roomToGrow, sentSoFar } from './plan-pieces.ts'
import { proposalOf, withProposal } from '../proposals/proposals-of.ts'
import { nextProposal } from './reduce-proposal.ts'
import { updateTime } from '../state/session-clock.ts'
import type { Session } from '../state/session.ts'

type Replaced = Extract<SessionEvent, { type: 'plan-replaced' }>

/** The agent sends a plan: one of its own, or one that it asks or has asked about. */
export function withOwnPlan(session: Session, update: Replaced, atMs: number): Session {
  const proposal = proposalOf(session, keyMeant(session, update.plan))
  const counted = countsAfter(session, update)
  if (proposal !== null)
    return withProposedSent(withoutInferred({ ...session, ...counted }), { proposal, update }, atMs)
  const sent = proposalSentAs(session, update)
  if (sent === null) {
    // Copied once: a session has many fields, and this is what most updates are.
    const { counts, reading } = counted
    const { plans, joinedPlans } = plansSent(session, update, atMs)
    return { ...session, counts, reading, plans, joinedPlans }
  }
  const alone = withoutInferred({ ...session, ...counted })
  const joined = withJoined(alone, planKey(update.plan), sent.proposal.planKey)
  return sent.revises
    ? withRevisionSent(joined, { proposal: sent.proposal, update }, atMs)
    : withProposedSent(joined, { proposal: sent.proposal, update }, atMs)
}

function countsAfter(
  { counts, reading }: Session,
  { content }: PlanUpdate,
): Pick<Session, 'counts' | 'reading'> {
  const isMarkdown = content.type === 'markdown' && !reading.hasMarkdownPlan
  return {
    counts: {
      ...counts,
      planUpdates: counts.planUpdates + 1,
      checklists: counts.checklists + (content.type === 'items' ? 1 : 0),
    },
    reading: isMarkdown ? { ...reading, hasMarkdownPlan: true } : reading,
  }
}

/** A piece more of a markdown plan that is there; else the beginning of one. What is longer than a streamed plan may be is cut. */
export function withPlanPiece(
  session: Session,
  { plan: name, text, title }: Extract<SessionEvent, { type: 'plan-grown' }>,
  atMs: number,
): Session {
  const sent = sentSoFar(session, name)
  const piece = text.slice(0, roomToGrow(session, name))
  const before = session.plans.get(keyMeant(session, name))
  const content = { type: 'markdown', text: (sent ?? '') + piece } as const
  const titled = title === undefined ? {} : { title }
  const whole: Replaced = { type: 'plan-replaced', plan: name, content, ...titled }
  const isNew = sent === null || before === undefined
  if (isNew || (title !== undefined && title !== before.title) || isOfProposal(session, before, whole))
    return withOwnPlan(session, whole, atMs)
  const { counts, reading } = session
  return {
    ...session,
    plans: withPlanGrown(session.plans, before.key, { text: piece, time: updateTime(session, atMs) }),
    counts: { ...counts, planUpdates: counts.planUpdates + 1 },
    reading: reading.hasMarkdownPlan ? reading : { ...reading, hasMarkdownPlan: true },
  }
}

/** Whether a plan is what is proposed, or was, or has become so with what it says now. */
function isOfProposal(session: Session, { key }: Plan, whole: PlanUpdate): boolean {
  if (session.proposal === null) return false
  return proposalOf(session, key) !== null || proposalSentAs(session, whole) !== null
}

/** A plan of its own. The first real one takes the place of what was inferred, and goes on from there. */
function plansSent(
  before: Session,
  update: PlanUpdate,
  atMs: number,
): Pick<Session, 'plans' | 'joinedPlans'> {
  const own = planKey(update.plan)
  const key = planKey(inferredPlan)
  const inferred = before.plans.get(key)
  const session = withParted(before, own)
  const time = updateTime(session, atMs)
  if (inferred === undefined)
    return { plans: withPlanUpdate(session.plans, update, time), joinedPlans: session.joinedPlans }
  const plan = { ...updatedPlan(inferred, update, time), key: own, name: update.plan }
  return withJoined({ ...session, plans: withPlanInPlace(session.plans, key, plan) }, key, own)
}

/** Nothing is inferred any more once the agent sends plans. */
function withoutInferred(session: Session): Session {
  const plans = withPlanAs(session.plans, planKey(inferredPlan), undefined)
  return plans === session.plans ? session : { ...session, plans }
}

interface Sent {
  readonly proposal: Proposal
  readonly update: PlanUpdate
}

/** A plan that is asked about, or was, is sent as well. */
function withProposedSent(session: Session, { proposal, update }: Sent, atMs: number): Session {
  const { planKey: key, outcome, ownText } = proposal
  const plan = session.plans.get(key)
  if (plan === undefined) return session
  const isOwnBehind = ownText !== null
  const name: PlanName = isProposed(plan) ? { ...proposedPlan, id: update.plan.id } : update.plan
  const likeness = likenessTo(plan.body, update.content)
  if (likeness === 'same') {
    // Blanks around a text that has been read do not count. A plan that was removed is there again.
    const { content, title } = update
    const read = plan.removedAtMs === null && title === undefined
    const plans = read
      ? withSentAgain(session.plans, key)
      : withPlanUpdate(
          session.plans,
          { content, key, plan: name, ...(title === undefined ? {} : { title }) },
          updateTime(session, atMs),
        )
    return withCaughtUp({ ...session, plans: withPlanNamed(plans, key, name) }, proposal, null)
  }
  const isFirst = plan.name.id === null && likeness === 'beginning'
  if ((isOwnBehind || isFirst) && likeness === 'beginning' && update.content.type === 'markdown') {
    const plans = withPlanNamed(session.plans, key, name)
    return withCaughtUp({ ...session, plans }, proposal, update.content.text)
  }
  if (isOwnBehind && likeness === 'other' && planKey(update.plan) !== key) {
    // It only began like the one that was asked about.
    const parted = withParted(session, planKey(update.plan))
    const plans = withPlanNamed(parted.plans, key, { ...proposedPlan, id: null })
    const apart = withCaughtUp({ ...parted, plans }, proposal, null)
    return { ...apart, ...plansSent(apart, update, atMs) }
  }
  if (isToBeRevised(proposal)) return withRevisionSent(session, { proposal, update }, atMs)
  // Approved, and the agent goes on with it: from now on it is a plan to be worked off like any other.
  const next = outcome === null ? name : update.plan
  const plans = withPlanUpdate(session.plans, { ...update, key, plan: next }, updateTime(session, atMs))
  return withCaughtUp({ ...session, plans }, proposal, null)
}

/** The next revision is being sent: it will be asked about when it is whole. */
function withRevisionSent(session: Session, { proposal, update }: Sent, atMs: number): Session {
  const { planKey: key } = proposal
  const plan: PlanName = { ...proposedPlan, id: update.plan.id }
  const now = {
    ...session,
    plans: withPlanUpdate(session.plans, { ...update, key, plan }, updateTime(session, atMs)),
  }
  // More of the one that is being sent already.
  if (proposal.from === 'update' && !proposal.isWhole) return now
  const next = nextProposal(proposal, session.plans.get(key), atMs)
  const isWhole = session.turn.state !== 'working'
  return withProposal(now, { ...next, planKey: key, from: 'update', isWhole })
}

function withCaughtUp(session: Session, proposal: Proposal, ownText: string | null): Session {
  if (proposal.ownText === ownText) return session
  const after = { ...proposal, ownText }
  if (session.proposal === proposal) return { ...session, proposal: after }
  return { ...session, otherProposals: withEntry(session.otherProposals, proposal.planKey, after) }
}

function withSentAgain(plans: Session['plans'], key: string): Session['plans'] {
  const plan = plans.get(key)
  return plan === undefined ? plans : withEntry(plans, key, { ...plan, updates: plan.updates + 1 })
}

/** The agent takes a plan away. One that it still asks about stays until it is answered. */
export function withOwnPlanRemoved(session: Session, name: PlanName, atMs: number): Session {
  const key = keyMeant(session, name)
  const proposal = proposalOf(session, key)
  if (proposal?.from === 'request' && proposal.outcome === null) {
    const parted = withParted(session, planKey(name))
    const plans = withPlanNamed(parted.plans, key, proposedPlan)
    return plans === session.plans && parted === session ? session : { ...parted, plans }
  }
  const plans = withPlanRemoved(session.plans, key, updateTime(session, atMs))
  return plans === session.plans ? session : { ...session, plans }
}

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
import { inferredPlan, type PlanName, proposedPlan } from '../../protocol/plans/plan-content.ts'
import { noTodoTable } from '../../protocol/plans/todo-sql/todo-table.ts'
import type { UpdateOf } from '../../protocol/session/session-event.ts'
import {
  isProposed,
  proposalOf,
  withProposal,
  resolvedKey,
  withMerged,
  withSeparated,
} from '../proposals/session-proposals.ts'
import { isToBeRevised, likenessTo, proposalOfUpdate } from '../proposals/match-proposal.ts'
import type { Proposal } from '../state/proposal.ts'
import { nextProposal } from './reduce-proposal.ts'
import { withKnownOfCall } from './reduce-tool-call.ts'
import { updateTime } from '../state/session-clock.ts'
import { maxStreamedPlanLength, withPlanParts, type Session } from '../state/session.ts'

type Replaced = UpdateOf<'plan-replaced'>

/** The agent sends a plan: one of its own, or a proposed one. */
export function withOwnPlan(before: Session, received: Replaced, atMs: number): Session {
  if (received.plan.dialect === 'inferred') return withReadFromLog(before, received, atMs)
  const { session, update } = withKnownOfCall(before, received)
  if (isEmptyBesideList(session, update)) return session
  const proposal = proposalOf(session, resolvedKey(session, update.plan))
  const counted = countsAfter(session, update)
  if (proposal !== null)
    return withProposedSent(withoutInferred({ ...session, ...counted }), proposal, update, atMs)
  const sent = proposalOfUpdate(session, update)
  if (sent === null) {
    const { counts, reading } = counted
    const { plans, mergedPlans } = plansSent(session, update, atMs)
    const now = withPlanParts(session, { counts, reading, plans, mergedPlans })
    // The agent goes on to send its list itself: changes of its to-dos are told by that.
    return session.counts.planUpdates > 0 ? now : { ...now, todos: [] }
  }
  const alone = withoutInferred({ ...session, ...counted })
  const joined = withMerged(alone, planKey(update.plan), sent.proposal.planKey)
  return (sent.revises ? withRevisionSent : withProposedSent)(joined, sent.proposal, update, atMs)
}

/**
 * GitHub Copilot sends one empty plan, and never another, when it begins a list that it keeps itself: that is no plan, and does not clear
 * that list either.
 */
function isEmptyBesideList(session: Session, { content, plan }: Replaced): boolean {
  const { plans, todoTable } = session
  if (content.type !== 'items' || content.entries.length > 0 || plans.has(planKey(plan))) return false
  return plans.has(planKey(inferredPlan)) || todoTable !== noTodoTable || isWritingTodos(session)
}

/** Calls are running that change the to-do list which the agent keeps itself. */
export function isWritingTodos({ planWrites }: Session): boolean {
  return [...planWrites.values()].some((write) => write?.type === 'todo-sql')
}

/** A plan that was read from the agent's log. It stands beside the others: what a log holds is all that is known. */
function withReadFromLog(session: Session, update: Replaced, atMs: number): Session {
  const own = planKey(update.plan)
  const key = resolvedKey(session, update.plan)
  const proposal = proposalOf(session, key) ?? proposalOfUpdate(session, update)?.proposal ?? null
  if (proposal !== null)
    return withProposedSent(withMerged(session, own, proposal.planKey), proposal, update, atMs)
  if (!session.plans.has(key) && update.content.type === 'items' && update.content.entries.length === 0)
    return session
  return { ...session, plans: withPlanUpdate(session.plans, update, updateTime(session, atMs)) }
}

function countsAfter(
  { counts, reading }: Session,
  { content }: PlanUpdate,
): Pick<Session, 'counts' | 'reading'> {
  const isMarkdown = content.type === 'markdown' && !reading.hasMarkdownPlan
  return {
    counts: {
      messages: counts.messages,
      thoughts: counts.thoughts,
      toolCalls: counts.toolCalls,
      planUpdates: counts.planUpdates + 1,
      checklists: counts.checklists + (content.type === 'items' ? 1 : 0),
      rejected: counts.rejected,
      todoTool: counts.todoTool,
    },
    reading: isMarkdown ? { ...reading, hasMarkdownPlan: true } : reading,
  }
}

/** Appends to a streamed markdown plan, or begins one. The part beyond the limit is cut. */
export function withPlanPiece(
  session: Session,
  { plan: name, text, title }: UpdateOf<'plan-grown'>,
  atMs: number,
): Session {
  const sent = sentSoFar(session, name)
  const piece = text.slice(0, roomToGrow(session, name))
  const before = session.plans.get(resolvedKey(session, name))
  const content = { type: 'markdown', text: (sent ?? '') + piece } as const
  const titled = title === undefined ? {} : { title }
  const whole: Replaced = { type: 'plan-replaced', plan: name, content, ...titled }
  const isNew = sent === null || before === undefined
  if (isNew || (title !== undefined && title !== before.title) || isOfProposal(session, before, whole))
    return withOwnPlan(session, whole, atMs)
  const { counts, reading } = session
  return withPlanParts(session, {
    plans: withPlanGrown(session.plans, before.key, { text: piece, time: updateTime(session, atMs) }),
    mergedPlans: session.mergedPlans,
    counts: { ...counts, planUpdates: counts.planUpdates + 1 },
    reading: reading.hasMarkdownPlan ? reading : { ...reading, hasMarkdownPlan: true },
  })
}

/** Whether a plan is a proposal's, or becomes one with this content. */
function isOfProposal(session: Session, { key }: Plan, whole: PlanUpdate): boolean {
  if (session.proposal === null) return false
  return proposalOf(session, key) !== null || proposalOfUpdate(session, whole) !== null
}

/** Adds a plan of the agent's own. The first one replaces the inferred plan and continues it. */
function plansSent(
  before: Session,
  update: PlanUpdate,
  atMs: number,
): Pick<Session, 'plans' | 'mergedPlans'> {
  const own = planKey(update.plan)
  const key = planKey(inferredPlan)
  const inferred = before.plans.get(key)
  const session = withSeparated(before, own)
  const time = updateTime(session, atMs)
  if (inferred === undefined)
    return { plans: withPlanUpdate(session.plans, update, time), mergedPlans: session.mergedPlans }
  const plan = { ...updatedPlan(inferred, update, time), key: own, name: update.plan }
  return withMerged({ ...session, plans: withPlanInPlace(session.plans, key, plan) }, key, own)
}

/** Once the agent sends plans, nothing is inferred any more. */
function withoutInferred(session: Session): Session {
  const plans = withPlanAs(session.plans, planKey(inferredPlan), undefined)
  return plans === session.plans ? session : { ...session, plans }
}

/** The agent sends the plan of a proposal. */
function withProposedSent(session: Session, proposal: Proposal, update: PlanUpdate, atMs: number): Session {
  const { planKey: key, outcome, ownText } = proposal
  const plan = session.plans.get(key)
  if (plan === undefined) return session
  const isOwnBehind = ownText !== null
  const name: PlanName = isProposed(plan) ? { ...proposedPlan, id: update.plan.id } : update.plan
  const likeness = likenessTo(plan.body, update.content)
  if (likeness === 'same') {
    // Surrounding blanks do not count. A removed plan exists again.
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
    // It only began like the proposed plan.
    const parted = withSeparated(session, planKey(update.plan))
    const plans = withPlanNamed(parted.plans, key, { ...proposedPlan, id: null })
    const apart = withCaughtUp({ ...parted, plans }, proposal, null)
    return { ...apart, ...plansSent(apart, update, atMs) }
  }
  if (isToBeRevised(proposal)) return withRevisionSent(session, proposal, update, atMs)
  // Approved, and the agent continues with it: now it is a plan to be worked off.
  const next = outcome === null ? name : update.plan
  const plans = withPlanUpdate(session.plans, { ...update, key, plan: next }, updateTime(session, atMs))
  return withCaughtUp({ ...session, plans }, proposal, null)
}

/** The agent sends the next revision, and will ask about it when it is complete. */
function withRevisionSent(session: Session, proposal: Proposal, update: PlanUpdate, atMs: number): Session {
  const { planKey: key } = proposal
  const plan: PlanName = { ...proposedPlan, id: update.plan.id }
  const now = {
    ...session,
    plans: withPlanUpdate(session.plans, { ...update, key, plan }, updateTime(session, atMs)),
  }
  // A further piece.
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

/** The agent removes a plan. One in an open question stays until the answer. */
export function withOwnPlanRemoved(session: Session, name: PlanName, atMs: number): Session {
  const key = resolvedKey(session, name)
  const proposal = proposalOf(session, key)
  if (proposal?.from === 'request' && proposal.outcome === null) {
    const parted = withSeparated(session, planKey(name))
    const plans = withPlanNamed(parted.plans, key, proposedPlan)
    return plans === session.plans && parted === session ? session : { ...parted, plans }
  }
  const plans = withPlanRemoved(session.plans, key, updateTime(session, atMs))
  return plans === session.plans ? session : { ...session, plans }
}

/** The text of a streamed plan so far: only the part that the agent has sent, if a request held more. null: it begins anew. */
function sentSoFar(session: Session, name: PlanName): string | null {
  const key = resolvedKey(session, name)
  const plan = session.plans.get(key)
  if (plan === undefined || plan.removedAtMs !== null || plan.body.type !== 'markdown') return null
  return proposalOf(session, key)?.ownText ?? plan.body.text
}

/** Characters by which a streamed plan may still grow. */
export function roomToGrow(session: Session | undefined, name: PlanName): number {
  const sent = session === undefined ? null : sentSoFar(session, name)
  return Math.max(0, maxStreamedPlanLength - (sent?.length ?? 0))
}

import { historyKey } from '../../app/history/run-history.ts'
import { isProposed, proposalOf } from '../../app/proposals/session-proposals.ts'
import type { AppState } from '../../app/state/app-state.ts'
import type { Proposal } from '../../app/state/proposal.ts'
import { isAtWork } from '../../app/state/session-clock.ts'
import type { Session } from '../../app/state/session.ts'
import { memoLast } from '../../lib/memo.ts'
import type { SafeText } from '../../lib/text/safe-text.ts'
import type { PlanProgress } from '../../plans/kinds/plan-kind.ts'
import { planProgress, type Plan } from '../../plans/plan.ts'
import { tabsWithQuestions } from './questions.ts'
import { allFamilies, hasSeveralOpen, type FamilyMember } from './session-family.ts'
import { sessionNames } from '../../app/words/session.ts'
import { titleOf } from './tabs.ts'
import { tabId, type TabId } from './ui-state.ts'

/**
 * What a plan is doing, in the order of the list. `waiting`: for the user. `lost`: the agent is gone, and steps are left.
 * `stopped`: a step is in progress, and no agent is at work. `closed`: its session is.
 */
export type PlanStanding =
  | 'waiting'
  | 'working'
  | 'resting'
  | 'stopped'
  | 'lost'
  | 'done'
  | 'removed'
  | 'closed'

/** A plan in the list of all plans. The same object until something in it changes. */
export interface ListedPlan {
  readonly id: TabId
  readonly plan: Plan
  /** Raw. */
  readonly title: string
  readonly progress: PlanProgress | null
  readonly standing: PlanStanding
  /** It is not what the user approved any more. */
  readonly isChanged: boolean
  /** When it changed last, or was removed. */
  readonly changedAtMs: number
  readonly session: OwningSession
}

/** What all plans of a session have in common. The same object until something in it changes. */
interface OwningSession {
  readonly id: string
  readonly headId: string
  /** The name of the session, or of the one that a sub-agent works for; null if there is only one. */
  readonly name: SafeText | null
  readonly isSubagent: boolean
  /** The agent asks something in this session that is not about a plan. */
  readonly asks: boolean
  readonly isWorking: boolean
  readonly isLost: boolean
  readonly isClosed: boolean
  /** What the titles of its plans depend on. */
  readonly title: string | null
  readonly hasOnePlan: boolean
  readonly proposal: Proposal | null
  readonly otherProposals: Session['otherProposals']
}

/**
 * The plans of all sessions: first those that wait for the user, then those that the agent works on, both in the order of the tabs; then
 * all others, and removed ones and those of closed sessions at the end, each by their last change. All that changed after
 * `openedAtMs` count as equally new, so that a plan changes its place once, however often it changes.
 */
export const listedPlans = memoLast((state: AppState, openedAtMs: number): readonly ListedPlan[] => {
  const questions = tabsWithQuestions(state)
  const { changed } = state.history
  const sessions = new Map<string, OwningSession>()
  const plans: ListedPlan[] = []
  const members = allFamilies(state.sessions).filter(({ session }) => session.plans.size > 0)
  const names = namesOf(state, members)
  const asking = askingSessions(state)
  for (const member of members) {
    const { session, headId } = member
    const name = names.get(headId) ?? null
    const listed = kept(listedSession(state, member, { name, asks: asking.has(session.id) }))
    sessions.set(session.id, listed)
    session.plans.forEach((plan) => {
      const known = last.plans[plans.length]
      const before = known?.plan === plan ? known : planCache.get(plan)
      const current = before?.session === listed ? before : null
      const id = current?.id ?? tabId(session.id, plan.key)
      const standing = standingOf(plan, listed, questions.size > 0 && questions.has(id))
      const isChanged = changed.size > 0 && changed.has(historyKey(session.id, plan.key))
      const isSame = current?.standing === standing && current.isChanged === isChanged
      plans.push(isSame ? current : makeListed(id, plan, { session, listed, standing, isChanged }))
    })
  }
  last = { sessions, plans }
  return inOrder(plans, openedAtMs)
})

const planCache = new WeakMap<Plan, ListedPlan>()

/** What was listed last: what has not changed is used again. Looking it up by its place is faster than in a map. */
let last: { readonly sessions: ReadonlyMap<string, OwningSession>; readonly plans: readonly ListedPlan[] } = {
  sessions: new Map(),
  plans: [],
}

function kept(session: OwningSession): OwningSession {
  const before = last.sessions.get(session.id)
  if (before === undefined) return session
  const names = Object.keys(session) as (keyof OwningSession)[]
  return names.every((name) => before[name] === session[name]) ? before : session
}

function namesOf(state: AppState, members: readonly FamilyMember[]): ReadonlyMap<string, SafeText> {
  const heads = new Set(members.map(({ headId }) => headId))
  if (heads.size < 2 && !hasSeveralOpen(state)) return new Map()
  return sessionNames([...state.sessions.values()].filter(({ id }) => heads.has(id)))
}

/** The sessions whose agent asks something that is not about a plan: all the plans that it works on wait. */
function askingSessions({ permissions, elicitations }: AppState): ReadonlySet<string | null> {
  const asking = new Set<string | null>()
  for (const { sessionId, plan } of permissions) if (plan === null) asking.add(sessionId)
  for (const { sessionId } of elicitations) asking.add(sessionId)
  return asking
}

function listedSession(
  { link }: AppState,
  { session, headId, isClosed }: FamilyMember,
  { name, asks }: Pick<OwningSession, 'name' | 'asks'>,
): OwningSession {
  const { id, turn, title, plans, proposal, otherProposals, subagent } = session
  const isLost = link.state === 'ended' || (turn.state === 'ended' && turn.outcome.kind === 'lost')
  return {
    id,
    headId,
    name,
    isSubagent: subagent !== null,
    asks,
    isWorking: isAtWork(session),
    isLost,
    isClosed,
    title: subagent === null ? null : title,
    hasOnePlan: plans.size === 1,
    proposal,
    otherProposals,
  }
}

interface PlanOf {
  readonly session: Session
  readonly listed: OwningSession
  readonly standing: PlanStanding
  readonly isChanged: boolean
}

function makeListed(id: TabId, plan: Plan, { session, listed, standing, isChanged }: PlanOf): ListedPlan {
  const made: ListedPlan = {
    id,
    plan,
    title: titleOf(plan, session),
    progress: isProposed(plan) ? null : planProgress(plan),
    standing,
    isChanged,
    changedAtMs: plan.removedAtMs ?? plan.changedAtMs,
    session: listed,
  }
  planCache.set(plan, made)
  return made
}

function standingOf(plan: Plan, session: OwningSession, hasQuestion: boolean): PlanStanding {
  const progress = isProposed(plan) ? null : planProgress(plan)
  if (session.isClosed) return 'closed'
  if (plan.removedAtMs !== null) return 'removed'
  if (progress?.isComplete === true) return hasQuestion ? 'waiting' : 'done'
  if (session.isLost) return isAnswered(plan, session) ? 'resting' : 'lost'
  if (hasQuestion) return 'waiting'
  if (progress?.isBegun !== true) return 'resting'
  if (session.asks) return 'waiting'
  return session.isWorking ? 'working' : 'stopped'
}

/** It was a proposal, and was answered: nothing of it is left open. */
function isAnswered(plan: Plan, session: OwningSession): boolean {
  if (!isProposed(plan)) return false
  const outcome = proposalOf(session, plan.key)?.outcome ?? null
  return outcome !== null && outcome.kind !== 'cancelled'
}

/** In groups, since only some of them need sorting; each begins in the order of the tabs. */
function inOrder(plans: readonly ListedPlan[], openedAtMs: number): readonly ListedPlan[] {
  const groups: ListedPlan[][] = [[], [], [], [], []]
  for (const listed of plans) groups[groupOf[listed.standing]]?.push(listed)
  const newness = ({ changedAtMs }: ListedPlan): number => Math.min(changedAtMs, openedAtMs)
  for (const group of groups.slice(groupOf.done)) group.sort((one, other) => newness(other) - newness(one))
  return groups.flat()
}

const groupOf: Readonly<Record<PlanStanding, number>> = {
  waiting: 0,
  working: 1,
  resting: 2,
  stopped: 2,
  lost: 2,
  done: 2,
  removed: 3,
  closed: 4,
}

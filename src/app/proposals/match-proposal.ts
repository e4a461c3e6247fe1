import { isPrefix } from '../../lib/sequences.ts'
import type { PlanBody } from '../../plans/kinds/plan-kinds.ts'
import { lastValues } from '../../lib/shared-map.ts'
import { planKey, type Plan, type PlanUpdate } from '../../plans/plan.ts'
import type { PlanContent } from '../../protocol/plan-kinds/plan-kinds.ts'
import { isPlanApproval, type PermissionRequest, type Unseen } from '../state/permission.ts'
import type { Proposal } from '../state/proposal.ts'
import { proposalOfRequest, proposalOf, proposalsOf, isProposed, withProposal } from './session-proposals.ts'
import type { Session } from '../state/session.ts'
import { withPlanNamed } from '../../plans/session-plans.ts'

/** A content compared with a plan: the same, only its beginning, a continuation of it, or something else. */
export type Likeness = 'same' | 'beginning' | 'more' | 'other'

/** Surrounding blanks do not count; agents send the same plan with and without its last line break. */
export function likenessTo(body: PlanBody, content: PlanContent): Likeness {
  if (content.type === 'file') return body.type === 'file' && body.uri === content.uri ? 'same' : 'other'
  if (content.type !== 'markdown' || body.type !== 'markdown') return 'other'
  if (body.text === content.text) return 'same'
  const known = body.text.trim()
  const text = content.text.trim()
  if (known === text) return 'same'
  if (isPrefix(text, known)) return 'beginning'
  return isPrefix(known, text) ? 'more' : 'other'
}

/** The plan that a request asks about if the agent has sent or proposed it already; null: it is new. */
export function planOfRequest(session: Session, request: PermissionRequest): Plan | null {
  const { plan: content, callId } = request
  const known = knownPlans(session)
  const byItem = callId === undefined ? undefined : known.find((plan) => isItem(session, plan, callId))
  if (byItem !== undefined || content === null) return byItem ?? null
  return (
    known.find((plan) => likenessTo(plan.body, content) === 'same') ??
    // The last piece of a streamed plan may still be under way.
    known.find((plan) => isOfThisTurn(session, plan) && isMuchOf(plan, content)) ??
    null
  )
}

/** The key of the plan that an open request asks about; null: none. */
export function planKeyOfRequest(session: Session | undefined, request: PermissionRequest): string | null {
  if (session === undefined) return null
  const { proposedTodos } = session
  if (request.todoList !== undefined)
    return proposedTodos?.requestKey === request.key ? proposedTodos.planKey : null
  const proposal = proposalOfRequest(session, request.key)
  if (proposal !== null || request.plan === null) return proposal?.planKey ?? null
  // Another request has asked about it since.
  return planOfRequest(session, request)?.key ?? session.proposal?.planKey ?? null
}

/** What is not shown, so far, of what an open request asks for: no policy may allow that. null: all is shown. */
export function unseenIn(session: Session | undefined, request: PermissionRequest): Unseen | null {
  if (request.isBlank === true) return 'action'
  if (request.isPlanCut === true) return 'plan'
  if (!isPlanApproval(request)) return null
  const key = planKeyOfRequest(session, request)
  if (key === null) return 'plan'
  const body = session?.plans.get(key)?.body
  return body?.type === 'file' && body.document?.isMissing !== false ? 'file' : null
}

/** In a session with very many plans, only the last ones are compared. */
const plansLookedAt = 200

/** Candidates: the last proposals first, then by last change. */
function knownPlans(session: Session): readonly Plan[] {
  const proposed = proposalsOf(session).flatMap((proposal) => session.plans.get(proposal.planKey) ?? [])
  const own = lastValues(session.plans, plansLookedAt).filter(
    (plan) => isText(plan) && proposalOf(session, plan.key) === null,
  )
  const newestFirst = own.toReversed().toSorted((one, other) => other.changedAtMs - one.changedAtMs)
  return [...proposed, ...newestFirst].filter((plan) => plan.removedAtMs === null)
}

function isText({ body }: Plan): boolean {
  return body.type === 'markdown' || body.type === 'file'
}

/** The request names the plan: codex asks about `X-plan` in the call `plan-review:X-plan`. */
function isItem(session: Session, plan: Plan, callId: string): boolean {
  if (namesItem(callId, plan.name.id)) return true
  for (const [key, into] of session.mergedPlans)
    if (into === plan.key && key.startsWith('id:') && namesItem(callId, key.slice(3))) return true
  return false
}

/** Shorter ids may be the end of any other. */
const shortestId = 3

function namesItem(callId: string, id: string | null): boolean {
  if (id === null) return false
  return callId === id || (id.length >= shortestId && callId.endsWith(`:${id}`))
}

/** Characters that make a beginning more than a common heading. */
const muchOfAText = 40

function isMuchOf({ body }: Plan, content: PlanContent): boolean {
  return (
    body.type === 'markdown' && body.text.trim().length >= muchOfAText && likenessTo(body, content) === 'more'
  )
}

function isOfThisTurn({ turn }: Session, plan: Plan): boolean {
  return turn.state === 'working' && plan.changedAtMs >= turn.sinceMs
}

/** The proposal that an update of a new plan belongs to; null: it is a separate plan. `revises`: it is the next revision. */
export function proposalOfUpdate(
  session: Session,
  update: PlanUpdate,
): { readonly proposal: Proposal; readonly revises: boolean } | null {
  const { content, plan: name } = update
  if (content.type !== 'markdown' && content.type !== 'file') return null
  for (const proposal of proposalsOf(session)) {
    const plan = session.plans.get(proposal.planKey)
    const isSame = plan !== undefined && likenessTo(plan.body, content) === 'same'
    const isNamed = proposal.callId !== null && namesItem(proposal.callId, name.id)
    if (isSame || isNamed || isBeginning(session, proposal, update)) return { proposal, revises: false }
  }
  const { proposal } = session
  return proposal !== null && isNextItem(session, proposal, update) ? { proposal, revises: true } : null
}

/** A request has just asked about the plan, which is now streamed from its beginning. */
function isBeginning(session: Session, proposal: Proposal, { content, plan: name }: PlanUpdate): boolean {
  const plan = session.plans.get(proposal.planKey)
  if (plan === undefined || content.type !== 'markdown' || session.plans.has(planKey(name))) return false
  const { turn } = session
  if (turn.state !== 'working' || proposal.proposedAtMs < turn.sinceMs) return false
  return content.text.trim().length >= muchOfAText && likenessTo(plan.body, content) === 'beginning'
}

/** The agent gives each revision its own id: after a rejection it sends the next plan under a new id of the same shape. */
function isNextItem(session: Session, proposal: Proposal, { content, plan: name }: PlanUpdate): boolean {
  const before = session.plans.get(proposal.planKey)
  if (content.type !== 'markdown' || before?.body.type !== 'markdown' || before.removedAtMs !== null)
    return false
  if (name.id === null || before.name.id === null || session.plans.has(planKey(name))) return false
  return isToBeRevised(proposal) && proposal.isWhole && idShape(name.id) === idShape(before.name.id)
}

/** The next proposal is a revision of it: not if it was approved, or a request about it is open. */
export function isToBeRevised({ from, outcome }: Proposal): boolean {
  return outcome === null ? from !== 'request' : outcome.kind !== 'approved'
}

const maxIdLength = 200

/** An id with its counting parts replaced: `01a1fd8e-ff1f-plan` and `01a1fd8f-050d-plan` have the same shape. */
function idShape(id: string): string {
  const start = id.slice(0, maxIdLength)
  const shape = start.replace(/[0-9a-f]{4,}|[0-9a-f]*\d[0-9a-f]*/gi, '#')
  // An id without counting parts is a name, and fits no other.
  return shape === start ? `=${start}` : shape
}

/** Restores the outcomes of proposals whose plans are replayed: agents replay the plans, but not the answers. */
export function withFormerProposals(session: Session, former: Session): Session {
  let now = session
  for (const proposal of proposalsOf(former).toReversed()) {
    const was = former.plans.get(proposal.planKey)
    const plan = was === undefined ? undefined : replayedPlan(now, was)
    if (was === undefined || plan === undefined || proposal.outcome === null) continue
    const name = isProposed(was) ? { ...was.name, id: plan.name.id } : plan.name
    now = withProposal(
      { ...now, plans: withPlanNamed(now.plans, plan.key, name) },
      { ...proposal, planKey: plan.key, ownText: null },
    )
  }
  return now
}

function replayedPlan(session: Session, { body }: Plan): Plan | undefined {
  if (body.type !== 'markdown') return undefined
  const content = { type: 'markdown', text: body.text } as const
  return [...session.plans.values()].find(
    (plan) => proposalOf(session, plan.key) === null && likenessTo(plan.body, content) === 'same',
  )
}

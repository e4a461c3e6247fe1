import { isSameJson } from '../../lib/json/json-values.ts'
import { planKey, type Plan, type PlanUpdate } from '../../plans/plan.ts'
import { withPlanAmended } from '../../plans/session-plans.ts'
import { toldByCall, withoutMarks, withTodoCall } from '../../plans/todo-call.ts'
import { anonymousPlan, inferredPlan } from '../../protocol/plans/plan-content.ts'
import type { SessionEvent } from '../../protocol/session/session-event.ts'
import { resolvedKey } from '../proposals/session-proposals.ts'
import { updateTime } from '../state/session-clock.ts'
import type { Session } from '../state/session.ts'

type Called = Extract<SessionEvent, { type: 'tool-call' }>

/** A checklist of the agent with what the last call of its to-do tool says of it. */
export function withKnownOfCall<Update extends PlanUpdate>(
  session: Session,
  update: Update,
): { readonly session: Session; readonly update: Update } {
  const { content } = update
  if (content.type !== 'items') return { session, update }
  const plain = withoutMarks(content.entries)
  const { todoCall } = session
  const body = todoCall === null ? undefined : session.plans.get(resolvedKey(session, update.plan))?.body
  const known =
    todoCall === null
      ? { entries: plain, call: null }
      : withTodoCall(plain, body?.type === 'items' ? body.entries : [], todoCall)
  const { entries, call } = known
  return {
    session: call === todoCall ? session : { ...session, todoCall: call },
    update: entries === content.entries ? update : { ...update, content: { type: 'items', entries } },
  }
}

/** A call of the to-do tool. Some agents send its plan before the call is complete. */
export function withTodoCalled(session: Session, update: Called, atMs: number): Session {
  const { todoCall } = session
  const { toolCallId: id, todos, status, hasTodos } = update
  const isLast = todoCall?.id === id
  // The list of before is still the agent's.
  if (status === 'failed')
    return isLast ? { ...session, todoCall: { ...todoCall, entries: null, isHeld: false } } : session
  if (!isLast && !hasTodos) return session
  const entries = todos ?? (isLast ? todoCall.entries : null)
  const isSame = isLast && isSameJson(entries, todoCall.entries)
  const begun = isLast ? todoCall : { id, isSent: false, isHeld: false, inferredBefore: inferredIn(session) }
  const call = isSame ? todoCall : { ...begun, entries }
  const now = isSame ? session : { ...session, todoCall: call }
  return status === 'completed' && call.isSent && entries !== null ? withSentBefore(now, entries, atMs) : now
}

function inferredIn({ plans }: Session): Plan | null {
  return plans.get(planKey(inferredPlan)) ?? null
}

/** The plan of the call has just come. */
function withSentBefore(session: Session, called: NonNullable<Called['todos']>, atMs: number): Session {
  const plan = session.plans.get(planKey(anonymousPlan))
  if (plan?.removedAtMs !== null || plan.body.type !== 'items') return session
  const entries = toldByCall(plan.body.entries, called)
  if (entries === null || entries === plan.body.entries) return session
  const update = { key: plan.key, plan: plan.name, content: { type: 'items', entries } } as const
  return { ...session, plans: withPlanAmended(session.plans, update, updateTime(session, atMs)) }
}

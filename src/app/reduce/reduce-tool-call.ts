import { withPlanAmended, withPlanUpdate } from '../../plans/session-plans.ts'
import { type Plan, planKey, type PlanUpdate } from '../../plans/plan.ts'
import type { ItemsContent } from '../../protocol/plan-kinds/plan-kinds.ts'
import { anonymousPlan, inferredPlan } from '../../protocol/plans/plan-content.ts'
import type { Called } from '../../protocol/session/session-event.ts'
import { activityOf, withActivityAs } from '../state/session-map.ts'
import { updateTime } from '../state/session-clock.ts'
import { withActivity } from './reduce-message.ts'
import type { Activity, Session } from '../state/session.ts'
import { isSameJson } from '../../lib/json/json-values.ts'
import { toldByCall, withoutStatusMarks, withTodoCall } from '../../plans/todo-call.ts'
import { outcomeOf } from '../state/step-work.ts'
import { resolvedKey } from '../proposals/session-proposals.ts'

type ToolCall = Extract<Activity, { type: 'tool-call' }>

/** Adds or updates the call's activity line. `caller`: the sub-agent that made it; null: none did. */
export function withToolCall(session: Session, update: Called, caller: string | null, atMs: number): Session {
  const old = activityOf(session, 'tool-call', update.toolCallId)
  const titled = (title: string | undefined): string | undefined =>
    title === undefined || caller === null ? title : `${caller}: ${title}`
  const kind = knownKind(update.kind, old?.kind ?? '')
  const call: ToolCall = {
    type: 'tool-call',
    id: update.toolCallId,
    title: titled(update.title) ?? old?.title ?? titled(update.name) ?? update.toolCallId,
    kind,
    status: hasFailed(update, kind) ? 'failed' : (update.status ?? old?.status ?? 'pending'),
    path: update.path ?? old?.path ?? null,
    atMs: old?.atMs ?? atMs,
  }
  const todoTool = todoToolAfter(session.counts.todoTool, update, old !== null)
  if (old === null) {
    const now = withActivity(session, call)
    return { ...now, counts: { ...now.counts, toolCalls: now.counts.toolCalls + 1, todoTool } }
  }
  const now = withActivityAs(session, old, call)
  return todoTool === now.counts.todoTool ? now : { ...now, counts: { ...now.counts, todoTool } }
}

/** Some agents tell that a command has completed, whatever it ended with. */
function hasFailed({ evidence, status }: Called, kind: string): boolean {
  const { exit = null, command = null } = evidence ?? {}
  return status === 'completed' && outcomeOf({ status, kind, command, exit }) === 'failed'
}

/** The same where the status of its command is told of its terminal, before its end or after it. */
export function withFailureShown(session: Session, id: string): Session {
  const call = session.work.calls.get(id)
  const shown = activityOf(session, 'tool-call', id)
  return call !== undefined && shown?.status === 'completed' && outcomeOf(call) === 'failed'
    ? withActivityAs(session, shown, { ...shown, status: 'failed' })
    : session
}

/** The kind of a call after an update: `other` tells less than any that was told before. */
export function knownKind(told: string | undefined, before: string): string {
  return told === undefined || (told === 'other' && before !== '') ? before : told
}

/** The list of a to-do tool as an inferred plan. Not for an agent that sends plans. */
export function withInferredPlan(session: Session, content: ItemsContent, atMs: number): Session {
  if (session.counts.planUpdates > 0) return session
  const { plans } = session
  const before = plans.get(planKey(inferredPlan))
  if (before === undefined && content.entries.length === 0 && content.isUncertain !== true) return session
  const after = withPlanUpdate(plans, { plan: inferredPlan, content }, updateTime(session, atMs))
  // A call has the same list in its input, output and content: it is one list.
  return after.get(planKey(inferredPlan))?.body === before?.body ? session : { ...session, plans: after }
}

/** The tool's name is the call's first title: later the title describes the result ("3 todos"). */
function todoToolAfter(before: string | null, update: Called, hasBegun: boolean): string | null {
  if (!update.hasTodos || (hasBegun && before !== null)) return before
  return update.name ?? update.title ?? before
}

/** A checklist of the agent with what the last call of its to-do tool says of it. */
export function withKnownOfCall<Update extends PlanUpdate>(
  session: Session,
  update: Update,
): { readonly session: Session; readonly update: Update } {
  const { content } = update
  if (content.type !== 'items') return { session, update }
  const plain = withoutStatusMarks(content.entries)
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
  const begun = isLast
    ? todoCall
    : { id, isSent: false, isHeld: false, inferredBefore: inferredIn(session) ?? null }
  const call = isSame ? todoCall : { ...begun, entries }
  const now = isSame ? session : { ...session, todoCall: call }
  return status === 'completed' && call.isSent && entries !== null ? withSentBefore(now, entries, atMs) : now
}

export function inferredIn({ plans }: Session): Plan | undefined {
  return plans.get(planKey(inferredPlan))
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

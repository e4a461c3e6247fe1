import { withPlanUpdate } from '../../plans/session-plans.ts'
import { planKey } from '../../plans/plan.ts'
import type { ItemsContent } from '../../protocol/plan-kinds/plan-kinds.ts'
import { inferredPlan } from '../../protocol/plans/plan-content.ts'
import type { SessionEvent } from '../../protocol/session/session-event.ts'
import { updateTime } from '../state/session-clock.ts'
import { withActivity } from './reduce-message.ts'
import type { Activity, Session } from '../state/session.ts'

type Called = Extract<SessionEvent, { type: 'tool-call' }>
type ToolCall = Extract<Activity, { type: 'tool-call' }>

/** Adds or updates the call's activity line. `caller`: the sub-agent that made it; null: none did. */
export function withToolCall(session: Session, update: Called, caller: string | null, atMs: number): Session {
  const { items } = session.activity
  const at = items.findLastIndex((item) => item.type === 'tool-call' && item.id === update.toolCallId)
  const before = at < 0 ? undefined : items[at]
  const old = before?.type === 'tool-call' ? before : null
  const titled = (title: string | undefined): string | undefined =>
    title === undefined || caller === null ? title : `${caller}: ${title}`
  const call: ToolCall = {
    type: 'tool-call',
    id: update.toolCallId,
    title: titled(update.title) ?? old?.title ?? titled(update.name) ?? update.toolCallId,
    kind: update.kind ?? old?.kind ?? '',
    status: update.status ?? old?.status ?? 'pending',
    path: update.path ?? old?.path ?? null,
    atMs: old?.atMs ?? atMs,
  }
  const todoTool = todoToolAfter(session.counts.todoTool, update, old !== null)
  if (old === null) {
    const now = withActivity(session, call)
    return { ...now, counts: { ...now.counts, toolCalls: now.counts.toolCalls + 1, todoTool } }
  }
  if (isSameCall(old, call) && todoTool === session.counts.todoTool) return session
  const activity = { items: items.with(at, call), dropped: session.activity.dropped }
  return { ...session, activity, counts: { ...session.counts, todoTool } }
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

function isSameCall(one: ToolCall, other: ToolCall): boolean {
  return (
    one.title === other.title &&
    one.kind === other.kind &&
    one.status === other.status &&
    one.path === other.path
  )
}

import { withAtMost, withEntry, withoutEntry } from '../../lib/shared-map.ts'
import { planKey, type Plan } from '../../plans/plan.ts'
import { withPlanAs, withPlanNamed, type SessionPlans } from '../../plans/session-plans.ts'
import {
  anonymousPlan,
  inferredPlan,
  proposedPlan,
  type PlanEntry,
  type PlanName,
} from '../../protocol/plans/plan-content.ts'
import type { Called } from '../../protocol/session/session-event.ts'
import { mergedTodos, todoEntries, type Todo, type TodoChange } from '../../protocol/plans/tool-todos.ts'
import { withSeparated } from '../proposals/session-proposals.ts'
import { withOwnPlan } from './reduce-own-plan.ts'
import { withInferredPlan, withTodoCalled, inferredIn } from './reduce-tool-call.ts'
import { isAllowed, type PermissionRequest } from '../state/permission.ts'
import type { AnsweredPermission, ProposedTodos, Session } from '../state/session.ts'

/** The to-do list that an agent keeps by ids is the session's plan without an id. */
export function withTodos(session: Session, change: TodoChange, atMs: number): Session {
  const todos = todosAfter(session, anonymousPlan, change)
  const content = { type: 'items', entries: todoEntries(todos) } as const
  return { ...withOwnPlan(session, { type: 'plan-replaced', plan: anonymousPlan, content }, atMs), todos }
}

/**
 * The list, or change, in a to-do tool's call. If the agent has sent its list by a request before, it belongs to that
 * list; else a plan is inferred, if enabled.
 */
export function withToolTodos(session: Session, update: Called, infersPlans: boolean, atMs: number): Session {
  const { toolCallId: id, status, hasTodos, todoChange } = update
  const isNext = hasTodos && id !== session.todoCall?.id
  const shown = isNext ? withHeldList(session, atMs) : session
  const before = status === 'failed' ? withCallUndone(shown, id, atMs) : shown
  const now = withTodosCalled(before, update, infersPlans, atMs)
  if (status !== 'failed' && status !== 'completed') return withOpenCall(before, now, id, todoChange ?? null)
  return now.openTodoCalls.has(id) ? { ...now, openTodoCalls: withoutEntry(now.openTodoCalls, id) } : now
}

function withTodosCalled(before: Session, update: Called, infersPlans: boolean, atMs: number): Session {
  const session = withTodoCalled(before, update, atMs)
  const { todoChange } = update
  if (todoChange !== undefined && isFromRequest(session)) {
    const after = withTodos(session, todoChange, atMs)
    // A completed call repeats its list.
    return planNow(after)?.body === planNow(session)?.body ? session : after
  }
  if (!infersPlans) return session
  if (todoChange === undefined || session.counts.planUpdates > 0) return withCalledList(session, update, atMs)
  const list = todosAfter(session, inferredPlan, todoChange)
  const after = withInferredList(session, todoEntries(list), atMs)
  return after === session ? session : { ...after, todos: list }
}

const maxOpenCalls = 100

/** Remembers what a call that has not ended has changed in the inferred plan. */
function withOpenCall(before: Session, after: Session, id: string, change: TodoChange | null): Session {
  const [planBefore, bodyAfter] = [inferredIn(before), inferredIn(after)?.body]
  if (bodyAfter === planBefore?.body) return after
  const { todosBefore = before.todos, ...first } = after.openTodoCalls.get(id) ?? {}
  const call = { planBefore: planBefore ?? null, ...first, todosBefore, bodyAfter, change }
  return { ...after, openTodoCalls: withAtMost(withEntry(after.openTodoCalls, id, call), maxOpenCalls) }
}

/** The list without what a call has changed that failed, as far as no other call has changed it since. */
function withCallUndone(session: Session, id: string, atMs: number): Session {
  const call = session.openTodoCalls.get(id)
  if (call === undefined || session.counts.planUpdates > 0) return session
  const { planBefore, todosBefore, bodyAfter, change } = call
  const plans = withPlanAs(session.plans, planKey(inferredPlan), planBefore ?? undefined)
  const undone = { ...session, plans, todos: todosBefore }
  if (inferredIn(session)?.body === bodyAfter) return undone
  if (change?.isMerge !== true) return session
  const ids = new Set(change.todos.map((todo) => todo.id))
  const known = new Map(todosIn(undone, inferredPlan).map((todo) => [todo.id, todo]))
  const todos = todosIn(session, inferredPlan).flatMap((todo) =>
    ids.has(todo.id) ? (known.get(todo.id) ?? []) : [todo],
  )
  return { ...withInferredList(session, todoEntries(todos), atMs), todos }
}

/** The list of a call that is not made yet waits: an agent that asks about its lists sends the call first. */
function withCalledList(session: Session, update: Called, atMs: number): Session {
  const { todos, status, toolCallId: id } = update
  if (todos === undefined) return status === 'pending' ? session : withHeldList(session, atMs)
  if (status === 'pending') return withHeld(session, true)
  return withInferredList(withHeld(session, false), withLaterChanges(session, id, todos), atMs)
}

/** The list that a call answers with, and what calls change that were begun after it and are shown already: it does not know of them yet. */
function withLaterChanges(
  { openTodoCalls: calls }: Session,
  id: string,
  list: readonly PlanEntry[],
): readonly PlanEntry[] {
  const open = [...calls.keys()]
  const later = calls.has(id) ? open.slice(open.indexOf(id) + 1) : []
  const changes = later.flatMap((each) => {
    const change = calls.get(each)?.change
    return change?.isMerge === true ? change.todos : []
  })
  if (changes.length === 0) return list
  const changed = new Map(changes.map((todo) => [todo.id, todo]))
  return list.map((entry) => {
    const { content, status } = changed.get(entry.id ?? null) ?? {}
    return { ...entry, content: content ?? entry.content, status: status ?? entry.status }
  })
}

/** The list of the last to-do call, if it waits: the agent goes on. */
export function withHeldList(session: Session, atMs: number): Session {
  const { todoCall } = session
  if (todoCall?.isHeld !== true) return session
  const now = withInferredList(withHeld(session, false), todoCall.entries ?? [], atMs)
  return withOpenCall(session, now, todoCall.id, null)
}

function withInferredList(session: Session, entries: readonly PlanEntry[], atMs: number): Session {
  return withInferredPlan(session, { type: 'items', entries }, atMs)
}

function withHeld(session: Session, isHeld: boolean): Session {
  const { todoCall } = session
  return todoCall === null || todoCall.isHeld === isHeld
    ? session
    : { ...session, todoCall: { ...todoCall, isHeld } }
}

/** The plan without an id holds this list. */
function isFromRequest(session: Session): boolean {
  const body = planNow(session)?.body
  return (
    session.todos.length > 0 &&
    body?.type === 'items' &&
    body.entries.length === session.todos.length &&
    body.entries.every(({ content }, index) => content === session.todos[index]?.content)
  )
}

/** Changes of to-dos that are not in the list, and have no content of their own. */
export function unknownTodos(session: Session | undefined, { todos, isMerge }: TodoChange): readonly Todo[] {
  if (!isMerge) return []
  const known = new Set(session === undefined ? [] : todosIn(session, anonymousPlan).map(({ id }) => id))
  return todos.filter(({ id, content }) => content === null && !known.has(id))
}

function todosAfter(session: Session, plan: PlanName, { todos, isMerge }: TodoChange): readonly Todo[] {
  const before = todosIn(session, plan)
  if (isMerge) return mergedTodos(before, todos)
  // A list without ids keeps known ids.
  const ids = new Map(before.map(({ content, id }) => [content, id]))
  return todos.map((todo) => (todo.id === null ? { ...todo, id: ids.get(todo.content) ?? null } : todo))
}

/** The list as in its plan: an update without ids may have changed or removed it. */
function todosIn(session: Session, name: PlanName): readonly Todo[] {
  const plan = session.plans.get(planKey(name))
  if (plan?.removedAtMs !== null || plan.body.type !== 'items') return []
  const { entries } = plan.body
  const ids = new Map(session.todos.map(({ content, id }) => [content, id]))
  return entries.map((entry, index) => {
    const known = session.todos[index]
    const id = known?.content === entry.content ? known.id : (ids.get(entry.content) ?? entry.id ?? null)
    return { id, content: entry.content, status: entry.status, priority: entry.priority }
  })
}

/** The to-dos of a proposed plan become the list, until the plan is rejected. */
export function withProposedTodos(
  session: Session,
  request: PermissionRequest,
  infersPlans: boolean,
  atMs: number,
): Session {
  const { todos, todoList } = request
  if (todoList !== undefined && infersPlans) return withProposedList(session, request, todoList, atMs)
  if (todos === undefined || todos.length === 0) return session
  const proposed = {
    requestKey: request.key,
    planKey: planKey(anonymousPlan),
    planBefore: planNow(session) ?? null,
    inferredBefore: session.plans.get(planKey(inferredPlan)) ?? null,
    todosBefore: session.todos,
    updatesBefore: session.counts.planUpdates,
  }
  const now = withTodos(session, { todos, isMerge: false }, atMs)
  return { ...now, proposedTodos: { ...proposed, plan: planNow(now) ?? null } }
}

/** The list that a call of a to-do tool asks to write is a proposed plan until the answer. An agent that sends plans sends it then. */
function withProposedList(
  session: Session,
  request: PermissionRequest,
  list: readonly PlanEntry[],
  atMs: number,
): Session {
  const { counts, proposedTodos, todoCall, todos } = session
  if (counts.planUpdates > 0 || proposedTodos !== null) return session
  const now = withInferredList(withHeld(session, false), list, atMs)
  const key = planKey(inferredPlan)
  // The call may have come before the question about it.
  const planBefore =
    todoCall !== null && todoCall.id === request.callId
      ? todoCall.inferredBefore
      : (session.plans.get(key) ?? null)
  const plans = withPlanNamed(now.plans, key, proposedPlan)
  const proposed = { requestKey: request.key, planKey: key, plan: plans.get(key) ?? null, planBefore }
  const before = { inferredBefore: null, todosBefore: todos, updatesBefore: counts.planUpdates }
  return { ...now, plans, proposedTodos: { ...proposed, ...before } }
}

/** The answer to the plan that brought them: anything but an approval restores the list before. */
export function withTodosAnswered(session: Session, { request, answer }: AnsweredPermission): Session {
  const { proposedTodos } = session
  if (proposedTodos === null || proposedTodos.requestKey !== request.key) return session
  if (!isAllowed(request, answer)) return withListBefore(session)
  return { ...session, plans: withListNamed(session, proposedTodos), proposedTodos: null }
}

/** A list is inferred from its call, no longer proposed. */
function withListNamed({ plans }: Session, { planKey: key }: ProposedTodos): SessionPlans {
  return key === planKey(inferredPlan) ? withPlanNamed(plans, key, inferredPlan) : plans
}

/** Restores the list from before a plan that was not approved. */
export function withListBefore(session: Session): Session {
  const { proposedTodos } = session
  if (proposedTodos === null) return session
  const { plan, planBefore, inferredBefore, todosBefore, updatesBefore } = proposedTodos
  const { planKey: key } = proposedTodos
  const now: Session = { ...session, plans: withListNamed(session, proposedTodos), proposedTodos: null }
  // A newer update of the list counts more.
  if (session.plans.get(key)?.body !== plan?.body) return now
  if (key === planKey(inferredPlan))
    return { ...now, plans: withPlanAs(now.plans, key, planBefore ?? undefined) }
  const { counts } = now
  // If the agent has sent no other plan, plans may be inferred again.
  const planUpdates = counts.planUpdates === updatesBefore + 1 ? updatesBefore : counts.planUpdates
  const inferred = planKey(inferredPlan)
  const plans = withPlanAs(now.plans, planKey(anonymousPlan), planBefore ?? undefined)
  return {
    ...(inferredBefore === null ? now : withSeparated(now, inferred)),
    plans: inferredBefore === null ? plans : withPlanAs(plans, inferred, inferredBefore),
    todos: todosBefore,
    counts: { ...counts, planUpdates, checklists: counts.checklists - 1 },
  }
}

function planNow({ plans }: Session): Plan | undefined {
  return plans.get(planKey(anonymousPlan))
}

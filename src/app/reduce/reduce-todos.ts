import { planKey, type Plan } from '../../plans/plan.ts'
import { withPlanAs } from '../../plans/session-plans.ts'
import { anonymousPlan, inferredPlan, type PlanName } from '../../protocol/plans/plan-content.ts'
import type { SessionEvent } from '../../protocol/session/session-event.ts'
import { mergedTodos, todoEntries, type Todo, type TodoChange } from '../../protocol/plans/todo-list.ts'
import { withSeparated } from '../proposals/merged-plans.ts'
import { withOwnPlan } from './reduce-own-plan.ts'
import { withInferredPlan } from './reduce-tool-call.ts'
import type { PermissionRequest } from '../state/permission.ts'
import type { AnsweredPermission, Session } from '../state/session.ts'

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
export function withToolTodos(
  session: Session,
  { todoChange, todos }: Pick<Called, 'todoChange' | 'todos'>,
  infersPlans: boolean,
  atMs: number,
): Session {
  if (todoChange !== undefined && isFromRequest(session)) {
    const after = withTodos(session, todoChange, atMs)
    // A completed call repeats its list.
    return planNow(after)?.body === planNow(session)?.body ? session : after
  }
  if (!infersPlans) return session
  if (todoChange === undefined || session.counts.planUpdates > 0)
    return todos === undefined ? session : withInferredPlan(session, { type: 'items', entries: todos }, atMs)
  const list = todosAfter(session, inferredPlan, todoChange)
  const after = withInferredPlan(session, { type: 'items', entries: todoEntries(list) }, atMs)
  return after === session ? session : { ...after, todos: list }
}

type Called = Extract<SessionEvent, { type: 'tool-call' }>

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
    const id = known?.content === entry.content ? known.id : (ids.get(entry.content) ?? null)
    return { id, content: entry.content, status: entry.status, priority: entry.priority }
  })
}

/** The to-dos of a proposed plan become the list, until the plan is rejected. */
export function withProposedTodos(session: Session, request: PermissionRequest, atMs: number): Session {
  const { todos } = request
  if (todos === undefined || todos.length === 0) return session
  const proposed = {
    requestKey: request.key,
    planBefore: planNow(session) ?? null,
    inferredBefore: session.plans.get(planKey(inferredPlan)) ?? null,
    todosBefore: session.todos,
    updatesBefore: session.counts.planUpdates,
  }
  const now = withTodos(session, { todos, isMerge: false }, atMs)
  return { ...now, proposedTodos: { ...proposed, plan: planNow(now) ?? null } }
}

/** The answer to the plan that brought them: anything but an approval restores the list before. */
export function withTodosAnswered(session: Session, { request, answer }: AnsweredPermission): Session {
  const { proposedTodos } = session
  if (proposedTodos === null || proposedTodos.requestKey !== request.key) return session
  const option =
    answer.type === 'selected' ? request.options.find(({ id }) => id === answer.optionId) : undefined
  const isApproved = option !== undefined && !option.kind.startsWith('reject')
  return isApproved ? { ...session, proposedTodos: null } : withListBefore(session)
}

/** Restores the list from before a plan that was not approved. */
export function withListBefore(session: Session): Session {
  const { proposedTodos } = session
  if (proposedTodos === null) return session
  const { plan, planBefore, inferredBefore, todosBefore, updatesBefore } = proposedTodos
  const now: Session = { ...session, proposedTodos: null }
  // A newer update of the list counts more.
  if (planNow(session)?.body !== plan?.body) return now
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

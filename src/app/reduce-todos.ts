import { planKey, type Plan } from '../plans/plan.ts'
import { withPlanAs, withPlanRemoved } from '../plans/session-plans.ts'
import { anonymousPlan } from '../protocol/plan-content.ts'
import { mergedTodos, todoEntries, type Todo } from '../protocol/todo-list.ts'
import { withPlan } from './reduce-plan.ts'
import type { PermissionAnswer, PermissionRequest } from './permission.ts'
import type { Session } from './session.ts'

interface Change {
  readonly todos: readonly Todo[]
  /** They change the list by their ids, and do not replace it. */
  readonly isMerge: boolean
}

/** The to-do list that an agent keeps by ids is the session's plan without an id. */
export function withTodos(session: Session, { todos, isMerge }: Change, atMs: number): Session {
  const after = isMerge ? mergedTodos(todosNow(session), todos) : todos
  const content = { type: 'items', entries: todoEntries(after) } as const
  return { ...withPlan(session, { type: 'plan-replaced', plan: anonymousPlan, content }, atMs), todos: after }
}

/** To-dos by ids that the list does not have, and that say nothing themselves. */
export function unknownTodos(session: Session | undefined, { todos, isMerge }: Change): readonly Todo[] {
  if (!isMerge) return []
  const known = new Set(session === undefined ? [] : todosNow(session).map(({ id }) => id))
  return todos.filter(({ id, content }) => content === null && !known.has(id))
}

/** The list as it stands: an update without ids may have changed it, or taken it away. */
function todosNow(session: Session): readonly Todo[] {
  const plan = planNow(session)
  if (plan?.removedAtMs !== null || plan.body.type !== 'items') return []
  const { entries } = plan.body
  const ids = new Map(session.todos.map(({ content, id }) => [content, id]))
  return entries.map((entry, index) => {
    const known = session.todos[index]
    const id = known?.content === entry.content ? known.id : (ids.get(entry.content) ?? null)
    return { id, content: entry.content, status: entry.status, priority: entry.priority }
  })
}

/** The to-dos of a plan that the agent asks about: they are the list as long as the plan is not turned down. */
export function withTodosAsked(session: Session, request: PermissionRequest, atMs: number): Session {
  const { todos } = request
  if (todos === undefined || todos.length === 0) return session
  const asked = { requestKey: request.key, planBefore: planNow(session) ?? null, todosBefore: session.todos }
  const now = withTodos(session, { todos, isMerge: false }, atMs)
  return { ...now, askedTodos: { ...asked, plan: planNow(now) ?? null } }
}

/** The answer to the plan that brought them: where it is no approval, the list is again what it was before. */
export function withTodosAnswered(
  session: Session,
  { request, answer }: { readonly request: PermissionRequest; readonly answer: PermissionAnswer },
  atMs: number,
): Session {
  const { askedTodos } = session
  if (askedTodos === null || askedTodos.requestKey !== request.key) return session
  const { planBefore, todosBefore } = askedTodos
  const now: Session = { ...session, askedTodos: null }
  const option =
    answer.type === 'selected' ? request.options.find(({ id }) => id === answer.optionId) : undefined
  const isApproved = option !== undefined && !option.kind.startsWith('reject')
  // What the agent has said of its list since counts more than the answer.
  if (isApproved || planNow(session)?.body !== askedTodos.plan?.body) return now
  if (planBefore === null)
    return { ...now, plans: withPlanRemoved(now.plans, anonymousPlan, atMs), todos: todosBefore }
  return { ...now, plans: withPlanAs(now.plans, anonymousPlan, planBefore), todos: todosBefore }
}

function planNow({ plans }: Session): Plan | undefined {
  return plans.get(planKey(anonymousPlan))
}

import type { AppEvent, EventOf } from './state/app-event.ts'
import { type AppState, initialState } from './state/app-state.ts'
import { reduce } from './reduce/reduce.ts'
import { noted, rejected, type WireProblem } from '../protocol/wire/wire-problem.ts'
import { maxPlans, maxRemovedPlans } from './reduce/evict-plans.ts'
import { roomToGrow } from './reduce/reduce-own-plan.ts'
import { maxQuestions } from './state/question.ts'
import { unknownTodos } from './reduce/reduce-todos.ts'
import type { Todo } from '../protocol/plans/tool-todos.ts'
import { maxReportedSessions, maxStreamedPlanLength } from './state/session.ts'

/** The one place where events become state. Outputs listen to each event; the screen reads the state once a frame. */
export interface App {
  state(): AppState
  dispatch(event: AppEvent): void
  /** Calls `listener` after each event with the states before and after it; returns how to unsubscribe. */
  onEvent(listener: AppListener): () => void
}

export type AppListener = (event: AppEvent, after: AppState, before: AppState) => void

export function createApp(start: AppState = initialState): App {
  let state = start
  const listeners = new Set<AppListener>()
  const undelivered: Parameters<AppListener>[] = []
  let isDelivering = false

  function add(event: AppEvent): void {
    const before = state
    state = reduce(before, event)
    undelivered.push([event, state, before])
    const problem = problemBetween(event, before, state)
    if (problem !== null) add(problem)
  }

  // A listener may dispatch: all listeners still get the events in order, each with its own states.
  function deliver(): void {
    if (isDelivering) return
    isDelivering = true
    try {
      for (let next = undelivered.shift(); next !== undefined; next = undelivered.shift()) {
        for (const listener of listeners) listener(...next)
      }
    } finally {
      isDelivering = false
    }
  }

  return {
    state: () => state,
    dispatch(event) {
      add(event)
      deliver()
    },
    onEvent(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

type ProblemFound = EventOf<'problem-found'>

/** A defect of an update that shows only in combination with the state before; null: none. */
function problemBetween(event: AppEvent, before: AppState, after: AppState): ProblemFound | null {
  const { atMs } = event
  if (after.droppedPlans.old > before.droppedPlans.old) return found(tooManyPlans, null)
  if (after.droppedPlans.removed > before.droppedPlans.removed) return found(tooManyRemoved, null)
  if (event.type === 'permission-asked' || event.type === 'elicitation-asked') {
    // Without a session: else it would count among the session's rejected updates.
    return isOneTooMany(event, before) ? found(tooManyQuestions, null) : null
  }
  if (event.type !== 'session-updated') return null
  const { sessionId, update } = event
  const reportedId = update.type === 'subagent' ? update.childSessionId : sessionId
  const session = after.sessions.get(reportedId)
  if (session === undefined && reportedId !== sessionId) return found(tooManySessions, null)
  if (update.type === 'subagent') {
    if (session?.subagent?.parentId === sessionId) return null
    return found(notItsChild(reportedId), sessionId)
  }
  if (session === undefined) return found(tooManySessions, null)
  if (update.type === 'plan-grown') {
    // Reported once: a full plan has no room any more.
    const room = roomToGrow(before.sessions.get(sessionId), update.plan)
    return room > 0 && update.text.length > room ? found(tooLong, sessionId) : null
  }
  if (update.type === 'todos') {
    const [unknown] = unknownTodos(before.sessions.get(sessionId), update)
    return unknown === undefined ? null : found(noSuchTodo(unknown), sessionId)
  }
  const hadSecondPlan = before.sessions.get(sessionId)?.reading.hasSecondPlan === true
  return session.reading.hasSecondPlan && !hadSecondPlan ? found(secondPlan, sessionId) : null

  function found(problem: WireProblem, of: string | null): ProblemFound {
    return { type: 'problem-found', atMs, sessionId: of, problem }
  }
}

function isOneTooMany(
  event: EventOf<'permission-asked' | 'elicitation-asked'>,
  { permissions, elicitations }: AppState,
): boolean {
  const open = event.type === 'permission-asked' ? permissions : elicitations
  return open.length >= maxQuestions && !open.some(({ key }) => key === event.request.key)
}

const tooManyQuestions = rejected(
  'too-many',
  `more than ${maxQuestions} questions wait for their answers: further ones are cancelled without being shown`,
)
const tooManyPlans = rejected(
  'too-many',
  `more than ${maxPlans} plans: those that changed longest ago are dropped`,
)
const tooManyRemoved = noted(
  'too-many',
  `more than ${maxRemovedPlans} removed plans: those that were removed first are dropped`,
)
const tooManySessions = rejected(
  'too-many',
  `more than ${maxReportedSessions} sessions are at work: others are not shown`,
  undefined,
  'params.sessionId',
)
const tooLong = rejected(
  'too-long',
  `a plan that comes in pieces is kept up to ${maxStreamedPlanLength} characters: the rest of it is not shown`,
  undefined,
  'update._meta.jetbrains.air.contentDelta',
)
const secondPlan = noted(
  'second-proposal',
  'a second proposed plan in one turn: it is shown as a message',
  undefined,
  'update.content',
)

function noSuchTodo(todo: Todo): WireProblem {
  const text = 'a to-do update for an unknown id without text: it is ignored'
  return rejected('bad-entry', text, todo, 'params.todos')
}

function notItsChild(id: string): WireProblem {
  const text =
    'this session cannot be a sub-agent of the other: it is the same one, has another parent, or is its parent'
  return rejected('bad-update', text, id, 'update.sessionId')
}

import type { WorkQuestion } from '../state/step-work.ts'
import {
  asAnswered,
  type OfQuestion,
  withPlanCall,
  withTerminalTold,
  withWorkForParents,
  withWorkOfCall,
  withWorkOfQuestion,
} from './reduce-work.ts'
import { chosenOption, isRejected, isPlanApproval } from '../state/permission.ts'
import { append } from '../../lib/sequences.ts'
import { capitalized } from '../../lib/text/wording.ts'
import type { SessionEvent } from '../../protocol/session/session-event.ts'
import { isCounted, moreTelling, type StrayOutput, strayOutputOf } from '../../protocol/wire/wire-problem.ts'
import type { AppEvent, EventOf } from '../state/app-event.ts'
import {
  maxProblems,
  maxStderrLines,
  type AppState,
  type FoundProblem,
  type QueuedPrompt,
} from '../state/app-state.ts'
import { withHistory } from './reduce-history.ts'
import { titleWords, wentOnWords } from '../words/question.ts'
import { planToolsWords } from '../words/agent.ts'
import { evictPlans } from './evict-plans.ts'
import { cannotAsk, maxQuestions } from '../state/question.ts'
import { switchOf } from '../state/plan-tools.ts'
import { withDocumentMissing, withDocumentRead, withKnownDocument } from './reduce-plan-write.ts'
import { withAgreement, withDecision } from './reduce-going-on.ts'
import { withRequestCompleted, withRequestedPlan } from './reduce-requested-plan.ts'
import { selected, withClosed, withNotOpened, withOpened, withOpening } from './reduce-opening.ts'
import { withOutcome, withPlanAnswered, withRequestsLost } from './reduce-proposal.ts'
import { withActivity, withSessionMessage } from './reduce-message.ts'
import { withChildrenAfterState, withChildrenLeft, withRunningWork, withSubagent } from './reduce-children.ts'
import {
  withCancelling,
  withoutTimes,
  withPrompt,
  withSessionUpdate,
  withTurnEnded,
} from './reduce-session.ts'
import { withCallNoted, withTasksLeft } from './reduce-tasks.ts'
import { withListBefore, withTodosAnswered, withProposedTodos } from './reduce-todos.ts'
import { withClocks } from '../state/session-clock.ts'
import { mapSessions, withSession } from '../state/session-map.ts'

/** The state after an event. Pure: no clock, no I/O, never throws; the same state when nothing changed. */
export function reduce(state: AppState, event: AppEvent): AppState {
  const now = withoutTimes(state, reduced(state, event), event)
  const after = withRunningWork(state, evictPlans(state, now, event), event)
  return withClocks(state, withHistory(state, after, event), event)
}

function reduced(state: AppState, event: AppEvent): AppState {
  switch (event.type) {
    case 'link-changed': {
      const { link } = event
      // A restarted agent knows nothing of earlier turns.
      const isLost = link.state === 'ended' || link.state === 'reconnecting' || link.state === 'starting'
      // The description of the old agent does not apply to the new one.
      const isBegunAnew = link.state === 'starting' && state.link.state === 'ended'
      const agentSinceMs = link.state === 'shaking-hands' ? link.sinceMs : state.agentSinceMs
      const now: AppState = { ...state, link, agentSinceMs, remark: isBegunAnew ? null : state.remark }
      return isLost ? withoutAgent(now, event.atMs) : now
    }
    case 'agent-described': {
      const { link } = state
      const greeted = link.state === 'shaking-hands' ? { ...link, greetedAtMs: event.atMs } : link
      return { ...state, agent: event.agent, link: greeted }
    }
    case 'plan-tools-told':
      return withPlanTools(state, event)
    case 'session-opening':
      return withOpening(state, event)
    case 'session-opened':
      return withOpened(state, event)
    case 'session-not-opened':
      return withNotOpened(state, event)
    case 'session-selected':
      return state.sessions.has(event.sessionId) ? selected(state, event.sessionId) : state
    case 'session-closed': {
      const ended = { outcome: stoppedByUs, atMs: event.atMs }
      return withClosed(withChildrenLeft(state, event.sessionId, ended), event)
    }
    case 'sessions-listed':
      return { ...state, listing: event.listing }
    case 'session-updated': {
      const { sessionId, update, atMs } = event
      if (update.type === 'subagent') return withSubagent(state, sessionId, update, atMs)
      if (update.type === 'session-message') return withSessionMessage(state, sessionId, update, atMs)
      const updated = withWentOnRemarked(
        state,
        withSession(withPlansSent(state, update), sessionId, (session) =>
          withKnownDocument(withSessionUpdate(session, event, state), update, atMs),
        ),
        sessionId,
      )
      if (update.type === 'tool-call') {
        const session = updated.sessions.get(sessionId)
        const told = session === undefined ? update : asAnswered(session, update)
        return withWorkForParents(withCallNoted(updated, update), sessionId, (parent, caller) =>
          withWorkOfCall(parent, told, caller, event),
        )
      }
      if (update.type === 'terminal')
        return withWorkForParents(updated, sessionId, (parent, caller) =>
          withTerminalTold(parent, update, caller, event),
        )
      return update.type === 'state'
        ? withChildrenAfterState(state, updated, { sessionId, ...update, atMs })
        : updated
    }
    case 'problem-found':
      return withProblem(state, event)
    case 'prompt-queued':
      return { ...state, queuedPrompts: queued(state.queuedPrompts, event) }
    case 'session-held':
      return withSession(state, event.sessionId, (session) =>
        session.held?.message === event.message ? session : { ...session, held: { message: event.message } },
      )
    case 'session-released':
      return withSession(state, event.sessionId, (session) =>
        session.held === null ? session : { ...session, held: null },
      )
    case 'prompts-withdrawn': {
      const queuedPrompts = withdrawn(state.queuedPrompts, event)
      return queuedPrompts.length === state.queuedPrompts.length ? state : { ...state, queuedPrompts }
    }
    case 'queue-moved': {
      const { from, to } = event
      const isMoved = state.queuedPrompts.some(({ sessionId }) => sessionId === from)
      if (!isMoved) return state
      const queuedPrompts = state.queuedPrompts.map((prompt) =>
        prompt.sessionId === from ? { ...prompt, sessionId: to } : prompt,
      )
      return { ...state, queuedPrompts }
    }
    case 'prompt-sent': {
      const queuedPrompts = event.wasQueued ? unqueued(state.queuedPrompts, event) : state.queuedPrompts
      return withSession({ ...state, queuedPrompts }, event.sessionId, (session) =>
        withPrompt(session, event.text, event.atMs),
      )
    }
    case 'turn-cancelled':
      return withSession(state, event.sessionId, withCancelling)
    case 'turn-ended': {
      const { sessionId, outcome, atMs } = event
      const ended = withSession(state, sessionId, (session) => withTurnEnded(session, outcome, atMs))
      return ended === state ? state : withChildrenLeft(ended, sessionId, { outcome, atMs })
    }
    case 'permission-asked': {
      // A key identifies a question: a recording that is read twice asks it once.
      if (state.permissions.some(({ key }) => key === event.request.key)) return state
      const others = state.permissions.filter(({ key }) => key !== event.request.replaces)
      if (others.length >= maxQuestions) return state
      const asked = { ...state, permissions: [...others, event.request] }
      return withSession(asked, event.request.sessionId, (session) =>
        withProposedTodos(
          withRequestedPlan(withPlanCall(session, event.request), event.request, event.atMs),
          event.request,
          state.infersPlans,
          event.atMs,
        ),
      )
    }
    case 'permission-updated':
      return withRequestUpdated(state, event)
    case 'permission-answered':
      return withAnswer(state, event)
    case 'proposal-answered':
      return withSession(state, event.sessionId, (session) => {
        const isProposed = session.proposal?.from === 'message' && session.proposal.outcome === null
        return cannotAsk(state) && !isProposed
          ? withDecision(session, event.outcome)
          : withOutcome(session, event.outcome)
      })
    case 'elicitation-asked':
      return state.elicitations.some(({ key }) => key === event.request.key) ||
        state.elicitations.length >= maxQuestions
        ? state
        : { ...state, elicitations: [...state.elicitations, event.request] }
    case 'elicitation-answered': {
      const asked = state.elicitations.find(({ key }) => key === event.key)
      if (asked === undefined) return state
      const elicitations = state.elicitations.filter((open) => open !== asked)
      const { sessionId } = asked
      const now = { ...state, elicitations }
      if (sessionId === null || !state.sessions.has(sessionId)) return now
      const { type: answer } = event.answer
      const told = withQuestionTold(now, sessionId, { asked: asked.message, answer })
      if (answer !== 'accepted' || asked.mode.type !== 'form') return told
      return withSession(told, sessionId, (session) => ({ ...session, agreedAtMs: event.atMs }))
    }
    case 'file-accessed':
      return withFile(state, event)
    case 'stderr-written':
      return {
        ...state,
        stderr: append(state.stderr, { text: event.line, atMs: event.atMs }, maxStderrLines),
      }
    case 'remarked':
      return { ...state, remark: { text: event.text, atMs: event.atMs } }
    case 'marked':
      // It changes the history only.
      return state
    case 'document-read':
      return withDocumentRead(state, event)
    case 'document-missing':
      return withDocumentMissing(state, event)
    case 'playback-changed':
      return { ...state, playback: event.playback }
    case 'observed-changed':
      return { ...state, observed: event.observed }
  }
}

/** The user has to mend a setting that was left as it is, so this is reported at once. */
function withPlanTools(state: AppState, { planTools, atMs }: EventOf<'plan-tools-told'>): AppState {
  const known = { ...state, planTools }
  const isUnread =
    planTools.mode === 'on' &&
    planTools.startedAgent !== null &&
    switchOf(planTools, planTools.startedAgent)?.type === 'unreadable'
  const text = isUnread ? planToolsWords(planTools).join(' ') : ''
  return text === '' ? known : { ...known, remark: { text, atMs } }
}

/** The user is told at once that the agent goes on without an answer. */
function withWentOnRemarked(before: AppState, after: AppState, sessionId: string): AppState {
  const wentOn = after.sessions.get(sessionId)?.wentOn ?? null
  if (wentOn === null || wentOn === before.sessions.get(sessionId)?.wentOn) return after
  return { ...after, remark: { text: `${capitalized(wentOnWords(wentOn))}.`, atMs: wentOn.atMs } }
}

/** Once the agent has sent a plan, it is never said to send none. An empty list says nothing. */
function withPlansSent(state: AppState, update: SessionEvent): AppState {
  const { type } = update
  const isPlan =
    type === 'plan-replaced'
      ? update.content.type !== 'items' || update.content.entries.length > 0
      : type === 'plan-grown' || type === 'todos'
  return isPlan && !state.hasSentPlans ? { ...state, hasSentPlans: true } : state
}

/** Adds an activity line; not for unknown sessions. */
function withFile(state: AppState, event: EventOf<'file-accessed'>): AppState {
  const { sessionId, access, path, error, atMs } = event
  if (sessionId === null || !state.sessions.has(sessionId)) return state
  return withSession(state, sessionId, (session) =>
    withActivity(session, { type: 'file', access, path, error, atMs }),
  )
}

function queued(
  prompts: readonly QueuedPrompt[],
  { sessionId, text, place }: EventOf<'prompt-queued'>,
): readonly QueuedPrompt[] {
  const own = prompts.flatMap((prompt, index) => (prompt.sessionId === sessionId ? [index] : []))
  return prompts.toSpliced(own[place] ?? prompts.length, 0, { sessionId, text })
}

function withdrawn(
  prompts: readonly QueuedPrompt[],
  { sessionId, count }: EventOf<'prompts-withdrawn'>,
): readonly QueuedPrompt[] {
  let left = count
  return prompts.filter((prompt) => prompt.sessionId !== sessionId || left-- <= 0)
}

function unqueued(
  prompts: readonly QueuedPrompt[],
  { sessionId }: EventOf<'prompt-sent'>,
): readonly QueuedPrompt[] {
  const at = prompts.findIndex((prompt) => prompt.sessionId === sessionId)
  return at < 0 ? prompts : prompts.toSpliced(at, 1)
}

function withProblem(state: AppState, event: EventOf<'problem-found'>): AppState {
  const { problem, sessionId, atMs, frame = null } = event
  const stray = strayOutputOf(problem)
  const { items } = state.problems
  const at = items.findLastIndex((known) => isSameProblem(known, event, stray))
  const before = items[at]
  const times = (before?.times ?? 0) + 1
  const found: FoundProblem =
    stray === null
      ? { problem, sessionId, atMs, times, frame }
      : {
          problem: before?.problem ?? problem,
          sessionId,
          atMs,
          times,
          frame,
          stray: before?.stray === undefined ? stray : moreTelling(before.stray, stray),
        }
  const problems =
    before === undefined
      ? append(state.problems, found, maxProblems)
      : { ...state.problems, items: items.with(at, found) }
  const counts = isCounted(problem) && (stray === null || before === undefined)
  const counted = { ...state, problems, problemCount: state.problemCount + (counts ? 1 : 0) }
  if (sessionId === null || problem.weight !== 'rejected') return counted
  return withSession(counted, sessionId, (session) => ({
    ...session,
    counts: { ...session.counts, rejected: session.counts.rejected + 1 },
  }))
}

/** The question stays where it is among the open ones. */
function withRequestUpdated(state: AppState, { request, atMs }: EventOf<'permission-updated'>): AppState {
  const at = state.permissions.findIndex(({ key }) => key === request.key)
  if (at < 0) return state
  const now = { ...state, permissions: state.permissions.with(at, request) }
  return withSession(now, request.sessionId, (session) => {
    const completed = withRequestCompleted(session, request, atMs)
    return request.todoList === undefined
      ? completed
      : withProposedTodos(completed, request, state.infersPlans, atMs)
  })
}

/** All lines that are no JSON are the same problem, whatever they are. */
function isSameProblem(
  known: FoundProblem,
  { problem, sessionId }: EventOf<'problem-found'>,
  stray: StrayOutput | null,
): boolean {
  if (known.problem.code !== problem.code || known.sessionId !== sessionId) return false
  if (stray !== null || known.stray !== undefined) return stray !== null && known.stray !== undefined
  return (
    known.problem.text === problem.text &&
    known.problem.path === problem.path &&
    // Without a path, only the excerpt distinguishes two problems.
    (problem.path !== undefined || known.problem.excerpt === problem.excerpt)
  )
}

function withAnswer(state: AppState, event: EventOf<'permission-answered'>): AppState {
  const request = state.permissions.find((open) => open.key === event.key)
  if (request === undefined) return state
  const permissions = state.permissions.filter((open) => open !== request)
  const { answer, atMs } = event
  const answered = { request, answer, atMs }
  const words = chosenOption(request, answer)?.name ?? ('optionId' in answer ? answer.optionId : answer.type)
  const now = withSession({ ...state, permissions }, request.sessionId, (session) => ({
    ...withAgreement(
      withTodosAnswered(withPlanAnswered(withPlanCall(session, request), answered), answered),
      answered,
    ),
    answered: [...session.answered, answered].slice(-maxAnswers),
  }))
  const of = { callId: request.callId, rejectedAtMs: isRejected(request, answer) ? atMs : null }
  // The answers about plans are kept with them.
  return isPlanApproval(request) || request.todoList !== undefined
    ? now
    : withQuestionTold(now, request.sessionId, { asked: titleWords(request), answer: words }, of)
}

/** The question belongs to a step of its session, and if that is a sub-agent's, of its parents. */
function withQuestionTold(
  state: AppState,
  sessionId: string,
  question: WorkQuestion,
  of: Omit<OfQuestion, 'caller'> = {},
): AppState {
  const now = withSession(state, sessionId, (session) => withWorkOfQuestion(session, question, of))
  return withWorkForParents(now, sessionId, (parent, caller) =>
    withWorkOfQuestion(parent, question, { ...of, caller }),
  )
}

const maxAnswers = 100

const lost = { kind: 'lost' } as const
const stoppedByUs = { kind: 'stopped', stopReason: 'cancelled' } as const

/** The agent is gone: turns are lost, or were cancelled if that is why we ended it, and questions are closed. Plans stay; those of a session in replay are restored. */
function withoutAgent(state: AppState, atMs: number): AppState {
  const isClosed = state.link.state === 'ended' && state.link.end.kind === 'closed'
  const sessions = mapSessions(state.sessions, (session) => {
    const known = session.former ?? session
    const { turn } = known
    const isCancelled = isClosed && turn.state === 'working' && turn.isCancelling
    const outcome = isCancelled ? stoppedByUs : lost
    const now = turn.state === 'working' ? withTurnEnded(known, outcome, atMs) : known
    return withListBefore(withRequestsLost(withTasksLeft(now, 'of-session'), atMs))
  })
  return { ...state, sessions, permissions: [], elicitations: [] }
}

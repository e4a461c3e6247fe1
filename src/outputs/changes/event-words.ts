import { errorName, queueKept, linkWords } from '../../app/words/link.ts'
import { untoldModeWords, wentOnWords, newProposal, questionWords } from '../../app/words/question.ts'
import {
  compactionText,
  childWords,
  sessionNameOf,
  openingWords,
  settingWords,
} from '../../app/words/session.ts'
import { planToolsWords } from '../../app/words/agent.ts'
import { isCounted } from '../../protocol/wire/wire-problem.ts'
import { sessionOf, type AppEvent, type EventOf, type TurnOutcome } from '../../app/state/app-event.ts'
import type { AppState, FoundProblem } from '../../app/state/app-state.ts'
import { activityOf } from '../../app/state/session-map.ts'
import type { Session, Turn, WentOn } from '../../app/state/session.ts'
import { preciseTime } from '../../lib/text/duration.ts'
import { safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { cutLine, cutToWidth } from '../../lib/text/width.ts'
import { planSteps } from '../../plans/kinds/plan-kinds.ts'
import { stepText } from '../../app/words/text.ts'
import { concernedSession } from './touched-plans.ts'
import { mayMoveChildren } from '../../app/reduce/reduce-children.ts'
import { childrenOf, childSessions, type Child } from '../../app/state/children.ts'

const longest = 300

/** Lines for an event, without those about plans; empty for events that have none. */
export function eventWords(event: AppEvent, after: AppState, before: AppState): readonly SafeText[] {
  return [
    ...ownWords(event, after, before),
    ...childChanges(event, after, before).flatMap((change) => changeWords(change, after)),
    ...turnWords(event, after, before),
    ...proposalWords(event, after, before),
    ...goingOnWords(event, after, before),
    ...untoldWords(event, after, before),
  ].map((words) => cutLine(words, longest))
}

function ownWords(event: AppEvent, after: AppState, before: AppState): readonly string[] {
  switch (event.type) {
    case 'link-changed':
      return linkWords(event.link, before.link, event.atMs)
    case 'agent-described': {
      const { title, name, version, protocolVersion } = event.agent
      const protocol = protocolVersion === 0 ? '' : ` · ACP v${protocolVersion}`
      return [`agent: ${title ?? name}${version === null ? '' : ` ${version}`}${protocol}`]
    }
    case 'plan-tools-told':
      return planToolsWords(event.planTools)
    case 'session-opening':
    case 'session-opened':
    case 'session-not-opened':
      return [openingWords(event)]
    case 'session-selected':
      return after.currentSessionId === before.currentSessionId
        ? []
        : [`session: ${sessionNameOf(after, event.sessionId)} is now the current one`]
    case 'session-closed':
      return [`session ${event.wasDeleted ? 'deleted' : 'closed'}: ${sessionNameOf(before, event.sessionId)}`]
    case 'prompt-sent':
      return [named(event.sessionId, after, `prompt: ${event.text}`)]
    case 'turn-cancelled':
      return [named(event.sessionId, after, 'the turn is being cancelled')]
    case 'permission-asked':
    case 'permission-updated':
    case 'permission-answered':
    case 'elicitation-asked':
    case 'elicitation-answered':
    case 'proposal-answered': {
      const sessionId = concernedSession(event, before)
      const words = questionWords(event, after, before)
      return sessionId === null ? words : words.map((each) => named(sessionId, after, each))
    }
    case 'session-held':
      return [
        event.message === null
          ? queueKept
          : `not set: ${event.message}; prompts wait until you choose a mode or an option`,
      ]
    case 'file-accessed':
      return [fileWords(event)]
    case 'remarked':
      return [event.text]
    case 'session-updated':
      return updateWords(event, after, before)
    case 'sessions-listed':
    case 'prompt-queued':
    case 'queue-moved':
    case 'session-released':
    case 'prompts-withdrawn':
    case 'turn-ended':
    case 'problem-found':
    case 'stderr-written':
    case 'marked':
    case 'document-read':
    case 'document-missing':
    case 'playback-changed':
    case 'observed-changed':
      return []
  }
}

function fileWords({ access, path, error }: EventOf<'file-accessed'>): string {
  if (error !== null) return `could not ${access} ${path} for the agent: ${error}`
  return access === 'read' ? `read ${path} for the agent` : `wrote ${path} for the agent`
}

function updateWords(
  event: EventOf<'session-updated'>,
  after: AppState,
  before: AppState,
): readonly string[] {
  const { sessionId, update } = event
  switch (update.type) {
    case 'notice':
      return update.text === '' ? [] : [`${update.severity}: ${update.text}`]
    case 'compaction':
      return compactionWords(event, after, before)
    case 'mode-changed':
    case 'model-changed':
    case 'config-options':
    case 'option-changed':
      return settingWords(after.sessions.get(sessionId), before.sessions.get(sessionId)).map((words) =>
        named(sessionId, after, words),
      )
    case 'goal': {
      const { goal } = update
      if (after.sessions.get(sessionId)?.goal === before.sessions.get(sessionId)?.goal) return []
      const words = goal === null ? 'the goal was removed' : `goal: ${goal.objective} (${goal.status})`
      return [named(sessionId, after, words)]
    }
    default:
      return []
  }
}

/** The beginning of a sub-agent or a task, what it waits for, and its end. */
function changeWords({ sessionId, child, before }: ChildChange, state: AppState): readonly string[] {
  const { title, isSubagent, doing } = child
  const what = isSubagent ? 'sub-agent' : 'task'
  const begun =
    before === null
      ? [
          `a ${what} works for ${sessionNameOf(state, sessionId)}: ${title}${stepWords(child, sessionId, state)}`,
        ]
      : []
  switch (doing.state) {
    case 'running':
      return begun
    case 'waiting':
      // What is asked has a line of its own.
      return before?.doing.state === 'waiting'
        ? []
        : [...begun, `${what} ${title} ${childWords(child, 'you')}`]
    case 'ended':
      return [...begun, `${what} ${title}: ${childWords(child, 'you')}`]
  }
}

/** The steps that were in progress when it was begun. */
function stepWords({ begun }: ChildChange['child'], sessionId: string, { sessions }: AppState): string {
  const steps = begun.plans.flatMap(({ key, steps: keys }) => {
    const body = sessions.get(sessionId)?.plans.get(key)?.body
    return body === undefined ? [] : planSteps(body).filter((step) => keys.includes(step.key))
  })
  return steps.length === 0 ? '' : `, in ${steps.map(({ content }) => `“${stepText(content)}”`).join(', ')}`
}

/** Told for each status, not for each update. */
function compactionWords(
  { sessionId, update }: EventOf<'session-updated'>,
  after: AppState,
  before: AppState,
): readonly string[] {
  if (update.type !== 'compaction') return []
  const now = activityOf(after.sessions.get(sessionId), 'compaction', update.compactionId)
  const was = activityOf(before.sessions.get(sessionId), 'compaction', update.compactionId)
  if (now === null || now.status === was?.status) return []
  return [named(sessionId, after, compactionText(now))]
}

/** For a plan proposed in a message. One in a request is part of that question. */
function proposalWords(event: AppEvent, after: AppState, before: AppState): readonly string[] {
  const sessionId = sessionOf(event)
  if (sessionId === null) return []
  const proposal = newProposal(sessionId, after, before)
  return proposal?.from === 'message' ? [named(sessionId, after, 'the agent proposes a plan')] : []
}

function goingOnWords(event: AppEvent, after: AppState, before: AppState): readonly string[] {
  const session = goingOn(event, after, before)
  return session === null ? [] : [named(session.id, after, wentOnWords(session.wentOn))]
}

/** The agent goes on after an approval, and has not said in which mode. */
function untoldWords(event: AppEvent, after: AppState, before: AppState): readonly string[] {
  const sessionId = sessionOf(event)
  if (sessionId === null) return []
  const isNow = after.sessions.get(sessionId)?.untoldMode?.hasGoneOn === true
  const wasBefore = before.sessions.get(sessionId)?.untoldMode?.hasGoneOn === true
  return isNow && !wasBefore ? [named(sessionId, after, `mode: ${untoldModeWords}`)] : []
}

/** The session whose agent goes on without having asked; null: the event does not tell that. */
export function goingOn(
  event: AppEvent,
  after: AppState,
  before: AppState,
): (Session & { readonly wentOn: WentOn }) | null {
  if (event.type !== 'session-updated') return null
  const session = after.sessions.get(event.sessionId)
  if (session === undefined || session.wentOn === null) return null
  const { wentOn } = session
  return wentOn === before.sessions.get(session.id)?.wentOn ? null : { ...session, wentOn }
}

/** Prefixed by the session, if it is not the current one. */
function named(sessionId: string, state: AppState, words: string): string {
  return sessionId === state.currentSessionId || state.sessions.size < 2
    ? words
    : `${sessionNameOf(state, sessionId)} / ${words}`
}

/** Sessions whose turn ended with this event: by the agent's answer, by a state (v2), or with the agent itself. */
export function endedTurns(event: AppEvent, after: AppState, before: AppState): readonly Session[] {
  switch (event.type) {
    case 'turn-ended':
    case 'session-updated':
      return [event.sessionId].flatMap((id) => endedTurn(after.sessions.get(id), before.sessions.get(id)))
    case 'link-changed':
      return [...after.sessions.values()].flatMap((session) =>
        endedTurn(session, before.sessions.get(session.id)),
      )
    default:
      return []
  }
}

function endedTurn(after: Session | undefined, before: Session | undefined): readonly Session[] {
  if (after === undefined || after.turn === before?.turn) return []
  return after.turn.state === 'ended' && before?.turn.state !== 'ended' ? [after] : []
}

function turnWords(event: AppEvent, after: AppState, before: AppState): readonly string[] {
  // The end of the agent has its own line, and so has that of a sub-agent.
  return endedTurns(event, after, before).flatMap(({ id, turn, subagent }) =>
    turn.state === 'ended' && turn.outcome.kind !== 'lost' && subagent === null
      ? [named(id, after, `turn ended: ${outcomeWords(turn.outcome)}${turnTime(turn)}`)]
      : [],
  )
}

/** Less than this is no wait that anybody noticed. */
const waitToldMs = 1000

function turnTime({ took }: Extract<Turn, { state: 'ended' }>): string {
  if (took === null) return ''
  const worked = ` after ${preciseTime(took.workedMs, true)}`
  return took.waitedMs < waitToldMs
    ? worked
    : `${worked} of work, and ${preciseTime(took.waitedMs, true)} of waiting for answers`
}

/** How a turn has ended, in a word or two. Raw. */
export function outcomeWords(outcome: TurnOutcome): string {
  switch (outcome.kind) {
    case 'stopped':
      return outcome.stopReason
    case 'failed':
      return `${errorName(outcome.code)}: ${outcome.message}`
    case 'lost':
      return 'the agent is gone'
  }
}

export function problemWords({ problem }: Pick<FoundProblem, 'problem'>): SafeText {
  const place = problem.path === undefined ? '' : `${problem.path}: `
  const excerpt = problem.excerpt === undefined || problem.excerpt === '' ? '' : ` · ${problem.excerpt}`
  if (!isCounted(problem)) return cutToWidth(safeLine(`refused: ${place}${problem.text}${excerpt}`), longest)
  const weight = problem.weight === 'rejected' ? 'not shown' : 'shown anyway'
  return cutToWidth(safeLine(`problem: ${place}${problem.text} (${weight})${excerpt}`), longest)
}

/** A sub-agent or a task that was begun, or does something else than before. */
export interface ChildChange {
  /** The session that it was begun in. */
  readonly sessionId: string
  readonly child: Child
  /** null: it is new. */
  readonly before: Child | null
}

/** What an event tells of sub-agents and tasks. Nearly all events cost nothing here. */
export function childChanges(event: AppEvent, after: AppState, before: AppState): readonly ChildChange[] {
  if (!aboutQuestions.has(event.type) && !mayMoveChildren(event, before, after)) return []
  const parents = [...after.sessions.values()].filter(
    ({ id, tasks }) => tasks.length > 0 || childSessions(after.sessions).has(id),
  )
  return parents.flatMap(({ id: sessionId }) => {
    const known = new Map(childrenOf(before, sessionId).map((child) => [child.id, child]))
    return childrenOf(after, sessionId).flatMap((child) => {
      const was = known.get(child.id) ?? null
      return was !== null && isSame(was, child) ? [] : [{ sessionId, child, before: was }]
    })
  })
}

function isSame(one: Child, other: Child): boolean {
  const [was, now] = [one.doing, other.doing]
  if (one.title !== other.title || was.state !== now.state) return false
  // Answered: it will say that it goes on.
  if (was.state === 'waiting' && now.state === 'waiting') return was.what === now.what || now.what === null
  return was.state !== 'ended' || now.state !== 'ended' || was.how === now.how
}

const aboutQuestions: ReadonlySet<AppEvent['type']> = new Set([
  'permission-asked',
  'permission-updated',
  'permission-answered',
  'elicitation-asked',
  'elicitation-answered',
])

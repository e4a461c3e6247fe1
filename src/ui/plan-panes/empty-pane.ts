import type { Observed } from '../../app/observed/observed.ts'
import { type AppState, currentSession, hasUnsent } from '../../app/state/app-state.ts'
import {
  canSwitchPlansOn,
  knownAgentOf,
  planAdvice,
  type PlanAdvice,
} from '../../app/plan-advice/plan-advice.ts'
import { adviceSentences, switchCommand } from '../../app/wording/describe-plan-tools.ts'
import { turnWork } from '../../app/state/session-clock.ts'
import type { Session } from '../../app/state/session.ts'
import { unknownPlan } from '../../app/plan-advice/unknown-plan.ts'
import { spokenTime, tookTime } from '../../lib/text/duration.ts'
import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth, displayWidth } from '../../lib/text/width.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { shellLines } from '../../lib/text/shell-lines.ts'
import { emptyRow, row, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import type { Role, Theme } from '../paint/theme.ts'
import { hasSeveralOpen } from '../state/session-family.ts'
import { keyWords, tableKeys, type KeyMap } from '../keys/key-map.ts'
import { problemText, strayOfNoAgent, strayOutputRemedy } from '../../app/wording/describe-stray-output.ts'
import { sessionName } from '../state/session-name.ts'
import { isQuiet } from '../state/timing.ts'

/** Why there is no plan: sentences with the likeliest reasons; the first one is the headline. */
export function reasonsForNoPlan(
  state: AppState,
  nowMs: number,
  keys: KeyMap = tableKeys,
): readonly SafeText[] {
  const { link } = state
  if (state.observed !== null) return observedReasons(state.observed)
  switch (link.state) {
    case 'starting':
      return [safe`Starting the agent…`]
    case 'shaking-hands':
      return openingReasons(state, safe`${spokenTime(nowMs - link.sinceMs)} so far.`, link.greetedAtMs)
    case 'wants-login':
      return [safe`The agent wants you to log in.`]
    case 'reconnecting':
      return [
        safe`The connection to the agent is lost.`,
        safe`${safeLine(link.cause.slice(0, 500))}`,
        safe`It is retried automatically; ${keyWords(keys, 'restart')} retries at once.`,
      ]
    case 'ended':
      if (link.end.kind === 'unreachable') return [safe`No plan: the agent was not reached.`]
      return [
        state.hasSentPlans
          ? safe`The agent has ended, and this session has no plan.`
          : safe`No plan came before the agent ended.`,
        ...unreadReason(state, keys),
      ]
    case 'open':
      return [headline(state, nowMs), ...reasonsInSession(state, currentSession(state), { nowMs, keys })]
  }
}

/** An observed session may have no plan, or none yet. */
function observedReasons({ shown }: Observed): readonly SafeText[] {
  const [session, ...more] = shown
  if (session === undefined) return [safe`Nothing is observed.`]
  if (more.length > 0) return [safe`None of ${shown.length} sessions has a plan yet.`]
  switch (session.status.state) {
    case 'reading-past':
      return [safe`Reading what was written so far…`]
    case 'following':
      return [safe`No plan so far.`, safe`It is followed: a plan is shown when it is made.`]
    case 'waiting':
      return [safe`Waiting: ${safeLine(session.status.why.slice(0, 300))}.`]
    case 'ended':
      return [safe`No plan, and it has ended: ${safeLine(session.status.why.slice(0, 300))}.`]
  }
}

/** Settings that the agent cannot read may be why it ended. */
function unreadReason(state: AppState, keys: KeyMap): readonly SafeText[] {
  const advice = planAdvice(state)
  return advice?.type === 'unreadable' ? adviceReasons(state, advice, keys) : []
}

/** What the program is waiting for until the first session is open. */
function openingReasons(state: AppState, soFar: SafeText, greetedAtMs?: number): readonly SafeText[] {
  if (greetedAtMs === undefined) return [safe`Waiting for the answer to initialize…`, soFar]
  if (isAnyOpening(state)) return [safe`Loading the session…`, loadingNote, soFar]
  if (state.listing.state === 'asking') return [safe`Looking for the newest session of this folder…`, soFar]
  return [safe`Waiting for the agent to open a session…`, safe`initialize is answered; ${soFar}`]
}

const loadingNote = safe`The agent sends its history.`

function headline(state: AppState, nowMs: number): SafeText {
  const session = currentSession(state)
  if (session === null)
    return isAnyOpening(state)
      ? safe`Loading the session…`
      : state.sessions.size === 0
        ? safe`No plan yet.`
        : safe`No session is open.`
  const where = hasSeveralOpen(state) ? safe` in “${cutToWidth(sessionName(session), 40)}”` : safe``
  if (session.phase === 'opening') return safe`Loading the session${where}…`
  if (unknownPlan(state, session) !== null) return safe`Plan unknown since reload${where}.`
  if (session.plans.size > 0) return safe`No plan any more${where}.`
  return isWaiting(session, nowMs) ? safe`Waiting for the first plan${where}…` : safe`No plan yet${where}.`
}

function isAnyOpening({ sessions }: AppState): boolean {
  return [...sessions.values()].some(({ phase }) => phase === 'opening')
}

/** Whether the first plan may still come. A rejected or removed plan counts as the first one. */
function isWaiting(session: Session, nowMs: number): boolean {
  return !isQuiet(session, nowMs) && session.counts.rejected === 0 && session.plans.size === 0
}

interface Reading {
  readonly nowMs: number
  readonly keys: KeyMap
}

function reasonsInSession(state: AppState, session: Session | null, reading: Reading): readonly SafeText[] {
  const { nowMs, keys } = reading
  if (session === null && isAnyOpening(state)) return [loadingNote]
  if (session === null)
    return state.sessions.size === 0
      ? [safe`The agent has not opened a session yet.`]
      : [safe`Press ${keyWords(keys, 'sessions')} to open one: a new one, or one from before.`]
  if (session.phase === 'opening') return [loadingNote]
  const advice = session.turn.state === 'not-asked' ? null : planAdvice(state)
  if (isWaiting(session, nowMs))
    return [...unknownReason(state, session, advice), ...workReason(session, nowMs)]
  return [
    ...unknownReason(state, session, advice),
    ...adviceReasons(state, advice, keys),
    turnReason(state, session, reading),
    ...(advice?.type === 'never' ? [] : todoReason(session, state)),
    ...capabilityReason(state),
    ...rejectedReason(state, session, keys),
    ...removedReason(session, keys),
  ]
}

/** Announces the plan only if nothing is known that keeps plans away. */
function unknownReason(state: AppState, session: Session, advice: PlanAdvice | null): readonly SafeText[] {
  const unknown = unknownPlan(state, session)
  if (unknown === null) return []
  const what = unknown === 'plan' ? safe`plan` : safe`checklist`
  const notSent = safe`The agent loaded the session without sending its ${what}; there may be one.`
  const isExpected = (advice === null || advice.type === 'on') && session.counts.todoTool === null
  return [isExpected ? safe`${notSent} It is shown as soon as the agent changes it.` : notSent]
}

/** What is known to keep plans away, and the key that fixes it. */
function adviceReasons(state: AppState, advice: PlanAdvice | null, keys: KeyMap): readonly SafeText[] {
  if (advice === null) return []
  const sentences = adviceSentences(advice).map((sentence) => safeLine(sentence))
  return canSwitchPlansOn(state)
    ? [
        ...sentences,
        safe`Press ${keyWords(keys, 'switch-plans-on')} to restart it with that set; the session continues if the agent supports it.`,
      ]
    : sentences
}

/** What the agent has done in the turn so far. */
function workReason(session: Session, nowMs: number): readonly SafeText[] {
  const { turn, counts } = session
  return turn.state === 'working' && counts.messages + counts.toolCalls > 0 ? [workedFor(session, nowMs)] : []
}

function workedFor(session: Session, nowMs: number): SafeText {
  const workedMs = turnWork(session, nowMs)?.workedMs ?? 0
  return safe`The agent has worked for ${tookTime(workedMs)}: ${seen(session.counts)}.`
}

function turnReason(state: AppState, session: Session, { nowMs, keys }: Reading): SafeText {
  const { turn } = session
  switch (turn.state) {
    case 'not-asked':
      return notAskedReason(state, session, keys)
    case 'working':
      return workedFor(session, nowMs)
    case 'ended':
      if (turn.outcome.kind === 'failed')
        return safe`The agent answered the prompt with error ${turn.outcome.code}: ${safeLine(turn.outcome.message.slice(0, 1000))}`
      return safe`The turn ended after ${tookTime(turn.tookMs)}: ${seen(session.counts)}.`
  }
}

/** In a session that was loaded or resumed, prompts were sent before. */
function notAskedReason(state: AppState, session: Session, keys: KeyMap): SafeText {
  const write = keyWords(keys, 'write-prompt')
  if (session.held !== null && hasUnsent(state)) return safe`No prompt was sent: yours waits for your choice.`
  if (session.origin !== 'loaded' && session.origin !== 'resumed')
    return safe`No prompt was sent: press ${write} and tell the agent what to do.`
  return unknownPlan(state, session) === null
    ? safe`No prompt was sent since it was loaded: press ${write} to continue.`
    : safe`No prompt was sent since: press ${write} to continue.`
}

function seen({ messages, toolCalls, planUpdates }: Session['counts']): SafeText {
  const updates = planUpdates === 0 ? safe`no plan update` : many(planUpdates, 'plan update')
  return safe`${many(messages, 'message')}, ${many(toolCalls, 'tool call')}, ${updates}`
}

function many(count: number, noun: string): SafeText {
  return safeLine(`${count} ${noun}${count === 1 ? '' : 's'}`)
}

/** "This agent plans only for itself" is never said of an agent that sends plans at other times. */
function todoReason(session: Session, state: AppState): readonly SafeText[] {
  const { todoTool } = session.counts
  if (todoTool === null) return []
  const tool = safeLine(todoTool.slice(0, 60))
  if (!state.infersPlans)
    return [
      safe`It called a todo tool (${tool}) that it does not report as a plan. Without --no-inferred-plans its list is shown here.`,
    ]
  const unread = safe`It called a todo tool (${tool}) whose list cannot be read from here`
  const plansForClients =
    state.hasSentPlans || knownAgentOf(state) !== null || unknownPlan(state, session) !== null
  return [plansForClients ? safe`${unread}.` : safe`${unread}: this agent plans only for itself.`]
}

function capabilityReason(state: AppState): readonly SafeText[] {
  if (state.agent === null || state.agent.knowsPlanCapability) return []
  return [
    safe`The agent does not know that plans with ids are supported (--no-plan-capability), and may not send them.`,
  ]
}

function rejectedReason(state: AppState, session: Session, keys: KeyMap): readonly SafeText[] {
  const { rejected } = session.counts
  const last = state.problems.items.findLast(
    (found) => found.sessionId === session.id && found.problem.weight === 'rejected',
  )
  if (rejected === 0 || last === undefined) return []
  const where = last.problem.path === undefined ? '' : `${last.problem.path}: `
  return [
    safe`${many(rejected, 'update')} ${rejected === 1 ? safe`was` : safe`were`} rejected, last ${safeLine(`${where}${last.problem.text}`.slice(0, 300))}. Press ${keyWords(keys, 'problems')} to see more.`,
  ]
}

function removedReason(session: Session, keys: KeyMap): readonly SafeText[] {
  return session.plans.size > 0
    ? [safe`The agent removed its plan: press ${keyWords(keys, 'show-removed')} to see it again.`]
    : []
}

export interface NoPlanFrame {
  /** The keys in force; absent: those of the key table. */
  readonly keys?: KeyMap
  readonly theme: Theme
  readonly columns: number
  readonly rows: number
  readonly nowMs: number
  /** The agent's command line; null if this program did not start it. */
  readonly command: readonly string[] | null
}

/** It speaks no ACP: nothing else explains more. */
function strayReason(state: AppState, command: readonly string[] | null): readonly SafeText[] {
  const stray = strayOfNoAgent(state)
  if (stray === null || state.observed !== null) return []
  return [safeLine(`The agent wrote ${problemText(stray)}. ${strayOutputRemedy(stray, state, command ?? [])}`)]
}

/** Why there is no plan, as rows. */
export function drawNoPlan(state: AppState, frame: NoPlanFrame): readonly Row[] {
  const { theme, columns, rows, nowMs } = frame
  const [headline = safe``, ...known] = reasonsForNoPlan(state, nowMs, frame.keys)
  const reasons = [...strayReason(state, frame.command), ...known]
  const margin = columns >= 60 ? safe`   ` : safe` `
  const room = columns - margin.length * 2
  const lines = (text: SafeText, role: Role): readonly Row[] =>
    wrapText(text, room).map((line) => row(margin, paint(theme, role, line)))
  const isRoomy = rows >= 10
  const shown: Row[] = isRoomy ? [emptyRow] : []
  shown.push(...lines(headline, 'strong'))
  const parts = reasons.map((reason) => lines(reason, 'normal'))
  const command = reasons.length === 0 ? null : switchingCommand(state, frame, room)
  if (command !== null)
    parts.push([...lines(command.intro, 'normal'), ...command.lines.flatMap((line) => lines(line, 'code'))])
  for (const [index, part] of parts.entries()) {
    const blank = isRoomy || index === 0 ? [emptyRow] : []
    const next = [...blank, ...part]
    // A reason that does not fit completely is omitted; the likeliest one is always shown.
    if (index > 0 && shown.length + next.length > rows) break
    shown.push(...next)
  }
  return shown.slice(0, rows)
}

/** The command that starts the agent with plans switched on; null if it does not fit completely. */
function switchingCommand(
  state: AppState,
  { command, nowMs }: NoPlanFrame,
  room: number,
): { readonly intro: SafeText; readonly lines: readonly SafeText[] } | null {
  const session = currentSession(state)
  if (session === null || session.turn.state === 'not-asked' || isWaiting(session, nowMs)) return null
  const advice = state.link.state === 'open' ? planAdvice(state) : null
  if (advice?.type !== 'off' || command === null) return null
  const words = switchCommand(advice, command)
  const lines = words === null ? [] : shellLines(words, room)
  if (lines.length === 0 || lines.some((line) => displayWidth(line) > room)) return null
  // A variable with settings also contains the user's, which would be missing in the command.
  const intro =
    advice.by.form === 'json'
      ? safe`Or start it so from the first, with your own options and settings:`
      : safe`Or start it like this, with your own options:`
  return { intro: cutToWidth(intro, room), lines }
}

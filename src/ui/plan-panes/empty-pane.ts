import type { Observed } from '../../app/state/observed.ts'
import { type AppState, currentSession, isOnlyShown } from '../../app/state/app-state.ts'
import {
  noPlanReasons,
  notTold,
  planElsewhere,
  workSoFar,
  type NoPlanReason,
} from '../../app/plan-advice/no-plan-reasons.ts'
import { canSwitchPlansOn, planAdvice } from '../../app/plan-advice/plan-advice.ts'
import { switchCommand } from '../../app/words/agent.ts'
import { noPlanWords } from '../../app/words/plan.ts'
import { shortened } from '../../lib/text/wording.ts'
import { strayOfNoAgent, strayOutputRemedy, strayWords, unreadOutput } from '../../app/words/problem.ts'
import { answeredTooLate, linkEndWords } from '../../app/words/link.ts'
import { sessionName, noSessionOpen } from '../../app/words/session.ts'
import { turnCounts, type Session } from '../../app/state/session.ts'
import { unknownPlan } from '../../app/plan-advice/unknown-plan.ts'
import { shortTime } from '../../lib/text/duration.ts'
import { safe, safeLine, type SafeText, shownLine } from '../../lib/text/safe-text.ts'
import { cutToWidth, displayWidth } from '../../lib/text/width.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { shellLines } from '../../lib/text/shell-lines.ts'
import { emptyRow, row, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import type { Role } from '../paint/theme.ts'
import { hasSeveralOpen, isOpening } from '../state/session-family.ts'
import { keyWords, tableKeys, type KeyMap } from '../keys/key-map.ts'
import { isQuiet } from '../state/timing.ts'
import type { Look } from '../paint/look.ts'
import type { ShownChild } from './pane.ts'
import { runningRows } from './rows-below.ts'

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
      return [
        state.playback === null
          ? safe`Starting the agent…`
          : safe`The recording begins with the start of the agent.`,
      ]
    case 'shaking-hands':
      return link.greetedAtMs === undefined
        ? ungreetedReasons(state, nowMs - link.sinceMs)
        : openingReasons(state, safe`${shortTime(nowMs - link.sinceMs)} so far.`)
    case 'wants-login':
      return [safe`The agent wants you to log in.`]
    case 'reconnecting':
      return [
        safe`The connection to the agent is lost.`,
        safe`${shownLine(link.cause, 'long')}`,
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
      return [safe`Waiting: ${shownLine(session.status.why)}.`]
    case 'ended':
      return [safe`No plan, and it has ended: ${shownLine(session.status.why)}.`]
  }
}

/** Settings that the agent cannot read may be why it ended. */
function unreadReason(state: AppState, keys: KeyMap): readonly SafeText[] {
  const advice = planAdvice(state)
  return advice?.type === 'unreadable' ? sentencesOf(state, { type: 'advice', advice }, keys) : []
}

/** Most agents have answered by then; what comes first from npm may be a download. */
const lateAnswerMs = 10_000

/** Before the answer to `initialize`: what is on stderr may say why it does not come. */
function ungreetedReasons({ stderr }: AppState, waitedMs: number): readonly SafeText[] {
  const last = stderr.items.findLast(({ text }) => text.trim() !== '')
  return [
    safe`Waiting for the answer to initialize…`,
    safe`${shortTime(waitedMs)} so far.`,
    ...(last === undefined ? [] : [safe`Its last line on stderr: ${shownLine(last.text, 'long')}`]),
    ...(waitedMs < lateAnswerMs
      ? []
      : [
          safe`It may still be downloaded, hold back what it writes until it flushes it, or be no ACP agent: many need a switch such as --acp or acp.`,
        ]),
  ]
}

/** What the program is waiting for, after it, until the first session is open. */
function openingReasons(state: AppState, soFar: SafeText): readonly SafeText[] {
  if (isOpening(state)) return [safe`Loading the session…`, safeLine(noPlanWords({ type: 'loading' })), soFar]
  if (state.listing.state === 'asking') return [safe`Looking for the newest session of this folder…`, soFar]
  return [safe`Waiting for the agent to open a session…`, safe`initialize is answered; ${soFar}`]
}

function headline(state: AppState, nowMs: number): SafeText {
  const session = currentSession(state)
  if (session === null)
    return isOpening(state)
      ? safe`Loading the session…`
      : state.sessions.size === 0
        ? safe`No plan yet.`
        : noSessionOpen
  const where = hasSeveralOpen(state) ? safe` in “${cutToWidth(sessionName(session), 40)}”` : safe``
  if (session.phase === 'opening') return safe`Loading the session${where}…`
  if (unknownPlan(state, session) !== null) return safe`Plan unknown since reload${where}.`
  if (session.plans.size > 0) return safe`No plan any more${where}.`
  return isWaiting(session, nowMs) ? safe`Waiting for the first plan${where}…` : safe`No plan yet${where}.`
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
  const hasBegun = session !== null && session.turn.state !== 'not-asked'
  const advice = hasBegun ? planAdvice(state) : null
  const reasons =
    session !== null && session.phase !== 'opening' && isWaiting(session, nowMs)
      ? [...notTold(state, session, advice), ...planElsewhere(state, session), ...work(session, nowMs)]
      : noPlanReasons(state, nowMs)
  return reasons.flatMap((reason) => sentencesOf(state, reason, keys))
}

/** What the agent has done in the turn so far, if anything. */
function work(session: Session, nowMs: number): readonly NoPlanReason[] {
  const { turn } = session
  const counts = turnCounts(session)
  return turn.state === 'working' && counts.messages + counts.toolCalls > 0 ? [workSoFar(session, nowMs)] : []
}

function sentencesOf(state: AppState, reason: NoPlanReason, keys: KeyMap): readonly SafeText[] {
  // Nothing can be sent to what is only shown.
  const hasNoKey = reason.type === 'no-turn' && isOnlyShown(state)
  const words = safeLine(noPlanWords(reason, hasNoKey ? null : (command) => keyWords(keys, command)))
  return reason.type === 'advice' && canSwitchPlansOn(state)
    ? [
        words,
        safe`Press ${keyWords(keys, 'switch-plans-on')} to restart it with that set; the session continues if the agent supports it.`,
      ]
    : [words]
}

export interface NoPlanAt extends Look {
  /** What was begun in the session; absent: nothing. */
  readonly children?: readonly ShownChild[]
  /** The keys in force; absent: those of the key table. */
  readonly keys?: KeyMap
  readonly rows: number
  readonly nowMs: number
  /** The agent's command line; null if this program did not start it. */
  readonly command: readonly string[] | null
}

/** Columns of a text that are quoted. */
const mostQuoted = 60

/** It speaks no ACP: nothing else explains more. */
function strayReason(state: AppState, command: readonly string[] | null): readonly SafeText[] {
  if (state.observed !== null) return []
  const stray = strayOfNoAgent(state)
  if (stray === null) {
    const unread = unreadOutput(state)
    return unread === null ? [] : [safeLine(unread)]
  }
  const { problem, times } = stray
  const isQuoted = stray.stray === 'text' || stray.stray === 'server'
  const text = isQuoted && times === 1 ? (problem.excerpt ?? '').trim() : ''
  const wrote = text === '' ? strayWords(stray) : `“${shortened(text, mostQuoted)}”, which is no JSON`
  return [safeLine(`The agent wrote ${wrote}. ${strayOutputRemedy(stray, state, command ?? [])}`)]
}

/** Why an agent may have been silent until it was ended. */
function silenceReasons(state: AppState, command: readonly string[] | null): readonly SafeText[] {
  const { link, remark } = state
  if (link.state !== 'ended' || link.end.kind !== 'silent') return []
  const { hint } = linkEndWords(link.end, command === null ? {} : { command })
  const late = remark?.text === answeredTooLate ? [safeLine(answeredTooLate)] : []
  return unreadOutput(state) === null ? [...late, safeLine(hint)] : late
}

export function drawNoPlan(state: AppState, at: NoPlanAt): readonly Row[] {
  const { theme, columns, rows, nowMs } = at
  const [headline = safe``, ...known] = reasonsForNoPlan(state, nowMs, at.keys)
  const reasons = [...strayReason(state, at.command), ...known, ...silenceReasons(state, at.command)]
  const margin = columns >= 60 ? safe`   ` : safe` `
  const room = columns - margin.length * 2
  const lines = (text: SafeText, role: Role): readonly Row[] =>
    wrapText(text, room).map((line) => row(margin, paint(theme, role, line)))
  const isRoomy = rows >= 10
  const shown: Row[] = isRoomy ? [emptyRow] : []
  shown.push(...lines(headline, 'strong'))
  const parts = reasons.map((reason) => lines(reason, 'normal'))
  const command = reasons.length === 0 ? null : switchingCommand(state, at, room)
  if (command !== null)
    parts.push([...lines(command.intro, 'normal'), ...command.lines.flatMap((line) => lines(line, 'code'))])
  const running = runningRows(at.children ?? [], { ...at, indent: margin })
  if (running.length > 0) parts.splice(1, 0, running)
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
  { command, nowMs }: NoPlanAt,
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

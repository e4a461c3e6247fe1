import type { AppState } from '../../app/app-state.ts'
import { currentSession } from '../../app/app-state.ts'
import { isPlanUnknown, type Session } from '../../app/session.ts'
import { spokenTime } from '../../lib/text/duration.ts'
import { own, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth } from '../../lib/text/width.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { emptyRow, paint, row, type Painted } from '../paint/painted.ts'
import type { Role, Theme } from '../paint/theme.ts'
import { hasSeveralOpen } from '../screen/session-family.ts'
import { sessionName } from '../screen/session-name.ts'

/** Why there is no plan: the likeliest reason from what was seen, in sentences, the first one the headline. */
export function reasonsForNoPlan(state: AppState, nowMs: number): readonly SafeText[] {
  switch (state.link.state) {
    case 'starting':
      return [own`Starting the agent…`]
    case 'shaking-hands':
      return [
        own`Waiting for the agent to answer the handshake…`,
        own`${spokenTime(nowMs - state.link.sinceMs)} so far.`,
      ]
    case 'wants-login':
      return [own`The agent wants you to log in.`]
    case 'reconnecting':
      return [
        own`The connection to the agent is lost.`,
        own`${safeLine(state.link.cause.slice(0, 500))}`,
        own`It is called again by itself; R calls it at once.`,
      ]
    case 'ended':
      return [
        state.link.end.kind === 'unreachable'
          ? own`No plan: the agent was not reached.`
          : own`No plan came before the agent ended.`,
      ]
    case 'open':
      return [headline(state), ...reasonsInSession(state, currentSession(state), nowMs)]
  }
}

function headline(state: AppState): SafeText {
  const session = currentSession(state)
  if (session === null)
    return isAnyOpening(state)
      ? own`Loading the session…`
      : state.sessions.size === 0
        ? own`No plan yet.`
        : own`No session is open.`
  const where = hasSeveralOpen(state) ? own` in “${cutToWidth(sessionName(session), 40)}”` : own``
  if (session.phase === 'opening') return own`Loading the session${where}…`
  if (isPlanUnknown(session)) return own`Plan unknown since reload${where}.`
  return session.plans.size > 0 ? own`No plan any more${where}.` : own`No plan yet${where}.`
}

function isAnyOpening({ sessions }: AppState): boolean {
  return [...sessions.values()].some(({ phase }) => phase === 'opening')
}

function reasonsInSession(state: AppState, session: Session | null, nowMs: number): readonly SafeText[] {
  if (session === null && isAnyOpening(state)) return [own`The agent tells what was said and done in it.`]
  if (session === null)
    return state.sessions.size === 0
      ? [own`The agent has not opened a session yet.`]
      : [own`Press s to open one: a new one, or one from before.`]
  if (session.phase === 'opening') return [own`The agent tells what was said and done in it.`]
  return [
    ...unknownReason(session),
    turnReason(session, nowMs),
    ...todoReason(session, state),
    ...capabilityReason(state),
    ...rejectedReason(state, session),
    ...removedReason(session),
  ]
}

function unknownReason(session: Session): readonly SafeText[] {
  if (!isPlanUnknown(session)) return []
  return [
    own`The agent went on with the session and told nothing of its plan: there may be one. It shows as soon as the agent changes it.`,
  ]
}

function turnReason(session: Session, nowMs: number): SafeText {
  const { turn } = session
  switch (turn.state) {
    case 'not-asked':
      return isPlanUnknown(session)
        ? own`No prompt was sent since: press enter to go on.`
        : own`No prompt was sent: press enter and tell the agent what to do.`
    case 'working':
      return own`The agent has worked for ${spokenTime(nowMs - turn.sinceMs)}: ${seen(session)}.`
    case 'rested':
      if (turn.outcome.kind === 'failed')
        return own`The agent answered the prompt with error ${turn.outcome.code}: ${safeLine(turn.outcome.message.slice(0, 1000))}`
      return own`The turn ended after ${spokenTime(turn.tookMs)}: ${seen(session)}.`
  }
}

function seen(session: Session): SafeText {
  const { messages, toolCalls, planUpdates } = session.counts
  const updates = planUpdates === 0 ? own`no plan update` : many(planUpdates, 'plan update')
  return own`${many(messages, 'message')}, ${many(toolCalls, 'tool call')}, ${updates}`
}

function many(count: number, noun: string): SafeText {
  return safeLine(`${count} ${noun}${count === 1 ? '' : 's'}`)
}

function todoReason(session: Session, { infersPlans }: AppState): readonly SafeText[] {
  const { todoTool } = session.counts
  if (todoTool === null) return []
  const tool = safeLine(todoTool.slice(0, 60))
  return infersPlans
    ? [
        own`It called a todo tool (${tool}) whose list cannot be read from here: this agent plans only for itself.`,
      ]
    : [
        own`It called a todo tool (${tool}) that it does not report as a plan. Without --no-inferred-plans its list is shown here.`,
      ]
}

function capabilityReason(state: AppState): readonly SafeText[] {
  if (state.agent === null || state.agent.knowsPlanCapability) return []
  return [
    own`The agent was not told that plans by id are shown here (--no-plan-capability): it may keep them back.`,
  ]
}

function rejectedReason(state: AppState, session: Session): readonly SafeText[] {
  const { rejected } = session.counts
  const last = state.problems.items.findLast(
    (found) => found.sessionId === session.id && found.problem.weight === 'rejected',
  )
  if (rejected === 0 || last === undefined) return []
  const where = last.problem.path === undefined ? '' : `${last.problem.path}: `
  return [
    own`${many(rejected, 'update')} ${rejected === 1 ? own`was` : own`were`} rejected, last ${safeLine(`${where}${last.problem.text}`.slice(0, 300))}. Press ! to see more.`,
  ]
}

function removedReason(session: Session): readonly SafeText[] {
  return session.plans.size > 0 ? [own`The agent removed its plan: press u to see it again.`] : []
}

export interface NoPlanFrame {
  readonly theme: Theme
  readonly columns: number
  readonly rows: number
  readonly nowMs: number
}

/** Why there is no plan, as rows. */
export function drawNoPlan(state: AppState, frame: NoPlanFrame): readonly Painted[] {
  const { theme, columns, rows, nowMs } = frame
  const [headline = own``, ...reasons] = reasonsForNoPlan(state, nowMs)
  const margin = columns >= 60 ? own`   ` : own` `
  const lines = (text: SafeText, role: Role): readonly Painted[] =>
    wrapText(text, columns - margin.length * 2).map((line) => row(margin, paint(theme, role, line)))
  const isRoomy = rows >= 10
  const painted: Painted[] = isRoomy ? [emptyRow] : []
  painted.push(...lines(headline, 'strong'))
  for (const [index, reason] of reasons.entries()) {
    const blank = isRoomy || index === 0 ? [emptyRow] : []
    const told = [...blank, ...lines(reason, 'normal')]
    // Half a reason is none: what does not fit whole is left out, but for the likeliest.
    if (index > 0 && painted.length + told.length > rows) break
    painted.push(...told)
  }
  return painted.slice(0, rows)
}

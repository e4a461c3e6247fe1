import type { AppState } from '../../app/app-state.ts'
import { currentSession } from '../../app/app-state.ts'
import type { Session } from '../../app/session.ts'
import { spokenTime } from '../../lib/text/duration.ts'
import { own, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { emptyRow, paint, row, type Painted } from '../paint/painted.ts'
import type { Role, Theme } from '../paint/theme.ts'

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
    case 'ended':
      return [own`No plan came before the agent ended.`]
    case 'open':
      return [
        hadPlan(state) ? own`No plan any more.` : own`No plan yet.`,
        ...reasonsInSession(state, currentSession(state), nowMs),
      ]
  }
}

function reasonsInSession(state: AppState, session: Session | null, nowMs: number): readonly SafeText[] {
  if (session === null) return [own`The agent has not opened a session yet.`]
  return [
    turnReason(session, nowMs),
    ...todoReason(session),
    ...capabilityReason(state),
    ...rejectedReason(state, session),
    ...removedReason(session),
  ]
}

function turnReason(session: Session, nowMs: number): SafeText {
  const { turn } = session
  switch (turn.state) {
    case 'not-asked':
      return own`No prompt was sent: press enter and tell the agent what to do.`
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

function todoReason(session: Session): readonly SafeText[] {
  const { todoTool } = session.counts
  if (todoTool === null) return []
  return [
    own`It called a todo tool (${safeLine(todoTool.slice(0, 60))}) that it does not report as a plan: this agent plans only for itself.`,
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

/** What is shown here is what is left: every plan that there was is removed. */
function hadPlan(state: AppState): boolean {
  return (currentSession(state)?.plans.size ?? 0) > 0
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

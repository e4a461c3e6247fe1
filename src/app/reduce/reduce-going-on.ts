import { mayTellMode, type SessionEvent } from '../../protocol/session/session-event.ts'
import { workKinds } from '../../protocol/session/call-evidence.ts'
import { proposalsOf } from '../proposals/session-proposals.ts'
import type { ProposalOutcome } from '../state/proposal.ts'
import { dangerOfOption } from '../risk/danger.ts'
import { lastTextKey } from '../state/question.ts'
import { chosenOption, isAllowed, isPlanApproval, isRejected } from '../state/permission.ts'
import { modeNow, planningMode } from '../state/planning.ts'
import type { AnsweredPermission, Session, WentOn } from '../state/session.ts'
import { withOutcome } from './reduce-proposal.ts'
import { withRequestedPlan } from './reduce-requested-plan.ts'

/**
 * The session after an update with which the agent goes on without having asked: it leaves its planning mode in a turn in which nobody
 * has agreed to that, or says itself that nobody has reviewed its plan. The same session for any other update.
 */
export function withGoingOn(before: Session, after: Session, update: SessionEvent, atMs: number): Session {
  return withModeTold(withoutAsking(before, after, update, atMs), update)
}

function withoutAsking(before: Session, after: Session, update: SessionEvent, atMs: number): Session {
  if (mayTellMode(update)) {
    const { turn } = after
    if (turn.state === 'ended' && planningMode(before) !== null && planningMode(after) === null)
      return { ...after, agreedAtMs: atMs }
    return update.isByClient === true ? after : withPlanningLeft(before, after, atMs)
  }
  if (update.type !== 'tool-call' || update.unreviewedPlan === undefined) return after
  return withUnreviewedPlan(after, { text: update.unreviewedPlan, callId: update.toolCallId }, atMs)
}

/** After an approval in a planning mode: whether the agent tells a mode, or goes on and tells none. */
function withModeTold(session: Session, update: SessionEvent): Session {
  const { untoldMode } = session
  if (untoldMode === null) return session
  if (mayTellMode(update) || planningMode(session) === null) return { ...session, untoldMode: null }
  return isFurther(update, untoldMode.callId) ? withUntoldMode(session) : session
}

/** The agent goes on after an approval, or its turn ends, and no mode was told. */
export function withUntoldMode(session: Session): Session {
  const { untoldMode } = session
  if (untoldMode === null || untoldMode.hasGoneOn) return session
  return { ...session, untoldMode: { ...untoldMode, hasGoneOn: true } }
}

/** Not the end of the call that was approved: some agents tell their mode after it. */
function isFurther(update: SessionEvent, callId: string | null): boolean {
  switch (update.type) {
    case 'tool-call':
      return update.toolCallId !== callId
    case 'said':
      return update.who !== 'user'
    case 'plan-replaced':
    case 'plan-grown':
    case 'todos':
      return true
    default:
      return false
  }
}

/** The agent may leave its planning mode now, and not tell. */
function withModeMayChange(session: Session, callId: string | null): Session {
  return planningMode(session) === null ? session : { ...session, untoldMode: { callId, hasGoneOn: false } }
}

function withPlanningLeft(before: Session, after: Session, atMs: number): Session {
  const { turn, agreedAtMs } = after
  const left = planningMode(before)
  if (turn.state !== 'working' || left === null || planningMode(after) !== null) return after
  const isAgreed = agreedAtMs !== null && agreedAtMs >= turn.sinceMs
  if (isAgreed || isCommanded(after)) return { ...after, agreedAtMs: null }
  const { proposal } = after
  const from = left.name
  const to = modeNow(after, left)?.name ?? ''
  // One that a request asks about has an answer of its own.
  if (proposal === null || proposal.outcome !== null || proposal.from === 'request')
    return { ...after, wentOn: { atMs, planKey: null, left: { from, to } } }
  return withOwnApproval(after, atMs, { from, to })
}

/** A prompt such as `/plan off` is answered by leaving the mode. */
function isCommanded({ activity }: Session): boolean {
  const [first] = activity.items
  return first?.type === 'said' && first.who === 'user' && first.text.trimStart().startsWith('/')
}

interface Unreviewed {
  readonly text: string
  readonly callId: string
}

function withUnreviewedPlan(session: Session, { text, callId }: Unreviewed, atMs: number): Session {
  const isTold = proposalsOf(session).some(
    (proposal) => proposal.callId === callId && proposal.outcome?.by === 'agent',
  )
  // A file may be read, or a command may print, what another agent says of its plan.
  const isOther = session.activity.items.some(
    (item) => item.type === 'tool-call' && item.id === callId && workKinds.has(item.kind),
  )
  if (isTold || isOther) return session
  return withModeMayChange(withUnreviewedProposal(session, { text, callId }, atMs), callId)
}

function withUnreviewedProposal(session: Session, { text, callId }: Unreviewed, atMs: number): Session {
  const plan = text.trim() === '' ? null : ({ type: 'markdown', text } as const)
  const asked = { ...noQuestion, sessionId: session.id, callId, plan, askedAtMs: atMs }
  const now = withRequestedPlan(session, asked, atMs)
  if (now.proposal?.callId !== callId) return { ...now, wentOn: { atMs, planKey: null, left: null } }
  return withOwnApproval(now, atMs, null)
}

/** No request has this key: those that are asked are counted from 1. */
const noQuestion = { key: 0, title: '', toolKind: 'switch_mode', detail: [], options: [] } as const

/** The agent has approved the last proposal itself. */
function withOwnApproval(session: Session, atMs: number, left: WentOn['left']): Session {
  const outcome = { kind: 'approved', by: 'agent', words: '', atMs, feedback: null } as const
  const planKey = session.proposal?.planKey ?? null
  return { ...withOutcome(session, outcome), wentOn: { atMs, planKey, left } }
}

/** Somebody has answered a request: an approval may end planning, and so may a rejection that says so. */
export function withAgreement(session: Session, { request, answer, atMs }: AnsweredPermission): Session {
  if (answer.type === 'cancelled' || (!isPlanApproval(request) && workKinds.has(request.toolKind)))
    return session
  const option = chosenOption(request, answer)
  const leaves =
    (isPlanApproval(request) && isAllowed(request, answer)) ||
    (option !== undefined && dangerOfOption(option) === 'changes-mode')
  const now = leaves ? withModeMayChange(session, request.callId ?? null) : session
  return isRejected(request, answer) ? now : { ...now, agreedAtMs: atMs }
}

/** The user has decided whether an agent that cannot ask leaves its planning mode. */
export function withDecision(session: Session, { kind, atMs }: ProposalOutcome): Session {
  const planKey = lastTextKey(session)
  return { ...session, decided: { atMs, kind: kind === 'approved' ? kind : 'refined', planKey } }
}

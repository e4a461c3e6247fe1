import { append, emptyList } from '../../lib/bounded-list.ts'
import { mapDifference, withEntry } from '../../lib/shared-map.ts'
import { pastPlan, planKey } from '../../plans/plan.ts'
import { readClock, workBetween } from '../../plans/work-clock.ts'
import type { SessionPlans } from '../../plans/session-plans.ts'
import { inferredPlan } from '../../protocol/plans/plan-content.ts'
import type { SessionEvent } from '../../protocol/session/session-event.ts'
import type { AppEvent, TurnOutcome } from '../app-event.ts'
import { withOwnPlan, withOwnPlanRemoved, withPlanPiece } from './reduce-own-plan.ts'
import { withProposalAfterPrompt, withProposalAfterTurn } from './reduce-proposal.ts'
import { withActivity, withMessagesEnded, withSaid, withTurnRead } from './reduce-said.ts'
import { modeSaid, withSettings } from './reduce-settings.ts'
import { withTodos, withToolTodos } from './reduce-todos.ts'
import { withToolCall } from './reduce-tool-call.ts'
import { activityKept, type Activity, type Session, type Turn } from '../state/session.ts'

type SessionAppEvent = Extract<
  AppEvent,
  { type: 'session-updated' | 'prompt-sent' | 'turn-cancelled' | 'turn-ended' }
>

export interface ReduceOptions {
  /** The lists of to-do tools are plans, while there is no real one. */
  readonly infersPlans: boolean
  /** The agent is known to send plans: nothing is inferred while its first one is waited for. */
  readonly hasSentPlans: boolean
}

/** The session after an event that concerns it; the same session when nothing changed. Never throws. */
export function reduceSession(session: Session, event: SessionAppEvent, options: ReduceOptions): Session {
  const { atMs } = event
  switch (event.type) {
    case 'session-updated': {
      const heard = withHeard(session, atMs)
      const now =
        event.update.type === 'tool-call'
          ? withCall(heard, event.update, { ...options, atMs })
          : withUpdate(heard, event.update, atMs)
      return now.plans !== session.plans && isPastTold(session) ? withPast(now, session.plans, atMs) : now
    }
    case 'prompt-sent':
      return withPrompt(session, event.text, atMs)
    case 'turn-cancelled':
      return session.turn.state === 'working' && !session.turn.isCancelling
        ? { ...session, turn: { ...session.turn, isCancelling: true } }
        : session
    case 'turn-ended':
      return withTurnEnded(session, event.outcome, atMs)
  }
}

/** Only where it is looked at: most updates come while there is a plan. */
function withHeard(session: Session, atMs: number): Session {
  const isWaitedFor = session.turn.state === 'working' && session.counts.planUpdates === 0
  return isWaitedFor && session.heardAtMs !== atMs ? { ...session, heardAtMs: atMs } : session
}

/**
 * Some agents tell of a session's past after they have answered to its load, and over HTTP it may come after the answer: as
 * long as there was no prompt there is nothing else to tell.
 */
function isPastTold({ origin, phase, turn }: Session): boolean {
  return origin === 'loaded' && phase === 'open' && turn.state === 'not-asked'
}

/** What has changed of its plans is of its past. */
function withPast(session: Session, before: SessionPlans, atMs: number): Session {
  let { plans } = session
  for (const key of mapDifference(plans, before).changed) {
    const plan = plans.get(key)
    if (plan !== undefined) plans = withEntry(plans, key, pastPlan(plan, atMs))
  }
  return { ...session, plans }
}

/** The turn has ended, and with it its messages, and whatever waited for an answer in it. */
export function withTurnEnded(session: Session, outcome: TurnOutcome, atMs: number): Session {
  const { turn } = session
  const now = withMessagesEnded(session, atMs)
  if (turn.state === 'rested') return now
  const sinceMs = turn.state === 'working' ? turn.sinceMs : atMs
  const reading = readClock(session.clock, atMs)
  const { workedMs, waitedMs } = workBetween(turn.state === 'working' ? turn.workBegan : reading, reading)
  const rested: Turn = { state: 'rested', outcome, sinceMs, endedAtMs: atMs, tookMs: workedMs, waitedMs }
  return withProposalAfterTurn({ ...now, turn: rested }, outcome, atMs)
}

/** A turn lives by states (https://agentclientprotocol.com/protocol/v2/prompt-turn): what is not `idle` is at work. */
export function withState(
  session: Session,
  { state, stopReason }: { readonly state: string; readonly stopReason?: string },
  atMs: number,
): Session {
  const isWorking = session.turn.state === 'working'
  if (state !== 'idle') {
    if (isWorking) return session
    return { ...withTurnRead(session, atMs), turn: begunTurn(session, atMs) }
  }
  if (!isWorking) return session
  // The past is told: no turn of ours has ended.
  if (session.phase === 'opening')
    return { ...withMessagesEnded(session, atMs), turn: { state: 'not-asked' } }
  return withTurnEnded(session, { kind: 'stopped', stopReason: stopReason ?? 'end_turn' }, atMs)
}

function begunTurn({ clock }: Session, atMs: number): Turn {
  return { state: 'working', sinceMs: atMs, workBegan: readClock(clock, atMs), isCancelling: false }
}

function withPrompt(session: Session, text: string, atMs: number): Session {
  const now = withTurnRead(withProposalAfterPrompt(session, text, atMs), atMs)
  const asked: Activity = { type: 'said', who: 'user', text, messageId: null, atMs }
  return {
    ...now,
    turn: begunTurn(session, atMs),
    held: null,
    heardAtMs: null,
    activity: append(emptyList<Activity>(), asked, activityKept),
  }
}

type Called = Extract<SessionEvent, { type: 'tool-call' }>

function withCall(
  session: Session,
  update: Called,
  options: ReduceOptions & { readonly atMs: number },
): Session {
  const now = withToolCall(session, update, options.atMs)
  // What is inferred already goes on: its agent may be one that sends plans only in other sessions.
  const isWaitedFor = options.hasSentPlans && !now.plans.has(planKey(inferredPlan))
  return withToolTodos(now, update, { infersPlans: options.infersPlans && !isWaitedFor, atMs: options.atMs })
}

type Update = Exclude<SessionEvent, { type: 'tool-call' }>

function withUpdate(session: Session, update: Update, atMs: number): Session {
  switch (update.type) {
    case 'plan-replaced':
      return withOwnPlan(session, update, atMs)
    case 'plan-grown':
      return withPlanPiece(session, update, atMs)
    case 'todos':
      return withTodos(session, update, atMs)
    case 'plan-removed':
      return withOwnPlanRemoved(session, update.plan, atMs)
    case 'said': {
      const modeId = modeSaid(session, update)
      return modeId === null
        ? withSaid(session, update, atMs)
        : withSettings(session, { type: 'mode-changed', modeId })
    }
    case 'state':
      return withState(session, update, atMs)
    case 'session-titled':
      return update.title === session.title ? session : { ...session, title: update.title }
    case 'mode-changed':
    case 'config-options':
    case 'commands':
    case 'usage':
      return withSettings(session, update)
    // About another session: reduce.ts keeps it there.
    case 'subagent':
      return session
    case 'notice':
      return withActivity(session, { type: 'notice', text: update.text, atMs })
    case 'other':
      return session
  }
}

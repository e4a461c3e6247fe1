import { append, emptyList } from '../lib/bounded-list.ts'
import { pastPlan, planKey } from '../plans/plan.ts'
import { withPlanAs, withPlanRemoved, withPlanUpdate, type SessionPlans } from '../plans/session-plans.ts'
import { inferredPlan } from '../protocol/plan-content.ts'
import type { SessionEvent } from '../protocol/session-event.ts'
import type { AppEvent, TurnOutcome } from './app-event.ts'
import { withProposalAfterPrompt, withProposalAfterTurn } from './reduce-proposal.ts'
import { withActivity, withMessagesEnded, withSaid, withTurnRead } from './reduce-said.ts'
import { modeSaid, withSettings } from './reduce-settings.ts'
import { withInferredPlan, withToolCall } from './reduce-tool-call.ts'
import { activityKept, type Activity, type Session } from './session.ts'

type SessionAppEvent = Extract<
  AppEvent,
  { type: 'session-updated' | 'prompt-sent' | 'turn-cancelled' | 'turn-ended' }
>

export interface ReduceOptions {
  /** The lists of to-do tools are plans, while there is no real one. */
  readonly infersPlans: boolean
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
  const plans = [...session.plans].map(
    ([key, plan]) => [key, plan === before.get(key) ? plan : pastPlan(plan, atMs)] as const,
  )
  return { ...session, plans: new Map(plans) }
}

/** The turn has ended, and with it its messages, and whatever waited for an answer in it. */
export function withTurnEnded(session: Session, outcome: TurnOutcome, atMs: number): Session {
  const { turn } = session
  const now = withMessagesEnded(session, atMs)
  if (turn.state === 'rested') return now
  const since = turn.state === 'working' ? turn.sinceMs : atMs
  const tookMs = Math.max(0, atMs - since)
  const rested = { ...now, turn: { state: 'rested', outcome, tookMs, endedAtMs: atMs } } as const
  return withProposalAfterTurn(rested, outcome, atMs)
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
    return { ...withTurnRead(session, atMs), turn: { state: 'working', sinceMs: atMs, isCancelling: false } }
  }
  if (!isWorking) return session
  // The past is told: no turn of ours has ended.
  if (session.phase === 'opening')
    return { ...withMessagesEnded(session, atMs), turn: { state: 'not-asked' } }
  return withTurnEnded(session, { kind: 'stopped', stopReason: stopReason ?? 'end_turn' }, atMs)
}

function withPrompt(session: Session, text: string, atMs: number): Session {
  const now = withTurnRead(withProposalAfterPrompt(session, text, atMs), atMs)
  const asked: Activity = { type: 'said', who: 'user', text, messageId: null, atMs }
  return {
    ...now,
    turn: { state: 'working', sinceMs: atMs, isCancelling: false },
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
  return update.todos === undefined || !options.infersPlans
    ? now
    : withInferredPlan(now, update.todos, options.atMs)
}

type Update = Exclude<SessionEvent, { type: 'tool-call' }>

function withUpdate(session: Session, update: Update, atMs: number): Session {
  switch (update.type) {
    case 'plan-replaced':
      return withPlan(session, update, atMs)
    case 'plan-removed': {
      const plans = withPlanRemoved(session.plans, update.plan, atMs)
      return plans === session.plans ? session : { ...session, plans }
    }
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

function withPlan(
  session: Session,
  update: Extract<SessionEvent, { type: 'plan-replaced' }>,
  atMs: number,
): Session {
  const { counts, reading } = session
  // The first real plan takes the place of what was inferred, and nothing is inferred any more.
  const hasInferred = counts.planUpdates === 0 && session.plans.has(planKey(inferredPlan))
  const own = hasInferred ? withPlanAs(session.plans, inferredPlan, undefined) : session.plans
  const isMarkdown = update.content.type === 'markdown' && !reading.hasMarkdownPlan
  return {
    ...session,
    plans: withPlanUpdate(own, update, atMs),
    counts: {
      ...counts,
      planUpdates: counts.planUpdates + 1,
      checklists: counts.checklists + (update.content.type === 'items' ? 1 : 0),
    },
    reading: isMarkdown ? { ...reading, hasMarkdownPlan: true } : reading,
  }
}

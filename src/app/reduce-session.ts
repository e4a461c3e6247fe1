import { append, emptyList, type BoundedList } from '../lib/bounded-list.ts'
import { withPlanRemoved, withPlanUpdate } from '../plans/session-plans.ts'
import type { SessionEvent } from '../protocol/session-event.ts'
import type { AppEvent, TurnOutcome } from './app-event.ts'
import { activityKept, messageKept, type Activity, type Session, type SessionCounts } from './session.ts'

type SessionAppEvent = Extract<
  AppEvent,
  { type: 'session-updated' | 'prompt-sent' | 'turn-cancelled' | 'turn-ended' }
>

/** The session after an event that concerns it; the same session when nothing changed. Never throws. */
export function reduceSession(session: Session, event: SessionAppEvent): Session {
  const { atMs } = event
  switch (event.type) {
    case 'session-updated':
      return withUpdate(session, event.update, atMs)
    case 'prompt-sent': {
      const asked: Activity = { type: 'said', who: 'user', text: event.text, messageId: null, atMs }
      return {
        ...session,
        turn: { state: 'working', sinceMs: atMs, isCancelling: false },
        activity: append(emptyList<Activity>(), asked, activityKept),
      }
    }
    case 'turn-cancelled':
      return session.turn.state === 'working'
        ? { ...session, turn: { ...session.turn, isCancelling: true } }
        : session
    case 'turn-ended':
      return rested(session, event.outcome, atMs)
  }
}

function rested(session: Session, outcome: TurnOutcome, atMs: number): Session {
  if (session.turn.state === 'rested') return session
  const since = session.turn.state === 'working' ? session.turn.sinceMs : atMs
  return {
    ...session,
    turn: { state: 'rested', outcome, tookMs: Math.max(0, atMs - since), endedAtMs: atMs },
  }
}

function counted(session: Session, change: Partial<SessionCounts>): Session {
  return { ...session, counts: { ...session.counts, ...change } }
}

function withUpdate(session: Session, update: SessionEvent, atMs: number): Session {
  switch (update.type) {
    case 'plan-replaced': {
      const plans = withPlanUpdate(session.plans, update, atMs)
      const counts = { ...session.counts, planUpdates: session.counts.planUpdates + 1 }
      return { ...session, plans, counts }
    }
    case 'plan-removed': {
      const plans = withPlanRemoved(session.plans, update.plan, atMs)
      return plans === session.plans ? session : { ...session, plans }
    }
    case 'said':
      return withSaid(session, update, atMs)
    case 'tool-call':
      return withToolCall(session, update, atMs)
    case 'state':
      return withState(session, update, atMs)
    case 'session-titled':
      return update.title === session.title ? session : { ...session, title: update.title }
    case 'notice':
      return {
        ...session,
        activity: append(session.activity, { type: 'notice', text: update.text, atMs }, activityKept),
      }
    case 'other':
      return session
  }
}

/** v2: a turn lives by states (https://agentclientprotocol.com/protocol/v2/prompt-turn). */
function withState(
  session: Session,
  update: Extract<SessionEvent, { type: 'state' }>,
  atMs: number,
): Session {
  if (update.state === 'idle') {
    const isOver = session.turn.state === 'working'
    return isOver
      ? rested(session, { kind: 'stopped', stopReason: update.stopReason ?? 'end_turn' }, atMs)
      : session
  }
  if (session.turn.state === 'working') return session
  return { ...session, turn: { state: 'working', sinceMs: atMs, isCancelling: false } }
}

function withSaid(session: Session, update: Extract<SessionEvent, { type: 'said' }>, atMs: number): Session {
  const messageId = update.messageId ?? null
  const items = session.activity.items
  const at = placeOf(items, update.who, messageId)
  const before = at < 0 ? undefined : items[at]
  if (before?.type === 'said') {
    const text = (update.isWhole ? update.text : before.text + update.text).slice(-messageKept)
    if (text === before.text) return session
    return { ...session, activity: replaced(session.activity, at, { ...before, text }) }
  }
  // A message that says nothing yet is none: it would count as one where people ask why there is no plan.
  if (update.text === '') return session
  const said: Activity = {
    type: 'said',
    who: update.who,
    text: update.text.slice(-messageKept),
    messageId,
    atMs,
  }
  // The echo of a prompt that we sent is not a second message.
  if (update.who === 'user')
    return isEcho(items, update.text)
      ? session
      : { ...session, activity: append(session.activity, said, activityKept) }
  const { messages, thoughts } = session.counts
  const counts = update.who === 'agent' ? { messages: messages + 1 } : { thoughts: thoughts + 1 }
  return counted({ ...session, activity: append(session.activity, said, activityKept) }, counts)
}

/** A piece goes to the message of its id; without an id to the last line, if that is one of the same speaker. */
function placeOf(
  items: readonly Activity[],
  who: 'agent' | 'user' | 'thought',
  messageId: string | null,
): number {
  if (messageId === null) {
    const last = items.at(-1)
    return last?.type === 'said' && last.who === who && last.messageId === null && who !== 'user'
      ? items.length - 1
      : -1
  }
  return items.findLastIndex(
    (item) => item.type === 'said' && item.who === who && item.messageId === messageId,
  )
}

function isEcho(items: readonly Activity[], text: string): boolean {
  return items.some(
    (item) =>
      item.type === 'said' && item.who === 'user' && item.messageId === null && item.text.includes(text),
  )
}

function replaced(list: BoundedList<Activity>, at: number, item: Activity): BoundedList<Activity> {
  return { items: list.items.with(at, item), dropped: list.dropped }
}

function withToolCall(
  session: Session,
  update: Extract<SessionEvent, { type: 'tool-call' }>,
  atMs: number,
): Session {
  const items = session.activity.items
  const at = items.findLastIndex((item) => item.type === 'tool-call' && item.id === update.toolCallId)
  const before = at < 0 ? undefined : items[at]
  const old = before?.type === 'tool-call' ? before : null
  const call: ToolCall = {
    type: 'tool-call',
    id: update.toolCallId,
    title: update.title ?? old?.title ?? update.name ?? update.toolCallId,
    kind: update.kind ?? old?.kind ?? '',
    status: update.status ?? old?.status ?? 'pending',
    path: update.path ?? old?.path ?? null,
    atMs: old?.atMs ?? atMs,
  }
  const todoTool = todoToolAfter(session.counts.todoTool, update, old !== null)
  if (old !== null && isSameCall(old, call) && todoTool === session.counts.todoTool) return session
  const activity =
    old === null ? append(session.activity, call, activityKept) : replaced(session.activity, at, call)
  const toolCalls = session.counts.toolCalls + (old === null ? 1 : 0)
  return counted({ ...session, activity }, { toolCalls, todoTool })
}

/** A call is named by how it began: later its title tells what it did ("3 todos"). */
function todoToolAfter(
  before: string | null,
  update: Extract<SessionEvent, { type: 'tool-call' }>,
  hasBegun: boolean,
): string | null {
  if (!update.hasTodos || (hasBegun && before !== null)) return before
  return update.name ?? update.title ?? before
}

type ToolCall = Extract<Activity, { type: 'tool-call' }>

function isSameCall(one: ToolCall, other: ToolCall): boolean {
  return (
    one.title === other.title &&
    one.kind === other.kind &&
    one.status === other.status &&
    one.path === other.path
  )
}

import { proposalOf } from '../../src/app/proposals/session-proposals.ts'
import type { AppEvent } from '../../src/app/state/app-event.ts'
import type { AppState } from '../../src/app/state/app-state.ts'
import type { PermissionOption, PermissionRequest } from '../../src/app/state/permission.ts'
import type { Session } from '../../src/app/state/session.ts'
import type { PlanEntry, PlanName } from '../../src/protocol/plans/plan-content.ts'
import type { PlanContent } from '../../src/protocol/plan-kinds/plan-kinds.ts'
import type { SessionEvent } from '../../src/protocol/session/session-event.ts'
import {
  asked as permissionAsked,
  asksFor,
  chosen,
  ended as turnEnded,
  linked,
  openedSession,
  openingSession,
  over,
  stateAfter,
  updated as sessionUpdated,
} from '../support/app-states.ts'

/** The session that events are about which do not say. */
export const sessionId = 's'

export function opened(id = sessionId, how: 'new' | 'loaded' | 'resumed' = 'new'): AppEvent {
  return openedSession(id, {}, { how })
}

export function opening(id = sessionId, how: 'loaded' | 'resumed' = 'loaded'): AppEvent {
  return openingSession(id, 0, how)
}

export const after = stateAfter

export function sessionIn(state: AppState, id = sessionId): Session {
  const found = state.sessions.get(id)
  if (found === undefined) throw new Error(`there is no session ${id}`)
  return found
}

/** What was answered about each plan; null: nothing. */
export function outcomes(of: Session): Readonly<Record<string, string | null>> {
  return Object.fromEntries(
    [...of.plans.keys()].map((key) => [key, proposalOf(of, key)?.outcome?.kind ?? null]),
  )
}

/** The new session after events. */
export function session(...events: readonly AppEvent[]): Session {
  return sessionIn(stateAfter(opened(), ...events))
}

export function updated(update: SessionEvent, atMs = 1, id = sessionId): AppEvent {
  return sessionUpdated(atMs, update, id)
}

export function sent(text = 'go', atMs = 1, id = sessionId): AppEvent {
  return asksFor(id, text, atMs)
}

export function ended(atMs: number, stopReason = 'end_turn', id = sessionId): AppEvent {
  return turnEnded(atMs, stopReason, id)
}

export function state(name: string, atMs = 1, stopReason?: string): AppEvent {
  return updated({ type: 'state', state: name, ...(stopReason === undefined ? {} : { stopReason }) }, atMs)
}

export const exited = over(90, { kind: 'exited', code: 3, signal: null })

export const linkOpen = linked({ state: 'open', sinceMs: 0 })

type Said = Extract<SessionEvent, { type: 'said' }>

export function said(text: string, more: Partial<Said> = {}, atMs = 1): AppEvent {
  return updated({ type: 'said', who: 'agent', text, isWhole: false, ...more }, atMs)
}

export function whole(text: string, messageId = 'm', atMs = 1): AppEvent {
  return said(text, { messageId, isWhole: true }, atMs)
}

export const anonymous: PlanName = { dialect: 'plan', id: null }

export function planned(content: PlanContent, plan = anonymous, atMs = 1, id = sessionId): AppEvent {
  return updated({ type: 'plan-replaced', plan, content }, atMs, id)
}

export function items(...contents: readonly string[]): Extract<PlanContent, { type: 'items' }> {
  return { type: 'items', entries: contents.map(pending) }
}

export function pending(content: string): PlanEntry {
  return { content, status: 'pending', priority: '' }
}

type Called = Extract<SessionEvent, { type: 'tool-call' }>

export function called(more: Partial<Called> = {}, atMs = 1, id = sessionId): AppEvent {
  return updated({ type: 'tool-call', toolCallId: 't', hasTodos: false, ...more }, atMs, id)
}

const planOptions: readonly PermissionOption[] = [
  { id: 'yes', name: 'Yes, go on', kind: 'allow_once' },
  { id: 'always', name: 'Yes, always', kind: 'allow_always' },
  { id: 'no', name: 'No, keep planning', kind: 'reject_once' },
  { id: 'odd', name: 'Something else', kind: '' },
]

/** A question whether to leave plan mode. */
export function asked(plan: PermissionRequest['plan'], key = 1, atMs = 5, callId?: string): AppEvent {
  const request = { key, sessionId, title: 'Ready?', toolKind: 'switch_mode', options: planOptions, plan }
  return permissionAsked(atMs, callId === undefined ? request : { ...request, callId })
}

export function answered(optionId: string | null, key = 1, atMs = 9): AppEvent {
  return optionId === null
    ? { type: 'permission-answered', atMs, key, answer: { type: 'cancelled' } }
    : chosen(atMs, key, optionId)
}

/** What the session's plans show, short: by key, with the revision. */
export function plansOf({ plans }: Session): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...plans].map(([key, { body, revision }]) => [key, `${revision}: ${words(body)}`]),
  )
}

function words(body: { readonly type: string }): string {
  if ('text' in body && typeof body.text === 'string') return body.text
  if ('uri' in body && typeof body.uri === 'string') return body.uri
  if (!('entries' in body) || !Array.isArray(body.entries)) return body.type
  return body.entries.map((entry: PlanEntry) => `${entry.status} ${entry.content}`).join(', ')
}

/** What was said, a line a message. */
export function saidIn({ activity }: Session): readonly string[] {
  return activity.items.map((item) =>
    item.type === 'said'
      ? `${item.who} ${item.text}`
      : item.type === 'tool-call'
        ? `call ${item.id}`
        : item.type === 'notice'
          ? item.text
          : item.type === 'compaction'
            ? `compaction ${item.id} ${item.status} ${item.summary}${item.error}`
            : item.type,
  )
}

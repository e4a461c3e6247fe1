import { noPlans, type SessionPlans } from '../plans/session-plans.ts'
import { emptyList, type BoundedList } from '../lib/bounded-list.ts'
import type { TurnOutcome } from './app-event.ts'
import type { PermissionAnswer, PermissionRequest } from './permission.ts'

/** What a session is doing. */
export type Turn =
  | { readonly state: 'not-asked' }
  | { readonly state: 'working'; readonly sinceMs: number; readonly isCancelling: boolean }
  | {
      readonly state: 'rested'
      readonly outcome: TurnOutcome
      readonly tookMs: number
      readonly endedAtMs: number
    }

/** One line of what the agent did in a turn besides planning. Raw text. */
export type Activity =
  | {
      readonly type: 'said'
      readonly who: 'agent' | 'user' | 'thought'
      readonly text: string
      readonly messageId: string | null
      readonly atMs: number
    }
  | {
      readonly type: 'tool-call'
      readonly id: string
      readonly title: string
      readonly kind: string
      readonly status: string
      readonly path: string | null
      readonly atMs: number
    }
  | { readonly type: 'notice'; readonly text: string; readonly atMs: number }

export interface AnsweredPermission {
  readonly request: PermissionRequest
  readonly answer: PermissionAnswer
  readonly atMs: number
}

/** What was seen in a session; what "why is there no plan?" is answered from. */
export interface SessionCounts {
  readonly messages: number
  readonly thoughts: number
  readonly toolCalls: number
  readonly planUpdates: number
  readonly rejected: number
  /** The last tool that was given a list of to-dos, by its own name. */
  readonly todoTool: string | null
}

export interface Session {
  readonly id: string
  readonly title: string | null
  readonly turn: Turn
  readonly plans: SessionPlans
  /** Of the running turn, or the last one. */
  readonly activity: BoundedList<Activity>
  readonly counts: SessionCounts
  readonly answered: readonly AnsweredPermission[]
}

/** Activity lines kept a session. */
export const activityKept = 400
/** Characters kept of one message or thought; the rest of a longer one is cut from its beginning. */
export const messageKept = 20_000

export function newSession(id: string): Session {
  return {
    id,
    title: null,
    turn: { state: 'not-asked' },
    plans: noPlans,
    activity: emptyList(),
    counts: { messages: 0, thoughts: 0, toolCalls: 0, planUpdates: 0, rejected: 0, todoTool: null },
    answered: [],
  }
}

import type { SessionEvent } from '../protocol/session-event.ts'
import type { WireProblem } from '../protocol/wire-problem.ts'
import type { AgentDescription, Link } from './link.ts'
import type { PermissionAnswer, PermissionRequest } from './permission.ts'

/** Everything that happens, in order. The state is a function of these alone; time comes with them. */
export type AppEvent =
  | { readonly type: 'link-changed'; readonly atMs: number; readonly link: Link }
  | { readonly type: 'agent-described'; readonly atMs: number; readonly agent: AgentDescription }
  | { readonly type: 'session-opened'; readonly atMs: number; readonly sessionId: string }
  | {
      readonly type: 'session-updated'
      readonly atMs: number
      readonly sessionId: string
      readonly update: SessionEvent
    }
  | {
      readonly type: 'problem-found'
      readonly atMs: number
      readonly sessionId: string | null
      readonly problem: WireProblem
    }
  /** `place`: how many of the queue go before it. */
  | { readonly type: 'prompt-queued'; readonly atMs: number; readonly text: string; readonly place: number }
  /** The first of the queue, or a new one, went to the agent: a turn begins. */
  | {
      readonly type: 'prompt-sent'
      readonly atMs: number
      readonly sessionId: string
      readonly text: string
      readonly wasQueued: boolean
    }
  | { readonly type: 'turn-cancelled'; readonly atMs: number; readonly sessionId: string }
  | {
      readonly type: 'turn-ended'
      readonly atMs: number
      readonly sessionId: string
      readonly outcome: TurnOutcome
    }
  | { readonly type: 'permission-asked'; readonly atMs: number; readonly request: PermissionRequest }
  | {
      readonly type: 'permission-answered'
      readonly atMs: number
      readonly key: number
      readonly answer: PermissionAnswer
    }
  | { readonly type: 'stderr-written'; readonly atMs: number; readonly line: string }
  /** We said something to the user that is not the agent's: a status line. */
  | { readonly type: 'remarked'; readonly atMs: number; readonly text: string }

/** How a turn ended: the agent's stop reason, an error response, or the end of the agent. */
export type TurnOutcome =
  | { readonly kind: 'stopped'; readonly stopReason: string }
  | { readonly kind: 'failed'; readonly code: number; readonly message: string }
  | { readonly kind: 'lost' }

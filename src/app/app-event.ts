import type { SessionEvent } from '../protocol/session/session-event.ts'
import type { WireProblem } from '../protocol/wire/wire-problem.ts'
import type { ConfigOption, SessionModes, SlashCommand } from '../protocol/session/session-settings.ts'
import type { ElicitationAnswer, ElicitationRequest } from './state/elicitation.ts'
import type { AgentDescription, Link } from './state/link.ts'
import type { PermissionAnswer, PermissionRequest } from './state/permission.ts'
import type { PlanTools } from './plan-advice/plan-tools.ts'
import type { Playback } from './playback/playback.ts'
import type { ProposalOutcome } from './state/proposal.ts'
import type { SessionListing } from './state/session-listing.ts'

/** Everything that happens, in order. The state is a function of these alone; time comes with them. */
export type AppEvent =
  | { readonly type: 'link-changed'; readonly atMs: number; readonly link: Link }
  | { readonly type: 'agent-described'; readonly atMs: number; readonly agent: AgentDescription }
  /** Before each start of an agent whose environment has changed: what was done so that its plans show. */
  | { readonly type: 'plan-tools-told'; readonly atMs: number; readonly planTools: PlanTools }
  /** A session of the agent's past is asked for: what is reported of it until it is open is its past, told anew. */
  | {
      readonly type: 'session-opening'
      readonly atMs: number
      readonly sessionId: string
      readonly how: 'loaded' | 'resumed'
    }
  /** It becomes the current session. */
  | {
      readonly type: 'session-opened'
      readonly atMs: number
      readonly sessionId: string
      readonly how: 'new' | 'loaded' | 'resumed'
      readonly setup: SessionSetup
    }
  | {
      readonly type: 'session-not-opened'
      readonly atMs: number
      /** null: a new one. */
      readonly sessionId: string | null
      readonly message: string
    }
  /** One of the open sessions becomes the current one. */
  | { readonly type: 'session-selected'; readonly atMs: number; readonly sessionId: string }
  | {
      readonly type: 'session-closed'
      readonly atMs: number
      readonly sessionId: string
      readonly wasDeleted: boolean
    }
  | { readonly type: 'sessions-listed'; readonly atMs: number; readonly listing: SessionListing }
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
  /** `place`: how many of the session's queue go before it. `sessionId` is null before there is a session. */
  | {
      readonly type: 'prompt-queued'
      readonly atMs: number
      readonly sessionId: string | null
      readonly text: string
      readonly place: number
    }
  /** The user has taken back the first prompts of a session's queue: they never go out. `sessionId` as above. */
  | {
      readonly type: 'prompts-withdrawn'
      readonly atMs: number
      readonly sessionId: string | null
      readonly count: number
    }
  /** What a session was to begin with could not be set: prompts that wait do not go by themselves. Raw. */
  | {
      readonly type: 'session-held'
      readonly atMs: number
      readonly sessionId: string
      readonly message: string
    }
  /** The user has chosen what it is set to: what waits goes on. */
  | { readonly type: 'session-released'; readonly atMs: number; readonly sessionId: string }
  /** What waited for one session (null: for the first one) waits for another now. */
  | {
      readonly type: 'queue-moved'
      readonly atMs: number
      readonly from: string | null
      readonly to: string
    }
  /** The first of the session's queue, or a new one, went to the agent: a turn begins. */
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
  | { readonly type: 'elicitation-asked'; readonly atMs: number; readonly request: ElicitationRequest }
  | {
      readonly type: 'elicitation-answered'
      readonly atMs: number
      readonly key: number
      readonly answer: ElicitationAnswer
    }
  /** The user has decided about a session's proposed plan, or it was answered with its request. */
  | {
      readonly type: 'proposal-answered'
      readonly atMs: number
      readonly sessionId: string
      readonly outcome: ProposalOutcome
    }
  /** The agent had a file read or written by this client, or was refused that. */
  | {
      readonly type: 'file-accessed'
      readonly atMs: number
      readonly sessionId: string | null
      readonly access: 'read' | 'write'
      /** Below the folder that files are offered of, or as the agent wrote it. Raw. */
      readonly path: string
      /** Why it was not done; null: it was. Raw. */
      readonly error: string | null
    }
  | { readonly type: 'stderr-written'; readonly atMs: number; readonly line: string }
  /** We said something to the user that is not the agent's: a status line. */
  | { readonly type: 'remarked'; readonly atMs: number; readonly text: string }
  /** How a recording is being shown has changed. Never recorded itself. */
  | { readonly type: 'playback-changed'; readonly atMs: number; readonly playback: Playback }

/** What a session can be told when it opens; null and empty where the agent said nothing. */
export interface SessionSetup {
  readonly modes: SessionModes | null
  readonly configOptions: readonly ConfigOption[]
  readonly commands: readonly SlashCommand[]
}

export const noSetup: SessionSetup = { modes: null, configOptions: [], commands: [] }

/** How a turn ended: the agent's stop reason, an error response, or the end of the agent. */
export type TurnOutcome =
  | { readonly kind: 'stopped'; readonly stopReason: string }
  | { readonly kind: 'failed'; readonly code: number; readonly message: string }
  | { readonly kind: 'lost' }

import type { SessionEvent } from '../../protocol/session/session-event.ts'
import type { WireProblem } from '../../protocol/wire/wire-problem.ts'
import type { ConfigOption, SessionModes, SlashCommand } from '../../protocol/session/session-settings.ts'
import type { ElicitationAnswer, ElicitationRequest } from './elicitation.ts'
import type { AgentDescription, Link } from './link.ts'
import type { PermissionAnswer, PermissionRequest } from './permission.ts'
import type { Observed } from './observed.ts'
import type { PlanTools } from './plan-tools.ts'
import type { Playback } from '../playback/playback.ts'
import type { RevisionDocument } from '../history/plan-history.ts'
import type { ProposalOutcome } from './proposal.ts'

/** An entry of the agent's `session/list`. Strings are raw. https://agentclientprotocol.com/protocol/session-list */
export interface ListedSession {
  readonly id: string
  readonly title: string | null
  readonly cwd: string | null
  /** Milliseconds since the epoch; null if missing or malformed. */
  readonly updatedAtMs: number | null
}

/** The agent's list of sessions, as far as it has come. */
export type SessionListing =
  | { readonly state: 'not-asked' }
  /** `sessions`: the pages so far. */
  | { readonly state: 'asking'; readonly sessions: readonly ListedSession[] }
  | { readonly state: 'listed'; readonly sessions: readonly ListedSession[] }
  | { readonly state: 'failed'; readonly sessions: readonly ListedSession[]; readonly message: string }

/** Everything that happens, in order. The state is a function of the events alone; each has its time. */
export type AppEvent = {
  readonly atMs: number
  /** The agent's frame (line) that it was read from, counted from 1 in the run. Absent: it came otherwise. */
  readonly frame?: number
  /** Nobody tells when it happened: `atMs` only keeps the order. */
  readonly isUntimed?: true
} & (
  | { readonly type: 'link-changed'; readonly link: Link }
  | { readonly type: 'agent-described'; readonly agent: AgentDescription }
  /** Before each start of an agent with a changed environment: what was set so that it has its plan tools. */
  | { readonly type: 'plan-tools-told'; readonly planTools: PlanTools }
  /** A past session is about to be opened: updates until it is open replay its past. */
  | { readonly type: 'session-opening'; readonly sessionId: string; readonly how: 'loaded' | 'resumed' }
  /** The session becomes the current one. */
  | {
      readonly type: 'session-opened'
      readonly sessionId: string
      readonly how: 'new' | 'loaded' | 'resumed'
      readonly setup: SessionSetup
    }
  | {
      readonly type: 'session-not-opened'
      /** null: a new one. */
      readonly sessionId: string | null
      readonly message: string
    }
  /** One of the open sessions becomes the current one. */
  | { readonly type: 'session-selected'; readonly sessionId: string }
  | { readonly type: 'session-closed'; readonly sessionId: string; readonly wasDeleted: boolean }
  | { readonly type: 'sessions-listed'; readonly listing: SessionListing }
  | { readonly type: 'session-updated'; readonly sessionId: string; readonly update: SessionEvent }
  | { readonly type: 'problem-found'; readonly sessionId: string | null; readonly problem: WireProblem }
  /** `place`: how many queued prompts of the session go before it. `sessionId` is null before there is a session. */
  | {
      readonly type: 'prompt-queued'
      readonly sessionId: string | null
      readonly text: string
      readonly place: number
    }
  /** The user has withdrawn the first prompts of a session's queue: they are never sent. `sessionId` as above. */
  | { readonly type: 'prompts-withdrawn'; readonly sessionId: string | null; readonly count: number }
  /** The queue of an open session is paused: its initial settings could not be set. Raw. null: the turn before was lost. */
  | { readonly type: 'session-held'; readonly sessionId: string; readonly message: string | null }
  /** The user has chosen settings: the queue continues. */
  | { readonly type: 'session-released'; readonly sessionId: string }
  /** The queue of one session (null: of the first one) moves to another one. */
  | { readonly type: 'queue-moved'; readonly from: string | null; readonly to: string }
  /** The first queued prompt, or a new one, was sent: a turn begins. */
  | {
      readonly type: 'prompt-sent'
      readonly sessionId: string
      readonly text: string
      readonly wasQueued: boolean
      /** The span that it belongs to, as its sender says. https://www.w3.org/TR/trace-context/#traceparent-header */
      readonly traceparent?: string
    }
  | { readonly type: 'turn-cancelled'; readonly sessionId: string }
  | { readonly type: 'turn-ended'; readonly sessionId: string; readonly outcome: TurnOutcome }
  | { readonly type: 'permission-asked'; readonly request: PermissionRequest }
  /** More came of the call that an open request asks about: the request as it is now, under the same key. */
  | { readonly type: 'permission-updated'; readonly request: PermissionRequest }
  | { readonly type: 'permission-answered'; readonly key: number; readonly answer: PermissionAnswer }
  | { readonly type: 'elicitation-asked'; readonly request: ElicitationRequest }
  | { readonly type: 'elicitation-answered'; readonly key: number; readonly answer: ElicitationAnswer }
  /** The user has decided about a session's proposed plan, or a request about it was answered. */
  | { readonly type: 'proposal-answered'; readonly sessionId: string; readonly outcome: ProposalOutcome }
  /** This client read or wrote a file for the agent, or refused to. */
  | {
      readonly type: 'file-accessed'
      readonly sessionId: string | null
      readonly access: 'read' | 'write'
      /** Relative to the offered folder, or as the agent wrote it. Raw. */
      readonly path: string
      /** Why it failed; null: it succeeded. Raw. */
      readonly error: string | null
    }
  | { readonly type: 'stderr-written'; readonly line: string }
  /** A message of this program's for the user, shown in the status line. */
  | { readonly type: 'remarked'; readonly text: string }
  /** The user marked this moment of the current session. Raw. */
  | { readonly type: 'marked'; readonly text: string }
  /** The document of file plans was read, for the first time or with another content. Recordings note documents themselves. */
  | { readonly type: 'document-read'; readonly document: RevisionDocument }
  /** The document of file plans cannot be read: there is no such file, or no more. Recordings note documents themselves. */
  | { readonly type: 'document-missing'; readonly uri: string }
  /** The playback of a recording has changed. Never recorded itself. */
  | { readonly type: 'playback-changed'; readonly playback: Playback }
  /** What is observed has changed, or how far it is. Never recorded. */
  | { readonly type: 'observed-changed'; readonly observed: Observed }
)

/** When an event happened; null: nobody tells. */
export function toldTime({ atMs, isUntimed }: Pick<AppEvent, 'atMs' | 'isUntimed'>): number | null {
  return isUntimed === true ? null : atMs
}

/** The session of an event; null: none, or that of the question that it answers. */
export function sessionOf(event: AppEvent): string | null {
  if ('sessionId' in event) return event.sessionId
  return 'request' in event ? event.request.sessionId : null
}

/** What an agent may report when it opens a session; null and empty if it did not. */
export interface SessionSetup {
  readonly modes: SessionModes | null
  readonly configOptions: readonly ConfigOption[]
  readonly commands: readonly SlashCommand[]
}

export const noSetup: SessionSetup = { modes: null, configOptions: [], commands: [] }

/** How a turn ended: with a stop reason, with an error, or with the agent (`lost`). */
export type TurnOutcome =
  | { readonly kind: 'stopped'; readonly stopReason: string }
  | { readonly kind: 'failed'; readonly code: number; readonly message: string }
  | { readonly kind: 'lost' }

export type EventOf<Type extends AppEvent['type']> = Extract<AppEvent, { type: Type }>

import { emptyList, type BoundedList } from '../../lib/bounded-list.ts'
import type { WireProblem } from '../../protocol/wire/wire-problem.ts'
import type { AgentDescription, Link } from './link.ts'
import type { ElicitationRequest } from './elicitation.ts'
import type { PermissionRequest } from './permission.ts'
import type { PlanTools } from '../plan-advice/plan-tools.ts'
import type { Playback } from '../playback/playback.ts'
import type { SessionListing } from './session-listing.ts'
import type { Session } from './session.ts'

export interface FoundProblem {
  readonly problem: WireProblem
  readonly sessionId: string | null
  readonly atMs: number
  /** How many times in a row the same was found. */
  readonly times: number
}

/** Everything there is to show, a function of the events so far. Immutable; strings by the agent are raw. */
export interface AppState {
  readonly link: Link
  readonly agent: AgentDescription | null
  /** Since when the agent runs, or ran that has ended; null where nobody saw it begin. */
  readonly agentSinceMs: number | null
  /** What was done so that the agent's plans show; null where nobody has told. */
  readonly planTools: PlanTools | null
  /** The agent has sent a plan of its own, in whichever session and whichever of its lives. */
  readonly hasSentPlans: boolean
  /** By id, in the order they were first heard of. */
  readonly sessions: ReadonlyMap<string, Session>
  /** The session that prompts go to; null before there is one. */
  readonly currentSessionId: string | null
  /** Each waits for its session (null: for the first one); those of one session go in this order. */
  readonly queuedPrompts: readonly QueuedPrompt[]
  /** Open requests, the oldest first. */
  readonly permissions: readonly PermissionRequest[]
  readonly elicitations: readonly ElicitationRequest[]
  /** What the agent told of its sessions, when it was asked. */
  readonly listing: SessionListing
  /** Plans are inferred from to-do tools while a session has no real one. */
  readonly infersPlans: boolean
  readonly problems: BoundedList<FoundProblem>
  /** Of all that were found, those that count (`isCounted`). */
  readonly problemCount: number
  readonly stderr: BoundedList<StderrLine>
  /** Plans in the order that the agent removed them; some of them may be back, or gone. `removedPlans` knows. */
  readonly removals: readonly RemovedPlan[]
  /** How many plans are not kept any more, since there were too many: removed ones, and others. */
  readonly droppedPlans: { readonly removed: number; readonly old: number }
  readonly remark: { readonly text: string; readonly atMs: number } | null
  /** What is shown is a recording; null for an agent that runs. */
  readonly playback: Playback | null
}

export interface RemovedPlan {
  readonly sessionId: string
  /** The plan's. */
  readonly key: string
}

/** A line that the agent wrote on stderr, raw. */
export interface StderrLine {
  readonly text: string
  readonly atMs: number
}

export interface QueuedPrompt {
  readonly sessionId: string | null
  readonly text: string
}

/** Problems kept; all are counted. */
export const problemsKept = 500
/** Lines of the agent's stderr kept. */
export const stderrLinesKept = 1000

export const initialState: AppState = {
  link: { state: 'starting', sinceMs: 0 },
  agent: null,
  agentSinceMs: null,
  planTools: null,
  hasSentPlans: false,
  sessions: new Map(),
  currentSessionId: null,
  queuedPrompts: [],
  permissions: [],
  elicitations: [],
  listing: { state: 'not-asked' },
  infersPlans: true,
  problems: emptyList(),
  problemCount: 0,
  stderr: emptyList(),
  removals: [],
  droppedPlans: { removed: 0, old: 0 },
  remark: null,
  playback: null,
}

export function currentSession(state: AppState): Session | null {
  return state.currentSessionId === null ? null : (state.sessions.get(state.currentSessionId) ?? null)
}

/** Prompts wait for the current session, or for the first one. */
export function hasUnsent({ queuedPrompts, currentSessionId }: AppState): boolean {
  return queuedPrompts.some(({ sessionId }) => sessionId === currentSessionId || sessionId === null)
}

import { type BoundedList, emptyList } from '../../lib/sequences.ts'
import type { StrayOutput, WireProblem } from '../../protocol/wire/wire-problem.ts'
import type { AgentDescription, Link } from './link.ts'
import type { ElicitationRequest } from './elicitation.ts'
import type { PermissionRequest } from './permission.ts'
import { defaultDoubtRules, type DoubtRules } from './doubt-rules.ts'
import type { KnownAgent } from '../known-agents/known-agent.ts'
import { writeJson } from '../../lib/json/write-json.ts'
import { memoWeak } from '../../lib/memo.ts'
import { agentNamed, knownAgent } from '../known-agents/known-agents.ts'
import type { Observed } from './observed.ts'
import type { PlanTools } from './plan-tools.ts'
import type { Playback } from '../playback/playback.ts'
import { noHistory, type RunHistory } from '../history/run-history.ts'
import type { Session } from './session.ts'
import type { SessionListing } from './app-event.ts'

export interface FoundProblem {
  readonly problem: WireProblem
  readonly sessionId: string | null
  readonly atMs: number
  /** How many times the same problem was found; of lines that are no JSON: how many. */
  readonly times: number
  /** What lines that are no JSON look like together; absent: another problem. */
  readonly stray?: StrayOutput
  /** The agent's frame that it was found in last, counted from 1 in the run; null: in none. */
  readonly frame: number | null
}

/** Everything that can be shown, as a function of the events so far. Immutable; the agent's strings are raw. */
export interface AppState {
  readonly link: Link
  readonly agent: AgentDescription | null
  /** When the current or last agent started; null if its start was not seen. */
  readonly agentSinceMs: number | null
  /** What was set so that the agent has its plan tools; null: unknown. */
  readonly planTools: PlanTools | null
  /** The agent has sent a plan itself, in any session and any of its runs. */
  readonly hasSentPlans: boolean
  /** By id, in order of their first event. */
  readonly sessions: ReadonlyMap<string, Session>
  /** The session that prompts go to; null before there is one. */
  readonly currentSessionId: string | null
  /** Each belongs to a session (null: to the first one); those of one session are sent in this order. */
  readonly queuedPrompts: readonly QueuedPrompt[]
  /** Open requests, the oldest first. */
  readonly permissions: readonly PermissionRequest[]
  readonly elicitations: readonly ElicitationRequest[]
  /** The agent's list of sessions, once it was requested. */
  readonly listing: SessionListing
  /** Plans are inferred from to-do tools in sessions for which the agent has sent none itself. */
  readonly infersPlans: boolean
  readonly doubtRules: DoubtRules
  readonly problems: BoundedList<FoundProblem>
  /**
   * The number of problems, the same in every output: those that count (`isCounted`), with repeats; all lines that are no JSON are one.
   */
  readonly problemCount: number
  readonly stderr: BoundedList<StderrLine>
  /** Removed plans in the order of their removal; some may exist again or be dropped. See `removedPlans`. */
  readonly removals: readonly PlanRef[]
  /** How many plans were dropped because there were too many: removed ones, and others. */
  readonly droppedPlans: { readonly removed: number; readonly old: number }
  /** The revisions of all plans, and the marks of all sessions. */
  readonly history: RunHistory
  readonly remark: { readonly text: string; readonly atMs: number } | null
  /** The playback of a recording; null for a running agent. */
  readonly playback: Playback | null
  /** The sessions of other programs that are shown; null for an agent of this program. */
  readonly observed: Observed | null
}

/** The state with other sessions or another history. Field by field: nearly all events come this way, and Node 20 takes 1 µs to spread a state. */
export function withStateParts(
  state: AppState,
  { sessions, history }: Pick<AppState, 'sessions' | 'history'>,
): AppState {
  return {
    link: state.link,
    agent: state.agent,
    agentSinceMs: state.agentSinceMs,
    planTools: state.planTools,
    hasSentPlans: state.hasSentPlans,
    sessions,
    currentSessionId: state.currentSessionId,
    queuedPrompts: state.queuedPrompts,
    permissions: state.permissions,
    elicitations: state.elicitations,
    listing: state.listing,
    infersPlans: state.infersPlans,
    doubtRules: state.doubtRules,
    problems: state.problems,
    problemCount: state.problemCount,
    stderr: state.stderr,
    removals: state.removals,
    droppedPlans: state.droppedPlans,
    history,
    remark: state.remark,
    playback: state.playback,
    observed: state.observed,
  }
}

/** Names one plan among those of all sessions. */
export interface PlanRef {
  readonly sessionId: string
  readonly key: string
}

/** Different for any two plans, whatever characters an agent writes into the ids. */
export function planRefKey({ sessionId, key }: PlanRef): string {
  return writeJson([sessionId, key])
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
export const maxProblems = 500
/** Lines of the agent's stderr kept. */
export const maxStderrLines = 1000

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
  doubtRules: defaultDoubtRules,
  problems: emptyList(),
  problemCount: 0,
  stderr: emptyList(),
  removals: [],
  droppedPlans: { removed: 0, old: 0 },
  history: noHistory,
  remark: null,
  playback: null,
  observed: null,
}

/** What the user has chosen about the state. */
export interface StateOptions {
  /** Plans are inferred from to-do tools while a session has no real one. */
  readonly infersPlans: boolean
  /** The memory for revisions, in bytes. */
  readonly historyBytes: number
  /** Absent: the defaults. */
  readonly doubtRules?: DoubtRules | undefined
}

/** The state before the first event. */
export function startState({
  infersPlans,
  historyBytes,
  doubtRules = defaultDoubtRules,
}: StateOptions): AppState {
  return { ...initialState, infersPlans, doubtRules, history: { ...noHistory, maxBytes: historyBytes } }
}

/** Whether there is no agent to send anything to: a recording is shown, or an agent of another program. */
export function isOnlyShown({ playback, observed }: Pick<AppState, 'playback' | 'observed'>): boolean {
  return playback !== null || observed !== null
}

/** Asked in each frame. */
const namedAgent = memoWeak(({ name, title }: NonNullable<AppState['agent']>) => agentNamed(name, title))

/** The running agent, by its own name, else by its command; null if it is not a known one. */
export function knownAgentOf({ agent, planTools }: Pick<AppState, 'agent' | 'planTools'>): KnownAgent | null {
  const named = agent === null ? null : namedAgent(agent)
  return named ?? knownAgent(planTools?.startedAgent ?? null)
}

export function currentSession(state: AppState): Session | null {
  return state.currentSessionId === null ? null : (state.sessions.get(state.currentSessionId) ?? null)
}

/** Whether prompts wait for the current session, or for the first one. */
export function hasUnsent({ queuedPrompts, currentSessionId }: AppState): boolean {
  return queuedPrompts.some(({ sessionId }) => sessionId === currentSessionId || sessionId === null)
}

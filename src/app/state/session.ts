import { noPlans, type SessionPlans } from '../../plans/session-plans.ts'
import type { Plan } from '../../plans/plan.ts'
import { emptyList, type BoundedList } from '../../lib/bounded-list.ts'
import { standingClock, type WorkClock, type WorkTime } from '../../plans/work-clock.ts'
import type { Todo } from '../../protocol/plans/todo-list.ts'
import type { TurnOutcome } from '../app-event.ts'
import type {
  ConfigOption,
  SessionModes,
  SessionUsage,
  SlashCommand,
} from '../../protocol/session/session-settings.ts'
import type { PermissionAnswer, PermissionRequest } from './permission.ts'
import type { Proposal } from './proposal.ts'
import { nothingRead, type MessageReading } from './message-reading.ts'

/** What a session is doing. */
export type Turn =
  | { readonly state: 'not-asked' }
  | {
      readonly state: 'working'
      readonly sinceMs: number
      /** What the session's clock read when the turn began. */
      readonly workBegan: WorkTime
      readonly isCancelling: boolean
    }
  | {
      readonly state: 'rested'
      readonly outcome: TurnOutcome
      readonly sinceMs: number
      readonly endedAtMs: number
      /** Milliseconds that the agent worked; `waitedMs`: in which it waited for the user's answers. */
      readonly tookMs: number
      readonly waitedMs: number
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
  /** This client read or wrote a file for the agent, or did not (`error`). */
  | {
      readonly type: 'file'
      readonly access: 'read' | 'write'
      readonly path: string
      readonly error: string | null
      readonly atMs: number
    }

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
  /** Those of them that were checklists. */
  readonly checklists: number
  readonly rejected: number
  /** The last tool that was given a list of to-dos, by its own name. */
  readonly todoTool: string | null
}

/** A session that an agent works in on behalf of another one. */
export interface Subagent {
  /** The session that it works for. */
  readonly parentId: string
  readonly description: string | null
}

/** To-dos that are the list as long as the plan they came with is not turned down. */
export interface AskedTodos {
  readonly requestKey: number
  /** The list's plan with them. */
  readonly plan: Plan | null
  readonly planBefore: Plan | null
  /** The inferred plan whose place it took. */
  readonly inferredBefore: Plan | null
  readonly todosBefore: readonly Todo[]
  /** Updates of plans before them. */
  readonly updatesBefore: number
}

export interface Session {
  readonly id: string
  readonly title: string | null
  /**
   * `opening`: its past is being told. `open`: prompts can go to it. `closed`: let go. `reported`: not ours, heard of in
   * updates: a sub-agent's.
   */
  readonly phase: 'opening' | 'open' | 'closed' | 'reported'
  readonly origin: 'new' | 'loaded' | 'resumed' | 'reported'
  /** It began here, and was opened again only by agents that were started anew: nobody has worked in it unseen. */
  readonly isSeenWhole: boolean
  /** null: nobody's. */
  readonly subagent: Subagent | null
  readonly modes: SessionModes | null
  readonly configOptions: readonly ConfigOption[]
  readonly commands: readonly SlashCommand[]
  readonly usage: SessionUsage | null
  /**
   * When the agent last said anything in a turn in which it has no plan of its own yet: reasons for that wait until it is
   * quiet. null: nothing yet.
   */
  readonly heardAtMs: number | null
  /** Plans from before the session was opened again, as they were: until they change, nobody knows whether they still are so. */
  readonly carried: SessionPlans
  /** The proposal that came last; null when there was none. */
  readonly proposal: Proposal | null
  /** Those of other plans, by their plans' keys: approved before the last one came, or still waiting. */
  readonly otherProposals: ReadonlyMap<string, Proposal>
  /** Plans that are told as a part of another one: the key that each had, or would have, with the key of that one. */
  readonly joinedPlans: ReadonlyMap<string, string>
  readonly turn: Turn
  /** Runs while the agent is at work in it, over all its turns. */
  readonly clock: WorkClock
  readonly plans: SessionPlans
  /** Why prompts that wait do not go by themselves: what it was to begin with was not set, and nobody has chosen since. Raw. */
  readonly held: string | null
  /** The to-do list that the agent keeps by ids, with them; its plan is the one without an id. */
  readonly todos: readonly Todo[]
  /** The to-dos that came with a plan which the agent asks about; null where none waits for its answer. */
  readonly askedTodos: AskedTodos | null
  /** Of the running turn, or the last one. */
  readonly activity: BoundedList<Activity>
  readonly counts: SessionCounts
  readonly answered: readonly AnsweredPermission[]
  /** How far the running turn's messages are read; nothing to show. */
  readonly reading: MessageReading
  /** While its past is told anew: the session as it was before, in case that fails. */
  readonly former: Session | null
}

/** Sessions kept that are only heard of; more are not added. */
export const reportedSessionsKept = 500
/** Characters of a plan that comes in pieces: what is longer stays in its message, or is cut and reported. */
export const streamedPlanKept = 2_000_000
/** Activity lines kept a session. */
export const activityKept = 400
/** Characters kept of one message or thought; the rest of a longer one is cut from its beginning. */
export const messageKept = 20_000

export function newSession(id: string): Session {
  return {
    id,
    title: null,
    phase: 'reported',
    origin: 'reported',
    isSeenWhole: false,
    subagent: null,
    modes: null,
    configOptions: [],
    commands: [],
    usage: null,
    heardAtMs: null,
    carried: noPlans,
    proposal: null,
    otherProposals: new Map(),
    joinedPlans: new Map(),
    turn: { state: 'not-asked' },
    clock: standingClock,
    held: null,
    plans: noPlans,
    todos: [],
    askedTodos: null,
    activity: emptyList(),
    counts: {
      messages: 0,
      thoughts: 0,
      toolCalls: 0,
      planUpdates: 0,
      checklists: 0,
      rejected: 0,
      todoTool: null,
    },
    answered: [],
    reading: nothingRead,
    former: null,
  }
}

import { noSessionWork, type SessionWork } from './step-work.ts'
import { noPlans, type SessionPlans } from '../../plans/session-plans.ts'
import type { Plan } from '../../plans/plan.ts'
import type { OpenTodoCall, TodoCall } from '../../plans/todo-call.ts'
import { emptyList, type BoundedList } from '../../lib/sequences.ts'
import { stoppedClock, type WorkClock, type WorkTime } from '../../plans/steps/step-times.ts'
import type { PlanWrite } from '../../protocol/plans/plan-write.ts'
import type { Todo } from '../../protocol/plans/tool-todos.ts'
import type { Goal } from '../../protocol/session/session-event.ts'
import { noTodoTable, type TodoTable } from '../../protocol/plans/todo-sql/todo-table.ts'
import type { TurnOutcome } from './app-event.ts'
import type {
  ConfigOption,
  SessionModes,
  SessionUsage,
  SlashCommand,
} from '../../protocol/session/session-settings.ts'
import type { PermissionAnswer, PermissionRequest } from './permission.ts'
import type { UntoldMode } from './planning.ts'
import { type MessageReading, nothingRead, type Proposal } from './proposal.ts'

/** What a session is doing. */
export type Turn =
  | { readonly state: 'not-asked' }
  | {
      readonly state: 'working'
      readonly sinceMs: number
      /** The session's clock when the turn began; null: nobody tells when that was. */
      readonly workBegan: WorkTime | null
      readonly isCancelling: boolean
    }
  | {
      readonly state: 'ended'
      readonly outcome: TurnOutcome
      readonly sinceMs: number
      readonly endedAtMs: number
      /** null: nobody tells how long it took. */
      readonly took: WorkTime | null
    }

/** The agent shortened what it remembers of the session, or tried to. Raw text. */
export interface Compaction {
  readonly type: 'compaction'
  readonly id: string
  /** `in_progress`, `completed`, `failed`, `cancelled` or any other word. */
  readonly status: string
  /** What the agent still remembers; may be empty. */
  readonly summary: string
  readonly error: string
  readonly atMs: number
}

/** One thing that the agent did in a turn besides planning. Raw text. */
export type Activity = { readonly atMs: number } & (
  | {
      readonly type: 'said'
      readonly who: 'agent' | 'user' | 'thought'
      readonly text: string
      readonly messageId: string | null
    }
  | {
      readonly type: 'tool-call'
      readonly id: string
      readonly title: string
      readonly kind: string
      readonly status: string
      readonly path: string | null
    }
  | { readonly type: 'notice'; readonly text: string }
  | SessionMessage
  | Compaction
  /** This client read or wrote a file for the agent, or failed to (`error`). */
  | {
      readonly type: 'file'
      readonly access: 'read' | 'write'
      readonly path: string
      readonly error: string | null
    }
)

/** What one session said to another, in the transcript of either. Raw. */
export interface SessionMessage {
  readonly type: 'session-message'
  readonly id: string
  /** The sessions' ids; null: unknown. */
  readonly from: string | null
  readonly to: string | null
  /** The other session's name. */
  readonly name: string
  /** The session has said it; else the other one has. */
  readonly isOwn: boolean
  readonly text: string
  readonly atMs: number
}

export interface AnsweredPermission {
  readonly request: PermissionRequest
  readonly answer: PermissionAnswer
  readonly atMs: number
}

/** What a session has received: the basis for explaining why it has no plan. */
export interface SessionCounts {
  /** What the agent said to the user; neither prompts nor the messages of the wire are counted. */
  readonly messages: number
  readonly thoughts: number
  readonly toolCalls: number
  readonly planUpdates: number
  /** The plan updates that were checklists. */
  readonly checklists: number
  readonly rejected: number
  /** The name of the last tool that was given a to-do list. */
  readonly todoTool: string | null
}

const noCounts: SessionCounts = {
  messages: 0,
  thoughts: 0,
  toolCalls: 0,
  planUpdates: 0,
  checklists: 0,
  rejected: 0,
  todoTool: null,
}

/** The counts of its turn, and what is known of the whole session besides. */
export function turnCounts({ counts, countsBefore: before }: Session): SessionCounts {
  return {
    ...counts,
    messages: counts.messages - before.messages,
    toolCalls: counts.toolCalls - before.toolCalls,
    // An update that was taken back is not counted any more.
    planUpdates: Math.max(0, counts.planUpdates - before.planUpdates),
  }
}

/** When the agent began something in a session, and in which of its plans. */
export interface Begun {
  readonly atMs: number
  /** The plans that were being worked on, with the keys of their steps in progress. */
  readonly plans: readonly { readonly key: string; readonly steps: readonly number[] }[]
}

/** Marks the session of a sub-agent. */
export interface Subagent {
  /** The session that it works for. */
  readonly parentId: string
  readonly description: string | null
  /** The last state that was reported: `running`, `requires_action`, `idle` or any other word. null: none. Raw. */
  readonly state: string | null
  /** It goes on after the turn that it was begun in, if that was not cancelled: its end is told. */
  readonly outlastsTurn: boolean
  /** In the session that it works for. */
  readonly begun: Begun
  /** The last calls that it made in that session. */
  readonly calls: readonly string[]
}

/** Work that the agent began in a session, without a session of its own: a task in the background, or a sub-agent. Raw. */
export interface Task {
  readonly id: string
  readonly isSubagent: boolean
  /** It goes on after the turn that it was begun in. */
  readonly outlastsTurn: boolean
  readonly title: string | null
  readonly description: string | null
  /** `running` or any other word. */
  readonly state: string
  readonly isOver: boolean
  /** The call that ends with it; null: none is known. */
  readonly callId: string | null
  /** The last calls that it made. */
  readonly calls: readonly string[]
  readonly begun: Begun
}

/** To-dos that take effect with a proposed plan, or are proposed alone; undone if they are rejected. */
export interface ProposedTodos {
  readonly requestKey: number
  /** The list's plan: the one without an id, or the inferred one. */
  readonly planKey: string
  /** The plan of the list, with the to-dos. */
  readonly plan: Plan | null
  readonly planBefore: Plan | null
  /** The inferred plan that it replaced. */
  readonly inferredBefore: Plan | null
  readonly todosBefore: readonly Todo[]
  /** Number of plan updates before them. */
  readonly updatesBefore: number
}

/** The agent has left its planning mode without an answer, or has approved its plan itself. */
export interface WentOn {
  readonly atMs: number
  /** The plan that it approved; null: none was proposed. */
  readonly planKey: string | null
  /** The names of the modes, raw; null: it stays in its mode, or does not tell. */
  readonly left: { readonly from: string; readonly to: string } | null
}

export interface PlanningDecision {
  readonly atMs: number
  /** `approved`: to leave the mode, and go on. */
  readonly kind: 'approved' | 'refined'
  /** The plan that was there; null: none with a text. */
  readonly planKey: string | null
}

export interface Session {
  readonly id: string
  readonly title: string | null
  /**
   * `opening`: its past is being replayed. `open`: takes prompts. `closed`: closed by the user. `reported`: known
   * from updates only, such as a sub-agent's.
   */
  readonly phase: 'opening' | 'open' | 'closed' | 'reported'
  readonly origin: 'new' | 'loaded' | 'resumed' | 'reported'
  /** It began in this run and was only reopened after restarts of the agent: no other client has worked in it. */
  readonly isSeenWhole: boolean
  /** null: it is not a sub-agent's. */
  readonly subagent: Subagent | null
  readonly modes: SessionModes | null
  readonly configOptions: readonly ConfigOption[]
  readonly commands: readonly SlashCommand[]
  readonly usage: SessionUsage | null
  /**
   * When the agent last sent anything in a turn without its own plan: explanations for that wait until it is
   * quiet. null: nothing yet.
   */
  readonly lastOutputAtMs: number | null
  /** Plans from before the session was reopened: until they change, it is unknown whether they are up to date. */
  readonly carried: SessionPlans
  /** The last proposal; null: none. */
  readonly proposal: Proposal | null
  /** Proposals of other plans, by plan key: approved before the last one arrived, or still open. */
  readonly otherProposals: ReadonlyMap<string, Proposal>
  /** When somebody last agreed to something that may end planning: a plan, another mode, a form. null: never, or it has ended since. */
  readonly agreedAtMs: number | null
  /** A plan was approved in its planning mode; null: the mode is as told. */
  readonly untoldMode: UntoldMode | null
  /** What the user decided last about an agent that cannot ask, and is in a planning mode; null: nothing. */
  readonly decided: PlanningDecision | null
  /** When the agent last went on without asking; null: never. */
  readonly wentOn: WentOn | null
  /** Plans merged into another one: from the key that each had, or would have, to the key of the other one. */
  readonly mergedPlans: ReadonlyMap<string, string>
  readonly turn: Turn
  /** Runs while the agent works in it, over all its turns. */
  readonly clock: WorkClock
  /** The states of the clock in order, with the present one: when the agent worked, waited or rested. The oldest are dropped. */
  readonly clockHistory: BoundedList<WorkClock>
  /** When the agent last sent something while it was at work, exact to a few seconds; null: nothing yet. */
  readonly heardAtMs: number | null
  readonly plans: SessionPlans
  /** Its queue is paused until the user has chosen: initial settings could not be set (raw), or, null, a turn was lost with the agent. */
  readonly held: { readonly message: string | null } | null
  /** The to-do list that the agent keeps by ids; its plan is the one without an id. */
  readonly todos: readonly Todo[]
  /** The last call of the agent's to-do tool; null: none is seen. */
  readonly todoCall: TodoCall | null
  /** What calls have changed in the inferred plan that have not ended, by their ids: one that fails has changed nothing. */
  readonly openTodoCalls: ReadonlyMap<string, OpenTodoCall>
  /** What the agent began in it that has no session of its own; the oldest that are over are dropped. */
  readonly tasks: readonly Task[]
  /** What the agent works towards over several turns; null: nothing that it tells. */
  readonly goal: Goal | null
  /** The to-do list that the agent keeps in a database. */
  readonly todoTable: TodoTable
  /** What calls write to the agent's own plans, by their ids, until they end; null: it has ended. */
  readonly planWrites: ReadonlyMap<string, PlanWrite | null>
  /** The to-dos that came with a proposed plan; null: none is open. */
  readonly proposedTodos: ProposedTodos | null
  /** Of the current or last turn. */
  readonly activity: BoundedList<Activity>
  /** Of the turns before it, the oldest first; those that are not kept any more are counted. */
  readonly earlier: BoundedList<BoundedList<Activity>>
  readonly counts: SessionCounts
  /** What it did in its steps, over all its turns. */
  readonly work: SessionWork
  /** The counts when its turn began. */
  readonly countsBefore: SessionCounts
  readonly answered: readonly AnsweredPermission[]
  /** The parser state for the turn's messages; nothing to show. */
  readonly reading: MessageReading
  /** The session as it was before its past was replayed, to restore if that fails. */
  readonly former: Session | null
}

/** The parts of a session that an update of a plan changes. */
export type PlanParts = Pick<Session, 'plans' | 'mergedPlans' | 'counts' | 'reading'>

/** The session with other plans. Field by field: nearly all updates of plans come this way, and Node 20 takes 1 µs to spread a session. */
export function withPlanParts(session: Session, { plans, mergedPlans, counts, reading }: PlanParts): Session {
  return {
    id: session.id,
    title: session.title,
    phase: session.phase,
    origin: session.origin,
    isSeenWhole: session.isSeenWhole,
    subagent: session.subagent,
    modes: session.modes,
    configOptions: session.configOptions,
    commands: session.commands,
    usage: session.usage,
    lastOutputAtMs: session.lastOutputAtMs,
    carried: session.carried,
    proposal: session.proposal,
    otherProposals: session.otherProposals,
    agreedAtMs: session.agreedAtMs,
    untoldMode: session.untoldMode,
    decided: session.decided,
    wentOn: session.wentOn,
    mergedPlans,
    turn: session.turn,
    clock: session.clock,
    clockHistory: session.clockHistory,
    heardAtMs: session.heardAtMs,
    plans,
    held: session.held,
    todos: session.todos,
    todoCall: session.todoCall,
    openTodoCalls: session.openTodoCalls,
    tasks: session.tasks,
    goal: session.goal,
    todoTable: session.todoTable,
    planWrites: session.planWrites,
    proposedTodos: session.proposedTodos,
    activity: session.activity,
    earlier: session.earlier,
    counts,
    work: session.work,
    countsBefore: session.countsBefore,
    answered: session.answered,
    reading,
    former: session.former,
  }
}

/** Limit for sessions known from updates only. */
export const maxReportedSessions = 500
/** Characters of a streamed plan: a longer one stays in its message, or is cut and reported. */
export const maxStreamedPlanLength = 2_000_000
/** Changes of a session's clock that are kept. */
export const maxClockHistory = 1000
/** Tasks kept per session. */
export const maxTasks = 100
/** Activity lines kept per session. */
export const maxActivity = 400
/** Activity lines and characters kept of the turns before the current one. */
export const maxEarlier = { lines: 2000, characters: 1_000_000 } as const
/** Characters kept of one message or thought; a longer one loses its beginning. */
export const maxMessageLength = 20_000

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
    lastOutputAtMs: null,
    carried: noPlans,
    proposal: null,
    otherProposals: new Map(),
    agreedAtMs: null,
    untoldMode: null,
    decided: null,
    wentOn: null,
    mergedPlans: new Map(),
    turn: { state: 'not-asked' },
    clock: stoppedClock,
    clockHistory: emptyList(),
    heardAtMs: null,
    held: null,
    plans: noPlans,
    todos: [],
    todoCall: null,
    openTodoCalls: new Map(),
    tasks: [],
    goal: null,
    todoTable: noTodoTable,
    planWrites: new Map(),
    proposedTodos: null,
    activity: emptyList(),
    earlier: emptyList(),
    counts: noCounts,
    work: noSessionWork,
    countsBefore: noCounts,
    answered: [],
    reading: nothingRead,
    former: null,
  }
}

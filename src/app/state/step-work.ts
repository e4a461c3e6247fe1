import type { LineCounts } from '../../protocol/session/call-evidence.ts'
import { memoWeak } from '../../lib/memo.ts'

/** What an agent did between the beginnings and the ends of its steps, as its tool calls tell it. */
export interface SessionWork {
  /** The calls by their keys, in the order in which they began; the oldest are dropped. */
  readonly calls: ReadonlyMap<string, WorkCall>
  /** How many calls have begun. */
  readonly begun: number
  /** How many of them are work. */
  readonly counted: number
  /** Of these, how many the agent itself has made. */
  readonly own: number
  /** When a plan last changed, or a turn began: how many calls of its own there were, and the session's working time, in milliseconds. */
  readonly planChange: { readonly own: number; readonly workedMs: number }
  /** By the keys of their plans: steps that a later update did not list any more; at most `maxGoneSteps` of a plan. */
  readonly gone: ReadonlyMap<string, readonly GoneStep[]>
  /** By their ids: the last ones that calls have shown, or that have ended. */
  readonly terminals: ReadonlyMap<string, WorkTerminal>
  /** By `stepRef`, `outsidePlan` and `withoutPlan`. */
  readonly steps: ReadonlyMap<string, StepWork>
}

export interface WorkTerminal {
  /** The key of the call; null: none has shown it. */
  readonly callKey: string | null
  /** Raw; null: not told. */
  readonly command: string | null
  /** The status that its command ended with; null: not told. */
  readonly exit: number | null
}

/** A step that is not listed any more. */
export interface GoneStep {
  readonly key: number
  /** Raw. */
  readonly content: string
  /** It was over when it was last listed. */
  readonly wasOver: boolean
}

/** A tool call, from when it began until all is known of it. It stays one call, however often it is updated. Raw. */
export interface WorkCall {
  /** Counts the calls of its session, from 0. */
  readonly number: number
  /** When it began; null: nobody tells. */
  readonly atMs: number | null
  /** When it was first told that it has ended; null: nobody has told. */
  readonly endedAtMs: number | null
  /** The agent's frame (line) that it began with, counted from 1 in the run; null: it came otherwise. */
  readonly frame: number | null
  readonly kind: string
  readonly title: string
  /** As the agent told it; `rejectedStatus` in place of `failed`. */
  readonly status: string
  /** null: it runs none, or does not tell it. */
  readonly command: string | null
  /** The status that its command ended with; null: not told. */
  readonly exit: number | null
  readonly paths: readonly string[]
  readonly changes: readonly FileChange[]
  /** It reads or keeps the agent's own plan or list, which is no work. */
  readonly isAboutPlan: boolean
  /** A sub-agent has made it. */
  readonly isChilds: boolean
  /** The steps that were in progress when it began, or `outsidePlan` or `withoutPlan` alone. Never empty. */
  readonly steps: readonly string[]
}

/** How many lines of a file a call has added and removed; null: its texts are too long to be compared. */
export interface FileChange {
  readonly path: string
  readonly lines: LineCounts | null
}

/** The work of one step. What several steps share is counted in each of them. */
export interface StepWork {
  readonly calls: number
  /** Of them, those that other steps have, too. */
  readonly shared: number
  /** Of them, those of sub-agents. */
  readonly childs: number
  readonly kinds: ReadonlyMap<string, number>
  readonly failed: number
  /** Calls that the user did not allow: they are counted here and in `calls` alone. */
  readonly rejected: number
  readonly commands: number
  readonly failedCommands: number
  /** Commands that have ended, and nobody tells how. */
  readonly untoldExits: number
  readonly files: ReadonlyMap<string, FileWork>
  /** Files beyond `maxFiles`. */
  readonly moreFiles: number
  /** The number of the last call that has failed, and of the last that has not; -1: there is none. */
  readonly lastFailure: number
  readonly lastSuccess: number
  /** The agent has said something while it was in progress. */
  readonly hasMessage: boolean
  /** What it had said last when the step was over, its beginning; null: nothing. Raw. */
  readonly lastMessage: string | null
  /** What the agent has asked, other than about plans: the last `maxStepQuestions`. */
  readonly questions: readonly WorkQuestion[]
}

/** A question that was asked while a step was in progress. Raw. */
export interface WorkQuestion {
  readonly asked: string
  /** The chosen option, or how it ended without one. */
  readonly answer: string
}

/** What was done with a file. */
export interface FileWork {
  readonly reads: number
  readonly changes: number
  /** Lines of the changes that were told. */
  readonly added: number
  readonly removed: number
  /** Changes whose lines were not told. */
  readonly untold: number
}

/** Calls that are kept for each session. */
export const maxWorkCalls = 10_000
/** Files that are kept for each step. */
export const maxFiles = 500
/** Questions that are kept for each step. */
export const maxStepQuestions = 20
/** Terminals that are kept for each session. */
export const maxTerminals = 1000
/** Steps of one session whose work is kept. */
export const maxWorkSteps = 20_000

/** Steps of a plan that are kept after they are gone. */
export const maxGoneSteps = 1000

export const noSessionWork: SessionWork = {
  calls: new Map(),
  begun: 0,
  counted: 0,
  own: 0,
  planChange: { own: 0, workedMs: 0 },
  gone: new Map(),
  terminals: new Map(),
  steps: new Map(),
}

export const noStepWork: StepWork = {
  calls: 0,
  shared: 0,
  childs: 0,
  kinds: new Map(),
  failed: 0,
  rejected: 0,
  commands: 0,
  failedCommands: 0,
  untoldExits: 0,
  files: new Map(),
  moreFiles: 0,
  lastFailure: -1,
  lastSuccess: -1,
  hasMessage: false,
  lastMessage: null,
  questions: [],
}

/** Where the work is that was done while a plan was unfinished and no step in progress. No step has this name. */
export const outsidePlan = 'outside'
/** Where the work is that was done while there was no unfinished plan. No step has this name. */
export const withoutPlan = 'without'

/** The name of a step among all steps of its session. */
export function stepRef(planKey: string, stepKey: number): string {
  return `${planKey}\n${stepKey}`
}

/** The work of a step; nothing for one that has none. */
export function workOf({ work }: { readonly work: SessionWork }, ref: string): StepWork {
  return work.steps.get(ref) ?? noStepWork
}

/** Steps in progress at once in which a call is listed; it is counted in all. */
const listedSteps = 50

/** The calls that are kept and are work, by the steps that they count for; kept for each state of the calls. */
export const callsByStep = memoWeak(
  (calls: SessionWork['calls']): ReadonlyMap<string, readonly WorkCall[]> => {
    const found = new Map<string, WorkCall[]>()
    for (const call of calls.values()) {
      if (call.isAboutPlan) continue
      for (const ref of call.steps.slice(0, listedSteps)) {
        const known = found.get(ref)
        if (known === undefined) found.set(ref, [call])
        else known.push(call)
      }
    }
    return found
  },
)

/** How a call ended. `cancelled`: so version 2 tells it. `untold`: it ran a command, and nobody tells how that ended. */
export type CallOutcome = 'open' | 'failed' | 'rejected' | 'cancelled' | 'done' | 'untold'

/** The status of a call that its permission was refused for, and that was not done. */
export const rejectedStatus = 'rejected'

/** `completed` says of a command only that it ran: some agents say it whatever its status is. */
export function outcomeOf(call: Pick<WorkCall, 'status' | 'kind' | 'command' | 'exit'>): CallOutcome {
  if (call.status === 'failed' || call.status === rejectedStatus || call.status === 'cancelled')
    return call.status
  if (call.exit !== null && isCommand(call)) return call.exit === 0 ? 'done' : 'failed'
  if (call.status !== 'completed') return 'open'
  return isCommand(call) ? 'untold' : 'done'
}

/** Whether a call runs a command: by its kind, or because it names one. */
export function isCommand({ kind, command }: Pick<WorkCall, 'kind' | 'command'>): boolean {
  return kind === 'execute' || command !== null
}

/** Kinds of calls that change the files at their locations. */
export const changingKinds: ReadonlySet<string> = new Set(['edit', 'delete', 'move'])

/** The files that a call has changed: those of its differences, else those at its locations. Raw. */
export function changedFiles({ changes, kind, paths }: WorkCall): readonly string[] {
  if (changes.length > 0) return changes.map(({ path }) => path)
  return changingKinds.has(kind) ? paths : []
}

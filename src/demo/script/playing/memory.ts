import type { JsonObject } from '../../../protocol/wire/message.ts'

/** An entry of a checklist. Statuses and priorities are any strings, since agents send any. */
export interface DemoEntry {
  readonly content: string
  /** `pending` by default. */
  readonly status?: string
  /** `medium` by default. */
  readonly priority?: string
}

/** An entry of a script's checklist. Later steps refer to it by its `key`, which is never sent. */
export interface KeyedEntry extends DemoEntry {
  readonly key: string
}

/** The content of a plan. A `file` is in the folder of the run; its URI is made when the plan is sent. */
export type PlanState<E extends DemoEntry = KeyedEntry> =
  | { readonly type: 'items'; readonly entries: readonly E[] }
  | { readonly type: 'markdown'; readonly text: string }
  | { readonly type: 'file'; readonly file: string }

/** The state of a script between two steps. */
export interface ScriptState {
  /** By `planKey`. */
  readonly plans: ReadonlyMap<string, PlanState>
  /** Texts of the written files, by their names. */
  readonly files: ReadonlyMap<string, string>
  /** Answers to forms. */
  readonly answers: JsonObject
}

/** The state of a script in a session, which lasts from turn to turn. */
export interface Memory {
  state: ScriptState
  /** The state at the beginning of each turn of the script, when it was played for the first time. */
  readonly beginnings: Map<number, ScriptState>
  /** Counts tool calls and pages without an id of their own. */
  calls: number
}

export function newMemory(): Memory {
  return {
    state: { plans: new Map(), files: new Map(), answers: {} },
    beginnings: new Map(),
    calls: 0,
  }
}

import type { KeyedEntry } from './keyed-entry.ts'
import type { JsonObject } from '../../protocol/wire/message.ts'

/** A plan of a script as it stands. */
export type PlanNow =
  | { readonly type: 'items'; readonly entries: readonly KeyedEntry[] }
  | { readonly type: 'markdown'; readonly text: string }
  | { readonly type: 'file'; readonly file: string }

/** How things stand at one point of a script. */
export interface ScriptState {
  /** By their names in the script, or what `planKey` makes of them. */
  readonly plans: ReadonlyMap<string, PlanNow>
  /** Texts of the files that were written, by their names. */
  readonly files: ReadonlyMap<string, string>
  /** What was filled into forms. */
  readonly answers: JsonObject
}

/** What a session remembers from turn to turn, for scenarios that are scripts. */
export interface Memory {
  now: ScriptState
  /** How things stood when each turn of the script was played for the first time. */
  readonly beginnings: Map<number, ScriptState>
  /** Tool calls and pages that got a number for an id. */
  calls: number
}

export function newMemory(): Memory {
  return {
    now: { plans: new Map(), files: new Map(), answers: {} },
    beginnings: new Map(),
    calls: 0,
  }
}

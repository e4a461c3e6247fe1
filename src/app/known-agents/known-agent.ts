import { writeJson } from '../../lib/json/write-json.ts'

/**
 * What is known of an agent that people use: how it is recognised, and what it does with its plans. The registry is
 * known-agents.ts; nothing else lists agents.
 */
export interface KnownAgent {
  /** Names it in recordings and in JSON; never changes. */
  readonly id: string
  /** What to call it in a sentence. */
  readonly name: string
  /** Its packages on npm. */
  readonly packages: readonly string[]
  /** Its programs, without a folder and an ending. */
  readonly programs: readonly KnownProgram[]
  /** `agentInfo.name` in its answer to `initialize`; compared whole, without regard to case. */
  readonly infoNames: readonly string[]
  /** `agentInfo.title`, for versions that name themselves otherwise; only where no other agent has that title. */
  readonly infoTitles: readonly string[]
  readonly plans: PlanHabit
  /** What a session's past tells of its plans when the session is loaded; `unknown` where nobody has looked. */
  readonly retells: 'all' | 'documents' | 'nothing' | 'unknown'
  /** Where the facts of this entry were found, or measured, with the version. */
  readonly sources: readonly string[]
}

export interface KnownProgram {
  readonly name: string
  /** The words that must follow, options aside: some programs are agents only with a subcommand. */
  readonly subcommand?: readonly string[]
}

/** What an agent does with its plans. */
export type PlanHabit =
  /** It sends them, whatever is set. */
  | { readonly type: 'sent' }
  /** It sends none to any client, and nothing switches them on. `instead`: a sentence on what it does with its list. */
  | { readonly type: 'never'; readonly instead: string }
  /** It sends them when a variable of its environment says so; without it the model has no tool for plans. */
  | { readonly type: 'switched'; readonly by: PlanSwitch }

/** A variable of an agent's environment that switches its plans on. */
export type PlanSwitch =
  | {
      readonly form: 'flag'
      readonly variable: string
      readonly value: string
      /** The version since which plans are off without it. */
      readonly since: string
    }
  /** The variable holds an object of settings in JSON, in which `path` must be true. */
  | {
      readonly form: 'json'
      readonly variable: string
      readonly path: readonly string[]
      readonly since: string
    }

/** What the variable must hold where nothing else is in it. */
export function switchValue(by: PlanSwitch): string {
  switch (by.form) {
    case 'flag':
      return by.value
    case 'json':
      return writeJson(by.path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), true))
  }
}

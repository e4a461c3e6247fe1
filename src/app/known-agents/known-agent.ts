import { writeJson } from '../../lib/json/write-json.ts'
import type { JsonObject } from '../../protocol/wire/message.ts'

/**
 * Facts about a widespread agent: how to recognise it, and what it does with its plans. An object in `tested-agents.ts` or
 * `other-agents.ts`.
 */
export interface KnownAgent {
  /** Its id in recordings and in JSON; never changes. */
  readonly id: string
  /** Its name in a sentence. */
  readonly name: string
  /** Its npm packages; absent: none. */
  readonly packages?: readonly string[]
  readonly programs: readonly AgentProgram[]
  /** The program that its users know, which does not speak ACP: the first package does in its place. Absent: none. */
  readonly cli?: string
  /** `agentInfo.name` in its answer to `initialize`; compared whole, ignoring case. */
  readonly infoNames: readonly string[]
  /** `agentInfo.title`, for versions with another name; only titles that no other agent has. Absent: none. */
  readonly infoTitles?: readonly string[]
  /** Recognises the answer to `initialize` of an agent that gives no `agentInfo`. Absent: it does. Never throws. */
  readonly isAnswer?: (answer: JsonObject) => boolean
  readonly plans: PlanHabit
  /** The contents of a plan that it sends for every prompt, whatever it does. */
  readonly madeUpSteps?: readonly string[]
  /** It completes the steps in progress itself when a turn ends, whatever was done. Absent: it does not. */
  readonly closesSteps?: true
  /**
   * How it lets the user decide about a plan. `asks`: by a request, read by the general rules. `form`: by a form, and it approves its own
   * plan where the client offers no forms. `never`: it cannot ask over ACP, so the user leaves its planning mode. Absent: not tested.
   */
  readonly approvals?: 'asks' | 'form' | 'never'
  /** What it replays of its plans when a session is loaded, or of the calls that hold its whole list; absent: not tested. */
  readonly replays?: 'all' | 'documents' | 'nothing'
  /** Where the facts of this entry were found, or measured, with the version. */
  readonly sources: readonly string[]
}

/** A program of an agent. */
export interface AgentProgram {
  /** Without folder and extension. */
  readonly name: string
  /** Words that must follow, apart from options: it is an agent only with them. */
  readonly subcommand?: readonly string[]
  /** Words that make it speak ACP; it is known without them. */
  readonly acpSwitch?: readonly string[]
  /** Programs of others are called so, too. */
  readonly isCommonName?: true
}

/** The words behind a program's name with which it speaks ACP. */
export function acpWords({ subcommand, acpSwitch }: AgentProgram): readonly string[] {
  return subcommand ?? acpSwitch ?? []
}

/** What an agent does with its plans. */
export type PlanHabit =
  /** It sends them, whatever is set. */
  | { readonly type: 'sent' }
  /** Not tested, or it depends on its version. */
  | { readonly type: 'unknown' }
  /** It sends none to any client, and nothing switches them on. `instead`: a sentence on what it does with its list. */
  | { readonly type: 'never'; readonly instead: string }
  /** It sends them only where its user has set this in its own settings. `setting`: the words behind "only with". */
  | { readonly type: 'settings'; readonly setting: string }
  /** It sends them if a variable of its environment says so; without it the model has no plan tool. */
  | { readonly type: 'switched'; readonly by: PlanSwitch }

/** An environment variable that switches an agent's plans on. `since`: the version since which plans are off without it. */
export type PlanSwitch = { readonly variable: string; readonly since: string } & (
  | { readonly form: 'flag'; readonly value: string }
  /** The variable holds an object of settings in JSON, in which `path` must be true. */
  | { readonly form: 'json'; readonly path: readonly string[] }
)

/** The variable's value if nothing else is in it. */
export function switchValue(by: PlanSwitch): string {
  switch (by.form) {
    case 'flag':
      return by.value
    case 'json':
      return writeJson(by.path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), true))
  }
}

import type { JsonObject } from '../../protocol/wire/message.ts'
import type { DemoChoice, DemoCommand, DemoGroup } from '../scenario/offers.ts'
import type { DemoOption, StopReason, ToolKind } from '../scenario/scenario.ts'

/** A scenario as it is written in a file. The README describes its keys. */
export interface Script {
  /** One line for `demo --list`. */
  readonly title?: string
  /** About how long it takes. */
  readonly seconds?: number
  /** What the client sends to start it. */
  readonly prompt?: string
  /** The folder of the pretended project, which relative paths begin at. */
  readonly root?: string
  readonly settings?: readonly ScriptSetting[]
  readonly commands?: readonly DemoCommand[]
  readonly logins?: readonly ScriptLogin[]
  readonly plans?: Readonly<Record<string, ScriptPlan>>
  /** Steps that are played from more than one place. */
  readonly parts?: Readonly<Record<string, readonly ScriptStep[]>>
  /** What is played for each prompt; `turns` where that differs. */
  readonly steps?: readonly ScriptStep[]
  readonly turns?: readonly ScriptTurn[]
}

/**
 * The first turn whose `when` holds is played. If none does, the turns without a `when` are played in their order, the last one
 * repeatedly. A turn that is played again begins with the state that it had the first time.
 */
export interface ScriptTurn {
  readonly when?: ScriptCondition
  /** What the client sends to begin it. */
  readonly prompt?: string
  readonly steps: readonly ScriptStep[]
}

/** Holds when each of its keys does. */
export interface ScriptCondition {
  /** The beginning of the prompt. */
  readonly prompt?: string
  /** The session's mode when the turn began, or a list of modes. */
  readonly mode?: string | readonly string[]
  /** Answers to forms. */
  readonly answers?: Readonly<Record<string, string | number | boolean>>
}

export interface ScriptSetting {
  readonly id: string
  readonly name: string
  readonly description?: string
  readonly category?: string
  /** A text: one of the choices; a boolean: the setting is a switch. */
  readonly value: string | boolean
  readonly choices?: readonly DemoChoice[]
  readonly groups?: readonly DemoGroup[]
}

/** `seconds`: how long the login takes. */
export interface ScriptLogin {
  readonly id: string
  readonly name: string
  readonly description?: string
  readonly seconds?: number
  /** The error of a login that fails. */
  readonly failure?: string
  /** Arguments of the agent's own command, for a login in a terminal. */
  readonly args?: readonly string[]
  /** An environment variable. */
  readonly variable?: string
}

/**
 * The first content of a plan. Without `id`, a checklist is the one anonymous plan of v1, and other plans have their name as
 * id. `field`: the field of the id on the wire (`planId` by default).
 */
export type ScriptPlan = { readonly id?: string; readonly field?: 'id' | 'planId' } & (
  { readonly items: readonly ScriptEntry[] } | { readonly markdown: string } | { readonly file: string }
)

/** An entry of a checklist. Steps refer to it by its `key`, which is its number by default. */
export type ScriptEntry = string | ScriptEntryFields
export interface ScriptEntryFields {
  readonly key?: string
  readonly content: string
  readonly status?: string
  readonly priority?: string
}

/** A change of a plan: of a checklist up to `drop`, of a markdown plan from `text` on. */
export interface PlanChange {
  /** The id on the wire, where one definition is used for several plans. */
  readonly id?: string
  /** By keys of entries: the new status, or several fields. */
  readonly change?: Readonly<Record<string, string | Partial<Omit<ScriptEntryFields, 'key'>>>>
  readonly add?: readonly ScriptEntry[]
  /** The key of the entry before which new ones are inserted; absent: at the end. */
  readonly before?: string
  readonly drop?: readonly string[]
  readonly text?: string
  readonly append?: string
  /** How many more task boxes are checked, from the top. */
  readonly tick?: number
}

type TextChange = Pick<PlanChange, 'text' | 'append' | 'tick'>

/** The steps, by the key that names their kind. */
export interface ScriptSteps {
  readonly wait: { readonly wait: number }
  readonly title: { readonly title: string }
  readonly say: { readonly say: string }
  readonly think: { readonly think: string }
  readonly caption: { readonly caption: string }
  /** Changes the plan and sends it, in pieces where it is streamed. */
  readonly plan: { readonly plan: string; readonly stream?: ScriptStream } & PlanChange
  /** Changes the plan without sending it. */
  readonly prepare: { readonly prepare: string } & PlanChange
  readonly remove: { readonly remove: string; readonly id?: string }
  readonly tool: {
    readonly tool: string
    readonly id?: string
    readonly kind?: ToolKind
    readonly path?: string
    readonly input?: JsonObject
    readonly output?: string
    readonly status?: 'completed' | 'failed'
    /** How long it runs, or what is played meanwhile. */
    readonly seconds?: number
    readonly during?: readonly ScriptStep[]
  }
  readonly ask: {
    readonly ask: string
    readonly id?: string
    readonly kind?: ToolKind
    readonly path?: string
    readonly input?: JsonObject
    readonly text?: string
    readonly options: readonly ScriptOption[]
  }
  /** A permission request that asks whether to carry out the plan with this text. */
  readonly propose: {
    readonly propose: string
    readonly title?: string
    readonly id?: string
    readonly options: readonly ScriptOption[]
  }
  readonly form: {
    readonly form: string
    readonly schema: JsonObject
    readonly accepted?: readonly ScriptStep[]
    readonly declined?: readonly ScriptStep[]
  }
  readonly page: {
    readonly page: string
    readonly url: string
    readonly id?: string
    /** The time until `elicitation/complete`. */
    readonly seconds?: number
    readonly accepted?: readonly ScriptStep[]
    readonly declined?: readonly ScriptStep[]
  }
  /** A request that is not part of ACP. */
  readonly request: {
    readonly request: string
    readonly params: JsonObject
    /** What is played for each `outcome` of the client's answer. */
    readonly outcomes?: Readonly<Record<string, readonly ScriptStep[]>>
    /** For any other answer, and for an error. */
    readonly otherwise?: readonly ScriptStep[]
    /** The field of the answer with the user's text, which is kept as an answer of that name. */
    readonly words?: string
  }
  /** Sets answers, as if a form had been filled in. */
  readonly answers: { readonly answers: Readonly<Record<string, string | number | boolean>> }
  readonly set: { readonly set: Readonly<Record<string, string | boolean>> }
  readonly usage: { readonly usage: number; readonly size: number; readonly cost?: number }
  readonly notice: {
    readonly notice: string
    readonly severity?: 'info' | 'warning' | 'error'
    readonly description?: string
  }
  readonly subagent: {
    readonly subagent: string
    readonly title?: string
    readonly description?: string
    readonly state?: 'running' | 'idle'
  }
  /** Played in the sub-agent's session. */
  readonly as: { readonly as: string; readonly do: readonly ScriptStep[] }
  readonly write: { readonly write: string } & TextChange
  readonly replace: { readonly replace: string } & TextChange
  readonly delete: { readonly delete: string }
  readonly stderr: { readonly stderr: string }
  /** A `session/update` that is sent as it is. */
  readonly raw: { readonly raw: unknown }
  /** A message that is sent as it is. */
  readonly frame: { readonly frame: JsonObject }
  /** A line that is sent as it is, JSON or not. */
  readonly line: { readonly line: string }
  readonly play: { readonly play: string; readonly with?: Readonly<Record<string, ScriptValue>> }
  /** Plays the steps for each value of a list, of a list that another `for` or `with` has set, or of the numbers 1 to N. */
  readonly for: {
    readonly for: Readonly<Record<string, readonly ScriptValue[] | string | number>>
    readonly do: readonly ScriptStep[]
  }
  /** A short plan made of the sentences of a text, and worked through. */
  readonly reply: { readonly reply: string }
  readonly stop: { readonly stop: StopReason }
  readonly exit: { readonly exit: number }
}

export type ScriptValue = string | number | readonly (string | number)[]

export interface ScriptStream {
  /** Characters per update. */
  readonly characters: number
  /** Seconds between updates. */
  readonly every: number
}

export type StepKind = keyof ScriptSteps
export type StepOf<K extends StepKind> = ScriptSteps[K] & { readonly when?: ScriptCondition }
export type ScriptStep = { [K in StepKind]: StepOf<K> }[StepKind]

export interface ScriptOption {
  readonly id: string
  readonly name: string
  readonly kind: DemoOption['kind']
  readonly steps?: readonly ScriptStep[]
}

/** The kinds of steps. */
export const stepKinds = Object.keys({
  wait: 0,
  title: 0,
  say: 0,
  think: 0,
  caption: 0,
  plan: 0,
  prepare: 0,
  remove: 0,
  tool: 0,
  ask: 0,
  propose: 0,
  form: 0,
  page: 0,
  request: 0,
  answers: 0,
  set: 0,
  usage: 0,
  notice: 0,
  subagent: 0,
  as: 0,
  write: 0,
  replace: 0,
  delete: 0,
  stderr: 0,
  raw: 0,
  frame: 0,
  line: 0,
  play: 0,
  for: 0,
  reply: 0,
  stop: 0,
  exit: 0,
} satisfies Record<StepKind, 0>) as readonly StepKind[]

/** The kind of a step: the one key that names a kind. `title` does so only where no other key does. */
export function stepKindOf(step: object): StepKind | null {
  const [kind = null] = stepKindsOf(step)
  return kind
}

/** All kinds that the keys of a step name; a valid step has one. */
export function stepKindsOf(step: object): readonly StepKind[] {
  const kinds = stepKinds.filter((kind) => Object.hasOwn(step, kind))
  const certain = kinds.filter((kind) => kind !== 'title')
  return certain.length > 0 ? certain : kinds
}

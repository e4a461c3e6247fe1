import type { JsonObject } from '../../protocol/wire/message.ts'
import type { DemoChoice, DemoCommand, DemoGroup } from '../scenario/offers.ts'
import type { DemoOption, StopReason, ToolKind } from '../scenario/scenario.ts'

/** A scenario as it stands in a file. The README says what each key means. */
export interface Script {
  /** One line about it. */
  readonly title?: string
  /** About how long it plays. */
  readonly seconds?: number
  /** What the client sends to start it. */
  readonly prompt?: string
  /** Where the pretended project lies: paths that are not absolute begin there. */
  readonly root?: string
  readonly settings?: readonly ScriptSetting[]
  readonly commands?: readonly DemoCommand[]
  readonly logins?: readonly ScriptLogin[]
  readonly plans?: Readonly<Record<string, ScriptPlan>>
  /** Steps that are played from more than one place. */
  readonly parts?: Readonly<Record<string, readonly ScriptStep[]>>
  /** What is played for each prompt; `turns` where prompts differ. */
  readonly steps?: readonly ScriptStep[]
  readonly turns?: readonly ScriptTurn[]
}

/**
 * The first turn whose `when` holds is played; where none does, those without one are played in their order, the last one
 * again and again. A turn that is played again begins with the plans as it found them the first time.
 */
export interface ScriptTurn {
  readonly when?: ScriptCondition
  /** What the client sends to begin it. */
  readonly prompt?: string
  readonly steps: readonly ScriptStep[]
}

/** Holds when all that it names does. */
export interface ScriptCondition {
  /** How the prompt begins. */
  readonly prompt?: string
  /** The mode that the session was in when the turn began; one of several. */
  readonly mode?: string | readonly string[]
  /** What was filled into forms. */
  readonly answers?: Readonly<Record<string, string | number | boolean>>
}

export interface ScriptSetting {
  readonly id: string
  readonly name: string
  readonly description?: string
  readonly category?: string
  /** A text is one of the choices; true and false are a switch. */
  readonly value: string | boolean
  readonly choices?: readonly DemoChoice[]
  readonly groups?: readonly DemoGroup[]
}

/** `seconds`: how long the agent takes for it. */
export interface ScriptLogin {
  readonly id: string
  readonly name: string
  readonly description?: string
  readonly seconds?: number
  /** Why it does not work. */
  readonly failure?: string
  /** For the agent's own command in a terminal. */
  readonly args?: readonly string[]
  /** An environment variable. */
  readonly variable?: string
}

/**
 * A plan as it is at first. Without `id`, a checklist is the one anonymous plan of v1, and the others have their name for an
 * id. `field`: where the id stands on the wire (`planId` unless it is given).
 */
export type ScriptPlan = { readonly id?: string; readonly field?: 'id' | 'planId' } & (
  { readonly items: readonly ScriptEntry[] } | { readonly markdown: string } | { readonly file: string }
)

/** An entry of a checklist; `key` is how steps call it, its number unless it is given. */
export type ScriptEntry = string | ScriptEntryFields
export interface ScriptEntryFields {
  readonly key?: string
  readonly content: string
  readonly status?: string
  readonly priority?: string
}

/** What becomes of a plan. Checklists know the first three, texts the others. */
export interface PlanChange {
  /** Which of the plans that were made like this one. */
  readonly id?: string
  /** By the entries' keys: a status, or more than that. */
  readonly change?: Readonly<Record<string, string | Partial<Omit<ScriptEntryFields, 'key'>>>>
  readonly add?: readonly ScriptEntry[]
  /** The key of the entry that the new ones stand before; at the end where it is absent. */
  readonly before?: string
  readonly drop?: readonly string[]
  readonly text?: string
  readonly append?: string
  /** How many more boxes are ticked, from the top. */
  readonly tick?: number
}

type TextChange = Pick<PlanChange, 'text' | 'append' | 'tick'>

/** A step by its first key. */
export interface ScriptSteps {
  readonly wait: { readonly wait: number }
  readonly title: { readonly title: string }
  readonly say: { readonly say: string }
  readonly think: { readonly think: string }
  readonly caption: { readonly caption: string }
  /** Sends the plan, with what becomes of it; a text piece by piece where it is streamed. */
  readonly plan: { readonly plan: string; readonly stream?: ScriptStream } & PlanChange
  /** The same, and nothing is sent. */
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
    /** How long it runs, or what happens meanwhile. */
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
  /** Asks whether the plan of this text is to be carried out. */
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
    /** How long it takes until it has served its purpose. */
    readonly seconds?: number
    readonly accepted?: readonly ScriptStep[]
    readonly declined?: readonly ScriptStep[]
  }
  /** A request of an agent's own, which is no part of the protocol. */
  readonly request: {
    readonly request: string
    readonly params: JsonObject
    /** What is played for each outcome that the client may answer. */
    readonly outcomes?: Readonly<Record<string, readonly ScriptStep[]>>
    /** For any other answer, a refusal too. */
    readonly otherwise?: readonly ScriptStep[]
    /** The field in which words of the user come: an answer of that name. */
    readonly words?: string
  }
  /** Takes these for what was filled in. */
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
  /** In the sub-agent's session. */
  readonly as: { readonly as: string; readonly do: readonly ScriptStep[] }
  readonly write: { readonly write: string } & TextChange
  readonly replace: { readonly replace: string } & TextChange
  readonly delete: { readonly delete: string }
  readonly stderr: { readonly stderr: string }
  /** A `session/update` as it stands. */
  readonly raw: { readonly raw: unknown }
  /** A message as it stands. */
  readonly frame: { readonly frame: JsonObject }
  /** A line as it stands, JSON or not. */
  readonly line: { readonly line: string }
  readonly play: { readonly play: string; readonly with?: Readonly<Record<string, ScriptValue>> }
  /** The steps for each value of a list, of a list that another `for` or `with` has named, or of 1 to a number. */
  readonly for: {
    readonly for: Readonly<Record<string, readonly ScriptValue[] | string | number>>
    readonly do: readonly ScriptStep[]
  }
  /** A short plan made of the words of a text, and worked through. */
  readonly reply: { readonly reply: string }
  readonly stop: { readonly stop: StopReason }
  readonly exit: { readonly exit: number }
}

export type ScriptValue = string | number | readonly (string | number)[]

export interface ScriptStream {
  /** How many characters go at once. */
  readonly characters: number
  /** Seconds between them. */
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

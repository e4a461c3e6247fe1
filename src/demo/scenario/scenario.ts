import type { DemoCommand, DemoLogin, DemoSetting } from './offers.ts'
import type { JsonObject } from '../../protocol/wire/message.ts'

/**
 * The form of a plan on the wire. `a`: v1 `plan`, the one anonymous plan of a session; `b` and `b'`: `plan_update` with
 * `id` (they differ in the client's capability only); `c` and `d`: `plan_update` with `planId`, in `d` with v2's additional statuses and priorities.
 */
export type PlanDialect = 'a' | 'b' | "b'" | 'c' | 'd'

/** A plan, as a step refers to it. */
export type PlanRef =
  { readonly dialect: 'a' } | { readonly dialect: Exclude<PlanDialect, 'a'>; readonly id: string }

/** An entry of a checklist. Statuses and priorities are any strings, since agents send any. */
export interface DemoEntry {
  readonly content: string
  readonly status: string
  readonly priority: string
}

/** The content of a plan. A `file` is in the folder of the run; its URI is made when the step is played. */
export type DemoPlan =
  | { readonly type: 'items'; readonly entries: readonly DemoEntry[] }
  | { readonly type: 'markdown'; readonly content: string }
  | { readonly type: 'file'; readonly file: string }

/** The kinds of tool calls in ACP; https://agentclientprotocol.com/protocol/tool-calls */
export type ToolKind =
  'read' | 'edit' | 'delete' | 'move' | 'search' | 'execute' | 'think' | 'fetch' | 'switch_mode' | 'other'

/** An option of a permission request, and what is played when it is selected. */
export interface DemoOption {
  readonly id: string
  readonly name: string
  readonly kind: 'allow_once' | 'allow_always' | 'reject_once' | 'reject_always'
  readonly leadsTo: DemoSteps
}

/** Steps in their order. Each is computed when the one before it has been played. */
export type DemoSteps = Iterable<DemoStep>

/** A permission request. */
export interface DemoQuestion {
  readonly toolCallId: string
  readonly title: string
  readonly kind: ToolKind
  /** Markdown in the content of the tool call. */
  readonly text: string
  readonly path?: string
  readonly rawInput?: JsonObject
  readonly options: readonly DemoOption[]
}

/** An `elicitation/create`, and what is played for each answer. Where the client does not support it, it counts as refused. */
export type DemoElicitation = {
  readonly message: string
  readonly refused: DemoSteps
} & (
  | {
      readonly mode: 'form'
      /** The `requestedSchema`. */
      readonly schema: JsonObject
      accepted(content: JsonObject): DemoSteps
    }
  | {
      readonly mode: 'url'
      readonly elicitationId: string
      readonly url: string
      /** Played after `elicitation/complete`. */
      readonly accepted: DemoSteps
      /** How long the page takes. */
      readonly takesMs: number
    }
)

/** A request that is not part of ACP, and what is played for each outcome. */
export interface DemoRequest {
  readonly method: string
  readonly params: JsonObject
  /** By the `outcome` of the client's answer. */
  readonly outcomes: ReadonlyMap<string, DemoSteps>
  /** For any other answer, and for an error. */
  readonly otherwise: DemoSteps
  /** Called before those steps, with the other fields of the answer. */
  onAnswer(fields: JsonObject): void
}

/** One action of the demo agent, as data: the messages are made when it is played. */
export type DemoStep =
  | { readonly type: 'wait'; readonly ms: number }
  | { readonly type: 'title'; readonly title: string }
  | { readonly type: 'say'; readonly text: string }
  | { readonly type: 'think'; readonly text: string }
  | {
      readonly type: 'tool-start'
      readonly toolCallId: string
      readonly title: string
      readonly kind: ToolKind
      readonly path?: string
      readonly rawInput?: JsonObject
    }
  | {
      readonly type: 'tool-finish'
      readonly toolCallId: string
      readonly status: 'completed' | 'failed'
      readonly output?: string
    }
  | { readonly type: 'plan'; readonly plan: PlanRef; readonly body: DemoPlan }
  | { readonly type: 'plan-removed'; readonly plan: Exclude<PlanRef, { dialect: 'a' }> }
  /** A `session/update` that is sent as it is, for what the other steps cannot send. */
  | { readonly type: 'raw-update'; readonly update: unknown }
  /** A permission request. An answer with an unknown option plays the last option, which should be a refusal. */
  | { readonly type: 'ask'; readonly question: DemoQuestion }
  | { readonly type: 'elicit'; readonly elicitation: DemoElicitation }
  | { readonly type: 'request'; readonly request: DemoRequest }
  /** The agent changes a setting of the session by itself. */
  | { readonly type: 'setting'; readonly id: string; readonly value: string | boolean }
  /** `cost` in US dollars. */
  | { readonly type: 'usage'; readonly used: number; readonly size: number; readonly cost?: number }
  | {
      readonly type: 'notice'
      readonly severity: 'info' | 'warning' | 'error'
      readonly title: string
      readonly description?: string
    }
  /** A `subagent_update`, for clients that support it. Other steps refer to the sub-agent by its `name`. */
  | {
      readonly type: 'subagent'
      readonly name: string
      readonly title?: string
      readonly description?: string
      readonly state?: 'running' | 'idle'
    }
  /** Played in the sub-agent's own session. */
  | { readonly type: 'as-subagent'; readonly name: string; readonly steps: DemoSteps }
  /** A message of the user in a history. */
  | { readonly type: 'user-said'; readonly text: string }
  | { readonly type: 'write-file'; readonly file: string; readonly text: string }
  /** Written beside the file and renamed over it, as editors do. */
  | { readonly type: 'replace-file'; readonly file: string; readonly text: string }
  | { readonly type: 'delete-file'; readonly file: string }
  | { readonly type: 'stderr'; readonly text: string }
  /** A comment for the audience, which is not part of the agent's message. */
  | { readonly type: 'caption'; readonly text: string }
  /** A line on stdout, JSON or not; `{{session}}` in it is replaced by the session's id. */
  | { readonly type: 'line'; readonly text: string }
  /** The turn ends before its last step. */
  | { readonly type: 'stop'; readonly stopReason: StopReason }
  /** The process ends in the middle of the turn. */
  | { readonly type: 'fail'; readonly status: number }

/** A turn that a scenario plays. */
export interface DemoTurn {
  /** 1 for the first prompt of a session. */
  readonly number: number
  readonly text: string
  /** The mode that the session is in; null where the agent has none. */
  readonly mode: string | null
  /** Of the turn's session. */
  readonly memory: Memory
}

/** Settings, commands and logins of the agent. */
export interface DemoOffers {
  readonly settings?: readonly DemoSetting[]
  readonly commands?: readonly DemoCommand[]
  /** If there are any, one of them is required before the first session. */
  readonly logins?: readonly DemoLogin[]
}

/** Why a turn ended. https://agentclientprotocol.com/protocol/prompt-turn#stop-reasons */
export type StopReason = 'end_turn' | 'max_tokens' | 'max_turn_requests' | 'refusal' | 'cancelled'

/** How a turn ends that is not cancelled. */
export type DemoEnd =
  | { readonly type: 'turn'; readonly stopReason: StopReason }
  | { readonly type: 'exit'; readonly status: number }

/** What the demo agent plays. Its steps are computed when they are played. */
export interface DemoScenario {
  readonly name: string
  /** One line for `demo --list`. */
  readonly title: string
  /** About how long it takes at speed 1, if requests are answered at once. */
  readonly seconds: number
  /** The prompts that the client sends by default, one after the other. */
  readonly prompts: readonly string[]
  readonly end: DemoEnd
  /** The agent lists (invented) sessions of earlier days. */
  readonly hasPast: boolean
  readonly offers?: DemoOffers
  steps(turn: DemoTurn): DemoSteps
}

/** The end of a turn that is finished. */
export const endsItsTurn: DemoEnd = { type: 'turn', stopReason: 'end_turn' }

/** An entry of a scenario. Later steps refer to it by its `key`, which is never sent. */
export interface KeyedEntry {
  readonly key: string
  readonly content: string
  /** `pending` by default. */
  readonly status?: string
  /** `medium` by default. */
  readonly priority?: string
}

/** A change of an entry: its new status, or several fields. */
export type EntryChange = string | Partial<Omit<KeyedEntry, 'key'>>

/** The current content of a script's plan. */
export type PlanState =
  | { readonly type: 'items'; readonly entries: readonly KeyedEntry[] }
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

/** The state of a scripted scenario in a session, which lasts from turn to turn. */
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

import type { JsonObject } from '../../protocol/wire/message.ts'
import type { Memory } from './memory.ts'
import type { DemoCommand, DemoLogin, DemoSetting } from './offers.ts'

/**
 * How a plan is put on the wire. `a`: v1 `plan`, the one anonymous plan of a session; `b` and `b'`: `plan_update` named by
 * `id` (they differ in the client's capability only); `c` and `d`: named by `planId`, in `d` with v2's wider words.
 */
export type PlanDialect = 'a' | 'b' | "b'" | 'c' | 'd'

/** Which plan a step is about. */
export type PlanRef =
  { readonly dialect: 'a' } | { readonly dialect: Exclude<PlanDialect, 'a'>; readonly id: string }

/** One row of a checklist. Statuses and priorities are any string, since agents send any. */
export interface DemoEntry {
  readonly content: string
  readonly status: string
  readonly priority: string
}

/** What a plan says. A `file` is named inside the run's own folder; its URI is made when the step is played. */
export type DemoPlan =
  | { readonly type: 'items'; readonly entries: readonly DemoEntry[] }
  | { readonly type: 'markdown'; readonly content: string }
  | { readonly type: 'file'; readonly file: string }

/** The kinds of tool call that the protocol knows; https://agentclientprotocol.com/protocol/tool-calls */
export type ToolKind =
  'read' | 'edit' | 'delete' | 'move' | 'search' | 'execute' | 'think' | 'fetch' | 'switch_mode' | 'other'

/** One answer that a question offers, and what is played when it is chosen. */
export interface DemoOption {
  readonly id: string
  readonly name: string
  readonly kind: 'allow_once' | 'allow_always' | 'reject_once' | 'reject_always'
  readonly leadsTo: DemoSteps
}

/** What is played, in its order; each step is asked for when its turn comes. */
export type DemoSteps = Iterable<DemoStep>

/** A permission request. */
export interface DemoQuestion {
  readonly toolCallId: string
  readonly title: string
  readonly kind: ToolKind
  /** Markdown that goes with the question. */
  readonly text: string
  readonly path?: string
  readonly rawInput?: JsonObject
  readonly options: readonly DemoOption[]
}

/** An `elicitation/create`, and what is played for each answer. Where the client knows no such request it counts as refused. */
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
      /** The client is told that it is done before these. */
      readonly accepted: DemoSteps
      /** How long the page takes. */
      readonly takesMs: number
    }
)

/** A request of an agent's own, and what is played for each outcome of it. */
export interface DemoRequest {
  readonly method: string
  readonly params: JsonObject
  /** By the word that the client answers, flat or nested. */
  readonly outcomes: ReadonlyMap<string, DemoSteps>
  /** For any other answer, a refusal too. */
  readonly otherwise: DemoSteps
  /** Called before those steps, with what came beside the outcome. */
  heard(told: JsonObject): void
}

/** One thing that the demo agent does. Steps are data: what they mean on the wire is decided when they are played. */
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
  /** A `session/update` sent exactly as it stands: what no well-behaved agent sends, and what the other steps cannot say. */
  | { readonly type: 'raw-update'; readonly update: unknown }
  /** Offers choices; no answer, or one that was not offered, plays the last option, which should be a refusal. */
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
  /** What is told of a sub-agent. `name` is how other steps call it; a client that does not know sub-agents hears of none. */
  | {
      readonly type: 'subagent'
      readonly name: string
      readonly title?: string
      readonly description?: string
      readonly state?: 'running' | 'idle'
    }
  /** Played in the sub-agent's own session. */
  | { readonly type: 'as-subagent'; readonly name: string; readonly steps: DemoSteps }
  /** What a user said in a session of the past. */
  | { readonly type: 'user-said'; readonly text: string }
  | { readonly type: 'write-file'; readonly file: string; readonly text: string }
  /** Written beside the file and renamed over it, as editors do. */
  | { readonly type: 'replace-file'; readonly file: string; readonly text: string }
  | { readonly type: 'delete-file'; readonly file: string }
  | { readonly type: 'complain'; readonly text: string }
  /** What is said to who watches, beside what the agent says. */
  | { readonly type: 'caption'; readonly text: string }
  /** A line of the wire, whatever it is; `{{session}}` in it stands for the id of the session. */
  | { readonly type: 'line'; readonly text: string }
  /** The turn ends before its last step. */
  | { readonly type: 'stop'; readonly stopReason: StopReason }
  /** The process ends in the middle of the turn. */
  | { readonly type: 'fail'; readonly status: number }

/** The prompt that a scenario answers. */
export interface DemoTurn {
  /** 1 for the first prompt of a session. */
  readonly number: number
  readonly text: string
  /** The mode that the session is in; null where the agent has none. */
  readonly mode: string | null
  /** Of its session. */
  readonly memory: Memory
}

/** What the agent can do besides answering prompts and going on with sessions. */
export interface DemoOffers {
  readonly settings?: readonly DemoSetting[]
  readonly commands?: readonly DemoCommand[]
  /** One of them is wanted before the first session. */
  readonly logins?: readonly DemoLogin[]
}

/** Why a turn ended. https://agentclientprotocol.com/protocol/prompt-turn#stop-reasons */
export type StopReason = 'end_turn' | 'max_tokens' | 'max_turn_requests' | 'refusal' | 'cancelled'

/** How a turn that nobody cancels ends. */
export type DemoEnd =
  | { readonly type: 'turn'; readonly stopReason: StopReason }
  | { readonly type: 'exit'; readonly status: number }

/** A story for the demo agent to play. Making one is cheap: its steps are built when they are asked for. */
export interface DemoScenario {
  readonly name: string
  /** One line for `demo --list`. */
  readonly title: string
  /** About how long it plays at speed 1, questions answered at once. */
  readonly seconds: number
  /** What the client sends, one after the other, when it is told nothing else. */
  readonly prompts: readonly string[]
  readonly end: DemoEnd
  /** The agent remembers sessions of earlier days, which it has made up. */
  readonly hasPast: boolean
  readonly offers?: DemoOffers
  steps(turn: DemoTurn): DemoSteps
}

/** The end of every scenario that goes well. */
export const endsItsTurn: DemoEnd = { type: 'turn', stopReason: 'end_turn' }

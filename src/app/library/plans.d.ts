// What the package exports as `acp-plan-tui/plans`. This file is published as it is: semver covers what stands here, and nothing else.

/** How an update names its plan: `plan` is the one plan without an id; `id` and `planId` are fields of Plan Operations. */
export type PlanDialect = 'plan' | 'id' | 'planId'

/** What is wrong with what an agent sent. Strings may quote the agent: they are not safe for a terminal. */
export interface PlanProblem {
  /** The kind of problem, such as `bad-entry`. */
  readonly code: string
  readonly text: string
  /** The field, as in `update.plan.entries[3].status`. */
  readonly path?: string
  /** `rejected`: something is left out. `noted`: nothing is missing. */
  readonly weight: 'rejected' | 'noted'
}

export interface SentStep {
  readonly content: string
  /** `pending`, `in_progress`, `completed`, `cancelled` or any other word that was sent. */
  readonly status: string
  /** `high`, `medium`, `low`, any other word, or '' if there was none. */
  readonly priority: string
  /** The agent's own id of the step, if it sends one. */
  readonly id?: string | undefined
}

export type SentContent =
  | { readonly type: 'items'; readonly entries: readonly SentStep[] }
  | { readonly type: 'markdown'; readonly text: string }
  | { readonly type: 'file'; readonly uri: string }
  /** A type that is not known: as it came. */
  | {
      readonly type: 'opaque'
      readonly planType: string
      readonly payload: Readonly<Record<string, unknown>>
    }

export interface SentName {
  readonly dialect: PlanDialect
  /** null: the one plan without an id. */
  readonly id: string | null
}

export type PlanChange =
  /** The whole content of a plan, new or in place of what it was. */
  | {
      readonly type: 'replaced'
      readonly plan: SentName
      readonly content: SentContent
      readonly title?: string
    }
  /** A piece that is appended to a markdown plan, or begins one. */
  | { readonly type: 'grown'; readonly plan: SentName; readonly text: string; readonly title?: string }
  | { readonly type: 'removed'; readonly plan: SentName }

export interface DecodedUpdate {
  /** null: the update is not about a plan, or cannot be read. */
  readonly change: PlanChange | null
  readonly problems: readonly PlanProblem[]
}

/** A step of a checklist: the same one in every update, however it is worded, as far as that can be told. */
export interface PlanStep extends SentStep {
  /** Unique in its plan, for as long as the plan lives. */
  readonly key: number
  /** How long it was in progress, in milliseconds, without the time since `activeSinceMs`. */
  readonly activeMs: number
  /** Since when it is in progress, by the times of `apply`; null: it is not. */
  readonly activeSinceMs: number | null
  /** When it was completed or cancelled, by the times of `apply`; null: it is not, or was when it first came. */
  readonly endedAtMs: number | null
}

/** A plan after its last update. The same object until it changes. Strings are the agent's: not safe for a terminal. */
export interface PlanState {
  /** Unique in its session, and stable for the plan's life. */
  readonly key: string
  readonly name: SentName
  /** Its own title, else its first heading, else "Plan". */
  readonly title: string
  readonly type: SentContent['type']
  /** Of a checklist; of every other plan none. */
  readonly steps: readonly PlanStep[]
  /** Of a markdown plan; of every other plan null. */
  readonly markdown: string | null
  /** Of a file plan; of every other plan null. */
  readonly uri: string | null
  /** Steps of a checklist or boxes of a markdown text; `total` is without cancelled ones. null: there is nothing to count. */
  readonly progress: { readonly done: number; readonly total: number; readonly isComplete: boolean } | null
  /** Distinct contents so far, from 1. */
  readonly revision: number
  /** Updates so far, with those that repeat the content. */
  readonly updates: number
  readonly changedAtMs: number
  /** null: it was not removed. */
  readonly removedAtMs: number | null
}

export interface AppliedUpdate {
  /** '' if the update does not say. */
  readonly sessionId: string
  /** The plan that the update was about, as it is now; null: none. */
  readonly plan: PlanState | null
  readonly problems: readonly PlanProblem[]
}

/** The plans of any number of sessions. */
export interface PlanStore {
  /**
   * Takes the `params` of a `session/update`, whatever it is about; never throws. `atMs` is when it came, by any clock that does not go back.
   */
  apply(params: unknown, atMs: number): AppliedUpdate
  /** The plans of a session in the order of their first update; removed ones are marked. */
  plans(sessionId: string): readonly PlanState[]
  /** Forgets a session: its plans are kept until then. */
  forget(sessionId: string): void
}

export function createPlanStore(): PlanStore

/**
 * Reads the `update` of a `session/update` in every published dialect: `plan`, and `plan_update` and `plan_removed` with `id` or `planId`,
 * with checklists, markdown (also in pieces), files and unknown types. Keeps what is valid, reports what is not; never throws.
 * https://agentclientprotocol.com/protocol/agent-plan, https://agentclientprotocol.com/rfds/plan-operations
 */
export function decodePlanUpdate(update: unknown): DecodedUpdate

/** A rule that was broken, and where. Strings may quote the agent: they are not safe for a terminal. */
export interface LintFinding {
  /** The id of the rule, such as `status-back`: `acp-plan-tui lint --rules` lists them. */
  readonly rule: string
  /** `error`: the specification says MUST. `warning`: clients may show something wrong. `note`: worth to know. */
  readonly severity: 'error' | 'warning' | 'note'
  /** Who sent it. */
  readonly direction: 'from-agent' | 'to-agent'
  /** Counted from 1 in its direction; null: it is about no message. */
  readonly frame: number | null
  /** The line of the trace, or the place in the list, from 1; null: there is none. */
  readonly line: number | null
  /** Milliseconds since the first message; null: the trace has no times. */
  readonly atMs: number | null
  /** The field, as in `params.update.entries[3].status`; null: the whole message. */
  readonly path: string | null
  readonly seen: string
  /** What the specification says, in short, and the address of its page. */
  readonly says: string
  readonly page: string
  /** What the author of the agent, or of the client, can do. */
  readonly mend: string
}

export interface LintReport {
  /** Messages that were checked, of both directions. */
  readonly frames: number
  /** Of all findings, also those that are not listed. */
  readonly counts: { readonly error: number; readonly warning: number; readonly note: number }
  /** How many problems the program counts in a run with this exchange. */
  readonly problems: number
  /** In the order in which they were found; at most 100 of each rule. */
  readonly findings: readonly LintFinding[]
  /** Lines of the trace that were not read, or not as they stand; the first 50. */
  readonly traceProblems: readonly { readonly line: number; readonly text: string }[]
}

/** A message of an exchange, as it came or parsed, with its sender and the time in milliseconds, if it is known. */
export interface TracedMessage {
  readonly t?: number
  readonly dir: 'from-agent' | 'to-agent'
  readonly frame: unknown
}

/**
 * Checks an exchange between a client and an agent, as `acp-plan-tui lint` does: the text of a recording or of any other trace that it
 * reads, or its lines one by one, as texts or parsed. The linter and the schemas of the protocol, 450 KB, are imported by the first call.
 * Rejects with an Error where nothing is a trace, or where what gives the lines fails.
 */
export function lintTrace(
  trace:
    | string
    | Iterable<string | TracedMessage | Readonly<Record<string, unknown>>>
    | AsyncIterable<string | TracedMessage | Readonly<Record<string, unknown>>>,
): Promise<LintReport>

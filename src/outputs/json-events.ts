import type { JsonObject } from '../protocol/message.ts'
import type { InSession, JsonSessionEvent, Timed } from './json-session-events.ts'

/**
 * Version of what `--format json` writes: one object a line, each with `type` and `atMs` (milliseconds since the start).
 * It grows when a field goes or changes its meaning; new fields and new types come without notice, so readers ignore what
 * they do not know. Strings are the agent's own, with every character that could act on a terminal written as \uXXXX.
 */
export const jsonSchemaVersion = 1

/** The first line. */
export interface JsonStart extends Timed {
  readonly type: 'start'
  readonly schema: typeof jsonSchemaVersion
  readonly program: 'acp-plan-tui'
  readonly version: string
  /** ISO 8601, UTC. */
  readonly startedAt: string
  /** The agent's command, or the address of a remote agent. */
  readonly command: readonly string[]
}

/** A plan as it stands now, whole. Written whenever it differs from what was written before. */
export interface JsonPlan extends InSession {
  readonly type: 'plan'
  /** Names the plan in its session, and stays the same for its life. */
  readonly plan: string
  /** The agent's id; null for the one plan that has none. */
  readonly id: string | null
  readonly title: string
  /** What this line tells: first seen, changed since the last line about it, or back after a removal. */
  readonly change: 'new' | 'changed' | 'returned'
  /** Counts distinct contents; one that is skipped was replaced before the reader took it. */
  readonly revision: number
  /** null for plans without steps to count. Cancelled steps are not in `total`. */
  readonly progress: { readonly done: number; readonly total: number; readonly isComplete: boolean } | null
  /** It is read from the calls of a to-do tool; the agent has sent no plan of its own. */
  readonly inferred?: true
  /** The agent asks about it, in a `permission` or in a message. */
  readonly proposed?: true
  readonly content: JsonPlanContent
}

export type JsonPlanContent =
  | {
      readonly type: 'items'
      readonly entries: readonly JsonEntry[]
      /** Entries that are no longer there. */
      readonly dropped: readonly JsonDroppedEntry[]
      readonly isReordered: boolean
      /** The agent sent an empty list after one with entries. */
      readonly isCleared: boolean
    }
  | {
      readonly type: 'markdown'
      readonly text: string
      /** Lines that came and went between the first and the last that differ. */
      readonly linesAdded: number
      readonly linesRemoved: number
    }
  | { readonly type: 'file'; readonly uri: string }
  /** A type that is not known: its fields as they came. */
  | { readonly type: 'other'; readonly planType: string; readonly payload: JsonObject }

export interface JsonEntry {
  /** Names the entry in its plan: the same step keeps it, whatever is said about it. */
  readonly key: number
  readonly content: string
  readonly status: string
  readonly priority: string
  /**
   * Milliseconds that the agent worked while it was in progress, until now: not those between turns, nor those in which a
   * question waited for the user. null where nobody saw it in progress.
   */
  readonly activeMs: number | null
  readonly change: 'new' | 'changed' | null
  /** With `changed`: the fields that differ, as they were. */
  readonly was?: {
    readonly content?: string
    readonly status?: string
    readonly priority?: string
  }
}

export interface JsonDroppedEntry {
  readonly key: number
  readonly content: string
  readonly status: string
  readonly priority: string
}

export interface JsonPlanRemoved extends InSession {
  readonly type: 'plan-removed'
  readonly plan: string
  readonly id: string | null
  /** It goes on as the plan of this key: nothing was taken away. */
  readonly into?: string
  /** It was inferred, and the agent has sent a plan of its own. */
  readonly inferred?: true
  /** It stood in a message that turned out to have no plan in it. */
  readonly proposed?: true
  /** There are more plans than are kept: the agent has not removed it. When it sends it again, that is a new one. */
  readonly dropped?: true
}

/** The document that a `file` plan names was read, or cannot be. */
export interface JsonDocument extends InSession {
  readonly type: 'document'
  readonly plan: string
  readonly uri: string
  readonly state: 'shown' | 'unavailable'
  /** With `shown`. */
  readonly format?: 'markdown' | 'json' | 'source' | 'plain'
  readonly text?: string
  readonly sizeBytes?: number
  readonly isTruncated?: boolean
  /** With `unavailable`: one word for programs, a sentence for people. */
  readonly reason?: string
  readonly message?: string
}

export interface JsonPermission extends InSession {
  readonly type: 'permission'
  /** Joins the answer to its question. */
  readonly key: number
  readonly state: 'asked' | 'answered'
  readonly title: string
  readonly toolKind: string | null
  readonly detail: string
  readonly options: readonly { readonly id: string; readonly name: string; readonly kind: string }[]
  /** The plan that it asks about, by its key. */
  readonly plan?: string
  /** With `answered`: the option's id, null when it was cancelled. */
  readonly answer?: string | null
}

/** A question with a form, or a page to open. What is answered in a form is not written. */
export interface JsonElicitation extends Timed {
  readonly type: 'elicitation'
  /** null: it belongs to none. */
  readonly session: string | null
  /** Joins the answer to its question. */
  readonly key: number
  readonly state: 'asked' | 'answered'
  readonly message: string
  /** With a form: what is to be filled in. */
  readonly fields?: readonly {
    readonly name: string
    readonly title: string
    readonly type: string
    readonly isRequired: boolean
  }[]
  /** The page. */
  readonly url?: string
  readonly answer?: 'accepted' | 'declined' | 'cancelled'
}

/** The plan that an agent proposes is whole and waits, or was answered. */
export interface JsonProposal extends InSession {
  readonly type: 'proposal'
  /** Its key. */
  readonly plan: string
  readonly state: 'proposed' | 'answered'
  /** `update`: the next revision was being sent, and not asked about yet. */
  readonly from: 'request' | 'message' | 'update'
  /** With `answered`. */
  readonly outcome?: 'approved' | 'rejected' | 'refined' | 'kept' | 'cancelled'
  /** The words of the choice. */
  readonly words?: string
  readonly feedback?: string | null
}

export interface JsonTurn extends InSession {
  readonly type: 'turn'
  readonly state: 'began' | 'cancelling' | 'ended'
  /** With `began`, when a prompt began it. */
  readonly prompt?: string
  /** With `ended`: the agent's stop reason, `error`, or `lost` when the agent is gone. */
  readonly stopReason?: string
  /** With `ended`: milliseconds that the agent worked in the turn, and in which a question waited for the user. */
  readonly tookMs?: number
  readonly waitedMs?: number
  /** With the stop reason `error`. */
  readonly error?: { readonly code: number; readonly message: string }
}

/** The agent had a file read or written by this client (`--allow-fs`), or was refused that. */
export interface JsonFile extends Timed {
  readonly type: 'file'
  readonly session: string | null
  readonly access: 'read' | 'write'
  readonly path: string
  /** Why it was not done; null: it was. */
  readonly error: string | null
}

/** Something on the wire that breaks the protocol. The same one in a row is written once; `end` has the count of all. */
export interface JsonProblem extends Timed {
  readonly type: 'problem'
  readonly session: string | null
  readonly code: string
  readonly text: string
  readonly path: string | null
  /** `rejected`: what the agent said is not in the plans. `noted`: it is, all the same. */
  readonly weight: 'rejected' | 'noted'
  readonly excerpt: string | null
}

/** A line of the agent's stderr. */
export interface JsonStderr extends Timed {
  readonly type: 'stderr'
  readonly line: string
  /** Lines left out before this one, because the reader was slow. */
  readonly skipped: number
}

/** The last line. */
export interface JsonEnd extends Timed {
  readonly type: 'end'
  /** The exit status. */
  readonly status: number
  /** One word: `done`, `plans-unfinished`, `exited`, `silent`, `interrupted` … */
  readonly reason: string
  /** Why, and how to mend it; '' when all is well. */
  readonly message: string
  readonly hint: string
  /** All problems, repeats too. */
  readonly problems: number
  /** Sessions that went on from before, and of whose plans the agent has told nothing. */
  readonly unknownPlans?: readonly string[]
}

export type JsonEvent =
  | JsonStart
  | JsonSessionEvent
  | JsonPlan
  | JsonPlanRemoved
  | JsonDocument
  | JsonPermission
  | JsonElicitation
  | JsonProposal
  | JsonTurn
  | JsonFile
  | JsonProblem
  | JsonStderr
  | JsonEnd

/** The sessions of other programs that are observed. Nothing is sent to them. */
export interface Observed {
  /** What there is on this machine; null: the user has named what is shown. */
  readonly found: FoundList | null
  /** The sessions whose plans are shown; none while the list is. */
  readonly shown: readonly ShownSession[]
  /** How many were found and are not shown, since only the newest are; absent: none. */
  readonly notShown?: number
}

export interface FoundList {
  /** Those that wait for the user first, then the newest. */
  readonly sessions: readonly SurveyedSession[]
  /** The first look is not complete. */
  readonly isLooking: boolean
  /** Sessions that have not changed since then are not listed; wall clock. */
  readonly sinceMs: number
  /** Other machines that are asked; absent: none are. */
  readonly hosts?: readonly HostState[]
  /** Folders with sessions that are closed to this user; absent: none are. Raw. */
  readonly closed?: readonly string[]
  /** What can be begun besides, on the start screen; absent: nothing. */
  readonly offers?: Offers
}

export interface Offers {
  readonly all: readonly Offer[]
  /** More may come. */
  readonly isLooking: boolean
}

/** What can be begun from the start screen. Its texts are raw. */
export interface Offer {
  readonly group: 'agents' | 'recordings' | 'recent' | 'demo'
  readonly name: string
  /** What it is. */
  readonly about: string
  /** What is run; a longer text about it. */
  readonly detail: string
  /** The command of an agent, for a shell; absent: there is none. */
  readonly command?: string
  /** Wall clock; null: it has no age. */
  readonly changedAtMs: number | null
  /** The arguments of this program that begin it. */
  readonly argv: readonly string[]
}

/** Another machine whose sessions are observed. Raw. */
export interface HostState {
  readonly name: string
  /** `away`: it cannot be reached, or does not answer any more; its sessions are shown as they were. */
  readonly state: 'connecting' | 'connected' | 'away'
  /** When it was heard last, by the wall clock; null: never. */
  readonly heardAtMs: number | null
  /** Why it is away; '' if it is not. */
  readonly why: string
  /** It may be reached once the user has answered questions of ssh. */
  readonly needsUser: boolean
}

/** Names a machine in the list, where sessions have ids too. */
export function hostId({ name }: Pick<HostState, 'name'>): string {
  return `host ${name}`
}

/** A session in the list. The same object until something in it changes. */
export interface SurveyedSession {
  /** Unique in the list. */
  readonly id: string
  readonly session: FoundSession
  /** The name of its kind. */
  readonly label: string
  readonly isInferred: boolean
  /** null: it was not read yet, or is too long to be read for the list. */
  readonly summary: SessionSummary | null
}

/** Whether the list is shown, and no plans. */
export function isListShown({ found, shown }: Observed): boolean {
  return found !== null && shown.length === 0
}

/** Identifies a session among those that were found. */
export function listedId({ kind, path, id, host }: FoundSession): string {
  return `${host === undefined ? '' : `${host} `}${kind} ${path} ${id}`
}

/** A session whose plans are shown. */
export interface ShownSession {
  /** The name of its kind. */
  readonly label: string
  readonly isInferred: boolean
  readonly session: FoundSession
  readonly status: ObservedStatus
}

/**
 * So long an agent that rests is told of in a status line, and one of which only its log is known is taken to work though that does not
 * grow: the longest command that Claude Code lets run by default takes as long.
 */
export const restMs = 10 * 60_000

/** The state of an observed agent in a line. Its texts are raw, and cut. */
export interface SessionSummary {
  /** `waits`: for its user's answer. `silent`: it was at work, and has said nothing for long; nobody knows whether it still runs. */
  readonly doing: 'waits' | 'works' | 'rests' | 'silent'
  /** What it waits for, or the step that it works on; null: unknown. */
  readonly about: string | null
  /** The plan that has changed last; null: there is none. */
  readonly plan: PlanSummary | null
}

export interface PlanSummary {
  readonly title: string
  /** null: it has no steps. */
  readonly progress: { readonly done: number; readonly total: number } | null
}

/** What sessions of other programs are read from, by the name that users and other machines are told. */
export const observedKindNames = [
  'tap',
  'acpx',
  'trace',
  'claude-code',
  'codex',
  'copilot',
  'grok',
  'hydra',
] as const

export type ObservedKindName = (typeof observedKindNames)[number]

/** A session that can be observed. Its texts are raw. */
export interface FoundSession {
  /** The other machine that it is on, as the user names it; absent: this one. */
  readonly host?: string
  readonly kind: ObservedKindName
  /** The id of the session, or the name of a tap. */
  readonly id: string
  /** The id that its agent has given it, where what writes it has one of its own; absent: there is no other. */
  readonly agentSessionId?: string
  /** A file, folder or socket, absolute. */
  readonly path: string
  /** The process that writes it, where that is known. */
  readonly pid: number | null
  readonly agent: string
  /** The folder that the agent works in. */
  readonly folder: string | null
  /** The name that its user gave it. */
  readonly label: string | null
  /** Wall clock. */
  readonly changedAtMs: number
}

/**
 * `waiting`: what is observed has ended or vanished, and is taken up again when it is back; `ended`: it is not. `why` continues a sentence
 * about it. Raw.
 */
export type ObservedStatus =
  | { readonly state: 'reading-past' }
  | {
      readonly state: 'following'
      /** A process of the agent tells what it does now, and whether it waits; absent: only what it writes does. */
      readonly isTold?: true
      /** Whether a process that may write more of it runs; absent: nobody knows. */
      readonly lives?: boolean
    }
  | {
      readonly state: 'waiting' | 'ended'
      readonly why: string
      /** What was observed has ended by itself; absent: it cannot be read. */
      readonly hasEnded?: true
    }

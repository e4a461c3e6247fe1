export type Link = { readonly sinceMs: number } & (
  | { readonly state: 'starting' }
  /** The process runs; the session setup (initialize, session/new) is not complete. */
  | {
      readonly state: 'shaking-hands'
      /** When `initialize` was answered; absent: not yet. */
      readonly greetedAtMs?: number
    }
  /** The agent requires a login, before it opens a session or later; the client is interactive. */
  | {
      readonly state: 'wants-login'
      readonly methods: readonly AuthMethod[]
      /** The id of the method that is being tried. */
      readonly trying: string | null
      /** Why the last try failed; raw. */
      readonly failure: string | null
    }
  | {
      readonly state: 'open'
      /** Nothing tells whether an observed agent still runs, and nothing has come from it since then, for long. Absent: it goes on. */
      readonly silentSinceMs?: number
    }
  /** The connection to a remote agent was lost. The next attempt is at `nextAtMs`; null: it is under way. */
  | {
      readonly state: 'reconnecting'
      /** 1 for the first. */
      readonly attempt: number
      readonly nextAtMs: number | null
      readonly cause: string
    }
  | { readonly state: 'ended'; readonly end: LinkEnd }
)

/** Since when nothing has come from an observed agent that may have ended; null: it goes on, or is known to have ended. */
export function silentSince(link: Link): number | null {
  return link.state === 'open' ? (link.silentSinceMs ?? null) : null
}

/** Whether an open connection is one again after this. */
export function isBack(before: Link): boolean {
  return before.state === 'reconnecting' || silentSince(before) !== null
}

/** Why a connection ended or was never made. Strings are raw. */
export type LinkEnd =
  | { readonly kind: 'not-started'; readonly command: string; readonly cause: string }
  | { readonly kind: 'exited'; readonly code: number | null; readonly signal: string | null }
  /** No connection to a remote agent could be made, or it was lost. */
  | { readonly kind: 'unreachable' | 'disconnected'; readonly address: string; readonly cause: string }
  /** stdout was closed while the process still ran. */
  | { readonly kind: 'closed-output' }
  | {
      readonly kind: 'silent'
      readonly forMs: number
      readonly waitingFor: string
      /** The agent sent something meanwhile, but nothing of what it was waited for. */
      readonly sentOther?: true
      /** The address of a remote agent. */
      readonly address?: string
    }
  | {
      readonly kind: 'wants-authentication'
      readonly methods: readonly AuthMethod[]
      /** The agent's reason, if it says more than that a login is required. */
      readonly message?: string
    }
  /** A request of the session setup was refused; `code` is null if there was no error of the agent's. */
  | {
      readonly kind: 'refused'
      readonly method: string
      readonly code: number | null
      readonly message: string
    }
  /** An answer during the session setup was malformed. */
  | { readonly kind: 'broke-protocol'; readonly text: string }
  /** The client ended it. */
  | { readonly kind: 'closed' }

/** A way to log in. https://agentclientprotocol.com/protocol/authentication */
export interface AuthMethod {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly how:
    /** The agent does it itself on request (`authenticate`, `auth/login`). */
    | { readonly type: 'agent' }
    /** The user runs the agent's command in a terminal, with these arguments and variables added. */
    | {
        readonly type: 'terminal'
        readonly args: readonly string[]
        readonly env: Readonly<Record<string, string>>
      }
    /** The user sets variables in the agent's environment and restarts it. */
    | { readonly type: 'env_var'; readonly names: readonly string[]; readonly link: string | null }
    | { readonly type: 'other'; readonly name: string }
}

/** The agent's description of itself. Strings are raw. */
export interface AgentDescription {
  readonly name: string
  readonly title: string | null
  readonly version: string | null
  /** The ACP version; 0: the agent is known from its own log, not from messages. */
  readonly protocolVersion: number
  /** The client has advertised that it shows plans by id (`plan`, `planCapabilities`). */
  readonly knowsPlanCapability: boolean
  readonly offers: AgentOffers
}

/** What can be requested about sessions, by the capabilities of either version. */
export interface AgentOffers {
  readonly list: boolean
  /** v1's `session/load`, or v2's `session/resume` with a replay: the session's past is reported again. */
  readonly load: boolean
  /** v1's `session/resume`: the session continues, and its past is not reported. */
  readonly resume: boolean
  readonly close: boolean
  readonly delete: boolean
}

export const offersNothing: AgentOffers = {
  list: false,
  load: false,
  resume: false,
  close: false,
  delete: false,
}

/** Whether the agent did not open a past session, or could not be asked to. It would refuse again; a new session works. */
export function isPastRefused(end: LinkEnd): end is Extract<LinkEnd, { kind: 'refused' }> {
  if (end.kind !== 'refused') return false
  const { method } = end
  return method === 'session/list' || method === 'session/load' || method === 'session/resume'
}

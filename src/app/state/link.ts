/** Where the connection to the agent stands. */
export type Link =
  | { readonly state: 'starting'; readonly sinceMs: number }
  /** The process runs, and the handshake (initialize, session/new) is not through. */
  | {
      readonly state: 'shaking-hands'
      readonly sinceMs: number
      /** When `initialize` was answered; absent: it was not. */
      readonly greetedAtMs?: number
    }
  /** The agent wants a login before it opens a session, or before it goes on; a user is there to be asked. */
  | {
      readonly state: 'wants-login'
      readonly sinceMs: number
      readonly methods: readonly AuthMethod[]
      /** The method that is being tried, by its id. */
      readonly trying: string | null
      /** Why the last try failed; raw. */
      readonly failure: string | null
    }
  | { readonly state: 'open'; readonly sinceMs: number }
  /** A remote agent was lost, and is called again at `nextAtMs`, or is being called when that is null. */
  | {
      readonly state: 'reconnecting'
      readonly sinceMs: number
      /** 1 for the first. */
      readonly attempt: number
      readonly nextAtMs: number | null
      readonly cause: string
    }
  | { readonly state: 'ended'; readonly sinceMs: number; readonly end: LinkEnd }

/** Why a connection is over, or never came to be. Strings are raw. */
export type LinkEnd =
  | { readonly kind: 'not-started'; readonly command: string; readonly cause: string }
  | { readonly kind: 'exited'; readonly code: number | null; readonly signal: string | null }
  /** A remote agent that no connection could be made to. */
  | { readonly kind: 'unreachable'; readonly address: string; readonly cause: string }
  /** A connection to a remote agent that was there is gone. */
  | { readonly kind: 'disconnected'; readonly address: string; readonly cause: string }
  /** stdout was closed while the process still ran. */
  | { readonly kind: 'closed-output' }
  | {
      readonly kind: 'silent'
      readonly forMs: number
      readonly waitingFor: string
      /** Of a remote agent. */
      readonly address?: string
    }
  | {
      readonly kind: 'wants-authentication'
      readonly methods: readonly AuthMethod[]
      /** Why, in the agent's words, where they say more than that it wants one. */
      readonly message?: string
    }
  /** It answered a request on the way to the first prompt with an error; `code` is null where it could not even be asked. */
  | {
      readonly kind: 'refused'
      readonly method: string
      readonly code: number | null
      readonly message: string
    }
  /** It answered the handshake with something that makes no sense. */
  | { readonly kind: 'broke-protocol'; readonly text: string }
  /** We ended it. */
  | { readonly kind: 'closed' }

/** A way to log in. https://agentclientprotocol.com/protocol/authentication */
export interface AuthMethod {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly how:
    /** The agent does it itself when it is asked to (`authenticate`, `auth/login`). */
    | { readonly type: 'agent' }
    /** The user runs the agent's own command in a terminal, with these arguments and variables added. */
    | {
        readonly type: 'terminal'
        readonly args: readonly string[]
        readonly env: Readonly<Record<string, string>>
      }
    /** The user sets variables in the agent's environment and starts it again. */
    | { readonly type: 'env_var'; readonly names: readonly string[]; readonly link: string | null }
    | { readonly type: 'other'; readonly name: string }
}

/** What the agent said about itself. Strings are raw. */
export interface AgentDescription {
  readonly name: string
  readonly title: string | null
  readonly version: string | null
  readonly protocolVersion: number
  /** We told it that we show plans by id (`plan`, `planCapabilities`). */
  readonly knowsPlanCapability: boolean
  readonly offers: AgentOffers
}

/** What can be asked of the agent about sessions, whichever version's capabilities said so. */
export interface AgentOffers {
  readonly list: boolean
  /** v1's `session/load`, or v2's `session/resume` with a replay: the session's past is reported again. */
  readonly load: boolean
  /** v1's `session/resume`: the session goes on, and its past is not reported. */
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

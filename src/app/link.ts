/** Where the connection to the agent stands. */
export type Link =
  | { readonly state: 'starting'; readonly sinceMs: number }
  /** The process runs, and the handshake (initialize, session/new) is not through. */
  | { readonly state: 'shaking-hands'; readonly sinceMs: number }
  | { readonly state: 'open'; readonly sinceMs: number }
  | { readonly state: 'ended'; readonly sinceMs: number; readonly end: LinkEnd }

/** Why a connection is over, or never came to be. Strings are raw. */
export type LinkEnd =
  | { readonly kind: 'not-started'; readonly command: string; readonly cause: string }
  | { readonly kind: 'exited'; readonly code: number | null; readonly signal: string | null }
  /** stdout was closed while the process still ran. */
  | { readonly kind: 'closed-output' }
  | { readonly kind: 'silent'; readonly forMs: number; readonly waitingFor: string }
  | { readonly kind: 'wants-authentication'; readonly methods: readonly AuthMethod[] }
  /** It answered the handshake with an error. */
  | { readonly kind: 'refused'; readonly method: string; readonly code: number; readonly message: string }
  /** It answered the handshake with something that makes no sense. */
  | { readonly kind: 'broke-protocol'; readonly text: string }
  /** We ended it. */
  | { readonly kind: 'closed' }

export interface AuthMethod {
  readonly id: string
  readonly name: string
  readonly description: string | null
}

/** What the agent said about itself. Strings are raw. */
export interface AgentDescription {
  readonly name: string
  readonly title: string | null
  readonly version: string | null
  readonly protocolVersion: number
  /** We told it that we show plans by id (`plan`, `planCapabilities`). */
  readonly knowsPlanCapability: boolean
}

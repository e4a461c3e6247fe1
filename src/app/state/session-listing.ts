/** An entry of the agent's `session/list`. Strings are raw. https://agentclientprotocol.com/protocol/session-list */
export interface ListedSession {
  readonly id: string
  readonly title: string | null
  readonly cwd: string | null
  /** Milliseconds since the epoch; null if missing or malformed. */
  readonly updatedAtMs: number | null
}

/** The agent's list of sessions, as far as it has come. */
export type SessionListing =
  | { readonly state: 'not-asked' }
  /** `sessions`: the pages so far. */
  | { readonly state: 'asking'; readonly sessions: readonly ListedSession[] }
  | { readonly state: 'listed'; readonly sessions: readonly ListedSession[] }
  | { readonly state: 'failed'; readonly sessions: readonly ListedSession[]; readonly message: string }

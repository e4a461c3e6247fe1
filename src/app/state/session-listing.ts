/** One line of the agent's `session/list`. Strings are raw. https://agentclientprotocol.com/protocol/session-list */
export interface ListedSession {
  readonly id: string
  readonly title: string | null
  readonly cwd: string | null
  /** Milliseconds since the epoch; null when it does not say, or says it wrongly. */
  readonly updatedAtMs: number | null
}

/** What the agent has told of its sessions so far. */
export type SessionListing =
  | { readonly state: 'not-asked' }
  /** `sessions`: the pages so far. */
  | { readonly state: 'asking'; readonly sessions: readonly ListedSession[] }
  | { readonly state: 'listed'; readonly sessions: readonly ListedSession[] }
  | { readonly state: 'failed'; readonly sessions: readonly ListedSession[]; readonly message: string }

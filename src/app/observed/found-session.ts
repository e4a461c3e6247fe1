export type ObservedKindName = 'tap' | 'acpx' | 'trace' | 'claude-code' | 'codex'

/** A session that can be observed. Its texts are raw. */
export interface FoundSession {
  readonly kind: ObservedKindName
  /** The id of the session, or the name of a tap. */
  readonly id: string
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
  | { readonly state: 'following' }
  | {
      readonly state: 'waiting' | 'ended'
      readonly why: string
      /** What was observed has ended by itself; absent: it cannot be read. */
      readonly hasEnded?: true
    }

/** An entry as a scenario writes it down: `key` is how later steps call it, and is never sent. */
export interface KeyedEntry {
  readonly key: string
  readonly content: string
  /** `pending` unless it is given. */
  readonly status?: string
  /** `medium` unless it is given. */
  readonly priority?: string
}

/** What becomes of an entry: a new status, or more than that. */
export type EntryChange = string | Partial<Omit<KeyedEntry, 'key'>>

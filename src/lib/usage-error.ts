/** What the user got wrong, in one line, and what mends it. Both are raw: they may quote what was typed. */
export interface UsageError {
  readonly message: string
  readonly hint: string
  /** 2 where it is absent; 4: a file that was named cannot be read. */
  readonly status?: 2 | 4
}

/** What the user got wrong, in one line, and what mends it. Both are raw: they may quote what was typed. Status 2. */
export interface UsageError {
  readonly message: string
  readonly hint: string
}

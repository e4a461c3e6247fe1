/** A key, and what it does now. */
export interface Hint {
  readonly key: string
  readonly does: string
}

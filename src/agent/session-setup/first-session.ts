/** The session that a run begins with. */
export type FirstSession =
  | { readonly type: 'new' }
  | { readonly type: 'open'; readonly sessionId: string }
  /** The one of this folder that was used last, or a new one where there is none. */
  | { readonly type: 'continue' }

/** A config option by its id, and its value as it was typed. */
export interface ConfigSetting {
  readonly id: string
  readonly value: string
}

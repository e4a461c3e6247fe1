/** A setting of a session, which the user and the agent may change. With the category `mode` it is v1's session mode too. */
export type DemoSetting = {
  readonly id: string
  readonly name: string
  readonly description?: string
  readonly category?: string
} & (
  | { readonly type: 'select'; readonly value: string; readonly groups: readonly DemoGroup[] }
  | { readonly type: 'boolean'; readonly value: boolean }
)

/** A group of choices. A select with one group has no groups on the wire. */
export interface DemoGroup {
  readonly id: string
  readonly name: string
  readonly choices: readonly DemoChoice[]
}

export interface DemoChoice {
  readonly value: string
  readonly name: string
  readonly description?: string
}

/** A slash command. */
export interface DemoCommand {
  readonly name: string
  readonly description: string
  /** For the input after the name. */
  readonly hint?: string
}

/** A way to log in. */
export type DemoLogin = {
  readonly id: string
  readonly name: string
  readonly description?: string
} & (
  | {
      readonly type: 'agent'
      readonly takesMs: number
      /** The error of a login that fails; absent: it succeeds. */
      readonly failure?: string
    }
  /** The agent's own command with these arguments; offered only to clients that support such methods. */
  | { readonly type: 'terminal'; readonly args: readonly string[] }
  /** The user is logged in when the agent was started with the variable. */
  | { readonly type: 'env_var'; readonly variable: string }
)

/** The groups of a select without groups. */
export function choices(...all: readonly DemoChoice[]): readonly DemoGroup[] {
  return [{ id: 'all', name: 'All', choices: all }]
}

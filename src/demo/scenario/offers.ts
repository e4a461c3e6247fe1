/** Something that the user may set for a session, and the agent too. With the category `mode` it is v1's mode as well. */
export type DemoSetting = {
  readonly id: string
  readonly name: string
  readonly description?: string
  readonly category?: string
} & (
  | { readonly type: 'select'; readonly value: string; readonly groups: readonly DemoGroup[] }
  | { readonly type: 'boolean'; readonly value: boolean }
)

/** The choices of a group; a select with one group has no groups on the wire. */
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
  /** What may follow the name. */
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
      /** Why it does not work; it does when this is absent. */
      readonly failure?: string
    }
  /** The agent's own command with these arguments; named only to clients that know such methods. */
  | { readonly type: 'terminal'; readonly args: readonly string[] }
  /** Whoever starts the agent with the variable is logged in. */
  | { readonly type: 'env_var'; readonly variable: string }
)

/** A select without groups. */
export function choices(...all: readonly DemoChoice[]): readonly DemoGroup[] {
  return [{ id: 'all', name: 'All', choices: all }]
}

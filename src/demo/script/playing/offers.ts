import type { DemoChoice, DemoCommand, Script, ScriptLogin, ScriptSetting } from '../reading/script-schema.ts'

/** A setting of a session, which the user and the agent may change. With the category `mode` it is v1's session mode too. */
export type DemoSetting = Pick<ScriptSetting, 'id' | 'name' | 'description' | 'category'> &
  (
    | { readonly type: 'select'; readonly value: string; readonly groups: readonly DemoGroup[] }
    | { readonly type: 'boolean'; readonly value: boolean }
  )

/** A group of choices. A select with one group has no groups on the wire. */
export interface DemoGroup {
  readonly id: string
  readonly name: string
  readonly choices: readonly DemoChoice[]
}

/** A way to log in. */
export type DemoLogin = Pick<ScriptLogin, 'id' | 'name' | 'description'> &
  (
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

/** Settings, commands and logins of the agent. */
export interface DemoOffers {
  readonly settings?: readonly DemoSetting[]
  readonly commands?: readonly DemoCommand[]
  /** If there are any, one of them is required before the first session. */
  readonly logins?: readonly DemoLogin[]
}

export function offersOf({ settings, commands, logins }: Script): DemoOffers {
  return {
    ...(settings === undefined ? {} : { settings: settings.map(settingOf) }),
    ...(commands === undefined ? {} : { commands }),
    ...(logins === undefined ? {} : { logins: logins.map(loginOf) }),
  }
}

function settingOf({ value, choices = [], groups, ...rest }: ScriptSetting): DemoSetting {
  return typeof value === 'boolean'
    ? { ...rest, type: 'boolean', value }
    : { ...rest, type: 'select', value, groups: groups ?? [{ id: 'all', name: 'All', choices }] }
}

function loginOf({ args, variable, seconds = 1, failure, ...rest }: ScriptLogin): DemoLogin {
  if (args !== undefined) return { ...rest, type: 'terminal', args }
  if (variable !== undefined) return { ...rest, type: 'env_var', variable }
  const takesMs = Math.round(seconds * 1000)
  return { ...rest, type: 'agent', takesMs, ...(failure === undefined ? {} : { failure }) }
}

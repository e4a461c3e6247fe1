import type { SettingKey } from '../configuration/settings.ts'

export const commandNames = [
  'demo',
  'connect',
  'attach',
  'tap',
  'replay',
  'render',
  'lint',
  'doctor',
  'config',
  'completion',
  'help',
] as const
export type CommandName = (typeof commandNames)[number]

/** Where an option may be used: when starting an agent, or with a command. */
export type OptionUse = 'start' | CommandName

/** An option: the parser and the help are both made from this table. */
export interface OptionSpec {
  /** Without dashes. A switch that is on by default is listed as `no-…`; both spellings are accepted. */
  readonly name: string
  readonly short?: string
  /** The placeholder of its value in the help; null for a switch. */
  readonly value: string | null
  /** The values that it can have, where they are few and belong to no setting. */
  readonly values?: readonly string[]
  readonly group: OptionGroup
  readonly help: string
  /** The help text of commands where it has another meaning. */
  readonly helpFor: Partial<Readonly<Record<OptionUse, string>>>
  readonly uses: readonly OptionUse[]
  /** The setting of the option, which the environment and the configuration file may set too. */
  readonly setting?: SettingKey
}

export type OptionGroup =
  | 'agent'
  | 'session'
  | 'screen'
  | 'ending'
  | 'demo'
  | 'connect'
  | 'attach'
  | 'tap'
  | 'render'
  | 'lint'
  | 'play'
  | 'recording'
  | 'other'

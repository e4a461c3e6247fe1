import type { SettingKey } from '../configuration/settings.ts'

export type CommandName = 'demo' | 'connect' | 'replay' | 'render'
export const commandNames: readonly CommandName[] = ['demo', 'connect', 'replay', 'render']

/** What an option is for: starting an agent, or one of the commands. */
export type OptionUse = 'start' | CommandName

/** An option as the command line has it and the help shows it. The one table that both are made of. */
export interface OptionSpec {
  /** Without dashes; a switch that is on by default is listed as `no-…`, and both spellings are understood. */
  readonly name: string
  readonly short?: string
  /** The word for its value in the help; null: a switch. */
  readonly value: string | null
  readonly group: OptionGroup
  readonly help: string
  /** What the help of a command says instead, where it means something else there. */
  readonly helpFor?: Partial<Readonly<Record<OptionUse, string>>>
  readonly uses: readonly OptionUse[]
  /** Set when it fills a setting, which the environment and the configuration file may set too. */
  readonly setting?: SettingKey
}

export type OptionGroup =
  'agent' | 'session' | 'screen' | 'ending' | 'demo' | 'connect' | 'render' | 'play' | 'recording' | 'other'

import { settingKeys, settingSpecs, type SettingKey } from './settings.ts'

export type CommandName = 'demo'
export const commandNames: readonly CommandName[] = ['demo']

/** An option as the command line has it and the help shows it. The one table that both are made of. */
export interface OptionSpec {
  /** Without dashes; a switch that is on by default is listed as `no-…`, and both spellings are understood. */
  readonly name: string
  readonly short?: string
  /** The word for its value in the help; null: a switch. */
  readonly value: string | null
  readonly group: OptionGroup
  readonly help: string
  /** The only command it belongs to; null: to all. */
  readonly command: CommandName | null
  /** Set when it fills a setting, which the environment and the configuration file may set too. */
  readonly setting?: SettingKey
}

export type OptionGroup = 'agent' | 'screen' | 'ending' | 'demo' | 'other'

// Listed as `no-…`.
const onByDefault: ReadonlySet<SettingKey> = new Set(['planCapability', 'animation', 'altScreen'])

export const optionSpecs: readonly OptionSpec[] = [
  option('list', null, 'demo', 'list the scenarios and end', 'demo'),
  option('speed', 'N', 'demo', 'play N times as fast; max: without any waits', 'demo'),
  option('prompt', 'TEXT', 'agent', 'send TEXT; repeat it, and the next goes when a turn ends'),
  option('prompt-file', 'FILE', 'agent', 'send what FILE holds; - is standard input'),
  option('cwd', 'DIR', 'agent', "the agent's working folder (default: this one)"),
  option('env', 'NAME=VALUE', 'agent', "add a variable to the agent's environment; may be repeated"),
  setting('protocol', 'VERSION', 'agent', 'ACP version: auto, 1 or 2 (default: auto)'),
  setting('planCapability', null, 'agent', 'do not tell the agent that plans by id are shown'),
  setting('permissions', 'POLICY', 'agent', 'ask, allow (once, never always) or deny (default: ask)'),
  setting('timeoutMs', 'SECONDS', 'ending', 'give up when the agent owes an answer and is silent so long'),
  setting('exitOn', 'WHEN', 'ending', 'idle, plans-done or never (default: never on the screen, else idle)'),
  setting('format', 'FORMAT', 'screen', 'tui, text or json (default: tui on a terminal, else text)'),
  setting('theme', 'NAME', 'screen', 'auto, dark, light or high-contrast (default: auto)'),
  setting('animation', null, 'screen', 'show every change at once, nothing moves'),
  setting('ascii', null, 'screen', 'draw with ASCII characters only'),
  setting('altScreen', null, 'screen', 'stay on the normal screen; the last frame stays in the scrollback'),
  setting('screenReader', null, 'screen', 'words instead of glyphs, no boxes, no motion'),
  setting('title', 'TEXT', 'screen', 'what to call this run on the screen'),
  { ...option('help', null, 'other', 'show this; with a command, what it takes'), short: 'h' },
  { ...option('version', null, 'other', 'show the version'), short: 'V' },
]

/** The option's other spelling for a switch that fills a setting: `ascii` for `no-ascii` and the other way round. */
export function otherSpelling(spec: OptionSpec): string | null {
  if (spec.setting === undefined || spec.value !== null) return null
  return spec.name.startsWith('no-') ? spec.name.slice(3) : `no-${spec.name}`
}

/** The listed options of a command (null: of starting an agent). */
export function optionsOf(command: CommandName | null): readonly OptionSpec[] {
  return optionSpecs.filter((spec) => spec.command === null || spec.command === command)
}

function option(
  name: string,
  value: string | null,
  group: OptionGroup,
  help: string,
  command: CommandName | null = null,
): OptionSpec {
  return { name, value, group, help, command }
}

function setting(key: SettingKey, value: string | null, group: OptionGroup, help: string): OptionSpec {
  const { flag } = settingSpecs[key]
  const name = onByDefault.has(key) ? `no-${flag}` : flag
  return { name, value, group, help, command: null, setting: key }
}

/** Settings that no option fills would be a slip of ours; a test asks for them. */
export function settingsWithoutOption(): readonly SettingKey[] {
  return settingKeys.filter((key) => optionSpecs.every((spec) => spec.setting !== key))
}

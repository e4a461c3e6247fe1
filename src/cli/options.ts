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
  { name: 'list', value: null, group: 'demo', command: 'demo', help: 'list the scenarios and end' },
  {
    name: 'speed',
    value: 'N',
    group: 'demo',
    command: 'demo',
    help: 'play N times as fast; max: without any waits',
  },
  ...inGroup('agent', [
    { name: 'prompt', value: 'TEXT', help: 'send TEXT; repeat it, and the next goes when a turn ends' },
    { name: 'prompt-file', value: 'FILE', help: 'send what FILE holds; - is standard input' },
    { name: 'cwd', value: 'DIR', help: "the agent's working folder (default: this one)" },
    { name: 'env', value: 'NAME=VALUE', help: "add a variable to the agent's environment; may be repeated" },
    { setting: 'protocol', value: 'VERSION', help: 'ACP version: auto, 1 or 2 (default: auto)' },
    { setting: 'planCapability', value: null, help: 'do not tell the agent that plans by id are shown' },
    {
      setting: 'permissions',
      value: 'POLICY',
      help: 'ask, allow (once, never always) or deny (default: ask)',
    },
  ]),
  ...inGroup('ending', [
    {
      setting: 'timeoutMs',
      value: 'SECONDS',
      help: 'give up when the agent owes an answer and is silent so long',
    },
    {
      setting: 'exitOn',
      value: 'WHEN',
      help: 'idle, plans-done or never (default: never on the screen, else idle)',
    },
  ]),
  ...inGroup('screen', [
    { setting: 'format', value: 'FORMAT', help: 'tui, text or json (default: tui on a terminal, else text)' },
    { setting: 'theme', value: 'NAME', help: 'auto, dark, light or high-contrast (default: auto)' },
    { setting: 'animation', value: null, help: 'show every change at once, nothing moves' },
    { setting: 'ascii', value: null, help: 'draw with ASCII characters only' },
    {
      setting: 'altScreen',
      value: null,
      help: 'stay on the normal screen; the last frame stays in the scrollback',
    },
    {
      setting: 'screenReader',
      value: null,
      help: 'sentences and typed lines instead of a screen; /help says more',
    },
    { setting: 'title', value: 'TEXT', help: 'what to call this run on the screen' },
  ]),
  ...inGroup('other', [
    { name: 'help', short: 'h', value: null, help: 'show this; with a command, what it takes' },
    { name: 'version', short: 'V', value: null, help: 'show the version' },
  ]),
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

type Listed = Pick<OptionSpec, 'value' | 'help'> &
  ({ readonly name: string; readonly short?: string } | { readonly setting: SettingKey })

/** Options of all commands. A setting's name is its own, or `no-…` for a switch that is on by default. */
function inGroup(group: OptionGroup, listed: readonly Listed[]): readonly OptionSpec[] {
  return listed.map((each) => ({ ...each, name: nameOf(each), group, command: null }))
}

function nameOf(listed: Listed): string {
  if ('name' in listed) return listed.name
  const { flag } = settingSpecs[listed.setting]
  return onByDefault.has(listed.setting) ? `no-${flag}` : flag
}

/** Settings that no option fills would be a slip of ours; a test asks for them. */
export function settingsWithoutOption(): readonly SettingKey[] {
  return settingKeys.filter((key) => optionSpecs.every((spec) => spec.setting !== key))
}

import type { Result } from '../../lib/result.ts'
import { type UsageError, shownUsage } from '../../lib/text/usage-error.ts'
import { writeOutput } from '../../outputs/stream/output.ts'
import { nothingRead, readConfigText, type ReadConfig } from './check-config.ts'
import { configPath, ownKeysIn, readConfigFile } from './config-file.ts'
import { checkLint, type WrittenLevel } from './lint-levels.ts'
import {
  readEnvironmentSettings,
  settingVariable,
  type ReadEnvironment,
  configKey,
  settingKeys,
  settingSpecs,
  type SettingKey,
} from './settings.ts'
import { themeOfSettings } from './resolve-run.ts'
import { noColorVariable } from '../../terminal/terminal-traits.ts'
import { shownCommand } from '../redaction/shown-command.ts'
import type { Host } from '../host/host.ts'
import { findJsonKeyPosition } from '../../lib/json/json-fault.ts'
import type { Hook } from '../../app/state/hook.ts'
import type { OwnKeys } from '../../ui/keys/key-map.ts'
import { writeShownJson } from '../../lib/json/write-json.ts'
import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { padded, displayWidth } from '../../lib/text/width.ts'

/** Lists all settings. Returns the exit status: 2 if a setting is wrong, so that a run would not start. */
export async function runConfig(isJson: boolean, host: Host): Promise<Result<number, UsageError>> {
  const found = await configurationInForce(host.process.env)
  const lines = isJson ? [configJson(found)] : configText(found)
  return await writeOutput(lines.join('\n'), host.process.stdout, found.faults.length > 0 ? 2 : 0)
}

/** What the next run has, if its command line says nothing else. */
export async function configurationInForce(env: Host['process']['env']): Promise<ConfigurationInForce> {
  const environment = readEnvironmentSettings(env)
  const file = configPath(env)
  const text = readConfigFile(file)
  const config: ReadConfig =
    file !== null && text.ok && text.value !== null
      ? readConfigText(text.value, file)
      : nothingRead(...(text.ok ? [] : [text.problem]))
  const own = await ownKeysIn(config)
  const lint = checkLint(config.lint)
  const theme = await themeOfSettings(
    { flags: {}, environmentSettings: environment.settings, config: config.settings },
    env,
  )
  return {
    file,
    isFileFound: !text.ok || text.value !== null,
    settings: settingsInForce(environment, config),
    ownKeys: ownKeysInForce(own.keys ?? new Map(), config.ownKeys?.text ?? ''),
    lint: lint.levels,
    hooks: config.hooks.map(({ event, command, place }) => ({ event, command, line: place.line })),
    agents: config.agents.map(({ name, command, place }) => ({
      name,
      command: shownCommand(command),
      line: place.line,
    })),
    noColor: noColorVariable(env),
    faults: [
      ...environment.faults,
      ...inOrder(
        [...config.faults, ...own.faults, ...lint.faults, ...(theme.ok ? [] : [theme.problem])],
        file ?? '',
      ),
    ],
  }
}

/** Faults in the order of the lines of a file, with which their messages begin; first those without a place in it. */
function inOrder(faults: readonly UsageError[], file: string): readonly UsageError[] {
  const placeOf = ({ message }: UsageError): number => {
    const [, line, column] = /^:(\d+):(\d+) /.exec(message.slice(file.length)) ?? []
    return message.startsWith(file) ? Number(line ?? 0) * mostColumns + Number(column ?? 0) : 0
  }
  return faults.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** No line of a configuration has more columns. */
const mostColumns = 2 ** 30

/** A setting as the next run has it, if no option of its command line says otherwise. */
export interface SettingInForce {
  /** Its key in the configuration file. */
  readonly name: string
  /** Its option, without dashes. */
  readonly option: string
  /** The variable that would set it. */
  readonly variable: string
  /** As its source has it; null: it is not set, and `words` says what happens then. */
  readonly value: SettingValue | null
  readonly words: string | null
  readonly from: SettingSource
}

type SettingValue = string | number | boolean

type SettingSource =
  | { readonly type: 'default' }
  | { readonly type: 'environment'; readonly variable: string }
  | { readonly type: 'file'; readonly line: number }

interface OwnKeysInForce {
  readonly command: string
  /** Empty: the command has no key. */
  readonly keys: readonly string[]
  readonly line: number
}

export interface ConfigurationInForce {
  /** null: there is no home folder to look in. */
  readonly file: string | null
  readonly isFileFound: boolean
  readonly settings: readonly SettingInForce[]
  /** The commands that have other keys than usual. */
  readonly ownKeys: readonly OwnKeysInForce[]
  /** The rules with another level than their own. */
  readonly lint: readonly WrittenLevel[]
  readonly hooks: readonly (Hook & { readonly line: number })[]
  /** Those of the file that have names; their commands without credentials. */
  readonly agents: readonly {
    readonly name: string
    readonly command: readonly string[]
    readonly line: number
  }[]
  /** The variable that leaves out the colours of every theme; null: there is none. */
  readonly noColor: 'NO_COLOR' | 'FORCE_COLOR' | null
  readonly faults: readonly UsageError[]
}

/** All settings, each from the source that wins: the environment, else the file, else its default. */
export function settingsInForce(environment: ReadEnvironment, config: ReadConfig): readonly SettingInForce[] {
  return settingKeys.map((key) => ({
    name: configKey(key),
    option: settingSpecs[key].flag,
    variable: settingVariable(key),
    ...valueInForce(key, environment, config),
  }))
}

/** The user's own keys, with the line of each command in the text of the file. */
function ownKeysInForce(keys: OwnKeys, text: string): readonly OwnKeysInForce[] {
  return [...keys].map(([command, given]) => ({
    command,
    keys: given,
    line: findJsonKeyPosition(text, ['keys', command]).line,
  }))
}

function valueInForce(
  key: SettingKey,
  { settings, variables }: ReadEnvironment,
  config: ReadConfig,
): Pick<SettingInForce, 'value' | 'words' | 'from'> {
  const variable = variables.get(key)
  if (variable !== undefined)
    return { value: shownValue(key, settings[key]), words: null, from: { type: 'environment', variable } }
  const place = config.places.get(key)
  if (place !== undefined) {
    const value = shownValue(key, config.settings[key])
    return { value, words: null, from: { type: 'file', line: place.line } }
  }
  return { value: null, words: null, ...settingSpecs[key].preset, from: { type: 'default' } }
}

/** A value in the units of the configuration file: seconds, and sizes with their unit. */
function shownValue(key: SettingKey, value: SettingValue | undefined): SettingValue | null {
  if (value === undefined) return null
  const { kind } = settingSpecs[key]
  if (typeof value !== 'number') return value
  if (kind === 'seconds') return value / 1000
  return kind === 'size' ? shownSize(value) : value
}

function shownSize(bytes: number): string {
  const unit = (['GB', 'MB', 'KB'] as const).find((each) => bytes > 0 && bytes % unitBytes[each] === 0)
  return unit === undefined ? `${bytes / unitBytes.KB}KB` : `${bytes / unitBytes[unit]}${unit}`
}

const unitBytes = { GB: 1024 ** 3, MB: 1024 ** 2, KB: 1024 } as const

/** What `acp-plan-tui config` writes for people: the file, what is wrong, and a table of all settings. */
export function configText({
  file,
  isFileFound,
  settings,
  ownKeys,
  lint,
  hooks,
  agents,
  noColor,
  faults,
}: ConfigurationInForce): readonly SafeText[] {
  const rows = [
    ...settings.map((each) => [
      each.name,
      each.value === null ? `(${each.words ?? ''})` : String(each.value),
      sourceWords(each.from),
    ]),
    ...ownKeys.map(({ command, keys, line }) => [
      `keys.${command}`,
      keys.length === 0 ? '(none)' : keys.join(' '),
      lineOfFile(line),
    ]),
    ...lint.map(({ rule, level, line }) => [`lint.rules.${rule}`, level, lineOfFile(line)]),
    ...hooks.map(({ event, command, line }) => [`on.${event}`, writeShownJson(command), lineOfFile(line)]),
    ...agents.map(({ name, command, line }) => [`agents.${name}`, writeShownJson(command), lineOfFile(line)]),
  ].map((row) => row.map(safeLine))
  const widths = [0, 1].map((at) =>
    Math.min(widest, Math.max(...rows.map((row) => displayWidth(row[at] ?? safe``)))),
  )
  return [
    safe`configuration file: ${fileWords(file, isFileFound)}`,
    safe``,
    ...faults.flatMap(({ message, hint }) => [safe`! ${shownUsage(message)}`, safe`  ${shownUsage(hint)}`]),
    ...(faults.length === 0 ? [] : [safe``]),
    ...rows.map((row) => tableRow(row, widths)),
    safe``,
    ...(noColor === null
      ? []
      : [
          safe`${safeLine(noColor)} is set: themes have no colours, only attributes such as bold and underline.`,
        ]),
    safe`An option of the command line overrides a variable, and a variable overrides the file.`,
  ]
}

/** A wider value moves only its own row. */
const widest = 50

function fileWords(file: string | null, isFound: boolean): SafeText {
  if (file === null) return safe`none, since there is no home folder`
  return isFound ? safeLine(file) : safe`${safeLine(file)} (there is none)`
}

function sourceWords(from: SettingSource): string {
  switch (from.type) {
    case 'default':
      return 'default'
    case 'environment':
      return from.variable
    case 'file':
      return lineOfFile(from.line)
  }
}

function lineOfFile(line: number): string {
  return `file, line ${line}`
}

function tableRow(row: readonly SafeText[], widths: readonly number[]): SafeText {
  const [name = safe``, value = safe``, from = safe``] = row
  return safe`${padded(name, widths[0] ?? 0)}  ${padded(value, widths[1] ?? 0)}  ${from}`
}

/** The same as one JSON document on one line. */
export function configJson(found: ConfigurationInForce): string {
  return writeShownJson({
    configuration: 'acp-plan-tui',
    version: 1,
    ...found,
    settings: found.settings.map(({ words, ...setting }) =>
      setting.value === null ? { ...setting, words } : setting,
    ),
    faults: found.faults.map(({ message, hint }) => ({ message, hint })),
  })
}

import type { UsageError } from '../../lib/text/usage-error.ts'
import { findJsonKeyPlace } from '../../lib/json/json-fault.ts'
import type { OwnKeys } from '../../ui/keys/key-map.ts'
import type { ReadConfig } from './check-config.ts'
import { settingVariable, type ReadEnvironment } from './environment-settings.ts'
import { configKey, settingKeys, settingSpecs, type SettingKey } from './settings.ts'

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

export type SettingSource =
  | { readonly type: 'default' }
  | { readonly type: 'environment'; readonly variable: string }
  | { readonly type: 'file'; readonly line: number }

/** The user's own keys of a command. */
export interface OwnKeysInForce {
  readonly command: string
  /** Empty: the command has no key. */
  readonly keys: readonly string[]
  /** Where they stand in the file. */
  readonly line: number
}

export interface ConfigurationInForce {
  /** null: there is no home folder to look in. */
  readonly file: string | null
  readonly isFileFound: boolean
  readonly settings: readonly SettingInForce[]
  /** The commands that have other keys than usual. */
  readonly ownKeys: readonly OwnKeysInForce[]
  /** The variable that leaves out the colours of every theme; null: there is none. */
  readonly noColor: 'NO_COLOR' | 'FORCE_COLOR' | null
  readonly faults: readonly UsageError[]
}

/** All settings, each from the source that wins: the environment, else the file, else its default. */
export function settingsInForce(environment: ReadEnvironment, config: ReadConfig): readonly SettingInForce[] {
  return settingKeys.map((key) => {
    const { flag } = settingSpecs[key]
    return {
      name: configKey(key),
      option: flag,
      variable: settingVariable(key),
      ...valueInForce(key, environment, config),
    }
  })
}

/** The user's own keys, with the line of each command in the text of the file. */
export function ownKeysInForce(keys: OwnKeys, text: string): readonly OwnKeysInForce[] {
  return [...keys].map(([command, given]) => ({
    command,
    keys: given,
    line: findJsonKeyPlace(text, ['keys', command]).line,
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
  if (place !== undefined)
    return {
      value: shownValue(key, config.settings[key]),
      words: null,
      from: { type: 'file', line: place.line },
    }
  const { preset } = settingSpecs[key]
  return 'value' in preset
    ? { value: preset.value, words: null, from: { type: 'default' } }
    : { value: null, words: preset.words, from: { type: 'default' } }
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

import { fail, ok, type Result } from '../../lib/result.ts'
import { listedWords } from '../../lib/text/listed-words.ts'
import type { PermissionPolicy } from '../../app/state/permission.ts'
import { settingChoices, type Choice } from './setting-choices.ts'

/** The settings from the command line, the environment or the configuration file. Settings that were not set are absent. */
export interface Settings {
  readonly protocol?: Choice<'protocol'>
  readonly planCapability?: boolean
  /** Whether known agents are started with the variable that switches on their plans. */
  readonly planTools?: Choice<'planTools'>
  readonly permissions?: PermissionPolicy
  readonly timeoutMs?: number
  readonly exitOn?: Choice<'exitOn'>
  readonly format?: Choice<'format'>
  readonly theme?: Choice<'theme'>
  readonly animation?: boolean
  readonly ascii?: boolean
  readonly altScreen?: boolean
  readonly screenReader?: boolean
  readonly title?: string
  readonly notify?: Choice<'notify'>
  /** The id of the mode that sessions begin in. */
  readonly mode?: string
  readonly inferredPlans?: boolean
  /** The file with the token for remote agents. */
  readonly tokenFile?: string
}

export type SettingKey = keyof Settings

/** The text form of a setting; `flag` is its name on the command line, without dashes. */
export interface SettingSpec<T> {
  readonly flag: string
  /** A switch has no value: it is on by `--flag` and off by `--no-flag`. */
  readonly isSwitch: boolean
  readonly choices: readonly string[]
  /** Parses a value; the problem names the allowed values. */
  read(text: string): Result<T, string>
}

type SettingSpecs = { readonly [K in SettingKey]-?: SettingSpec<NonNullable<Settings[K]>> }

export const settingSpecs: SettingSpecs = {
  protocol: choiceSpec('protocol', settingChoices.protocol),
  planCapability: switchSpec('plan-capability'),
  planTools: choiceSpec('plan-tools', settingChoices.planTools),
  permissions: choiceSpec('permissions', settingChoices.permissions),
  timeoutMs: { flag: 'timeout', isSwitch: false, choices: [], read: readSeconds },
  exitOn: choiceSpec('exit-on', settingChoices.exitOn),
  format: choiceSpec('format', settingChoices.format),
  theme: choiceSpec('theme', settingChoices.theme),
  animation: switchSpec('animation'),
  ascii: switchSpec('ascii'),
  altScreen: switchSpec('alt-screen'),
  screenReader: switchSpec('screen-reader'),
  title: textSpec('title'),
  notify: choiceSpec('notify', settingChoices.notify),
  mode: textSpec('mode'),
  inferredPlans: switchSpec('inferred-plans'),
  tokenFile: textSpec('token-file'),
}

export const settingKeys: readonly SettingKey[] = Object.keys(settingSpecs).filter(isSettingKey)

function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settingSpecs, key)
}

/** Parses and adds a setting; the problem names the allowed values. */
export function withSetting(settings: Settings, key: SettingKey, text: string): Result<Settings, string> {
  const read = settingSpecs[key].read(text)
  return read.ok ? ok({ ...settings, [key]: read.value }) : read
}

/** Timers are limited to 32 bits of milliseconds. */
const longestTimeoutSeconds = 7 * 24 * 3600

function readSeconds(text: string): Result<number, string> {
  const seconds = text.trim() === '' ? Number.NaN : Number(text)
  if (Number.isFinite(seconds) && seconds > 0 && seconds <= longestTimeoutSeconds)
    return ok(Math.ceil(seconds * 1000))
  return fail('a number of seconds above 0')
}

function choiceSpec<const T extends string | number>(flag: string, choices: readonly T[]): SettingSpec<T> {
  const texts = choices.map(String)
  const wanted = listedWords(texts, 'or')
  return {
    flag,
    isSwitch: false,
    choices: texts,
    read(text) {
      const choice = choices.find((each) => String(each) === text)
      return choice === undefined ? fail(wanted) : ok(choice)
    },
  }
}

function textSpec(flag: string): SettingSpec<string> {
  return { flag, isSwitch: false, choices: [], read: (text) => ok(text) }
}

function switchSpec(flag: string): SettingSpec<boolean> {
  return {
    flag,
    isSwitch: true,
    choices: [],
    read(text) {
      if (/^(?:1|true|yes|on)$/i.test(text)) return ok(true)
      if (/^(?:0|false|no|off|)$/i.test(text)) return ok(false)
      return fail('1 or 0')
    },
  }
}

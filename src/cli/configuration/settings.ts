import { fail, ok, type Result } from '../../lib/result.ts'
import { listedWords } from '../../lib/text/wording.ts'
import { writeJson } from '../../lib/json/write-json.ts'
import { defaultDoubtRules, doubtNames, doubtsLeftOut, type DoubtRules } from '../../app/state/doubt-rules.ts'
import type { PermissionPolicy } from '../../app/state/permission.ts'
import { mustBe, type UsageError } from '../../lib/text/usage-error.ts'

/** The allowed values of settings that are a choice: for options, environment, configuration file, help and error messages. */
const choices = {
  protocol: ['auto', 1, 2],
  planTools: ['on', 'off'],
  permissions: ['ask', 'allow', 'deny'],
  exitOn: ['idle', 'plans-done', 'never'],
  format: ['tui', 'text', 'json'],
  theme: ['auto', 'dark', 'light', 'high-contrast'],
  notify: ['off', 'title', 'bell', 'osc9', 'osc777', 'auto'],
} as const

type Choice<K extends keyof typeof choices> = (typeof choices)[K][number]

/** The settings from the command line, the environment or the configuration file. Settings that were not set are absent. */
export interface Settings {
  readonly protocol?: Choice<'protocol'>
  readonly planCapability?: boolean
  /** Whether known agents are started with the variable that switches on their plans. */
  readonly planTools?: Choice<'planTools'>
  readonly permissions?: PermissionPolicy
  readonly timeoutMs?: number
  readonly exitOn?: Choice<'exitOn'>
  /** With `plans-done`: doubts fail too. */
  readonly strict?: boolean
  readonly format?: Choice<'format'>
  /** A built-in theme, or the name or path of a file. */
  readonly theme?: string
  readonly animation?: boolean
  readonly ascii?: boolean
  readonly altScreen?: boolean
  /** Clicks and the wheel reach the program, and not the terminal. */
  readonly mouse?: boolean
  readonly screenReader?: boolean
  readonly title?: string
  /** Prompts, comments and what was opened are kept for the next runs. */
  readonly state?: boolean
  readonly notify?: Choice<'notify'>
  /** The id of the mode that sessions begin in. */
  readonly mode?: string
  readonly inferredPlans?: boolean
  /** The memory for revisions of plans, in bytes. */
  readonly historyLimit?: number
  /** Which doubts are said: `doubtsLeftOut` reads it. */
  readonly doubts?: string
  readonly staleCalls?: number
  readonly staleAfterMs?: number
  readonly wireLimit?: number
  /** The file with the token for remote agents. */
  readonly tokenFile?: string
  /** The machines that `attach` asks too, between commas. */
  readonly hosts?: string
}

/** An agent that the user has given a name, in the form of `agent_servers` of editors. */
export interface ConfiguredAgent {
  readonly name: string
  readonly command: readonly [string, ...string[]]
  readonly env: Readonly<Record<string, string>>
  /** Absolute, or it begins with `~/`; null: that of the run. */
  readonly cwd: string | null
  /** Options of its sessions by their ids. */
  readonly config: Readonly<Record<string, string>>
  /** For runs with it: they override those of the whole file. */
  readonly settings: Pick<Settings, 'mode' | 'permissions'>
}

export type SettingKey = keyof Settings

/** How a setting is given. A switch has no value on the command line: it is on by `--flag` and off by `--no-flag`. */
export type SettingSpec = {
  /** Its name on the command line, without dashes. */
  readonly flag: string
  /** The value without a setting, as the configuration file would have it, or in words where no value says it. */
  readonly preset: SettingPreset
} &
  /** `names`: one of these, or what the user has made. */
  (
    | { readonly kind: 'choice' | 'names'; readonly choices: readonly (string | number)[] }
    /** Any of these, between commas; one that is left out has `no-` before it. */
    | { readonly kind: 'list'; readonly choices: readonly string[] }
    | { readonly kind: 'switch' | 'seconds' | 'size' | 'count' }
    /** `is`: what the text is, for errors. */
    | { readonly kind: 'text'; readonly is: string }
  )

export type SettingPreset = { readonly value: string | number | boolean } | { readonly words: string }

export const settingSpecs: Readonly<Record<SettingKey, SettingSpec>> = {
  protocol: { flag: 'protocol', preset: { value: 'auto' }, kind: 'choice', choices: choices.protocol },
  planCapability: { flag: 'plan-capability', preset: { value: true }, kind: 'switch' },
  planTools: { flag: 'plan-tools', preset: { value: 'on' }, kind: 'choice', choices: choices.planTools },
  permissions: {
    flag: 'permissions',
    preset: { value: 'ask' },
    kind: 'choice',
    choices: choices.permissions,
  },
  timeoutMs: { flag: 'timeout', preset: { words: 'no limit' }, kind: 'seconds' },
  exitOn: {
    flag: 'exit-on',
    preset: { words: 'never on the screen, else idle' },
    kind: 'choice',
    choices: choices.exitOn,
  },
  strict: { flag: 'strict', preset: { value: false }, kind: 'switch' },
  format: {
    flag: 'format',
    preset: { words: 'tui on a terminal, else text' },
    kind: 'choice',
    choices: choices.format,
  },
  theme: { flag: 'theme', preset: { value: 'auto' }, kind: 'names', choices: choices.theme },
  animation: { flag: 'animation', preset: { value: true }, kind: 'switch' },
  ascii: { flag: 'ascii', preset: { words: 'if the terminal needs it' }, kind: 'switch' },
  altScreen: { flag: 'alt-screen', preset: { value: true }, kind: 'switch' },
  mouse: { flag: 'mouse', preset: { value: true }, kind: 'switch' },
  screenReader: { flag: 'screen-reader', preset: { value: false }, kind: 'switch' },
  title: { flag: 'title', preset: { words: 'none' }, kind: 'text', is: 'a text' },
  state: { flag: 'state', preset: { value: true }, kind: 'switch' },
  notify: { flag: 'notify', preset: { value: 'title' }, kind: 'choice', choices: choices.notify },
  mode: { flag: 'mode', preset: { words: "the agent's own" }, kind: 'text', is: "the id of an agent's mode" },
  inferredPlans: { flag: 'inferred-plans', preset: { value: true }, kind: 'switch' },
  historyLimit: { flag: 'history-limit', preset: { value: '32MB' }, kind: 'size' },
  doubts: { flag: 'doubts', preset: { value: 'all' }, kind: 'list', choices: ['all', 'none', ...doubtNames] },
  staleCalls: { flag: 'stale-calls', preset: { value: defaultDoubtRules.staleCalls }, kind: 'count' },
  staleAfterMs: {
    flag: 'stale-after',
    preset: { value: defaultDoubtRules.staleMs / 1000 },
    kind: 'seconds',
  },
  wireLimit: { flag: 'wire-limit', preset: { value: '64MB' }, kind: 'size' },
  tokenFile: { flag: 'token-file', preset: { words: 'none' }, kind: 'text', is: 'the name of a file' },
  hosts: { flag: 'host', preset: { words: 'none' }, kind: 'text', is: 'names of machines, between commas' },
}

export const settingKeys: readonly SettingKey[] = Object.keys(settingSpecs).filter(isSettingKey)

/** The key of a setting in the configuration file: its option in camel case. */
export function configKey(setting: SettingKey): string {
  return setting.replace(/Ms$/, '')
}

function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settingSpecs, key)
}

/** The values of a setting that is a choice, as text; empty for others. */
export function choicesOf(key: SettingKey): readonly string[] {
  const spec = settingSpecs[key]
  return 'choices' in spec ? spec.choices.map(String) : []
}

/** Adds a setting from its text; the problem names the allowed values. */
export function withSetting(settings: Settings, key: SettingKey, text: string): Result<Settings, string> {
  const read = readText(settingSpecs[key], text)
  return read.ok ? ok({ ...settings, [key]: read.value }) : read
}

/** Adds a setting from its value in JSON; the problem names the allowed values. */
export function withJsonSetting(
  settings: Settings,
  key: SettingKey,
  value: unknown,
): Result<Settings, string> {
  const read = readJsonValue(settingSpecs[key], value)
  return read.ok ? ok({ ...settings, [key]: read.value }) : read
}

type SettingValue = string | number | boolean

function readText(spec: SettingSpec, text: string): Result<SettingValue, string> {
  switch (spec.kind) {
    case 'choice': {
      const choice = spec.choices.find((each) => String(each) === text)
      return choice === undefined ? fail(listedWords(spec.choices.map(String), 'or')) : ok(choice)
    }
    case 'switch':
      if (/^(?:1|true|yes|on)$/i.test(text)) return ok(true)
      return /^(?:0|false|no|off|)$/i.test(text) ? ok(false) : fail('1 or 0')
    case 'seconds':
      return readJsonValue(spec, text.trim() === '' ? Number.NaN : Number(text))
    case 'count':
      return readJsonValue(spec, /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN)
    case 'size':
    case 'list':
    case 'names':
    case 'text':
      return readJsonValue(spec, text)
  }
}

function readJsonValue(spec: SettingSpec, value: unknown): Result<SettingValue, string> {
  switch (spec.kind) {
    case 'choice': {
      const choice = spec.choices.find((each) => each === value)
      const written = spec.choices.map((each) => writeJson(each))
      return choice === undefined ? fail(listedWords(written, 'or')) : ok(choice)
    }
    case 'switch':
      return typeof value === 'boolean' ? ok(value) : fail('true or false')
    case 'seconds':
      return typeof value === 'number' && value > 0 && value <= longestTimeoutSeconds
        ? ok(Math.ceil(value * 1000))
        : fail(`a number of seconds above 0, and at most ${longestTimeoutSeconds} (7 days)`)
    case 'size':
      return readBytes(value === 0 ? '0' : typeof value === 'string' ? value : '')
    case 'count':
      return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= highestCount
        ? ok(value)
        : fail(`a whole number from 1 to ${highestCount}`)
    case 'list':
      return typeof value === 'string' && listPattern(spec.choices).test(value)
        ? ok(value)
        : fail(`a list of ${listedWords(spec.choices, 'or')}, or of no-NAME to leave one out`)
    case 'names':
      return typeof value === 'string' && value !== ''
        ? ok(value)
        : fail(`${spec.choices.join(', ')}, or a file`)
    case 'text':
      return typeof value === 'string' ? ok(value) : fail(spec.is)
  }
}

/** Of a setting that is a count. */
export const highestCount = 1_000_000

/** They stand for all or for none of the others. */
function isWhole(choice: string): boolean {
  return choice === 'all' || choice === 'none'
}

/** What a list of these looks like. */
export function listPattern(choices: readonly string[]): RegExp {
  const [whole, named] = [choices.filter(isWhole), choices.filter((choice) => !isWhole(choice))]
  const word = `\\s*(${whole.join('|')}|(no-)?(${named.join('|')}))\\s*`
  return new RegExp(`^${word}(,${word})*$`)
}

/** Timers are limited to 32 bits of milliseconds. */
export const longestTimeoutSeconds = 7 * 24 * 3600

const units: Readonly<Record<string, number>> = { kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 }
/** More would be no limit: it is about what the process may use. */
const largestSize = 4 * 1024 ** 3

/** Reads a size with its unit, such as `32MB`; `0` needs none. */
function readBytes(text: string): Result<number, string> {
  const [, digits, unit = ''] = /^(\d{1,10}(?:\.\d{1,6})?) ?([kmg]b)?$/.exec(text.trim().toLowerCase()) ?? []
  const bytes = Math.round(Number(digits) * (units[unit] ?? (Number(digits) === 0 ? 1 : Number.NaN)))
  return bytes >= 0 && bytes <= largestSize
    ? ok(bytes)
    : fail('0 or a size up to 4GB, for example 32MB or 500KB')
}

/** The doubts that the settings want. */
export function doubtRules({ doubts, staleCalls, staleAfterMs }: Settings): DoubtRules {
  return {
    off: doubts === undefined ? defaultDoubtRules.off : doubtsLeftOut(doubts),
    staleCalls: staleCalls ?? defaultDoubtRules.staleCalls,
    staleMs: staleAfterMs ?? defaultDoubtRules.staleMs,
  }
}

type Environment = Readonly<Record<string, string | undefined>>

/** What the environment says: its settings, the variable of each, and what is wrong with others. */
export interface ReadEnvironment {
  readonly settings: Settings
  readonly variables: ReadonlyMap<SettingKey, string>
  readonly faults: readonly UsageError[]
}

/** The variable of a setting: `--exit-on` is ACP_PLAN_TUI_EXIT_ON. */
export function settingVariable(key: SettingKey): string {
  return `ACP_PLAN_TUI_${settingSpecs[key].flag.toUpperCase().replaceAll('-', '_')}`
}

/** The settings of ACP_PLAN_TUI_… variables; fails with the first fault of `readEnvironmentSettings`. */
export function environmentSettings(environment: Environment): Result<Settings, UsageError> {
  const { settings, faults } = readEnvironmentSettings(environment)
  const [first] = faults
  return first === undefined ? ok(settings) : fail(first)
}

/**
 * Reads the ACP_PLAN_TUI_… variables. A switch is 1 or 0, also in its negated form: ACP_PLAN_TUI_NO_ANIMATION=1. Empty
 * variables are ignored. INK_SCREEN_READER counts if ACP_PLAN_TUI_SCREEN_READER is not set.
 */
export function readEnvironmentSettings(environment: Environment): ReadEnvironment {
  let settings: Settings = {}
  const variables = new Map<SettingKey, string>()
  const faults: UsageError[] = []
  if (environment['INK_SCREEN_READER'] === 'true') {
    settings = { screenReader: true }
    variables.set('screenReader', 'INK_SCREEN_READER')
  }
  for (const key of settingKeys) {
    for (const isNegated of settingSpecs[key].kind === 'switch' ? [true, false] : [false]) {
      const variable = isNegated
        ? settingVariable(key).replace('ACP_PLAN_TUI_', 'ACP_PLAN_TUI_NO_')
        : settingVariable(key)
      const text = environment[variable]
      if (text === undefined || text === '') continue
      const read = withSetting(settings, key, text)
      if (read.ok) {
        settings = isNegated ? negated(read.value, key) : read.value
        variables.set(key, variable)
      } else
        faults.push({
          message: `the environment variable ${variable} is “${text}”`,
          hint: mustBe(read.problem),
        })
    }
  }
  return { settings, variables, faults }
}

function negated(settings: Settings, key: SettingKey): Settings {
  return { ...settings, [key]: settings[key] !== true }
}

import { type UsageError, wrongValue } from '../../lib/text/usage-error.ts'
import { ok, type Result } from '../../lib/result.ts'
import { listedWords } from '../../lib/text/wording.ts'
import { settingSpecs, type SettingKey, type Settings } from '../configuration/settings.ts'

/** An option of a command: the parser, the help, the completion and the man page are made from it. */
export interface OptionSpec {
  /** Without dashes. A switch that is on by default is listed as `no-…`; both spellings are accepted. */
  readonly name: string
  readonly short?: string
  /** The placeholder of its value in the help, which also says what is completed: FILE, DIR; null for a switch. */
  readonly value: string | null
  /** The values that it can have, where they are few and belong to no setting. */
  readonly values?: readonly string[]
  readonly group: OptionGroup
  readonly help: string
  /** The setting of the option, which the environment and the configuration file may set too. */
  readonly setting?: SettingKey
  /** What is wrong with a value; null: nothing. */
  readonly fault?: (value: string) => UsageError | null
}

/** The groups of options with their titles, in the order of the help. */
export const groupTitles = {
  demo: 'Demo',
  connect: 'Connection',
  attach: 'What is shown',
  tap: 'The tap',
  render: 'Result',
  lint: 'Findings',
  play: 'Playback',
  agent: 'Agent',
  session: 'Session',
  ending: 'End of the run',
  recording: 'The recording',
  telemetry: 'Telemetry',
  screen: 'Display',
  other: 'Other',
} as const

export type OptionGroup = keyof typeof groupTitles

/** An option by its form in the help: `-o, --output FILE`; one without a value is a switch. */
export function option(
  group: OptionGroup,
  form: string,
  help: string,
  fault?: OptionSpec['fault'],
): OptionSpec {
  const [, short, name = '', value = null] = /^(?:-(\w), )?--(\S+)(?: (.+))?$/.exec(form) ?? []
  const checked = fault === undefined ? {} : { fault }
  return { name, value, group, help, ...checked, ...(short === undefined ? {} : { short }) }
}

/** The option of a setting. `value`: null for a switch, which is listed as `no-…` if it is on by default; `%` in the help becomes the setting's default. */
export function setting(group: OptionGroup, key: SettingKey, value: string | null, help: string): OptionSpec {
  const { flag, preset } = settingSpecs[key]
  const isOn = 'value' in preset && preset.value === true
  const told = withDefault(help, 'value' in preset ? preset.value : preset.words)
  return { setting: key, name: isOn ? `no-${flag}` : flag, value, group, help: told }
}

/** An option with few values; without it, the first of them holds. */
export interface ChoiceOption<Value extends string> extends OptionSpec {
  readonly values: readonly [Value, ...Value[]]
}

/** `%` in the help becomes the first of the values. */
export function choice<const Value extends string>(
  group: OptionGroup,
  form: string,
  values: readonly [Value, ...Value[]],
  help: string,
): ChoiceOption<Value> {
  return { ...option(group, form, withDefault(help, values[0])), values }
}

/** An option that is a number, or a number of SECONDS; the limits and the default are in the same unit. */
export interface NumberOption extends OptionSpec {
  readonly least: number
  readonly most: number
  readonly preset: number
}

/** `%` in the help becomes `preset`. */
export function number(
  group: OptionGroup,
  form: string,
  { least, most, preset }: Pick<NumberOption, 'least' | 'most' | 'preset'>,
  help: string,
): NumberOption {
  return { ...option(group, form, withDefault(help, preset)), least, most, preset }
}

function withDefault(help: string, preset: string | number | boolean): string {
  return help.replace('(default: %', `(default: ${preset}`)
}

/** For an option whose value must not be empty. */
export function notEmpty(name: string, hint: string): NonNullable<OptionSpec['fault']> {
  return (value) => (value.trim() === '' ? { message: `--${name} is empty`, hint } : null)
}

/** Options, some of which mean something else here: by their names, what the help says then. */
export function saying(
  options: readonly OptionSpec[],
  helps: Readonly<Record<string, string>>,
): readonly OptionSpec[] {
  return options.map((each) => {
    const help = helps[each.name]
    return help === undefined ? each : { ...each, help }
  })
}

/** The other spelling of a switch with a setting: `ascii` for `no-ascii`, and vice versa. */
export function otherSpelling(spec: OptionSpec): string | null {
  if (spec.setting === undefined || spec.value !== null) return null
  return spec.name.startsWith('no-') ? spec.name.slice(3) : `no-${spec.name}`
}

/** The help of an option where no more stands below, as in a completion. */
export function helpAlone({ help }: OptionSpec): string {
  return help.replace(', see below)', ')').replace(' (see below)', '')
}

export interface ParsedOptions {
  readonly settings: Settings
  /** All options in the order they were typed. */
  readonly typed: readonly TypedOption[]
}

export interface TypedOption {
  readonly spec: OptionSpec
  /** As typed; '' for a switch. */
  readonly value: string
}

export function valuesOf({ typed }: ParsedOptions, name: string): readonly string[] {
  return typed.flatMap(({ spec, value }) => (spec.name === name ? [value] : []))
}

/** The last value of an option; null if it is missing. */
export function lastValue(given: ParsedOptions, name: string): string | null {
  return valuesOf(given, name).at(-1) ?? null
}

export function hasOption({ typed }: ParsedOptions, name: string): boolean {
  return typed.some(({ spec }) => spec.name === name)
}

/** The value of an option with few; its default if it is missing. */
export function choiceOf<Value extends string>(
  given: ParsedOptions,
  { name, values }: ChoiceOption<Value>,
): Result<Value, UsageError> {
  const text = lastValue(given, name)
  if (text === null) return ok(values[0])
  const found = values.find((each) => each === text)
  return found === undefined ? wrongValue(name, text, listedWords(values, 'or')) : ok(found)
}

/** The value of a number, its default if it is missing. Times are given in seconds, may end with an s, and are returned in milliseconds. */
export function numberOf(
  given: ParsedOptions,
  { name, value: unit, least, most, preset }: NumberOption,
): Result<number, UsageError> {
  const isTime = unit === 'SECONDS'
  const text = lastValue(given, name)
  const factor = isTime ? 1000 : 1
  if (text === null) return ok(preset * factor)
  const [, digits] = (isTime ? /^(\d+\.?\d*|\.\d+)s?$/ : /^(\d+\.?\d*|\.\d+)$/).exec(text.trim()) ?? []
  const read = Number(digits)
  if (read >= least && read <= most) return ok(isTime ? Math.round(read * factor) : read)
  return wrongValue(name, text, `a number${isTime ? ' of seconds' : ''} from ${least} to ${most}`)
}

type Values<Read> = {
  readonly [Name in keyof Read]: Read[Name] extends Result<infer Value, UsageError> ? Value : never
}

/** The values of all that was read, or the first problem. */
export function allOf<Read extends Readonly<Record<string, Result<unknown, UsageError>>>>(
  read: Read,
): Result<Values<Read>, UsageError> {
  const values: Record<string, unknown> = {}
  for (const [name, each] of Object.entries(read)) {
    if (!each.ok) return each
    values[name] = each.value
  }
  return ok(values as Values<Read>)
}

import { parseArgs } from 'node:util'
import { ok, type Result } from '../../lib/result.ts'
import type { ParsedOptions, TypedOption } from './parsed-options.ts'
import { meantFirst, usage, type UsageError, mustBe } from '../../lib/text/usage-error.ts'
import { commandNames, type OptionSpec } from './option-spec.ts'
import { optionSpecs, otherSpelling } from './options.ts'
import { choicesOf, settingSpecs, withSetting, type Settings } from '../configuration/settings.ts'

const spelledSpecs = optionSpecs.flatMap((spec) =>
  [spec.name, otherSpelling(spec)].flatMap((name) => (name === null ? [] : [{ name, spec }])),
)

const spellings: ReadonlyMap<string, OptionSpec> = new Map(
  spelledSpecs.toReversed().map(({ name, spec }) => [name, spec]),
)

/** The option of a name: some names mean something else with some commands. */
function specOf(name: string, command: string | undefined): OptionSpec | undefined {
  const usedBy = (user: string): OptionSpec | undefined =>
    spelledSpecs.find(({ name: spelled, spec }) => spelled === name && spec.uses.some((use) => use === user))
      ?.spec
  return usedBy(command ?? 'start') ?? usedBy('start') ?? spellings.get(name)
}

/** Splits a command line into options and positionals. */
export function readOptions(
  argv: readonly string[],
): Result<{ readonly positionals: readonly string[]; readonly given: ParsedOptions }, UsageError> {
  const { tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries([...spellings].map(([name, spec]) => [name, parserOption(name, spec)])),
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const positionals: string[] = []
  const typed: TypedOption[] = []
  let settings: Settings = {}
  const command = tokens.find((token) => token.kind === 'positional')?.value
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value)
    if (token.kind !== 'option') continue
    const read = readOption(token, command)
    if (!read.ok) return read
    typed.push(read.value)
    const set = withOptionSetting(settings, read.value, token.name)
    if (!set.ok) return set
    settings = set.value
  }
  return ok({ positionals, given: { settings, typed } })
}

function parserOption(name: string, spec: OptionSpec): { type: 'string' | 'boolean'; short?: string } {
  const type = spec.value === null ? 'boolean' : 'string'
  return spec.short === undefined || name !== spec.name ? { type } : { type, short: spec.short }
}

interface OptionToken {
  readonly name: string
  readonly rawName: string
  readonly value?: string | undefined
  readonly inlineValue?: boolean | undefined
}

function readOption(
  { name, rawName, value, inlineValue }: OptionToken,
  command: string | undefined,
): Result<TypedOption, UsageError> {
  const spec = specOf(name, command)
  if (spec === undefined) {
    const mend = meantFirst(name, [...spellings.keys()], (meant) => `--${meant}`)
    const help = ['acp-plan-tui', ...commandNames.filter((each) => each === command), '--help'].join(' ')
    return usage(`unknown option ${rawName}`, `${mend}\`${help}\` lists them all.`)
  }
  if (spec.value === null)
    return value === undefined
      ? ok({ spec, value: '' })
      : usage(`--${name} takes no value, but got “${value}”`, `Write only --${name}.`)
  if (value === undefined)
    return usage(`--${name} needs a value`, `Write \`--${name} ${spec.value}\`: ${spec.help}.`)
  if (inlineValue !== true && looksLikeOption(value)) {
    const hint = `If “${value}” is meant as the value, write --${name}=${value}`
    return usage(`--${name} needs a value, but the option ${value} follows`, hint)
  }
  const emptyHint = hintsIfEmpty[name]
  if (emptyHint !== undefined && value.trim() === '') return usage(`--${name} is empty`, emptyHint)
  if (name === 'env' && value.indexOf('=') <= 0)
    return usage('--env needs NAME=VALUE', 'For example `--env DEBUG=1`.')
  if (name === 'config' && value.indexOf('=') <= 0)
    return usage(`--config ${value} has no ID=VALUE`, 'For example `--config model=large`.')
  return ok({ spec, value })
}

function looksLikeOption(text: string): boolean {
  return /^--?[a-z][\w-]*(?:=|$)/i.test(text)
}

/** Options whose value must not be empty. */
const hintsIfEmpty: Readonly<Record<string, string>> = {
  prompt: 'Give it the text to send, in quotes.',
  session: 'Give it the id of a session, or use --continue for the newest.',
  auth: 'Give it the id of a login method of the agent.',
  record: 'Give it the name of a new file.',
}

/** Adds the setting of an option, if it has one; `name`: the spelling that was typed. */
function withOptionSetting(
  settings: Settings,
  { spec, value }: TypedOption,
  name: string,
): Result<Settings, UsageError> {
  const key = spec.setting
  if (key === undefined) return ok(settings)
  if (spec.value === null) return ok({ ...settings, [key]: name === settingSpecs[key].flag })
  const read = withSetting(settings, key, value)
  if (read.ok) return read
  const hint = `${mustBe(read.problem)} ${meantFirst(value, choicesOf(key))}`.trim()
  return usage(`--${spec.name} cannot be “${value}”`, hint)
}

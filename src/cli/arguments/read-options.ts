import { parseArgs } from 'node:util'
import { ok, type Result, fail } from '../../lib/result.ts'
import { type ParsedOptions, type TypedOption, type OptionSpec, otherSpelling } from './option.ts'
import { meantFirst, usage, type UsageError, mustBe } from '../../lib/text/usage-error.ts'
import { choicesOf, settingSpecs, withSetting, type Settings } from '../configuration/settings.ts'
import type { Command } from './command.ts'

/** Those whose options are known: first the start of an agent, then commands. */
export type Known = readonly [Pick<Command, 'name' | 'options'>, ...Pick<Command, 'name' | 'options'>[]]

/** Splits a command line into our words, and the agent's command behind `--`; null: there is none. */
export function splitLine(argv: readonly string[]): {
  readonly words: readonly string[]
  readonly agent: readonly string[] | null
} {
  const end = argv.indexOf('--')
  return end < 0 ? { words: argv, agent: null } : { words: argv.slice(0, end), agent: argv.slice(end + 1) }
}

/** The first option that a command does not have; null: none. */
export function strayIn({ options }: Pick<Command, 'options'>, { typed }: ParsedOptions): OptionSpec | null {
  return typed.find(({ spec }) => !options.includes(spec))?.spec ?? null
}

/** Splits our words into options and positionals. An option that several have is that of the command, else that of the first. */
export function readOptions(
  argv: readonly string[],
  known: Known,
): Result<{ readonly positionals: readonly string[]; readonly given: ParsedOptions }, UsageError> {
  const all = spellingsOf(known.flatMap(({ options }) => options))
  // Those of an agent are the first that are suggested.
  const spellings = new Map([...spellingsOf(known[0].options), ...all])
  const { tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries([...spellings].map(([name, spec]) => [name, parserOption(name, spec)])),
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const positionals = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []))
  const [word] = positionals
  const command = known.find(({ name }) => name !== null && name === word) ?? known[0]
  const own = new Map([...spellings, ...spellingsOf(command.options)])
  const typed: TypedOption[] = []
  let settings: Settings = {}
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const spec = own.get(token.name)
    if (spec === undefined) {
      const mend = meantFirst(token.name, [...spellings.keys()], (meant) => `--${meant}`)
      const help = ['acp-plan-tui', command.name, '--help'].filter((each) => each !== null).join(' ')
      return usage(`unknown option ${token.rawName}`, `${mend}\`${help}\` lists them all.`)
    }
    const value = readValue(spec, token)
    if (!value.ok) return value
    typed.push({ spec, value: value.value })
    const set = withOptionSetting(settings, spec, { name: token.name, value: value.value })
    if (!set.ok) return set
    settings = set.value
  }
  return ok({ positionals, given: { settings, typed } })
}

/** Options by each of their spellings; of several, the first. */
function spellingsOf(options: readonly OptionSpec[]): ReadonlyMap<string, OptionSpec> {
  const spelled = options.flatMap((spec) =>
    [spec.name, otherSpelling(spec)].flatMap((name) => (name === null ? [] : [[name, spec] as const])),
  )
  return new Map(spelled.toReversed())
}

function parserOption(name: string, spec: OptionSpec): { type: 'string' | 'boolean'; short?: string } {
  const type = spec.value === null ? 'boolean' : 'string'
  return spec.short === undefined || name !== spec.name ? { type } : { type, short: spec.short }
}

interface OptionToken {
  readonly name: string
  readonly value?: string | undefined
  readonly inlineValue?: boolean | undefined
}

/** The value of an option as it was typed; '' for a switch. */
function readValue(spec: OptionSpec, { name, value, inlineValue }: OptionToken): Result<string, UsageError> {
  if (spec.value === null)
    return value === undefined
      ? ok('')
      : usage(`--${name} takes no value, but got “${value}”`, `Write only --${name}.`)
  if (value === undefined)
    return usage(`--${name} needs a value`, `Write \`--${name} ${spec.value}\`: ${spec.help}.`)
  if (inlineValue !== true && looksLikeOption(value)) {
    const hint = `If “${value}” is meant as the value, write --${name}=${value}`
    return usage(`--${name} needs a value, but the option ${value} follows`, hint)
  }
  const fault = spec.fault?.(value) ?? null
  return fault === null ? ok(value) : fail(fault)
}

function looksLikeOption(text: string): boolean {
  return /^--?[a-z][\w-]*(?:=|$)/i.test(text)
}

/** Adds the setting of an option, if it has one; `name`: the spelling that was typed. */
function withOptionSetting(
  settings: Settings,
  { name: option, value: placeholder, setting: key }: OptionSpec,
  { name, value }: { readonly name: string; readonly value: string },
): Result<Settings, UsageError> {
  if (key === undefined) return ok(settings)
  if (placeholder === null) return ok({ ...settings, [key]: name === settingSpecs[key].flag })
  const read = withSetting(settings, key, value)
  if (read.ok) return read
  const hint = `${mustBe(read.problem)} ${meantFirst(value, choicesOf(key))}`.trim()
  return usage(`--${option} cannot be “${value}”`, hint)
}

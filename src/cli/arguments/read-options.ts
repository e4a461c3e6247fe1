import { parseArgs } from 'node:util'
import { ok, type Result } from '../../lib/result.ts'
import { noOptions, withSettings, withValue, type ParsedOptions } from './parsed-options.ts'
import { nearest } from '../../lib/text/nearest.ts'
import { withFirst, withOptionValue } from './option-values.ts'
import type { OptionSpec } from './option-spec.ts'
import { optionSpecs, otherSpelling } from './options.ts'
import { settingSpecs } from '../configuration/settings.ts'
import { usage, type UsageError } from '../../lib/usage-error.ts'

const spellings: ReadonlyMap<string, OptionSpec> = new Map(
  optionSpecs.flatMap((spec) => {
    const other = otherSpelling(spec)
    return other === null
      ? [[spec.name, spec] as const]
      : ([
          [spec.name, spec],
          [other, spec],
        ] as const)
  }),
)

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
  let given = noOptions
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value)
    if (token.kind !== 'option') continue
    const next = withOption(given, token)
    if (!next.ok) return next
    given = next.value
  }
  return ok({ positionals, given })
}

function parserOption(name: string, spec: OptionSpec): { type: 'string' | 'boolean'; short?: string } {
  const type = spec.value === null ? 'boolean' : 'string'
  return spec.short === undefined || name !== spec.name ? { type } : { type, short: spec.short }
}

/** An option as it was typed. */
interface TypedOption {
  readonly name: string
  readonly rawName: string
  readonly value?: string | undefined
  readonly inlineValue?: boolean | undefined
}

function withOption(given: ParsedOptions, typed: TypedOption): Result<ParsedOptions, UsageError> {
  const { name, rawName, value } = typed
  const spec = spellings.get(name)
  if (spec === undefined) {
    const meant = nearest(name, [...spellings.keys()])
    const mend = meant === null ? '' : `Did you mean --${meant}? `
    return usage(`unknown option ${rawName}`, `${mend}\`acp-plan-tui --help\` lists them all.`)
  }
  const next = { ...given, specs: [...given.specs, spec] }
  if (spec.value === null)
    return value === undefined
      ? withSwitch(next, spec, name)
      : usage(`--${name} takes no value, but got “${value}”`, `Write only --${name}.`)
  if (value === undefined)
    return usage(`--${name} needs a value`, `Write \`--${name} ${spec.value}\`: ${spec.help}.`)
  if (typed.inlineValue !== true && looksLikeOption(value)) {
    const hint = `If “${value}” is meant as the value, write --${name}=${value}`
    return usage(`--${name} needs a value, but the option ${value} follows`, hint)
  }
  return withOptionValue(next, spec, value)
}

function looksLikeOption(text: string): boolean {
  return /^--?[a-z][\w-]*(?:=|$)/i.test(text)
}

function withSwitch(given: ParsedOptions, spec: OptionSpec, name: string): Result<ParsedOptions, UsageError> {
  if (spec.setting !== undefined) {
    const isOn = name === settingSpecs[spec.setting].flag
    return ok(withSettings(given, { [spec.setting]: isOn }))
  }
  if (name === 'continue') return withFirst(given, { type: 'continue' })
  if (name === 'allow-fs') return ok({ ...given, flags: { ...given.flags, offersFiles: true } })
  return ok({
    ...withValue(given, name, ''),
    isHelp: given.isHelp || name === 'help',
    isVersion: given.isVersion || name === 'version',
    isList: given.isList || name === 'list',
  })
}

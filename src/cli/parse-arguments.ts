import { parseArgs } from 'node:util'
import { fail, ok, type Result } from '../lib/result.ts'
import type { Flags, Invocation, PromptSource } from './invocation.ts'
import { nearest } from './nearest.ts'
import { commandNames, optionSpecs, otherSpelling, type CommandName, type OptionSpec } from './options.ts'
import { settingSpecs, withSetting } from './settings.ts'
import type { UsageError } from './usage-error.ts'

/** The arguments after the program's name. Options may stand before or after the command; what follows `--` is the agent's. */
export function parseArguments(argv: readonly string[]): Result<Invocation, UsageError> {
  const end = argv.indexOf('--')
  const agent = end < 0 ? null : argv.slice(end + 1)
  const read = readOptions(end < 0 ? argv : argv.slice(0, end))
  if (!read.ok) return read
  const { words, given } = read.value
  const command = readCommand(words)
  if (given.isHelp) return ok({ type: 'help', command: command.ok ? command.value : null })
  if (given.isVersion) return ok({ type: 'version' })
  if (!command.ok) return command
  const stray = given.specs.find((spec) => spec.command !== null && spec.command !== command.value)
  if (stray !== undefined) {
    const message = `--${stray.name} belongs to the command ${stray.command}`
    return usage(message, `As in \`acp-plan-tui ${stray.command} --${stray.name}\`.`)
  }
  if (command.value === 'demo') return demo(words.slice(1), agent, given)
  if (agent === null && given.specs.length === 0) return ok({ type: 'nothing' })
  return watch(agent ?? [], given)
}

interface Given {
  readonly flags: Flags
  readonly specs: readonly OptionSpec[]
  readonly isHelp: boolean
  readonly isVersion: boolean
  readonly isList: boolean
  readonly speed: string | null
}

const nothingGiven: Given = {
  flags: { prompts: [], cwd: null, env: {}, settings: {} },
  specs: [],
  isHelp: false,
  isVersion: false,
  isList: false,
  speed: null,
}

function usage(message: string, hint: string): Result<never, UsageError> {
  return fail({ message, hint })
}

function readCommand(words: readonly string[]): Result<CommandName | null, UsageError> {
  const [word] = words
  if (word === undefined) return ok(null)
  const command = commandNames.find((name) => name === word)
  if (command !== undefined) return ok(command)
  const meant = nearest(word, commandNames)
  const mend = meant === null ? '' : `Did you mean \`acp-plan-tui ${meant}\`? `
  return usage(
    `there is no command “${word}”`,
    `${mend}To start an agent, put -- before it: acp-plan-tui -- ${words.join(' ')}`,
  )
}

function watch(agent: readonly string[], given: Given): Result<Invocation, UsageError> {
  const [command, ...args] = agent
  if (command === undefined || command === '') {
    const hint = 'Put it after --, as in `acp-plan-tui -- npx @agentclientprotocol/claude-agent-acp`.'
    return usage('no agent command was given', hint)
  }
  return ok({ type: 'watch', command, args, flags: given.flags })
}

function demo(
  names: readonly string[],
  agent: readonly string[] | null,
  given: Given,
): Result<Invocation, UsageError> {
  if (agent !== null)
    return usage('demo brings its own agent', 'Leave out the -- and what follows, or the word demo.')
  const [name, ...more] = names
  if (more.length > 0)
    return usage(
      `demo plays one scenario, and ${names.length} were named: ${names.join(', ')}`,
      '`acp-plan-tui demo --list` names them all.',
    )
  if (given.isList) return ok({ type: 'demo-list' })
  return ok({ type: 'demo', name: name ?? null, speed: given.speed, flags: given.flags })
}

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

function readOptions(
  argv: readonly string[],
): Result<{ readonly words: readonly string[]; readonly given: Given }, UsageError> {
  const { tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries([...spellings].map(([name, spec]) => [name, parserOption(name, spec)])),
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const words: string[] = []
  let given = nothingGiven
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value)
    if (token.kind !== 'option') continue
    const next = withOption(given, token)
    if (!next.ok) return next
    given = next.value
  }
  return ok({ words, given })
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

function withOption(given: Given, typed: TypedOption): Result<Given, UsageError> {
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
      : usage(`--${name} takes no value, and got “${value}”`, `Write just --${name}.`)
  if (value === undefined)
    return usage(`--${name} needs a value`, `As in \`--${name} ${spec.value}\`: ${spec.help}.`)
  if (typed.inlineValue !== true && looksLikeOption(value)) {
    const hint = `If “${value}” is meant as the value, write --${name}=${value}`
    return usage(`--${name} needs a value, and the option ${value} follows`, hint)
  }
  return withValue(next, spec, value)
}

function looksLikeOption(text: string): boolean {
  return /^--?[a-z][\w-]*(?:=|$)/i.test(text)
}

function withSwitch(given: Given, spec: OptionSpec, name: string): Result<Given, UsageError> {
  if (spec.setting !== undefined) {
    const isOn = name === settingSpecs[spec.setting].flag
    return ok(withSettings(given, { [spec.setting]: isOn }))
  }
  return ok({
    ...given,
    isHelp: given.isHelp || name === 'help',
    isVersion: given.isVersion || name === 'version',
    isList: given.isList || name === 'list',
  })
}

function withSettings(given: Given, settings: Flags['settings']): Given {
  return { ...given, flags: { ...given.flags, settings: { ...given.flags.settings, ...settings } } }
}

function withValue(given: Given, spec: OptionSpec, value: string): Result<Given, UsageError> {
  const { flags } = given
  if (spec.setting !== undefined) {
    const read = withSetting(flags.settings, spec.setting, value)
    if (read.ok) return ok({ ...given, flags: { ...flags, settings: read.value } })
    const meant = nearest(value, settingSpecs[spec.setting].choices)
    const mend = meant === null ? '' : ` Did you mean ${meant}?`
    return usage(`--${spec.name} cannot be “${value}”`, `It must be ${read.problem}.${mend}`)
  }
  switch (spec.name) {
    case 'prompt':
      return value.trim() === ''
        ? usage('--prompt is empty', 'Give it the text to send, in quotes.')
        : ok({ ...given, flags: withPrompt(flags, { type: 'text', text: value }) })
    case 'prompt-file': {
      const source: PromptSource = value === '-' ? { type: 'stdin' } : { type: 'file', path: value }
      if (source.type === 'stdin' && flags.prompts.some((prompt) => prompt.type === 'stdin'))
        return usage('standard input can be read once', 'Give --prompt-file - only once.')
      return ok({ ...given, flags: withPrompt(flags, source) })
    }
    case 'cwd':
      return ok({ ...given, flags: { ...flags, cwd: value } })
    case 'env': {
      const at = value.indexOf('=')
      if (at <= 0) return usage(`--env ${value} has no NAME=VALUE`, 'As in `--env DEBUG=1`.')
      return ok({
        ...given,
        flags: { ...flags, env: { ...flags.env, [value.slice(0, at)]: value.slice(at + 1) } },
      })
    }
    default:
      return ok({ ...given, speed: value })
  }
}

function withPrompt(flags: Flags, prompt: PromptSource): Flags {
  return { ...flags, prompts: [...flags.prompts, prompt] }
}

import { ok, type Result } from '../../lib/result.ts'
import { listedWords } from '../../lib/text/listed-words.ts'
import { isLikeAddress, otherSchemes } from '../../sources/remote/transports/remote-transports.ts'
import type { Invocation } from './invocation.ts'
import { meantFirst, usage, type UsageError } from '../../lib/text/usage-error.ts'
import { readFlags } from './flags.ts'
import { hasOption, lastValue, valuesOf, type ParsedOptions } from './parsed-options.ts'
import { commandNames, type CommandName, type OptionSpec } from './option-spec.ts'
import { readOptions } from './read-options.ts'
import { shownCommand, shownText } from '../redaction/shown-command.ts'

/** Parses the arguments after the program's name. Options may precede or follow the command; the agent's command follows `--`. */
export function parseArguments(argv: readonly string[]): Result<Invocation, UsageError> {
  const [first, ...words] = argv
  // What follows may be the name of an option, which is no option here.
  if (first === 'help' && !words.includes('--help') && !words.includes('-h'))
    return ok({ type: 'manual', words })
  const end = argv.indexOf('--')
  const agent = end < 0 ? null : argv.slice(end + 1)
  const read = readOptions(end < 0 ? argv : argv.slice(0, end))
  if (!read.ok) return read
  const { positionals, given } = read.value
  const command = readCommand(positionals)
  if (hasOption(given, 'help')) return ok({ type: 'help', command: command.ok ? command.value : null })
  if (hasOption(given, 'version')) return ok({ type: 'version' })
  if (!command.ok) return command
  const stray = given.typed.find(({ spec }) => !spec.uses.includes(command.value ?? 'start'))
  if (stray !== undefined) return strayOption(stray.spec, command.value)
  switch (command.value) {
    case 'demo':
      return demo(positionals.slice(1), agent, given)
    case 'connect':
      return connect(positionals.slice(1), agent, given)
    case 'attach':
    case 'tap':
    case 'replay':
    case 'render':
    case 'lint':
    case 'doctor':
    case 'config':
    case 'completion':
      return ok({ type: command.value, positionals: positionals.slice(1), agent, given })
    case 'help':
      return ok({ type: 'manual', words: positionals.slice(1) })
    case null:
      return agent === null && given.typed.length === 0 ? ok({ type: 'nothing' }) : watch(agent ?? [], given)
  }
}

function strayOption({ name, uses }: OptionSpec, command: CommandName | null): Result<never, UsageError> {
  const commands = uses.filter((use) => use !== 'start')
  const [first] = commands
  if (first !== undefined && commands.length === uses.length)
    return usage(
      `--${name} belongs to the ${uses.length === 1 ? 'command' : 'commands'} ${listedWords(commands, 'and')}`,
      `For example \`acp-plan-tui ${first} --${name}\`.`,
    )
  if (command === 'attach')
    return usage(
      `--${name} is for an agent that this program runs, and attach only watches`,
      '`acp-plan-tui attach --help` says what goes with it.',
    )
  if (command === 'tap')
    return usage(
      `--${name} is for an agent that this program runs, and a tap only passes on what an editor says`,
      '`acp-plan-tui tap --help` says what goes with it.',
    )
  if (command === 'render' || command === 'replay')
    return usage(
      `--${name} needs a running agent, and this is a recording`,
      `\`acp-plan-tui ${command} --help\` says what goes with it.`,
    )
  return usage(
    `--${name} is for agents that are started here, not for ${command ?? 'this'}`,
    'Leave it out, and set it where the agent is started.',
  )
}

function readCommand(positionals: readonly string[]): Result<CommandName | null, UsageError> {
  const [word] = positionals
  if (word === undefined) return ok(null)
  const command = commandNames.find((name) => name === word)
  if (command !== undefined) return ok(command)
  if (isLikeAddress(word))
    return usage(
      'an address was given without a command',
      `Did you mean \`acp-plan-tui connect\`, with the address after it?`,
    )
  const mend = meantFirst(word, commandNames, (meant) => `\`acp-plan-tui ${meant}\``)
  return usage(
    `there is no command “${shownText(word)}”`,
    `${mend}To start an agent, put -- before it: acp-plan-tui -- ${shownCommand(positionals).join(' ')}`,
  )
}

function watch(agent: readonly string[], given: ParsedOptions): Result<Invocation, UsageError> {
  const [command, ...args] = agent
  if (command === undefined || command === '') {
    const hint = 'Put it after --, for example `acp-plan-tui -- npx @agentclientprotocol/claude-agent-acp`.'
    return usage('no agent command was given', hint)
  }
  const flags = readFlags(given)
  return flags.ok ? ok({ type: 'watch', command, args, flags: flags.value }) : flags
}

function demo(
  names: readonly string[],
  agent: readonly string[] | null,
  given: ParsedOptions,
): Result<Invocation, UsageError> {
  if (agent !== null)
    return usage('demo has its own agent', 'Leave out -- and everything after it, or the word demo.')
  const [name, ...more] = names
  if (more.length > 0)
    return usage(
      `demo plays one scenario or file, but ${names.length} were given: ${names.join(', ')}`,
      '`acp-plan-tui demo --list` names them all.',
    )
  if (hasOption(given, 'list')) return ok({ type: 'demo-list' })
  const isStdio = hasOption(given, 'stdio')
  const stray = given.typed.find(({ spec }) => !['stdio', 'speed', 'idle-limit'].includes(spec.name))
  if (isStdio && stray !== undefined)
    return usage(
      `--${stray.spec.name} cannot be combined with --stdio, which has no screen and no prompts`,
      'The client that connects to it shows its plans. Leave out one of the two.',
    )
  const flags = readFlags(given)
  if (!flags.ok) return flags
  return ok({
    type: 'demo',
    name: name ?? null,
    speed: lastValue(given, 'speed'),
    idleLimit: lastValue(given, 'idle-limit'),
    isStdio,
    flags: flags.value,
  })
}

function connect(
  positionals: readonly string[],
  agent: readonly string[] | null,
  given: ParsedOptions,
): Result<Invocation, UsageError> {
  if (agent !== null)
    return usage(
      'connect takes an address, not the command of an agent',
      'Leave out the -- and what follows, or the word connect.',
    )
  const [url, ...more] = positionals
  if (url === undefined || url === '')
    return usage(
      'connect needs the address of an agent',
      `For example \`acp-plan-tui connect ws://localhost:3000/acp\`; ${listedWords(
        otherSchemes().map((scheme) => `${scheme}:`),
        'and',
      )} are possible too.`,
    )
  if (more.length > 0)
    return usage(
      `connect takes one address, but ${positionals.length} were given`,
      'Put values with spaces into quotes, and leave out the rest.',
    )
  const flags = readFlags(given)
  if (!flags.ok) return flags
  const [headers, fileMaps] = [valuesOf(given, 'header'), valuesOf(given, 'map-files')]
  return ok({ type: 'connect', url, flags: flags.value, headers, fileMaps })
}

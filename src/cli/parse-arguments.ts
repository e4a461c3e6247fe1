import { ok, type Result } from '../lib/result.ts'
import { listedWords } from '../lib/text/wording.ts'
import { meantFirst, usage, type UsageError } from '../lib/text/usage-error.ts'
import { isLikeAddress } from '../sources/remote/transports/remote-transports.ts'
import type { Around, Command, CommandLine } from './arguments/command.ts'
import { hasOption, lastValue, type OptionSpec } from './arguments/option.ts'
import { readOptions, splitLine, strayIn } from './arguments/read-options.ts'
import { allCommands, commands, listedCommands } from './commands/commands.ts'
import { help } from './commands/help.ts'
import { start } from './commands/start.ts'
import type { LoggedWords } from './host/logged-host.ts'
import { shownCommand, shownText } from './redaction/shown-command.ts'

export type Invocation =
  /** `listed`: all commands, in the order of the help. */
  | { readonly type: 'help'; readonly command: Command; readonly listed: readonly Command[] }
  | { readonly type: 'version' }
  | { readonly type: 'nothing' }
  | CalledCommand

/** A command with its words and options. `commands`: those with which they were read. */
export interface CalledCommand extends Pick<Around, 'commands'> {
  readonly type: 'run'
  readonly command: Command
  readonly line: CommandLine
}

/** Parses the arguments after the program's name. Options may precede or follow the command; the agent's command follows `--`. */
export function parseArguments(argv: readonly string[]): Result<Invocation, UsageError> {
  const [first, ...words] = argv
  // What follows may be the name of an option, which is no option here.
  if (first === help.name && !words.includes('--help') && !words.includes('-h')) {
    const given = { settings: {}, typed: [] }
    return ok(called(help, { positionals: words, agent: null, given }))
  }
  const { words: ours, agent } = splitLine(argv)
  const read = readOptions(ours, allCommands)
  if (!read.ok) return read
  const { positionals, given } = read.value
  const endpoint = ours[ours.indexOf('--otlp') + 1]
  if (hasOption(given, 'otlp') && positionals[0] !== 'connect' && isLikeAddress(endpoint ?? ''))
    return usage('--otlp takes no address', 'Set it as the variable OTEL_EXPORTER_OTLP_ENDPOINT.')
  const found = readCommand(positionals)
  if (hasOption(given, 'help'))
    return found.ok ? ok({ type: 'help', command: found.value ?? start, listed: listedCommands }) : found
  if (hasOption(given, 'version')) return ok({ type: 'version' })
  if (!found.ok) return found
  const command = found.value ?? start
  const stray = strayIn(command, given)
  if (stray !== null) return strayOption(stray, command)
  if (found.value === null && agent === null && given.typed.length === 0) return ok({ type: 'nothing' })
  return ok(called(command, { positionals: positionals.slice(1), agent, given }))
}

function called(command: Command, line: CommandLine): CalledCommand {
  return { type: 'run', command, line, commands: allCommands }
}

/** What the log of the program begins with: the command and the names of its options, since values may be private; and the file of --log. */
export function loggedWords(argv: readonly string[]): LoggedWords {
  const { words } = splitLine(argv)
  const read = readOptions(words, allCommands)
  const given = read.ok ? read.value.given : null
  const command = words.find((word) => commands.some(({ name }) => name === word))
  return {
    file: given === null ? null : lastValue(given, 'log'),
    called: [command ?? 'no command', ...(given?.typed ?? []).map(({ spec }) => `--${spec.name}`)],
  }
}

function strayOption({ name, value }: OptionSpec, command: Command): Result<never, UsageError> {
  const hasIt = ({ options }: Command): boolean => options.some((each) => each.name === name)
  const users = commands.filter(hasIt).flatMap((each) => each.name ?? [])
  const [first] = users
  if (first !== undefined && !hasIt(start))
    return usage(
      `--${name} belongs to the ${users.length === 1 ? 'command' : 'commands'} ${listedWords(users, 'and')}`,
      name === 'json' && command.options.some((each) => each.name === 'format')
        ? 'Here it is `--format json`.'
        : `For example \`acp-plan-tui ${first} --${name}${value === null ? '' : ` ${value}`}\`.`,
    )
  if (command.hasNoAgent !== undefined)
    return usage(
      `--${name} ${command.hasNoAgent}`,
      `\`acp-plan-tui ${command.name} --help\` says what goes with it.`,
    )
  if (command.takesAgent === true && command.name !== null)
    return usage(
      `--${name} does not go with ${command.name}`,
      name === 'record' && command.name === 'lint'
        ? `Record a run of the agent first: \`acp-plan-tui --record run.ndjson --prompt "Plan it" -- AGENT\`; then check what was recorded: \`acp-plan-tui lint run.ndjson\`.`
        : `\`acp-plan-tui ${command.name} --help\` says what does.`,
    )
  return usage(
    `--${name} is for agents that are started here, not for ${command.name ?? 'this'}`,
    'Leave it out, and set it where the agent is started.',
  )
}

function readCommand(positionals: readonly string[]): Result<Command | null, UsageError> {
  const [word] = positionals
  if (word === undefined) return ok(null)
  const command = commands.find(({ name }) => name === word)
  if (command !== undefined) return ok(command)
  if (isLikeAddress(word))
    return usage(
      'an address was given without a command',
      `Did you mean \`acp-plan-tui connect\`, with the address after it?`,
    )
  const names = commands.flatMap(({ name }) => name ?? [])
  const mend = meantFirst(word, names, (meant) => `\`acp-plan-tui ${meant}\``)
  return usage(
    `there is no command “${shownText(word)}”`,
    `${mend}To start an agent, put -- before it: acp-plan-tui -- ${shownCommand(positionals).join(' ')}`,
  )
}

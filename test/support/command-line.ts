import type { Command } from '../../src/cli/arguments/command.ts'
import { commands } from '../../src/cli/commands/commands.ts'
import { parseArguments } from '../../src/cli/parse-arguments.ts'
import type { Result } from '../../src/lib/result.ts'
import type { UsageError } from '../../src/lib/text/usage-error.ts'

export const commandNames: readonly string[] = commands.flatMap(({ name }) => name ?? [])

export function commandNamed(name: string): Command {
  const command = commands.find((each) => each.name === name)
  if (command === undefined) throw new Error(`there is no command ${name}`)
  return command
}

/** What a command line of a command asks for. */
export function requestOf<Request>(
  command: Command<Request>,
  words: readonly string[],
): Result<Request, UsageError> {
  const parsed = parseArguments(words)
  if (!parsed.ok) return parsed
  if (parsed.value.type !== 'run' || parsed.value.command !== command)
    throw new Error(`${words.join(' ')} is not for ${command.name}`)
  return command.read(parsed.value.line)
}

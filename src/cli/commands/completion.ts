import { writeOutput } from '../../outputs/stream/whole-output.ts'
import { meantHint, usage, type UsageError } from '../../lib/text/usage-error.ts'
import type { Result } from '../../lib/result.ts'
import { shownText } from '../redaction/shown-command.ts'
import type { CommandLine } from '../arguments/invocation.ts'
import { bashCompletion } from '../completion/bash.ts'
import { completedCommands, type CompletedCommand } from '../completion/completed-commands.ts'
import { fishCompletion } from '../completion/fish.ts'
import { powershellCompletion } from '../completion/powershell.ts'
import { shells, type Shell } from '../completion/shells.ts'
import { zshCompletion } from '../completion/zsh.ts'
import type { Host } from '../host/host.ts'

const scripts: Readonly<Record<Shell, (commands: readonly CompletedCommand[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
  powershell: powershellCompletion,
}

/** The command `completion`. Writes the script for a shell, and returns the exit status. */
export async function completionCommand(
  { positionals, agent }: CommandLine,
  host: Host,
): Promise<Result<number, UsageError>> {
  const [name, ...more] = positionals
  if (name === undefined || more.length > 0 || agent !== null)
    return usage(
      'completion takes the name of one shell',
      `Write \`acp-plan-tui completion ${shells.join('|')}\`.`,
    )
  const shell = shells.find((each) => each === name)
  if (shell === undefined)
    return usage(
      `there is no completion for “${shownText(name)}”`,
      meantHint(name, shells, `There is one for ${shells.join(', ')}.`, (meant) => `\`${meant}\``),
    )
  return await writeOutput(scripts[shell](completedCommands()), host.process.stdout)
}

import type { Result } from '../../lib/result.ts'
import type { UsageError } from '../../lib/text/usage-error.ts'
import { writeOutput } from '../../outputs/stream/whole-output.ts'
import type { Around } from '../arguments/command.ts'
import { bashCompletion } from './bash.ts'
import { completedCommands, type CompletedCommand, type Shell } from './completed-commands.ts'
import { fishCompletion } from './fish.ts'
import { powershellCompletion } from './powershell.ts'
import { zshCompletion } from './zsh.ts'

const scripts: Readonly<Record<Shell, (commands: readonly CompletedCommand[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
  powershell: powershellCompletion,
}

/** Writes the script for a shell, and returns the exit status. */
export async function runCompletion(
  shell: Shell,
  { host, commands }: Around,
): Promise<Result<number, UsageError>> {
  return await writeOutput(scripts[shell](await completedCommands(commands)), host.process.stdout)
}

import { shells, type Shell } from '../completion/completed-commands.ts'
import { meantHint, usage, type UsageError } from '../../lib/text/usage-error.ts'
import { type Result, ok } from '../../lib/result.ts'
import type { Command, CommandLine } from '../arguments/command.ts'
import { helpAndVersion } from '../arguments/shared-options.ts'
import { shownText } from '../redaction/shown-command.ts'

export const completion: Command<Shell> = {
  name: 'completion',
  form: 'completion SHELL',
  does: 'completion for bash, zsh, fish, PowerShell',
  options: helpAndVersion,
  takes: shells,
  read: readShell,
  run: async (shell, around) =>
    await (await import('../completion/shell-scripts.ts')).runCompletion(shell, around),
  help: ({
    options,
  }) => `acp-plan-tui completion writes a script for a shell, to complete commands, options and values.

Usage:
  acp-plan-tui completion bash|zsh|fish|powershell

Examples:
  acp-plan-tui completion bash > ~/.local/share/bash-completion/completions/acp-plan-tui
  acp-plan-tui completion zsh > ~/.zfunc/_acp-plan-tui
  acp-plan-tui completion fish > ~/.config/fish/completions/acp-plan-tui.fish
  acp-plan-tui completion powershell >> $PROFILE

For zsh, the folder has to be in fpath before compinit runs: fpath+=~/.zfunc

${options}

Exit status: 0 success, 2 wrong usage.
`,
}

function readShell({ positionals, agent }: CommandLine): Result<Shell, UsageError> {
  const [name, ...more] = positionals
  if (name === undefined || more.length > 0 || agent !== null)
    return usage(
      'completion takes the name of one shell',
      `Write \`acp-plan-tui completion ${shells.join('|')}\`.`,
    )
  const shell = shells.find((each) => each === name)
  return shell === undefined
    ? usage(
        `there is no completion for “${shownText(name)}”`,
        meantHint(name, shells, `There is one for ${shells.join(', ')}.`, (meant) => `\`${meant}\``),
      )
    : ok(shell)
}

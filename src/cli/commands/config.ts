import { ok } from '../../lib/result.ts'
import { usage } from '../../lib/text/usage-error.ts'
import type { Command } from '../arguments/command.ts'
import { hasOption } from '../arguments/option.ts'
import { general, json } from '../arguments/shared-options.ts'

export const config: Command<{ readonly isJson: boolean }> = {
  name: 'config',
  form: 'config [--json]',
  does: 'list all settings, and where each comes from',
  options: [json, ...general],
  read: ({ positionals, agent, given }) =>
    positionals.length > 0 || agent !== null
      ? usage('config takes no arguments', 'Write `acp-plan-tui config`, or with --json.')
      : ok({ isJson: hasOption(given, 'json') }),
  run: async ({ isJson }, { host }) =>
    await (await import('../configuration/run-config.ts')).runConfig(isJson, host),
  help: ({
    options,
  }) => `acp-plan-tui config lists all settings: the value that the next run has, and where it comes from.

Usage:
  acp-plan-tui config [--json]

A setting comes from its variable, else from the configuration file, else it has its default. The
file is $XDG_CONFIG_HOME/acp-plan-tui/config.json; without the variable, below ~/.config (on Windows
%APPDATA%). What is wrong in either is told with its place. Nothing is changed.

Examples:
  acp-plan-tui config
  acp-plan-tui config --json | jq .settings
  acp-plan-tui config --help

${options}

Exit status: 0 success, 2 wrong usage, or a setting is wrong.
`,
}

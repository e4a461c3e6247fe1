import { ok } from '../../lib/result.ts'
import { usage } from '../../lib/text/usage-error.ts'
import type { Command } from '../arguments/command.ts'
import { hasOption } from '../arguments/option.ts'
import { json, log } from '../arguments/shared-options.ts'

export const doctor: Command<{ readonly isJson: boolean }> = {
  name: 'doctor',
  form: 'doctor [--json]',
  does: 'check this terminal, and find agents and sessions',
  options: [json, log],
  read: ({ positionals, agent, given }) =>
    positionals.length > 0 || agent !== null
      ? usage('doctor takes no arguments', 'Write `acp-plan-tui doctor`, or with --json.')
      : ok({ isJson: hasOption(given, 'json') }),
  run: async ({ isJson }, { host }) => await (await import('./doctor-run.ts')).runDoctor(isJson, host),
  help: ({
    options,
  }) => `acp-plan-tui doctor looks at what this program needs and works with, and says what to do.

Usage:
  acp-plan-tui doctor [--json]

It checks the terminal, Node and the configuration, and lists the known agents on PATH with their
plan switches, the sessions of the last day that attach can show, and the agents in the settings of
Zed and JetBrains.
It only reads, and starts nothing.

Examples:
  acp-plan-tui doctor
  acp-plan-tui doctor --json
  acp-plan-tui doctor --help

${options}

Exit status: 0 unless something that is needed is missing, or a setting is wrong (1).
`,
}

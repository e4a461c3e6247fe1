import { ok } from '../../lib/result.ts'
import { usage } from '../../lib/text/usage-error.ts'
import type { AddedAgent } from '../configuration/add-agent.ts'
import type { Command } from '../arguments/command.ts'
import { hasOption } from '../arguments/option.ts'
import { general, json } from '../arguments/shared-options.ts'

/** `added`: the agent that is to be written into the file; null: all settings are listed. */
interface ConfigRequest {
  readonly isJson: boolean
  readonly added: AddedAgent | null
}

const addForm = 'acp-plan-tui config add-agent NAME -- AGENT [ARGUMENT...]'

export const config: Command<ConfigRequest> = {
  name: 'config',
  form: 'config [add-agent NAME -- AGENT]',
  does: 'list all settings; add an agent',
  options: [json, ...general],
  takes: ['add-agent'],
  takesAgent: true,
  read({ positionals: [verb, name, ...more], agent, given }) {
    const isJson = hasOption(given, 'json')
    if (verb === undefined && agent === null) return ok({ isJson, added: null })
    if (verb !== 'add-agent')
      return usage(
        verb === undefined ? 'config takes no command' : `config takes no argument “${verb}”`,
        `Write \`acp-plan-tui config\`, or \`${addForm}\`.`,
      )
    const [command, ...args] = agent ?? []
    if (name === undefined || name.trim() === '' || more.length > 0 || command === undefined)
      return usage('config add-agent takes a name, and the command after --', `Write \`${addForm}\`.`)
    return isJson
      ? usage('config add-agent takes no --json', 'It says in two lines what it wrote.')
      : ok({ isJson, added: { name, command: [command, ...args] } })
  },
  async run({ isJson, added }, { host }) {
    if (added !== null) return (await import('../configuration/add-agent.ts')).addAgent(added, host)
    return await (await import('../configuration/run-config.ts')).runConfig(isJson, host)
  },
  help: ({
    options,
  }) => `acp-plan-tui config lists all settings: the value that the next run has, and where it comes from.

Usage:
  acp-plan-tui config [--json]
  ${addForm}

A setting comes from its variable, else from the configuration file, else it has its default. The
file is $XDG_CONFIG_HOME/acp-plan-tui/config.json; without the variable, below ~/.config (on Windows
%APPDATA%). What is wrong in either is told with its place.

add-agent writes an agent into that file, for --agent NAME. All else in it stays, comments too.

Examples:
  acp-plan-tui config
  acp-plan-tui config --json | jq .settings
  acp-plan-tui config add-agent work -- my-agent --acp
  acp-plan-tui config --help

${options}

Exit status: 0 success, 2 wrong usage, or a setting is wrong.
`,
}

import { ok, type Result } from '../../lib/result.ts'
import { usage, type UsageError } from '../../lib/text/usage-error.ts'
import { startedAgent } from '../agents/agent-to-watch.ts'
import type { Command, CommandLine } from '../arguments/command.ts'
import { readFlags, type Flags } from '../arguments/flags.ts'
import { asClient, env, planTools, prompted, recorded, running } from '../arguments/shared-options.ts'
import { watchAgent } from './watch.ts'

/** The agent that a command line starts, and the options of its run. */
export interface StartRequest {
  readonly command: string
  readonly args: readonly string[]
  readonly flags: Flags
}

/** Without a command: starts an agent and watches it. */
export const start: Command<StartRequest> = {
  name: null,
  form: '[options] -- AGENT [ARGUMENT…]',
  does: 'start an agent, be its client, show its plans',
  options: [...recorded, ...prompted, env, planTools, ...asClient, ...running],
  takesAgent: true,
  read: readStart,
  run: async ({ command, args, flags }, { host }) =>
    await watchAgent(startedAgent({ command, args, demo: null }, host), flags, host),
}

function readStart({ agent, given }: CommandLine): Result<StartRequest, UsageError> {
  const [command, ...args] = agent ?? []
  if (command === undefined || command === '')
    return usage(
      'no agent command was given',
      'Put it after --, for example `acp-plan-tui -- npx @agentclientprotocol/claude-agent-acp`.',
    )
  const flags = readFlags(given)
  return flags.ok ? ok({ command, args, flags: flags.value }) : flags
}

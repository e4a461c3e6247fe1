import { endAs, runTap } from '../../tap/run-tap.ts'
import { usage, type UsageError } from '../../lib/text/usage-error.ts'
import { ok, type Result } from '../../lib/result.ts'
import { shownCommand } from '../redaction/shown-command.ts'
import type { CommandLine } from '../arguments/invocation.ts'
import { hasOption, lastValue } from '../arguments/parsed-options.ts'
import { programVersion } from '../host/version.ts'
import type { TapOptions } from '../../tap/tap-options.ts'

/** `tap`, where the command line is written in another way than in settings of editors, or has a mistake. */
export async function tapCommand(line: CommandLine): Promise<Result<number, UsageError>> {
  const options = readTapRequest(line)
  if (!options.ok) return options
  return ok(
    endAs(
      await runTap({
        options: options.value,
        program: `acp-plan-tui ${programVersion}`,
        shownCommand: async (words) => await Promise.resolve(shownCommand(words)),
      }),
    ),
  )
}

/** The options of a tap; a problem where they are wrong. */
export function readTapRequest({ positionals, agent, given }: CommandLine): Result<TapOptions, UsageError> {
  const hint = 'Put it after --, for example `acp-plan-tui tap -- npx @agentclientprotocol/claude-agent-acp`.'
  const [command, ...args] = agent ?? []
  if (positionals.length > 0) return usage('the command of the agent stands before --', hint)
  if (command === undefined || command === '') return usage('no agent command was given', hint)
  const [label, record] = [lastValue(given, 'label'), lastValue(given, 'record')]
  if (label === '') return usage('--label is empty', 'Give it a name, or leave it out.')
  if (record === '') return usage('--record is empty', 'Name a file, or leave it out.')
  const advertisesPlans = hasOption(given, 'advertise-plans')
  return ok({ label, record, advertisesPlans, command, args })
}

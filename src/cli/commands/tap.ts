import { ok, type Result } from '../../lib/result.ts'
import { notTogether, usage, type UsageError } from '../../lib/text/usage-error.ts'
import type { TapRequest } from './tap-run.ts'
import type { Command, CommandLine } from '../arguments/command.ts'
import { toldOthers } from '../arguments/flags.ts'
import { on } from '../arguments/hook-option.ts'
import { hasOption, lastValue, option, saying } from '../arguments/option.ts'
import { helpAndVersion, record, telemetry } from '../arguments/shared-options.ts'

/** Runs where the command line is written in another way than in settings of editors, or has a mistake; else `tap-main.ts` does. */
export const tap: Command<TapRequest> = {
  name: 'tap',
  form: 'tap [options] -- AGENT [ARG…]',
  does: 'stand between an editor and its agent, for attach',
  options: [
    option('tap', '--label NAME', 'what to call it in the list of attach'),
    option('tap', '--advertise-plans', 'let the agent send plans to an editor that does not ask for them'),
    option('tap', '--proxy', "be a link in a conductor's chain of proxies; there is no AGENT then"),
    ...saying([record], {
      record: 'record what passes; where FILE exists, a number is added to its name',
    }),
    on,
    ...telemetry,
    ...helpAndVersion,
  ],
  takesAgent: true,
  hasNoAgent: 'is for an agent that this program runs, and a tap only passes on what an editor says',
  read: readTap,
  run: async (request, { host }) => await (await import('./tap-run.ts')).tapHere(request, host),
  help: ({
    options,
  }) => `acp-plan-tui tap stands between an editor and its agent, and passes every byte on as it is. What
passes can be watched with attach: plans, their history, messages.

Usage:
  acp-plan-tui tap [options] -- AGENT [ARGUMENT…]
  acp-plan-tui tap --proxy [options]             a link in a chain of proxies

Put it before the agent's command in the settings of the editor; \`acp-plan-tui help tap\` has them
for Zed, JetBrains, Neovim and Emacs. Then:
  acp-plan-tui attach                            lists the taps, with all else that runs
  acp-plan-tui attach NAME                       watches the tap of that label

Examples:
  acp-plan-tui tap -- npx @agentclientprotocol/claude-agent-acp
  acp-plan-tui tap --label site --record run.ndjson -- my-agent --acp
  acp-plan-tui tap --advertise-plans -- my-agent --acp

${options}

Nothing is changed, unless --advertise-plans is given: then plans are announced to the agent,
checklists reach the editor as version 1 plans, and other plans are withheld from it, which is said.
Those who watch see all of them.

With --proxy a conductor starts the tap as one of its proxies: every message is forwarded, wrapped
in \`proxy/successor\` or taken out of it, and else as it is.

Signals reach the agent, and the tap ends as the agent does: with its status, or by the same signal.
Whoever watches is connected over a socket that only you can open; nothing listens on a network.

Exit status: that of the agent; 127 there is no such command, 126 it cannot be started.
`,
}

function readTap({ positionals, agent, given }: CommandLine): Result<TapRequest, UsageError> {
  const hint = 'Put it after --, for example `acp-plan-tui tap -- npx @agentclientprotocol/claude-agent-acp`.'
  const [command, ...args] = agent ?? []
  if (positionals.length > 0) return usage('the command of the agent stands before --', hint)
  const [isLink, advertisesPlans] = [hasOption(given, 'proxy'), hasOption(given, 'advertise-plans')]
  if (isLink && agent !== null)
    return usage(
      '--proxy has no agent: a conductor starts the tap, and the agent',
      'Leave out -- and what follows, or --proxy.',
    )
  if (isLink && advertisesPlans) return notTogether('--proxy', '--advertise-plans')
  if (!isLink && (command === undefined || command === '')) return usage('no agent command was given', hint)
  const [label, record] = [lastValue(given, 'label'), lastValue(given, 'record')]
  if (label === '') return usage('--label is empty', 'Give it a name, or leave it out.')
  return ok({
    options: { label, record, advertisesPlans, command: command ?? null, args },
    ...toldOthers(given),
  })
}

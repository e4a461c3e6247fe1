import { ok, type Result } from '../../lib/result.ts'
import { listedWords } from '../../lib/text/wording.ts'
import { usage, type UsageError } from '../../lib/text/usage-error.ts'
import { otherSchemes, remoteTransports } from '../../sources/remote/transports/remote-transports.ts'
import type { ConnectRequest } from '../agents/remote-agent.ts'
import type { Command, CommandLine } from '../arguments/command.ts'
import { readFlags } from '../arguments/flags.ts'
import { option, saying, setting, valuesOf } from '../arguments/option.ts'
import { asClient, prompted, recorded, running } from '../arguments/shared-options.ts'
import { watchAgent } from './watch.ts'

export const connect: Command<ConnectRequest> = {
  name: 'connect',
  form: 'connect [options] ADDRESS',
  does: 'the same with an agent that is already running',
  options: [
    ...recorded,
    option('connect', '--header NAME:VALUE', 'send a header over WebSocket or HTTP; may be repeated'),
    setting('connect', 'tokenFile', 'FILE', 'send the content of FILE as a bearer token'),
    option(
      'connect',
      '--map-files REMOTE=LOCAL',
      "where the agent's files are on this machine; may be repeated",
    ),
    ...saying([...prompted, ...asClient], {
      cwd: "the agent's working folder, an absolute path (default: the path of this one)",
      'allow-fs': 'let the agent read and write files below --cwd on this machine',
    }),
    ...running,
  ],
  read: readConnect,
  async run(request, { host }) {
    const { remoteAgent } = await import('../agents/remote-agent.ts')
    const agent = remoteAgent(request)
    return agent.ok ? await watchAgent(agent.value, request.flags, host) : agent
  },
  help: ({
    options,
    notifications,
    timeouts,
  }) => `acp-plan-tui connect connects to an agent that is already running, here or elsewhere.

Usage:
  acp-plan-tui connect [options] ADDRESS

Addresses:
${addressTable()}

Examples:
  acp-plan-tui connect ws://localhost:3000/acp
  acp-plan-tui connect https://agents.example/acp --token-file token.txt --cwd /srv/site
  acp-plan-tui connect --header "X-Team: docs" --continue wss://agents.example/acp
  acp-plan-tui connect --map-files /srv/site=. --prompt "Plan it" --format text tcp://build:7000
  acp-plan-tui connect unix:/run/agent.sock

A lost connection is retried after 1, 2, 4, 8, 16 and then every 30 seconds; without a screen five
times. The session is loaded again if the agent supports it. No prompt is ever sent twice.

${timeouts}

${options}

${notifications}

Header values and tokens are never shown or written. ACP_PLAN_TUI_TOKEN_FILE may name the token file
too. For the other settings see \`acp-plan-tui --help\`.
`,
}

function readConnect({ positionals, agent, given }: CommandLine): Result<ConnectRequest, UsageError> {
  if (agent !== null)
    return usage(
      'connect takes an address, not the command of an agent',
      'Leave out the -- and what follows, or the word connect.',
    )
  const [url, ...more] = positionals
  if (url === undefined || url === '')
    return usage(
      'connect needs the address of an agent',
      `For example \`acp-plan-tui connect ws://localhost:3000/acp\`; ${listedWords(
        otherSchemes().map((scheme) => `${scheme}:`),
        'and',
      )} are possible too.`,
    )
  if (more.length > 0)
    return usage(
      `connect takes one address, but ${positionals.length} were given`,
      'Put values with spaces into quotes, and leave out the rest.',
    )
  const flags = readFlags(given)
  if (!flags.ok) return flags
  const [headers, fileMaps] = [valuesOf(given, 'header'), valuesOf(given, 'map-files')]
  return ok({ url, flags: flags.value, headers, fileMaps })
}

/** The forms of addresses with their transports. */
function addressTable(): string {
  return remoteTransports.map(({ help }) => `  ${help.address.padEnd(26)}  ${help.is}`).join('\n')
}

import { ok, type Result } from '../../lib/result.ts'
import { notTogether, usage, type UsageError } from '../../lib/text/usage-error.ts'
import { startedAgent, type AgentToWatch } from '../agents/agent-to-watch.ts'
import type { Command, CommandLine } from '../arguments/command.ts'
import { readFlags, type Flags } from '../arguments/flags.ts'
import { lastValue } from '../arguments/option.ts'
import type { ConfiguredAgent } from '../configuration/settings.ts'
import {
  asClient,
  env,
  namedAgent,
  planTools,
  prompted,
  recorded,
  running,
} from '../arguments/shared-options.ts'
import type { Host } from '../host/host.ts'
import { watchAgent } from './watch.ts'

/** The agent that a command line starts, by its command or by its name, and the options of its run. */
export type StartRequest = { readonly flags: Flags } & (
  | { readonly command: string; readonly args: readonly string[] }
  | { readonly name: string }
)

/** Without a command: starts an agent and watches it. */
export const start: Command<StartRequest> = {
  name: null,
  form: '[options] -- AGENT [ARGUMENT…]',
  does: 'start an agent, be its client, show its plans',
  options: [namedAgent, ...recorded, ...prompted, env, planTools, ...asClient, ...running],
  takesAgent: true,
  read: readStart,
  run: async (request, { host }) => {
    const asked = await agentAsked(request, host)
    return asked.ok ? await watchAgent(asked.value.watched, asked.value.flags, host) : asked
  },
}

/** The agent of a command line, and the options of its run with those of its name. */
export async function agentAsked(
  request: StartRequest,
  host: Host,
): Promise<Result<{ readonly watched: AgentToWatch; readonly flags: Flags }, UsageError>> {
  const { flags } = request
  if ('command' in request) return ok({ watched: startedAgent({ ...request, demo: null }, host), flags })
  const found = await (await import('../agents/named-agent.ts')).findNamedAgent(request.name, host)
  if (!found.ok) return found
  const { named, watched } = found.value
  return ok({ watched, flags: { ...flags, ...flagsOf(named, flags) } })
}

/**
 * The agent that a command line names, and the options of its run. `program`: what is typed before the options. Options alone open no list of
 * agents, since a recording has one run.
 */
export function readStart(
  { agent, given }: CommandLine,
  program = 'acp-plan-tui',
): Result<StartRequest, UsageError> {
  const [command, ...args] = agent ?? []
  const name = lastValue(given, 'agent')
  if (name !== null && agent !== null) return notTogether('--agent', 'a command after --')
  if (name === null && (command === undefined || command === '')) {
    // Their values may be private.
    const typed = new Set(
      given.typed.map(({ spec }) => ` --${spec.name}${spec.value === null ? '' : ` ${spec.value}`}`),
    )
    const called = `${program}${[...typed].join('')}`
    return usage(
      'no agent command was given',
      `Put it after --, for example \`${called} -- npx @agentclientprotocol/claude-agent-acp\`, or name one: \`${called} -a claude\`. \`acp-plan-tui\` alone lists what can be started here.`,
    )
  }
  const flags = readFlags(given)
  if (!flags.ok) return flags
  return ok({ ...(name === null ? { command: command ?? '', args } : { name }), flags: flags.value })
}

/** What the entry of an agent says, where the command line says nothing else. */
function flagsOf(
  { env: variables, cwd, config }: ConfiguredAgent,
  flags: Flags,
): Pick<Flags, 'env' | 'cwd' | 'config'> {
  const own = Object.entries(config)
    .filter(([id]) => flags.config.every((given) => given.id !== id))
    .map(([id, value]) => ({ id, value }))
  return {
    env: { ...variables, ...flags.env },
    cwd: flags.cwd ?? cwd,
    config: [...own, ...flags.config],
  }
}

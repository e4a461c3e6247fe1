// The agents that have names: in the configuration file, and those that are known. Loaded only where a name is given, or all are listed.
import { join } from 'node:path'
import type { KnownAgent } from '../../app/known-agents/known-agent.ts'
import { agentWord, agentWords, knownAgents, startOf } from '../../app/known-agents/known-agents.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import { shellWord } from '../../lib/text/shell-lines.ts'
import { usage, meantFirst, type UsageError } from '../../lib/text/usage-error.ts'
import { isExecutable, programOnPath } from '../../system/program-path.ts'
import { homeFolder } from '../../system/user-environment.ts'
import { configPath, readConfig } from '../configuration/config-file.ts'
import type { ConfiguredAgent } from '../configuration/settings.ts'
import type { Host } from '../host/host.ts'
import { localFolder, startedAgent, type AgentToWatch } from './agent-to-watch.ts'

export interface NamedAgent {
  readonly named: ConfiguredAgent
  readonly watched: AgentToWatch
}

/** The agent of this name: an entry of the configuration file, else a known agent that can be started here. */
export async function findNamedAgent(name: string, host: Host): Promise<Result<NamedAgent, UsageError>> {
  const file = configPath(host.process.env)
  const config = await readConfig(file)
  if (!config.ok) return config
  const { agents = [] } = config.value
  const entry = agents.find((each) => each.name === name)
  if (entry !== undefined) return ok(started(entry, host, file ?? ''))
  const known = knownAgents.find((each) => agentWord(each) === name || each.id === name)
  if (known === undefined) {
    const names = [...agents.map((each) => each.name), ...agentWords]
    const where =
      file === null ? '' : `It must be a name under “agents” in ${file}, or one of ${agentWords.join(', ')}.`
    return usage(
      `there is no agent “${name}”`,
      `${meantFirst(name, names, (meant) => `\`acp-plan-tui --agent=${shellWord(meant)}\``)}${where}`,
    )
  }
  const command = startOf(known, hasProgram(host))
  if (command !== null) return ok(started(asConfigured(known, command), host))
  const [program] = known.programs
  const npx = known.packages === undefined ? '' : ', nor is npx'
  return fail({
    message: `--agent ${name}: ${program?.name ?? known.name} is not on PATH${npx}`,
    hint: `Install it, or give its command: acp-plan-tui -- …`,
    status: 4,
  })
}

function started(entry: ConfiguredAgent, host: Host, file = ''): NamedAgent {
  const [command, ...args] = entry.command
  const home = homeFolder()
  const named =
    entry.cwd?.startsWith('~') === true && home !== null
      ? { ...entry, cwd: join(home, entry.cwd.slice(1)) }
      : entry
  return {
    named,
    watched: {
      ...startedAgent({ command, args, demo: null }, host),
      settings: entry.settings,
      again: { name: entry.name, argv: [`--agent=${entry.name}`] },
      folder: (given) =>
        given !== null && given === named.cwd
          ? localFolder(given, `${file}, agent “${entry.name}”: cwd`)
          : localFolder(given),
    },
  }
}

function asConfigured(known: KnownAgent, [command = '', ...args]: readonly string[]): ConfiguredAgent {
  return { name: agentWord(known), command: [command, ...args], env: {}, cwd: null, config: {}, settings: {} }
}

export function hasProgram({ process: { env, platform } }: Host): (program: string) => boolean {
  return (program) => programOnPath(program, { env, platform, isExecutable }) !== null
}

/** A known agent that can be started here. `isInstalled`: one of its own programs is on PATH, and npx downloads nothing. */
export interface StartableAgent {
  readonly agent: KnownAgent
  readonly command: readonly string[]
  readonly isInstalled: boolean
}

/** The known agents that are on PATH, then those that are mostly started through npx. */
export function startableAgents(host: Host): readonly StartableAgent[] {
  const has = hasProgram(host)
  const found = knownAgents.flatMap((agent): readonly StartableAgent[] => {
    const command = startOf(agent, has)
    if (command === null) return []
    const isInstalled = command[0] !== 'npx'
    return isInstalled || agent.cli !== undefined ? [{ agent, command, isInstalled }] : []
  })
  return [...found.filter((each) => each.isInstalled), ...found.filter((each) => !each.isInstalled)]
}

import { ok, type Result } from '../../lib/result.ts'
import { usage, type UsageError } from '../../lib/text/usage-error.ts'
import type { Command, CommandLine } from '../arguments/command.ts'
import { hasOption } from '../arguments/option.ts'
import { asClient, cwd, env, general, json, namedAgent, planTools } from '../arguments/shared-options.ts'
import { readStart, type StartRequest } from './start.ts'

/** How an agent is started, and as whose client. */
const ofAgent = [cwd, env, planTools, ...asClient]

/** `asked`: the agent to start; null: none. */
interface DoctorRequest {
  readonly isJson: boolean
  readonly asked: StartRequest | null
}

export const doctor: Command<DoctorRequest> = {
  name: 'doctor',
  form: 'doctor [--json] [-- AGENT]',
  does: 'check this machine, find sessions, or try an agent',
  options: [json, namedAgent, ...ofAgent, ...general],
  takesAgent: true,
  read: readDoctor,
  run: async ({ isJson, asked }, { host }) =>
    asked === null
      ? await (await import('./doctor-run.ts')).runDoctor(isJson, host)
      : await (await import('./doctor-agent.ts')).doctorAgent(asked, isJson, host),
  help: ({
    options,
    planTools: aboutPlanTools,
  }) => `acp-plan-tui doctor looks at what this program needs and works with, and says what to do.

Usage:
  acp-plan-tui doctor [--json]
  acp-plan-tui doctor [--json] [options] -- AGENT [ARGUMENT…]
  acp-plan-tui doctor [--json] [options] --agent NAME

Alone, it checks the terminal, Node and the configuration, and lists the known agents on PATH with
their plan switches, the sessions of the last day that attach can show, and the agents in the
settings of Zed and JetBrains. It only reads, and starts nothing.

With an agent, it starts that, shakes hands and opens a session in the working folder, since modes,
options and the need for a login are told with it. It sends no prompt. It says the agent's version,
the protocol, whether it needs a login, its modes and options, whether plans will come and what
switches them on, and whether old sessions can be opened; then the agent is ended. Without
--timeout, it may be silent for 60 s.

Examples:
  acp-plan-tui doctor
  acp-plan-tui doctor --json
  acp-plan-tui doctor --agent claude
  acp-plan-tui doctor --timeout 20 -- my-agent --acp
  acp-plan-tui doctor --help

${options}

${aboutPlanTools}

Exit status: 0 unless something that is needed is missing, or a setting is wrong (1). With an agent:
0 if a session was opened, else what a run would end with: 3 silent, 4 not started or refused, 6
a login is needed, 7 crashed or broke the protocol.
`,
}

function readDoctor(line: CommandLine): Result<DoctorRequest, UsageError> {
  const { positionals, agent, given } = line
  if (positionals.length > 0)
    return usage(
      'doctor takes no arguments',
      'Write `acp-plan-tui doctor`, or put the command of an agent after --.',
    )
  const isJson = hasOption(given, 'json')
  if (agent === null && !hasOption(given, 'agent')) {
    const stray = given.typed.find(({ spec }) => ofAgent.includes(spec))
    return stray === undefined
      ? ok({ isJson, asked: null })
      : usage(
          `--${stray.spec.name} needs an agent`,
          'Leave it out, put the command of the agent after --, or name it with --agent.',
        )
  }
  const asked = readStart(line, 'acp-plan-tui doctor')
  return asked.ok ? ok({ isJson, asked: asked.value }) : asked
}

import { ok, type Result } from '../../lib/result.ts'
import { notTogether, type UsageError, usage } from '../../lib/text/usage-error.ts'
import type { DemoRequest, DemoServing } from '../agents/demo-agent.ts'
import type { Around, Command, CommandLine } from '../arguments/command.ts'
import { readFlags, type Flags } from '../arguments/flags.ts'
import { hasOption, lastValue, option } from '../arguments/option.ts'
import { asClient, env, played, prompted, recorded, running } from '../arguments/shared-options.ts'
import { watchAgent } from './watch.ts'

/** What the demo is asked for; `agent`: only the agent, for any client. */
export type DemoCall =
  | { readonly of: 'list' }
  | (DemoRequest & { readonly of: 'screen'; readonly flags: Flags })
  | (DemoRequest & DemoServing & { readonly of: 'agent' })

export const demo: Command<DemoCall> = {
  name: 'demo',
  form: 'demo [NAME|FILE] [options]',
  does: 'the same with a scripted or a recorded agent',
  options: [
    option('other', '--list', 'list the scenarios and exit'),
    option('demo', '--stdio', 'no screen: speak ACP on standard input and output, as any agent'),
    option('demo', '--listen ADDRESS', 'the same for clients that connect to ADDRESS'),
    option('demo', '--once', 'with --listen: end after the first client'),
    ...played,
    ...recorded,
    ...prompted,
    env,
    ...asClient,
    ...running,
  ],
  takes: async () => (await import('../../demo/scenarios.ts')).scenarios.map(({ name }) => name),
  read: readDemo,
  run,
  help: ({
    options,
    notifications,
  }) => `acp-plan-tui demo plays an agent: a real ACP agent in a process of its own, which follows a script
or a recording.

Usage:
  acp-plan-tui demo [NAME] [options]             a built-in scenario
  acp-plan-tui demo FILE [options]               a script of yours, or the agent of a recording
  acp-plan-tui demo [NAME|FILE] --stdio          only the agent, for any other client
  acp-plan-tui demo [NAME|FILE] --listen ADDRESS [--once]
                                                 the same, for clients that connect
  acp-plan-tui demo --list

A script is YAML or JSON; \`acp-plan-tui help demo\` describes its format. A recording is any trace
that replay reads: the agent answers each request with what followed the same request in the
recording, at the recorded pace.

An ADDRESS is one that \`connect\` takes: tcp://HOST:PORT, ws://HOST:PORT/PATH or unix:/PATH. The
port 0 is any that is free. The address stands in the only line on standard output.

In a pipe, the permission requests of a built-in scenario are answered with “allow once”, unless
--permissions says otherwise.

Examples:
  acp-plan-tui demo
  acp-plan-tui demo markdown --theme light
  acp-plan-tui demo checklist --speed 4 --format text
  acp-plan-tui demo release.yaml
  acp-plan-tui demo run.ndjson --speed 2 --idle-limit 3
  acp-plan-tui demo run.ndjson --stdio --speed max
  acp-plan-tui demo run.ndjson --listen ws://127.0.0.1:0 --once

${options}

${notifications}
`,
}

function readDemo({ positionals, agent, given }: CommandLine): Result<DemoCall, UsageError> {
  if (agent !== null)
    return usage('demo has its own agent', 'Leave out -- and everything after it, or the word demo.')
  const [name = null, ...more] = positionals
  if (more.length > 0)
    return usage(
      `demo plays one scenario or file, but ${positionals.length} were given: ${positionals.join(', ')}`,
      '`acp-plan-tui demo --list` names them all.',
    )
  if (hasOption(given, 'list')) return ok({ of: 'list' })
  const [isStdio, isOnce, listen] = [
    hasOption(given, 'stdio'),
    hasOption(given, 'once'),
    lastValue(given, 'listen'),
  ]
  if (isStdio && listen !== null) return notTogether('--stdio', '--listen')
  if (isOnce && listen === null)
    return usage('--once is for --listen', 'Add `--listen ADDRESS`, or leave out --once.')
  const request = { name, speed: lastValue(given, 'speed'), idleLimit: lastValue(given, 'idle-limit') }
  if (isStdio || listen !== null) {
    const stray = given.typed.find(({ spec }) => !agentOptions.has(spec.name))
    if (stray === undefined) return ok({ of: 'agent', ...request, listen, isOnce })
    return usage(
      `--${stray.spec.name} cannot be combined with --${isStdio ? 'stdio' : 'listen'}, which has no screen and no prompts`,
      'The client that connects to it shows its plans. Leave out one of the two.',
    )
  }
  const flags = readFlags(given)
  return flags.ok ? ok({ of: 'screen', ...request, flags: flags.value }) : flags
}

/** The options of the agent alone. */
const agentOptions = new Set(['stdio', 'listen', 'once', 'speed', 'idle-limit'])

async function run(call: DemoCall, { host, agentFile }: Around): Promise<Result<number, UsageError>> {
  const { demoAgent, demoList, serveDemo } = await import('../agents/demo-agent.ts')
  switch (call.of) {
    case 'list':
      return await (
        await import('../../outputs/stream/output.ts')
      ).writeOutput(demoList(), host.process.stdout)
    case 'agent':
      return await serveDemo(call, agentFile)
    case 'screen': {
      const agent = await demoAgent(call, agentFile, host)
      return agent.ok ? await watchAgent(agent.value, call.flags, host) : agent
    }
  }
}

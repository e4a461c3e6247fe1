import { unreachable, ok, type Result } from '../lib/result.ts'
import type { Host } from './host/host.ts'
import type { Invocation } from './arguments/invocation.ts'
import { parseArguments } from './arguments/parse-arguments.ts'
import { startedAgent } from './agents/started-agent.ts'
import { usageLines, type UsageError } from '../lib/text/usage-error.ts'
import { watchAgent } from './commands/watch.ts'

/** Does what the command line asks for, and gives the exit status. `agentFile` is the built demo agent. */
export async function program(argv: readonly string[], agentFile: URL, host: Host): Promise<number> {
  const invocation = parseArguments(argv)
  if (!invocation.ok) return refuse(invocation.problem, host)
  const logged = wantsLog(argv, host) ? await withLog(argv, host) : ok(host)
  if (!logged.ok) return refuse(logged.problem, host)
  const done = await run(invocation.value, agentFile, logged.value)
  return done.ok ? done.value : refuse(done.problem, logged.value)
}

function refuse(error: UsageError, host: Host): number {
  host.writeNow(2, usageLines(error))
  return error.status ?? 2
}

/** Whether a log may have been asked for. */
function wantsLog(argv: readonly string[], { process: { env } }: Host): boolean {
  return (env['ACP_PLAN_TUI_LOG'] ?? '') !== '' || argv.some((word) => word.startsWith('--log'))
}

async function withLog(argv: readonly string[], host: Host): Promise<Result<Host, UsageError>> {
  const { loggedHost } = await import('./host/logged-host.ts')
  return loggedHost(argv, host)
}

async function run(invocation: Invocation, agentFile: URL, host: Host): Promise<Result<number, UsageError>> {
  switch (invocation.type) {
    case 'watch': {
      const { command, args, flags } = invocation
      const agent = startedAgent({ command, args, demo: null }, host)
      return watchAgent(agent, flags, host)
    }
    case 'connect': {
      const { remoteAgent } = await import('./agents/remote-agent.ts')
      const agent = remoteAgent(invocation)
      return agent.ok ? watchAgent(agent.value, invocation.flags, host) : agent
    }
    case 'demo': {
      const { demoAgent, serveDemo } = await import('./commands/demo.ts')
      if (invocation.isStdio) return serveDemo(invocation, agentFile)
      const agent = await demoAgent(invocation, agentFile, host)
      return agent.ok ? watchAgent(agent.value, invocation.flags, host) : agent
    }
    case 'demo-list': {
      const { demoList } = await import('./commands/demo.ts')
      return await say(demoList(), host)
    }
    case 'attach': {
      const { attachCommand } = await import('./commands/attach.ts')
      return attachCommand(invocation, host)
    }
    case 'tap': {
      const { tapCommand } = await import('./commands/tap.ts')
      return tapCommand(invocation)
    }
    case 'replay': {
      const { replayCommand } = await import('./commands/replay.ts')
      return replayCommand(invocation, host)
    }
    case 'render': {
      const { renderCommand } = await import('./commands/render.ts')
      return renderCommand(invocation, host)
    }
    case 'lint': {
      const { lintCommand } = await import('./commands/lint.ts')
      return lintCommand(invocation, host)
    }
    case 'doctor': {
      const { doctorCommand } = await import('./commands/doctor.ts')
      return doctorCommand(invocation, host)
    }
    case 'config': {
      const { configCommand } = await import('./commands/config.ts')
      return configCommand(invocation, host)
    }
    case 'completion': {
      const { completionCommand } = await import('./commands/completion.ts')
      return completionCommand(invocation, host)
    }
    case 'help': {
      const { helpText } = await import('./arguments/help.ts')
      return await say(helpText(invocation.command), host)
    }
    case 'manual': {
      const { helpCommand } = await import('./commands/help.ts')
      return helpCommand(invocation.words, host)
    }
    case 'version': {
      const { versionText } = await import('./host/version-text.ts')
      return await say(`${versionText}\n`, host)
    }
    case 'nothing': {
      const { shortUsage } = await import('./arguments/help.ts')
      host.writeNow(2, shortUsage)
      return { ok: true, value: 2 }
    }
    default:
      return unreachable(invocation)
  }
}

async function say(text: string, host: Host): Promise<Result<number, UsageError>> {
  const { writeOutput } = await import('../outputs/stream/whole-output.ts')
  return await writeOutput(text, host.process.stdout)
}

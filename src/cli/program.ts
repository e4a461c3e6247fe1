import { unreachable, ok, type Result } from '../lib/result.ts'
import { usageLines, type UsageError } from '../lib/text/usage-error.ts'
import { readOptions, splitLine, strayIn } from './arguments/read-options.ts'
import { hasOption } from './arguments/option.ts'
import { connect } from './commands/connect.ts'
import { demo } from './commands/demo.ts'
import { start } from './commands/start.ts'
import type { Host } from './host/host.ts'
import type { Invocation } from './parse-arguments.ts'

/** Does what the command line asks for, and gives the exit status. `agentFile` is the built demo agent. */
export async function program(argv: readonly string[], agentFile: URL, host: Host): Promise<number> {
  const invocation = readEarly(argv) ?? (await import('./parse-arguments.ts')).parseArguments(argv)
  if (!invocation.ok) return refuse(invocation.problem, host)
  const logged = host.log === undefined && wantsLog(argv, host) ? await withLog(argv, host) : ok(host)
  if (!logged.ok) return refuse(logged.problem, host)
  const done = await carryOut(invocation.value, agentFile, logged.value)
  return done.ok ? done.value : refuse(done.problem, logged.value)
}

/** What brings an agent, and is therefore loaded at the start. */
const early = [start, demo, connect] as const

/** A command line of these, without a mistake; null: all commands have to be loaded, to read it or to explain what is wrong. */
function readEarly(argv: readonly string[]): Result<Invocation, never> | null {
  const { words, agent } = splitLine(argv)
  const read = readOptions(words, early)
  if (agent === null && words.length === 0) return ok({ type: 'nothing' })
  if (!read.ok) return null
  const { positionals, given } = read.value
  const [name = null, ...rest] = positionals
  const command = early.find((each) => each.name === name)
  if (command === undefined || hasOption(given, 'help')) return null
  if (hasOption(given, 'version')) return ok({ type: 'version' })
  if (strayIn(command, given) !== null) return null
  return ok({ type: 'run', command, line: { positionals: rest, agent, given }, commands: early })
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
  const [{ loggedHost }, { loggedWords }] = await Promise.all([
    import('./host/logged-host.ts'),
    import('./parse-arguments.ts'),
  ])
  return loggedHost(loggedWords(argv), host)
}

async function carryOut(
  invocation: Invocation,
  agentFile: URL,
  host: Host,
): Promise<Result<number, UsageError>> {
  switch (invocation.type) {
    case 'run': {
      const { command, line, commands } = invocation
      const request = command.read(line)
      if (!request.ok) return request
      return await command.run(request.value, { host, agentFile, commands, settings: line.given.settings })
    }
    case 'help': {
      const { helpText } = await import('./help-text.ts')
      return await say(helpText(invocation.command, invocation.listed), host)
    }
    case 'version': {
      const { versionText } = await import('./host/logged-host.ts')
      return await say(`${versionText}\n`, host)
    }
    case 'nothing': {
      if (host.isTerminal(0) && host.isTerminal(1)) {
        const { startScreen } = await import('./commands/start-screen.ts')
        const left = await startScreen(
          host,
          async (argv) => await program(argv, agentFile, { ...host, isFromStart: true }),
        )
        if (left !== null) return left
      }
      const { shortUsage } = await import('./help-text.ts')
      host.writeNow(2, shortUsage)
      return ok(2)
    }
    default:
      return unreachable(invocation)
  }
}

async function say(text: string, host: Host): Promise<Result<number, UsageError>> {
  const { writeOutput } = await import('../outputs/stream/output.ts')
  return await writeOutput(text, host.process.stdout)
}

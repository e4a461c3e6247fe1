import { safeLine } from '../lib/text/safe-text.ts'
import { unreachable } from '../lib/unreachable.ts'
import type { Result } from '../lib/result.ts'
import type { Invocation } from './invocation.ts'
import { parseArguments } from './parse-arguments.ts'
import type { UsageError } from './usage-error.ts'
import { programVersion } from './version.ts'
import { watchAgent } from './watch-agent.ts'
import { writeNow } from './write-now.ts'

/** Does what the command line asks for, and gives the exit status. `agentFile` is the built demo agent. */
export async function program(argv: readonly string[], agentFile: URL): Promise<number> {
  const invocation = parseArguments(argv)
  const done = invocation.ok ? await run(invocation.value, agentFile) : invocation
  if (done.ok) return done.value
  const { message, hint } = done.problem
  writeNow(2, `acp-plan-tui: ${safeLine(message)}\n  ${safeLine(hint)}\n`)
  return 2
}

async function run(invocation: Invocation, agentFile: URL): Promise<Result<number, UsageError>> {
  switch (invocation.type) {
    case 'watch': {
      const { command, args, flags } = invocation
      return watchAgent({ command, args, called: [command, ...args].join(' '), defaultPrompt: null }, flags)
    }
    case 'demo': {
      const { demoAgent } = await import('./demo.ts')
      const agent = demoAgent(invocation.name, invocation.speed, agentFile)
      return agent.ok ? watchAgent(agent.value, invocation.flags) : agent
    }
    case 'demo-list': {
      const { demoList } = await import('./demo.ts')
      return say(demoList())
    }
    case 'help': {
      const { helpText } = await import('./help.ts')
      return say(helpText(invocation.command))
    }
    case 'version':
      return say(`${programVersion}\n`)
    case 'nothing': {
      const { shortUsage } = await import('./help.ts')
      writeNow(2, shortUsage)
      return { ok: true, value: 2 }
    }
    default:
      return unreachable(invocation)
  }
}

function say(text: string): Result<number, UsageError> {
  writeNow(1, text)
  return { ok: true, value: 0 }
}

import { fileURLToPath } from 'node:url'
import { findScenario, scenarios } from '../demo/scenarios.ts'
import { parseSpeed } from '../demo/speed.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import { nearest } from './nearest.ts'
import type { UsageError } from './usage-error.ts'
import type { AgentToWatch } from './watch-agent.ts'

/** The demo agent playing a scenario, the first one when none is named. `agentFile` is the built demo agent. */
export function demoAgent(
  name: string | null,
  speed: string | null,
  agentFile: URL,
): Result<AgentToWatch, UsageError> {
  const scenario = name === null ? scenarios[0] : findScenario(name)
  if (scenario === undefined) {
    const meant = nearest(
      name ?? '',
      scenarios.map((each) => each.name),
    )
    const mend = meant === null ? '' : `Did you mean ${meant}? `
    return fail({
      message: `there is no scenario “${name}”`,
      hint: `${mend}\`acp-plan-tui demo --list\` names them all.`,
    })
  }
  const read = parseSpeed(speed ?? '1')
  if (!read.ok) {
    return fail({ message: `--speed cannot be “${speed}”`, hint: 'It must be a number above 0, or max.' })
  }
  return ok({
    command: process.execPath,
    args: [fileURLToPath(agentFile), scenario.name, '--speed', String(read.value)],
    called: `the demo “${scenario.name}”`,
    defaultPrompt: scenario.prompt,
  })
}

/** `demo --list`: a line for each scenario, with about how long it plays. */
export function demoList(): string {
  const width = Math.max(...scenarios.map((each) => each.name.length))
  const lines = scenarios.map(
    (each) => `  ${each.name.padEnd(width)}  ${each.title} (${Math.round(each.seconds)} s)`,
  )
  return `Scenarios of the demo; the first is played when none is named:\n\n${lines.join('\n')}\n\nPlay one with \`acp-plan-tui demo NAME\`.\n`
}

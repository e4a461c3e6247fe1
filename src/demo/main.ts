import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { parseArgs } from 'node:util'
import { ndJsonStream } from '@agentclientprotocol/sdk/unstable'
import { fail, ok, type Result } from '../lib/result.ts'
import { connectDemoAgent } from './agent.ts'
import { openDemoFolder } from './folder.ts'
import type { DemoScenario } from './scenario.ts'
import { findScenario, scenarios } from './scenarios.ts'
import { parseSpeed, type Speed } from './speed.ts'

const usage = 'usage: demo-agent [SCENARIO] [--speed N|max] [--loop]'
const speedVariable = 'ACP_PLAN_TUI_DEMO_SPEED'

interface Invocation {
  readonly scenario: DemoScenario
  readonly speed: Speed
  readonly isLooping: boolean
}

function readArguments(): Result<Invocation, string> {
  const options = { speed: { type: 'string' }, loop: { type: 'boolean' } } as const
  let parsed
  try {
    parsed = parseArgs({ options, allowPositionals: true })
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
  const name = parsed.positionals[0] ?? 'tour'
  const scenario = findScenario(name)
  if (!scenario)
    return fail(
      `no scenario ${JSON.stringify(name)}; there are ${scenarios.map((each) => each.name).join(', ')}`,
    )
  const speed = parseSpeed(parsed.values.speed ?? process.env[speedVariable] ?? '1')
  if (!speed.ok) return speed
  return ok({ scenario, speed: speed.value, isLooping: parsed.values.loop ?? false })
}

/** Serves one client on stdin and stdout until stdin ends, a signal comes, or the scenario ends the process. */
async function serve(invocation: Invocation): Promise<void> {
  const folder = openDemoFolder()
  process.once('exit', () => folder.remove())
  for (const [signal, status] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.once(signal, () => process.exit(status))
  }
  // The client has closed its end: there is nobody left to play for.
  process.stdout.on('error', () => process.exit(0))

  const stream = ndJsonStream(stdoutSink(), stdinSource())
  const connection = connectDemoAgent(stream, { ...invocation, folder }, (status) => process.exit(status))
  await connection.closed
  process.exit(0)
}

/** A write is done when the bytes have left the process, so that ending right after it loses nothing. */
function stdoutSink(): WritableStream<Uint8Array> {
  return new WritableStream({
    write: (chunk) => new Promise<void>((resolve) => void process.stdout.write(chunk, () => resolve())),
  })
}

function stdinSource(): ReadableStream<Uint8Array> {
  return Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>
}

const invocation = readArguments()
if (invocation.ok) {
  await serve({ ...invocation.value })
} else {
  process.stderr.write(`acp-plan-tui demo agent: ${invocation.problem}\n${usage}\n`)
  process.exitCode = 2
}

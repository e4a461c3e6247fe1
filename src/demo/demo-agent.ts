import { parseArgs } from 'node:util'
import { writeJson } from '../lib/json/write-json.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import { safeLine } from '../lib/text/safe-text.ts'
import { isThere } from '../system/regular-file.ts'
import type { DemoFile } from './demo-file.ts'
import { stdioClient, type Client, type Pace } from './host/demo-process.ts'
import type { DemoScenario } from './script/playing/scripted-scenario.ts'
import { findScenario, scenarios } from './scenarios.ts'
import { serveScenario } from './agent/demo-agent.ts'
import { parseIdleLimit, parseSpeed } from '../lib/clock.ts'

const usage =
  'usage: demo-agent [SCENARIO | FILE] [--speed N|max] [--idle-limit SECONDS] [--loop]\n       [--listen ADDRESS [--once]]'
const speedVariable = 'ACP_PLAN_TUI_DEMO_SPEED'

interface Invocation {
  readonly played: DemoFile
  readonly pace: Pace
  readonly isLooping: boolean
  /** Prints how to log in, and exits. */
  readonly isAboutLogin: boolean
  /** The address to listen on for clients; null: the client is on stdin and stdout. */
  readonly listen: string | null
  /** Ends after the first client. */
  readonly isOnce: boolean
}

interface Refusal {
  readonly status: number
  readonly message: string
}

async function readArguments(): Promise<Result<Invocation, Refusal>> {
  const options = {
    speed: { type: 'string' },
    'idle-limit': { type: 'string' },
    loop: { type: 'boolean' },
    'how-to-log-in': { type: 'boolean' },
    listen: { type: 'string' },
    once: { type: 'boolean' },
  } as const
  let parsed
  try {
    parsed = parseArgs({ options, allowPositionals: true })
  } catch (error) {
    return wrongUsage(error instanceof Error ? error.message : String(error))
  }
  const { loop = false, 'how-to-log-in': isAboutLogin = false, 'idle-limit': idleLimit } = parsed.values
  const { listen = null, once = false } = parsed.values
  const speed = parseSpeed(parsed.values.speed ?? process.env[speedVariable] ?? '1')
  if (!speed.ok) return wrongUsage(speed.problem)
  const idle = idleLimit === undefined ? ok(null) : parseIdleLimit(idleLimit)
  if (!idle.ok) return wrongUsage(idle.problem)
  const played = await find(parsed.positionals[0] ?? 'tour')
  if (!played.ok) return played
  const pace = { speed: speed.value, idleLimitMs: idle.value }
  return ok({ played: played.value, pace, isLooping: loop, isAboutLogin, listen, isOnce: once })
}

function wrongUsage(problem: string): Result<never, Refusal> {
  return fail({ status: 2, message: `${problem}\n${usage}` })
}

/** A scenario takes precedence over a file of the same name. */
async function find(name: string): Promise<Result<DemoFile, Refusal>> {
  const scenario = findScenario(name)
  if (scenario !== undefined) return ok({ type: 'script', scenario })
  if (!isThere(name))
    return wrongUsage(
      `no scenario ${writeJson(name)}; there are ${scenarios.map((each) => each.name).join(', ')}`,
    )
  const { openDemoFile } = await import('./demo-file.ts')
  const file = await openDemoFile(name)
  if (file.ok) return file
  const { status, message, hint } = file.problem
  return fail({ status, message: `${safeLine(message)}\n${hint}` })
}

function howToLogIn({ name, offers }: DemoScenario): string {
  const variable = offers.logins?.find((login) => login.variable !== undefined)?.variable
  if (variable === undefined) return 'There is no account behind the demo, and no need for one.\n'
  return `There is no account behind the demo. Start it with ${variable} set to anything,
and it takes you for logged in: acp-plan-tui demo ${name} --env ${variable}=yes
`
}

async function play({ played, listen, ...how }: Invocation): Promise<void> {
  if (played.type === 'recording' && played.oddity !== null)
    process.stderr.write(`acp-plan-tui demo: ${safeLine(played.oddity)}\n`)
  if (how.isAboutLogin && played.type === 'script')
    return void process.stdout.write(howToLogIn(played.scenario))
  const serve = await serverOf(played, how)
  if (listen === null) process.exit((await serve(stdioClient())) ? 0 : 1)
  const { listenForClients } = await import('./host/listen.ts')
  process.exit(await listenForClients({ address: listen, isOnce: how.isOnce, serve }))
}

/** Serves one client; false: it was refused something. */
type Serve = (client: Client) => Promise<boolean>

async function serverOf(
  played: DemoFile,
  { pace, isLooping }: Pick<Invocation, 'pace' | 'isLooping'>,
): Promise<Serve> {
  if (played.type === 'recording') {
    const { serveRecording } = await import('./recorded/recorded-agent.ts')
    return async (client) => await serveRecording(played.recording, pace, client)
  }
  const { scenario } = played
  return async (client) => {
    await serveScenario({ scenario, pace, isLooping }, client)
    return true
  }
}

/** Plays what the command line names, as an agent on stdin and stdout. */
export async function runDemoAgent(): Promise<void> {
  let isDone = false
  // Node exits with status 0 when nothing keeps the event loop alive, also while a promise is pending.
  process.on('beforeExit', () => {
    if (isDone) return
    process.stderr.write(
      'acp-plan-tui demo agent: a bug: nothing was left to wait for, and it was not done\n',
    )
    process.exit(70)
  })
  const invocation = await readArguments()
  if (invocation.ok) await play(invocation.value)
  else {
    process.stderr.write(`acp-plan-tui demo agent: ${invocation.problem.message}\n`)
    process.exitCode = invocation.problem.status
  }
  isDone = true
}

import { fileURLToPath } from 'node:url'
import { findScenario, scenarios } from '../../demo/scenarios.ts'
import { parseIdleLimit, parseSpeed } from '../../lib/clock.ts'
import { ok, type Result } from '../../lib/result.ts'
import { isThere } from '../../system/regular-file.ts'
import { meantFirst, usage, wrongValue, type UsageError } from '../../lib/text/usage-error.ts'
import { type AgentToWatch, startedAgent } from './agent-to-watch.ts'
import type { Host } from '../host/host.ts'

/** What the demo agent plays, as typed. */
export interface DemoRequest {
  /** A scenario takes precedence over a file of the same name; null: the first scenario. */
  readonly name: string | null
  readonly speed: string | null
  readonly idleLimit: string | null
}

/** The demo agent playing a scenario, a script or a recording. `agentFile` is the built demo agent. */
export async function demoAgent(
  request: DemoRequest,
  agentFile: URL,
  host: Host,
): Promise<Result<AgentToWatch, UsageError>> {
  const played = await findPlayed(request, agentFile)
  if (!played.ok) return played
  const { args, called, prompts, isBuiltIn } = played.value
  const demo = { called, defaultPrompts: prompts, isBuiltIn }
  return ok(startedAgent({ command: process.execPath, args, demo }, host))
}

/** How the demo agent gets its clients. `listen`: an address as typed; null: there is one, on stdin and stdout. */
export interface DemoServing {
  readonly listen: string | null
  /** Ends after the first client. */
  readonly isOnce: boolean
}

/** Runs the demo agent in this process, for other clients. Settles only on an error. */
export async function serveDemo(
  request: DemoRequest & DemoServing,
  agentFile: URL,
): Promise<Result<number, UsageError>> {
  const played = await findPlayed(request, agentFile)
  if (!played.ok) return played
  const address = request.listen === null ? ok(null) : await addressToListenOn(request.listen)
  if (!address.ok) return address
  const listening = address.value === null ? [] : ['--listen', address.value]
  // The agent is a program of its own, which exits when its client is gone.
  process.argv = [process.execPath, ...played.value.args, ...listening, ...(request.isOnce ? ['--once'] : [])]
  await import(agentFile.href)
  return ok(Number(process.exitCode ?? 0))
}

/** An address as `connect` takes it, but the host may be missing (this machine alone), and the port may be 0 (any that is free). */
async function addressToListenOn(typed: string): Promise<Result<string, UsageError>> {
  const { parseAddress } = await import('../../sources/remote/remote-address.ts')
  const [, scheme, host = '', port = '', path = ''] =
    /^(tcp|wss?|https?):\/\/([^/?#@]*):(\d{1,5})(\/[^?#]*)?$/i.exec(typed) ?? []
  const isAnyPort = scheme !== undefined && Number(port) === 0
  const whole =
    scheme === undefined ? typed : `${scheme}://${host || '127.0.0.1'}:${isAnyPort ? 1 : port}${path}`
  const parsed = parseAddress(whole)
  if (!parsed.ok) return parsed
  const { takes } = parsed.value
  const shown = isAnyPort ? parsed.value.shown.replace(/:1(?=\/|$)/, ':0') : parsed.value.shown
  const hint = 'It listens on tcp://HOST:PORT, ws://HOST:PORT/PATH or unix:/PATH.'
  if (!/^(?:tcp|ws|unix):/.test(shown)) return usage(`demo cannot listen on ${shown}`, hint)
  if (takes === 'headers' && (parsed.value.credentials !== null || shown.includes('?')))
    return usage(`${shown}: demo asks nobody for a login or a query`, `Leave it out. ${hint}`)
  return ok(shown)
}

interface Played {
  /** The file of the demo agent, and its arguments. */
  readonly args: readonly string[]
  readonly called: string
  readonly prompts: readonly string[]
  readonly isBuiltIn: boolean
}

async function findPlayed(request: DemoRequest, agentFile: URL): Promise<Result<Played, UsageError>> {
  const { name } = request
  const scenario = name === null ? scenarios[0] : findScenario(name)
  const word = scenario?.name ?? name ?? ''
  const prompts = scenario === undefined ? await promptsOf(word) : ok(scenario.prompts)
  if (!prompts.ok) return prompts
  const args = agentArguments(request, word)
  if (!args.ok) return args
  return ok({
    args: [fileURLToPath(agentFile), ...args.value],
    called: scenario === undefined ? word : `the demo “${word}”`,
    prompts: prompts.value,
    isBuiltIn: scenario !== undefined,
  })
}

async function promptsOf(file: string): Promise<Result<readonly string[], UsageError>> {
  if (!isThere(file)) return notThere(file)
  const { openDemoFile } = await import('../../demo/demo-file.ts')
  const opened = await openDemoFile(file)
  if (!opened.ok) return opened
  return ok((opened.value.type === 'script' ? opened.value.scenario : opened.value).prompts)
}

function notThere(name: string): Result<never, UsageError> {
  const list = '`acp-plan-tui demo --list` names them all.'
  if (/[/\\]|\.\w+$/.test(name))
    return usage(
      `${name}: there is no such file`,
      'Check the name, or leave it out to play a built-in scenario.',
    )
  const names = scenarios.map((each) => each.name)
  return usage(
    `there is no scenario “${name}”, and no file of that name`,
    `${meantFirst(name, names)}${list}`,
  )
}

function agentArguments(
  { speed, idleLimit }: DemoRequest,
  word: string,
): Result<readonly string[], UsageError> {
  const readSpeed = parseSpeed(speed ?? '1')
  if (!readSpeed.ok) return wrongValue('speed', speed, 'a number above 0, or max, or 0 for the same')
  const limit = idleLimit === null ? null : parseIdleLimit(idleLimit)
  if (limit?.ok === false) return wrongValue('idle-limit', idleLimit, 'a number of seconds')
  const limited = idleLimit === null ? [] : ['--idle-limit', idleLimit]
  // The name of a file may look like an option.
  const first = word.startsWith('-') ? `./${word}` : word
  return ok([first, '--speed', String(readSpeed.value), ...limited])
}

/** `demo --list`: a line for each scenario, with its approximate length. */
export function demoList(): string {
  const width = Math.max(...scenarios.map((each) => each.name.length))
  const lines = scenarios.map(
    (each) => `  ${each.name.padEnd(width)}  ${each.title} (${Math.round(each.seconds)} s)`,
  )
  return `Scenarios of the demo; the first is played by default:\n\n${lines.join('\n')}\n\nPlay one with \`acp-plan-tui demo NAME\`, or a script or recording of yours with \`acp-plan-tui demo FILE\`.\n`
}

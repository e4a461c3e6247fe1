import { ok, type Result } from '../../lib/result.ts'
import { createAgentEnvironment } from '../agents/agent-environment.ts'
import { type AgentToWatch, localFolder } from '../agents/agent-to-watch.ts'
import type { Host } from '../host/host.ts'
import { watchEnds } from '../../system/end-watch.ts'
import type { Flags } from '../arguments/flags.ts'
import { captureConsole } from '../../terminal/console-capture.ts'
import { promptTexts } from '../agents/prompt-texts.ts'
import { readRunOptions } from '../configuration/resolve-run.ts'
import { telemetryOf } from './open-watchers.ts'
import { openEarly } from '../../sources/early-transport.ts'
import type { Prepared, RunObserver } from './watch-run.ts'
import { createTerminalGuard } from '../../terminal/terminal-guard.ts'
import { usage, type UsageError } from '../../lib/text/usage-error.ts'

/** Connects to the agent and shows its plans until the run is over. Returns the exit status; nothing is left running. */
export async function watchAgent(
  agent: AgentToWatch,
  flags: Flags,
  host: Host,
  observer: RunObserver | null = null,
): Promise<Result<number, UsageError>> {
  const keyboard = observer === null ? host.findKeyboard() : null
  const prepared = await prepare(agent, flags, { host, hasKeyboard: keyboard !== null })
  if (!prepared.ok) return prepared
  const { open, concealer } = prepared.value

  // Before anything exists that a signal could leave behind.
  const guard = createTerminalGuard(host)
  const ends = watchEnds({
    guard,
    kept: captureConsole(host.process),
    host,
    conceal: (text) => concealer.text(text),
  })
  // Before the rest is loaded, which takes a part of the time in which the agent starts; but not where a file may be refused first.
  const early = flags.record === null && flags.redact.length === 0 ? openEarly(open) : null
  if (early !== null) ends.killAtEnd(early.killNow)
  const { watchRun } = await import('./watch-run.ts')
  const opened = { ...prepared.value, open: early?.open ?? open }
  return await watchRun({ agent, flags, host, observer, keyboard, prepared: opened, guard, ends })
}

async function prepare(
  agent: AgentToWatch,
  flags: Flags,
  { host, hasKeyboard }: { readonly host: Host; readonly hasKeyboard: boolean },
): Promise<Result<Prepared, UsageError>> {
  const hasDefaults = flags.prompts.length === 0
  const resolved = await readRunOptions(flags.settings, host, {
    hasKeyboard,
    promptCount: hasDefaults ? agent.defaultPrompts.length : flags.prompts.length,
    continuesSession: flags.first.type !== 'new',
    hooks: flags.hooks,
    isBuiltInDemo: agent.demo === 'built-in',
    ...(agent.settings === undefined ? {} : { agentSettings: agent.settings }),
  })
  if (!resolved.ok) return resolved
  const cwd = agent.folder(flags.cwd)
  if (!cwd.ok) return cwd
  const prompts = await promptTexts(flags.prompts, {
    isTerminal: host.isTerminal(0),
    chunks: () => host.process.stdin,
  })
  if (!prompts.ok) return prompts
  const files = agent.isRemote && flags.offersFiles ? filesHere(cwd.value) : ok(null)
  if (!files.ok) return files
  const { tokenFile, timeoutMs } = resolved.value
  const environment = createAgentEnvironment({
    planTools: agent.planTools,
    mode: resolved.value.planTools,
    command: agent.command,
    own: host.process.env,
    added: flags.env,
  })
  const access = agent.access({ cwd: cwd.value, env: environment.variables, tokenFile, timeoutMs })
  if (!access.ok) return access
  const telemetry = await telemetryOf(flags.telemetry, host)
  if (!telemetry.ok) return telemetry
  const given = hasDefaults ? agent.defaultPrompts : prompts.value
  const { planTools } = environment
  const started = { ...access.value, planTools, telemetry: telemetry.value }
  return ok({ options: resolved.value, cwd: cwd.value, prompts: given, ...started })
}

/** The folder of --allow-fs must exist on this machine, also for a remote agent. */
function filesHere(cwd: string): Result<string, UsageError> {
  const folder = localFolder(cwd)
  if (folder.ok) return folder
  return usage(
    `--allow-fs: there is no folder ${cwd} on this machine`,
    'Leave it out, or give a --cwd that exists on both machines.',
  )
}

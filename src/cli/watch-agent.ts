import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { isatty } from 'node:tty'
import { startAgent } from '../agent/start-agent.ts'
import { createApp } from '../app/app.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import { configPath, readConfig } from './config-file.ts'
import { endMessage } from './end-message.ts'
import { watchEnds } from './end-watch.ts'
import { environmentSettings } from './environment-settings.ts'
import { createEventFeed } from './event-feed.ts'
import type { Flags } from './invocation.ts'
import { keepConsole } from './kept-console.ts'
import { findKeyboard, type Keyboard } from './keyboard.ts'
import { promptTexts } from './prompt-texts.ts'
import { resolveRun, type RunOptions } from './resolve-run.ts'
import type { Run } from './run.ts'
import { runEndWords, type RunEnd } from './run-end.ts'
import { showSplash } from './splash.ts'
import { systemClock } from './system-clock.ts'
import { createTerminalGuard } from './terminal-guard.ts'
import type { UsageError } from './usage-error.ts'
import { programVersion } from './version.ts'
import { writeNow } from './write-now.ts'

export interface AgentToWatch {
  readonly command: string
  readonly args: readonly string[]
  /** What to call it while it starts. Raw. */
  readonly called: string
  /** Sent when the command line gives no prompt; null: nothing is. */
  readonly defaultPrompt: string | null
}

/** Starts the agent and shows its plans until the run is over. Gives the exit status, with nothing left running. */
export async function watchAgent(agent: AgentToWatch, flags: Flags): Promise<Result<number, UsageError>> {
  const keyboard = findKeyboard()
  const prepared = await prepare(agent, flags, keyboard !== null)
  if (!prepared.ok) return prepared
  const { prompts, cwd, options } = prepared.value

  const app = createApp()
  const feed = createEventFeed(app)
  // Before all else: the agent takes longer to get up than the screen.
  const running = startAgent({
    command: agent.command,
    args: agent.args,
    cwd,
    env: flags.env,
    protocol: options.protocol,
    advertisesPlans: options.advertisesPlans,
    permissions: options.permissions,
    canAsk: options.canAsk,
    prompts,
    timeoutMs: options.timeoutMs,
    clientVersion: programVersion,
    clock: systemClock,
    dispatch: app.dispatch,
  })
  const guard = createTerminalGuard(process.stdout)
  const ends = watchEnds({ guard, kept: keepConsole(), stdout: process.stdout })
  ends.killAtEnd(() => running.killNow())
  const run: Run = {
    options,
    app,
    feed,
    agent: running,
    clock: systemClock,
    ends,
    guard,
    promptCount: prompts.length,
    command: [agent.command, ...agent.args],
    version: programVersion,
  }
  const end = await show(run, keyboard, agent.called)
  ends.closing()
  return ok(await close(run, end))
}

async function show(run: Run, keyboard: Keyboard | null, called: string): Promise<RunEnd> {
  const { ends, guard, options } = run
  try {
    if (options.format === 'tui' && keyboard !== null && options.screenReader) {
      const { runScreenReader } = await import('./run-screen-reader.ts')
      return await runScreenReader(run, keyboard)
    }
    if (options.format === 'tui' && keyboard !== null) {
      const { alternateScreen, ascii } = options
      const stdin = keyboard.open()
      guard.holdInput(stdin)
      // With the first frame: keys that come before the screen is loaded wait for it, and are not echoed over it.
      stdin.setRawMode(true)
      showSplash({ guard, alternateScreen, columns: process.stdout.columns, ascii, starting: called })
      const { runTui } = await import('./run-tui.ts')
      return await runTui(run, stdin)
    }
    const { runHeadless } = await import('./run-headless.ts')
    return await runHeadless(run)
  } catch (cause) {
    return ends.crash(cause)
  }
}

const patienceMs = 1000

async function close({ agent, clock, options }: Run, end: RunEnd): Promise<number> {
  const lines = endMessage(end, options.format !== 'text')
  if (lines.length > 0) writeNow(2, `${lines.join('\n')}\n`)
  const callOff = clock.after(patienceMs, () => {
    if (options.format === 'tui')
      writeNow(2, 'acp-plan-tui: waiting for the agent to end; Ctrl-C ends it at once\n')
  })
  await agent.close()
  callOff()
  return runEndWords(end).status
}

interface Prepared {
  readonly options: RunOptions
  readonly prompts: readonly string[]
  readonly cwd: string
}

async function prepare(
  agent: AgentToWatch,
  flags: Flags,
  hasKeyboard: boolean,
): Promise<Result<Prepared, UsageError>> {
  const fromEnvironment = environmentSettings(process.env)
  if (!fromEnvironment.ok) return fromEnvironment
  const config = await readConfig(configPath(process.env))
  if (!config.ok) return config
  const hasDefaultPrompt = flags.prompts.length === 0 && agent.defaultPrompt !== null
  const resolved = resolveRun({
    flags: flags.settings,
    environmentSettings: fromEnvironment.value,
    config: config.value,
    environment: process.env,
    isOutputTerminal: isatty(1),
    hasKeyboard,
    promptCount: hasDefaultPrompt ? 1 : flags.prompts.length,
  })
  if (!resolved.ok) return resolved
  const cwd = workingFolder(flags.cwd)
  if (!cwd.ok) return cwd
  const prompts = await promptTexts(flags.prompts, { isTerminal: isatty(0), chunks: () => process.stdin })
  if (!prompts.ok) return prompts
  const given = hasDefaultPrompt ? [agent.defaultPrompt] : prompts.value
  return ok({ options: resolved.value, cwd: cwd.value, prompts: given })
}

function workingFolder(given: string | null): Result<string, UsageError> {
  const folder = resolve(given ?? '.')
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return ok(folder)
  return fail({ message: `--cwd ${given ?? folder}: there is no such folder`, hint: 'Name one that exists.' })
}

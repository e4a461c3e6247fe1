import { isAbsolute, join } from 'node:path'
import { onScreen, recordingUse, reportOpener } from './on-screen.ts'
import type { MakeTelemetry } from './open-telemetry.ts'
import { openWatchers } from './open-watchers.ts'
import type { PlanToolsSwitch } from '../../agent/agent-options.ts'
import { startAgent } from '../../agent/running/start-agent.ts'
import { startState } from '../../app/state/app-state.ts'
import { createApp, type App } from '../../app/app.ts'
import type { WirePiece } from '../../app/ports/transport.ts'
import type { Redactor } from '../../app/redact/redactor.ts'
import { ok, type Result } from '../../lib/result.ts'
import { safeLine } from '../../lib/text/safe-text.ts'
import { PlanFolder } from '../../outputs/plan-folder.ts'
import type { AgentAccess, AgentToWatch } from '../agents/agent-to-watch.ts'
import { isRegularFile } from '../../system/regular-file.ts'
import { absolutePath, workingFolder } from '../../system/user-environment.ts'
import { settledAfterMs } from '../../system/host.ts'
import type { Host } from '../host/host.ts'
import { endMessage, type RunEnd, runEndWords } from '../../outputs/run-end-words.ts'
import type { Watcher } from '../../outputs/watcher.ts'
import type { EndWatch } from '../../system/end-watch.ts'
import { createEventFeed, startWireLog } from '../../run/feeds.ts'
import { startRecording, type Recording } from '../../run/recording.ts'
import type { Flags } from '../arguments/flags.ts'
import { noPlanMessage, wrapClosingLine, closingLine } from '../../run/last-words.ts'
import type { Run, RunOptions } from '../../run/run.ts'
import type { RunViewer } from '../../run/run-source.ts'
import type { Source } from '../../shows/source.ts'
import type { UiOptions } from '../../ui/ui-options.ts'
import type { RunLog } from '../../run/run-log.ts'
import type { TerminalGuard, Keyboard } from '../../terminal/terminal-guard.ts'
import { usage, type UsageError } from '../../lib/text/usage-error.ts'
import { programVersion } from '../host/version.ts'

/** Takes the place of the screen and of all output. */
export interface RunObserver {
  readonly onWire: (piece: WirePiece) => void
  /** Waits for the end of the run. */
  readonly run: (run: Run) => Promise<RunEnd>
}

export interface Prepared extends AgentAccess {
  readonly options: RunOptions
  readonly prompts: readonly string[]
  readonly cwd: string
  readonly planTools: PlanToolsSwitch | null
  readonly telemetry: MakeTelemetry | null
}

export interface WatchedRun {
  readonly agent: AgentToWatch
  readonly flags: Flags
  readonly host: Host
  readonly observer: RunObserver | null
  readonly keyboard: Keyboard | null
  readonly prepared: Prepared
  readonly guard: TerminalGuard
  readonly ends: EndWatch
}

/** The run of an agent from its connection on: all that is not needed to start the agent. */
export async function watchRun(watched: WatchedRun): Promise<Result<number, UsageError>> {
  const { agent, flags, host, observer, keyboard, prepared, guard, ends } = watched
  const { prompts, cwd, options, concealer } = prepared
  const app = createApp(startState(options))
  const feed = createEventFeed(app)
  const recorded = await record(app, watched)
  if (!recorded.ok) return recorded
  const recording = recorded.value
  const hasScreen = options.format === 'tui' && keyboard !== null && !options.screenReader
  const wireLog = hasScreen ? startWireLog(app, options.wireBytes) : null
  const folder = openPlanFolder(agent, cwd)
  const runLog = await logOf(host, app, agent)
  // First, since the agent takes longer to start than the screen.
  const running = startAgent({
    open: prepared.open,
    planTools: prepared.planTools,
    fallbackName: agent.fallbackName,
    cwd,
    isRemote: agent.isRemote,
    triesToReconnect: options.canAsk ? null : triesWithoutScreen,
    protocol: options.protocol,
    advertisesPlans: options.advertisesPlans,
    permissions: options.permissions,
    canAsk: options.canAsk,
    offersFiles: flags.offersFiles ? cwd : null,
    auth: flags.auth,
    first: flags.first,
    mode: options.mode,
    config: flags.config,
    prompts,
    timeoutMs: options.timeoutMs,
    clientVersion: programVersion,
    clock: host.clock,
    dispatch: app.dispatch,
    state: app.state,
    savePlan: async (title, text) => await folder.save(title, text),
    ...onWireOf([wireLog?.appendPiece, recording?.wire, observer?.onWire, runLog?.onWire]),
  })
  let watcher: Watcher | null = null
  let closing: Promise<void> | null = null
  ends.killAtEnd((status) => {
    running.killNow()
    watcher?.killNow()
    recording?.saveNow(status)
    folder.close()
  })
  const cancelLimit = host.clock.after(settledAfterMs, () => void host.stopYoungHeapGrowth())
  const run: Run = {
    options,
    app,
    feed,
    agent: running,
    isBuiltInDemo: agent.demo === 'built-in',
    host,
    ends,
    guard,
    exitRules: { ...options, promptCount: prompts.length, continuesSession: flags.first.type !== 'new' },
    startedAs: agent.startedAs,
    command: agent.command.length === 0 ? [] : agent.startedAs,
    cwd,
    conceal: (text) => concealer.document(text),
    files: agent.files,
    planFolder: folder,
    recording,
    report: flags.record === null ? null : reportOpener(flags.record, host),
    wireLog,
    async close(end) {
      closing ??= closeAgent(end)
      await closing
    },
  }
  // A run without a user has no hooks.
  const hooks = observer === null ? options.hooks : []
  const { telemetry } = prepared
  watcher = await openWatchers({ hooks, telemetry, statusFile: flags.statusFile }, host, (text) =>
    app.dispatch({ type: 'remarked', atMs: host.clock.nowMs(), text }),
  )
  const watch = watcher?.watch({ state: app.state, clock: host.clock, folder: cwd, observed: null })
  if (watch !== undefined) feed.listen(watch.onEvent)
  const end = await show(run, watched)
  tellEnd(run, end)
  const shown = app.state()
  await run.close(end)
  cancelLimit()
  const lastLine =
    options.format === 'tui'
      ? closingLine(app.state(), shown, { demo: agent.demo, ascii: options.ascii })
      : null
  const { status, reason } = runEndWords(end)
  // After the agent was closed: what it answered to the cancellation of its turn belongs to the recording.
  const lost = await recording?.end(status, reason)
  await watcher?.end()
  folder.close()
  if (typeof lost === 'string') host.writeNow(2, `acp-plan-tui: ${safeLine(lost)}\n`)
  if (lastLine !== null) host.writeNow(2, `${wrapClosingLine(lastLine, host.process.stderr.columns)}\n`)
  return ok(typeof lost === 'string' && status === 0 ? 4 : status)

  async function closeAgent(end: RunEnd): Promise<void> {
    ends.closing()
    watcher?.closing(end)
    const cancelTimer = host.clock.after(patienceMs, () => {
      if (options.format === 'tui')
        host.writeNow(2, 'acp-plan-tui: waiting for the agent to end; Ctrl-C ends it at once\n')
    })
    await running.close()
    cancelTimer()
    runLog?.end()
  }
}

type OnWire = (piece: WirePiece) => void

/** Those that are told each message; absent: nobody is, which saves time. */
function onWireOf(told: readonly (OnWire | undefined)[]): { readonly onWire?: OnWire } {
  const [first, ...more] = told.filter((each) => each !== undefined)
  if (first === undefined) return {}
  if (more.length === 0) return { onWire: first }
  return {
    onWire(piece) {
      first(piece)
      for (const onWire of more) onWire(piece)
    },
  }
}

/** The log of this run; null: none was asked for. */
async function logOf({ log, clock }: Host, app: App, { startedAs }: AgentToWatch): Promise<RunLog | null> {
  if (log === undefined) return null
  log.note(`agent: ${startedAs.join(' ')}`)
  const { startRunLog } = await import('../../run/run-log.ts')
  return startRunLog(log, app, clock)
}

/** Where proposed plans are saved: in the agent's working folder, if it is on this machine. */
function openPlanFolder({ demo, isRemote }: AgentToWatch, cwd: string): PlanFolder {
  const here = workingFolder()
  return demo !== null ? new PlanFolder(null, null) : new PlanFolder(isRemote ? here : cwd, here)
}

async function record(
  app: App,
  { agent, flags: { record: file, redact }, host, prepared: { options, cwd } }: WatchedRun,
): Promise<Result<Recording | null, UsageError>> {
  if (file === null)
    return redact.length === 0
      ? ok(null)
      : usage('--redact needs --record', 'It lists what should not be recorded.')
  const redactor = redact.length === 0 ? ok(null) : await openRedactor(redact, cwd)
  if (!redactor.ok) return redactor
  return await startRecording({
    file,
    app,
    clock: host.clock,
    agentName: agent.fallbackName,
    title: options.title,
    redactor: redactor.value,
    version: programVersion,
    terminal: options.format === 'tui' && !options.screenReader ? host.process.stdout : null,
  })
}

async function openRedactor(lists: readonly string[], cwd: string): Promise<Result<Redactor, UsageError>> {
  const { readRedactor } = await import('../redaction/read-redactor.ts')
  return await readRedactor(lists, [...new Set([cwd, workingFolder() ?? cwd])])
}

/** Without a user, a lost connection is given up after so many attempts. */
const triesWithoutScreen = 5

/** What can be opened again: the agent, in its folder where its command needs that, and what is recorded. */
function usesOf({ agent: { again }, flags, prepared: { cwd } }: WatchedRun): UiOptions['used'] {
  const recording = flags.record === null ? null : absolutePath(flags.record)
  return [
    ...(again === null
      ? []
      : [{ kind: 'agent', ...again, argv: [...boundTo(cwd, again.argv), ...again.argv] } as const]),
    ...(recording === null ? [] : [recordingUse(recording)]),
  ]
}

/** The option for the folder, if a word of the command names a file in it. */
function boundTo(cwd: string, [first, ...words]: readonly string[]): readonly string[] {
  const isBound = first === '--' && words.some((word) => !isAbsolute(word) && isRegularFile(join(cwd, word)))
  return isBound ? ['--cwd', cwd] : []
}

async function show(run: Run, watched: WatchedRun): Promise<RunEnd> {
  const { agent, host, observer, keyboard } = watched
  const { ends, guard, options, conceal } = run
  try {
    if (observer !== null) return await observer.run(run)
    const load = async (viewer: RunViewer): Promise<() => Source> => {
      const { runSource } = await import('../../run/run-source.ts')
      return () => runSource(run, viewer)
    }
    if (options.format !== 'tui' || keyboard === null) {
      const [make, { writeLines }] = await Promise.all([load('lines'), import('../../shows/write-lines.ts')])
      return await writeLines(make(), { host, ends, options, version: programVersion })
    }
    if (options.screenReader) {
      const [make, { speak }] = await Promise.all([load('speech'), import('../../shows/speak.ts')])
      return await speak(make(), { host, ends, guard, keyboard, ascii: options.ascii })
    }
    const doing = `starting ${agent.called}`
    const at = { host, ends, guard, keyboard, options, doing, used: usesOf(watched), conceal }
    return await onScreen(async () => await load('screen'), at)
  } catch (cause) {
    return ends.crash(cause)
  }
}

const patienceMs = 1000

const dumbWords =
  '  With TERM=dumb, text is written and nobody is asked: --screen-reader asks in lines, --format tui on a screen.'

function tellEnd({ app, command, host, options }: Run, end: RunEnd): void {
  const lines = [
    ...endMessage(end, { command, showsStderr: options.format !== 'text' }),
    ...(options.isDumb === true && (end.kind === 'permission-denied' || end.kind === 'question-declined')
      ? [dumbWords]
      : []),
    // The screen has shown it in place of the plan.
    ...(options.format === 'tui' ? [] : noPlanMessage(app.state(), command, options.format === 'text')),
  ]
  if (lines.length > 0) host.writeNow(2, `${lines.join('\n')}\n`)
}

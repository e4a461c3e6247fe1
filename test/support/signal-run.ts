// Runs each command until a signal ends it, and reports what it leaves behind.
import { execFileSync } from 'node:child_process'
import { closeSync, constants, existsSync, openSync, readFileSync } from 'node:fs'
import { constants as system } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { patienceMs } from './changes.ts'
import { openApp, type Screen } from './open-app.ts'
import { scriptedAgent, type ScriptedAgent } from './scripted-agent.ts'
import { surroundings } from './surroundings.ts'

/** What is told to end. */
export const watchingCommands = ['screen', 'json', 'text', 'screen-reader', 'record'] as const
export const otherCommands = ['demo', 'replay', 'render'] as const
type WatchingCommand = (typeof watchingCommands)[number]
export type SignalledCommand = WatchingCommand | (typeof otherCommands)[number]

export const agentKinds = [
  'plain',
  /** Lives through the end of its stdin and every signal that can be lived through. */
  'stubborn',
  /** Its leader is a shell, which waits for it. */
  'in-shell',
  /** Has a child in its group that ignores signals. */
  'with-child',
] as const
export type AgentKind = (typeof agentKinds)[number]

export const moments = ['started', 'asked', 'opening', 'open', 'turn', 'question', 'quitting'] as const
export type Moment = (typeof moments)[number]

export interface SignalRun {
  readonly command: SignalledCommand
  readonly signals: readonly NodeJS.Signals[]
  /** For a watching command. */
  readonly agent?: AgentKind
  readonly moment?: Moment
}

/**
 * Runs the program on a terminal, sends it the signals at the moment, the second when the first has had its effect, and gives
 * all that is not as promised: the status, the terminal, the processes, the recording. Empty: all is. Call it inside a test.
 */
export async function signalRun(run: SignalRun): Promise<readonly string[]> {
  const { command } = run
  const played = isWatching(command) ? await watchAgent(command, run) : await runAlone(command)
  const { screen, agent } = played
  // Who is quitting is ended by the first one.
  const [first = 'SIGTERM', ...more] = run.moment === 'quitting' ? run.signals.slice(0, 1) : run.signals
  await screen.signal(first)
  for (const signal of more) {
    // By then the program is ending.
    await agent?.stdinEnded()
    await screen.signal(signal)
  }
  // SIGHUP ends, and does not hasten an end.
  const hasty = more.filter((signal) => signal !== 'SIGHUP').at(-1)
  const quitStatus = command === 'screen' || command === 'record' ? 0 : 128 + system.signals.SIGTERM
  const wanted =
    run.moment === 'quitting' && first === 'SIGHUP' ? quitStatus : 128 + system.signals[hasty ?? first]
  const { code } = await screen.exit(20_000)
  const wrong = code === wanted ? [] : [`the status is ${code} and not ${wanted}`]
  // Node opens a debugger on SIGUSR1, unless the program handles it.
  const debugged = screen.raw().includes('Debugger') ? ['a debugger was opened'] : []
  return [...wrong, ...debugged, ...(await leftBehind(screen)), ...tornLines(played.recording)]
}

interface Played {
  readonly screen: Screen
  readonly agent: ScriptedAgent | null
  readonly recording: string | null
}

function isWatching(command: SignalledCommand): command is WatchingCommand {
  return watchingCommands.some((each) => each === command)
}

async function watchAgent(
  command: WatchingCommand,
  { agent: kind = 'plain', moment = 'turn' }: SignalRun,
): Promise<Played> {
  const outlives = kind === 'stubborn' ? (['stdin-end', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const) : []
  // Who is to be met while it quits must take its time for it.
  const agent = await scriptedAgent({
    outlives: moment === 'quitting' ? ['stdin-end', ...outlives] : outlives,
  })
  const recording = command === 'record' ? path.join(surroundings().folder, 'run.ndjson') : null
  const screen = await openApp({
    columns: 80,
    rows: 24,
    args: [...optionsOf(command, recording), '--prompt', 'go'],
    command: [...before[kind], ...agent.command],
  })
  await reach(moment, { agent, screen, command })
  return { screen, agent, recording }
}

const before: Readonly<Record<AgentKind, readonly string[]>> = {
  plain: [],
  stubborn: [],
  'in-shell': ['/bin/sh', '-c', '"$@"; exit $?', 'sh'],
  'with-child': ['/bin/sh', '-c', `(trap '' HUP INT TERM QUIT; exec sleep 600) & exec "$@"`, 'sh'],
}

function optionsOf(command: SignalledCommand, recording: string | null): readonly string[] {
  switch (command) {
    case 'json':
    case 'text':
      return ['--format', command]
    case 'screen-reader':
      return ['--screen-reader']
    default:
      return recording === null ? [] : ['--record', recording]
  }
}

interface Stage {
  readonly agent: ScriptedAgent
  readonly screen: Screen
  readonly command: WatchingCommand
}

async function reach(moment: Moment, { agent, screen, command }: Stage): Promise<void> {
  await agent.started()
  if (moment === 'started') return
  if (moment === 'asked' || moment === 'opening') {
    const initialize = await agent.received('initialize')
    if (moment === 'asked') return
    await agent.respond(initialize, { protocolVersion: 1, agentCapabilities: {} })
    await agent.received('session/new')
    return
  }
  await agent.answerHandshake()
  if (moment === 'open') return
  await agent.prompted()
  if (moment === 'turn') return
  if (moment === 'question') {
    const options = [{ optionId: 'no', name: 'Reject', kind: 'reject_once' }]
    const toolCall = { toolCallId: 'call-1', title: 'Run the tests' }
    const asked = agent.request('session/request_permission', {
      sessionId: agent.sessionId,
      toolCall,
      options,
    })
    // Where nobody can be asked, it is answered at once.
    await (command === 'json' || command === 'text' ? asked : screen.shows('Run the tests'))
    return
  }
  // Who has no keys is told to quit by a signal.
  if (command === 'screen' || command === 'record') {
    await screen.shows('q quit')
    screen.type('qq')
  } else await screen.signal('SIGTERM')
  await agent.stdinEnded()
}

async function runAlone(command: (typeof otherCommands)[number]): Promise<Played> {
  const size = { columns: 80, rows: 24 }
  switch (command) {
    case 'demo': {
      const screen = await openApp({ ...size, args: ['demo', 'checklist'] })
      await screen.shows('working')
      return { screen, agent: null, recording: null }
    }
    case 'replay': {
      const trace = fileURLToPath(new URL('../recordings/claude-caps-todo.ndjson', import.meta.url))
      const screen = await openApp({ ...size, args: ['replay', trace, '--paused'] })
      await screen.shows('paused')
      return { screen, agent: null, recording: null }
    }
    case 'render': {
      const { folder } = surroundings()
      const pipe = path.join(folder, 'pipe')
      execFileSync('mkfifo', [pipe])
      const screen = await openApp({ ...size, args: ['render', pipe, '-o', path.join(folder, 'run.txt')] })
      // Nobody writes into it: it waits for its recording.
      await readerOf(pipe)
      return { screen, agent: null, recording: null }
    }
  }
}

/** Resolves when somebody reads from a pipe: only then it can be opened for writing without waiting. It stays open. */
async function readerOf(pipe: string): Promise<void> {
  const deadlineMs = performance.now() + patienceMs
  while (performance.now() < deadlineMs) {
    try {
      const fd = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK)
      onTestFinished(() => closeSync(fd))
      return
    } catch {
      await pause(5)
    }
  }
  throw new Error(`nobody reads from ${pipe}`)
}

/**
 * The same with a signal so long after the start, wherever that meets the program: for runs by hand and for fuzzing. The demo agent plays,
 * for `record` into a recording too. Call it inside a test.
 */
export async function signalSometime(
  signal: NodeJS.Signals,
  { afterMs, command }: { readonly afterMs: number; readonly command: 'screen' | 'json' | 'record' },
): Promise<readonly string[]> {
  const recording = command === 'record' ? path.join(surroundings().folder, 'run.ndjson') : null
  const options = optionsOf(command, recording)
  const screen = await openApp({ columns: 80, rows: 24, args: ['demo', 'tour', '--speed', '8', ...options] })
  await screen.pid()
  await pause(afterMs)
  await screen.signal(signal)
  const { code } = await screen.exit(20_000)
  const wanted = 128 + system.signals[signal]
  const wrong = code === wanted ? [] : [`the status is ${code} and not ${wanted}`]
  const torn = recording !== null && existsSync(recording) ? tornLines(recording) : []
  return [...wrong, ...(await leftBehind(screen)), ...torn]
}

/** Lines of a recording that are none. */
function tornLines(recording: string | null): readonly string[] {
  if (recording === null) return []
  if (!existsSync(recording)) return ['there is no recording']
  const text = readFileSync(recording, 'utf8')
  const torn = text.split('\n').filter((line) => line !== '' && !isJson(line))
  const isWhole = text.endsWith('\n')
  return [
    ...torn.map((line) => `torn in the recording: ${line}`),
    ...(isWhole ? [] : ['the recording’s last line is torn']),
  ]
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}

/**
 * What a program that has ended on a terminal did not restore or end: modes that are still on, line editing, processes of
 * the run (at any depth, known by their environment). Empty: nothing. Waits a while for processes that are just ending.
 */
async function leftBehind(screen: Screen): Promise<readonly string[]> {
  const left: string[] = []
  const modes = screen.modes()
  if (modes.length > 0) left.push(`modes that are still on: ${modes.join(', ')}`)
  if (!screen.hasTerminalRestored()) left.push('the terminal’s line editing is not as it was')
  try {
    await screen.surroundings.noProcesses()
  } catch (cause) {
    left.push(cause instanceof Error ? cause.message : String(cause))
  }
  return left
}

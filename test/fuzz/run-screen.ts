import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import pty from '@lydell/node-pty'
import { shellStatus, terminal, type Terminal, withoutStatus } from '../support/terminal.ts'
import { goodWords } from './agent-script.ts'
import { stoppingSignal, type Input } from './fuzz-case.ts'
import { jobShell, type JobShell } from './job-shell.ts'
import { lookAtRecording } from './look-at-recording.ts'
import { openServer, type Server } from './open-server.ts'
import type { Outcome } from './outcome.ts'
import { peakMemoryMb } from './run-folder.ts'
import { expectsGoodPlan, prepare } from './run-piped.ts'
import type { RunContext } from './run-context.ts'
import { playedLines } from './watch-program.ts'

const size = { columns: 80, rows: 24 }

/** Keys that may end the program, or begin what ends it. */
const ending = /[qRP\u0003]/

/** ctrl-z. */
const stoppingKey = '\u001a'

/** Runs a case on a terminal: gives it its inputs, looks whether it still listens, and quits it as a user would. */
export async function runScreen(context: RunContext): Promise<Outcome> {
  const { fuzzed, folder } = context
  const server = await openServer(context)
  const run = startOnTerminal(context, server)
  const isTraced = fuzzed.opening === null
  // The terminal itself would echo what comes before.
  await run.until(() => run.isDrawing())
  const drawsSinceMs = performance.now()
  for (const input of fuzzed.inputs) {
    const isDue = (): boolean =>
      isTraced
        ? performance.now() - drawsSinceMs >= input.afterLine * 10
        : playedLines(folder) >= input.afterLine || isThrough(folder.log().map(({ type }) => type))
    await run.until(isDue)
    await run.give(input)
  }
  if (!isTraced) await run.until(() => isThrough(folder.log().map(({ type }) => type)))
  const answersKeys = await run.answersKeys()
  const mayHaveEnded = run.mayHaveEnded()
  const isGoodWanted = expectsGoodPlan(fuzzed, mayHaveEnded || isTurnedAway(context))
  const showsGoodPlan = isGoodWanted ? await run.showsGoodPlan() : null
  const screen = run.screen()
  await run.quit()
  const { status, stdout } = run
  const restored = run.notRestored()
  await server?.close()
  const left = await folder.leftovers()
  run.dispose()
  return {
    case: fuzzed,
    status: status(),
    stdout: stdout(),
    stderr: '',
    tookMs: run.tookMs(),
    peakMemoryMb: run.peakMemoryMb(),
    left,
    terminal: restored,
    stops: run.stops(),
    elsewhere: server?.elsewhere() ?? [],
    log: folder.log(),
    wasEnded: mayHaveEnded,
    showsGoodPlan,
    answersKeys: mayHaveEnded ? null : answersKeys,
    made: new Map(),
    recording: status() === null ? null : await lookAtRecording(context),
    screen,
  }
}

function mayEnd(input: Input): boolean {
  return 'signal' in input ? input.signal !== stoppingSignal : 'keys' in input && ending.test(input.keys)
}

/** The user went to another session, or closed this one. */
function isTurnedAway({ folder }: RunContext): boolean {
  const turning = [
    'session/new',
    'session/load',
    'session/resume',
    'session/close',
    'session/delete',
    'session/cancel',
  ]
  const methods = folder.log().flatMap((entry) => (entry.type === 'got' ? [entry.method] : []))
  return turning.some(
    (method) => methods.filter((got) => got === method).length > (method === 'session/new' ? 1 : 0),
  )
}

function isThrough(types: readonly string[]): boolean {
  return types.some((type) => ['done', 'ended', 'signalled', 'hung-up'].includes(type))
}

interface TerminalRun {
  /** Settles when it is so, the program has ended, or the deadline has come. */
  until(isSo: () => boolean): Promise<void>
  /** Who was stopped by it goes on before this settles. */
  give(input: Input): Promise<void>
  /** It was given what may have ended it. */
  mayHaveEnded(): boolean
  /** It has the terminal for itself. */
  isDrawing(): boolean
  answersKeys(): Promise<boolean>
  showsGoodPlan(): Promise<boolean>
  quit(): Promise<void>
  status(): number | null
  stdout(): string
  screen(): string
  notRestored(): readonly string[]
  stops(): readonly string[]
  tookMs(): number
  peakMemoryMb(): number
  dispose(): void
}

interface RunState {
  /** The exit status. */
  ended?: number
  isKilled: boolean
  /** Pieces of output that do not count on the screen yet. */
  unparsed: number
  /** It was given what may end it. */
  mayHaveEnded: boolean
  /** A stop is waited for, or looked at. */
  isStopSeenTo: boolean
}

function startOnTerminal(context: RunContext, server: Server | null): TerminalRun {
  const { folder, programs, deadlineMs } = context
  const startedMs = performance.now()
  // What is typed before the program begins, or when it has ended, is not to be written by the terminal itself.
  const shell = context.fuzzed.inputs.some(mayStop) ? programs.jobShell : programs.sessionLeader
  const quietly = ['-c', 'stty -echo; exec /bin/sh "$@"', 'sh', shell]
  const args = [...quietly, folder.path, process.execPath, programs.launcher, ...prepare(context, server)]
  const child = pty.spawn('/bin/sh', args, {
    cols: size.columns,
    rows: size.rows,
    cwd: folder.path,
    env: folder.env,
    encoding: null,
    name: 'xterm-256color',
  })
  const jobs: JobShell = jobShell(folder)
  const chunks: Uint8Array[] = []
  const state: RunState = { isKilled: false, unparsed: 0, mayHaveEnded: false, isStopSeenTo: false }
  let memory = 0
  const shellEnd = shellStatus(folder.path, (status) => (state.ended = status))
  const screen: Terminal = terminal(size, {
    told: shellEnd.told,
    answer(reply) {
      if (state.ended === undefined) child.write(reply)
    },
  })
  child.onData((data) => {
    const bytes = data as unknown as Uint8Array
    chunks.push(bytes)
    state.unparsed++
    screen.write(bytes, () => state.unparsed--)
  })
  child.onExit(({ exitCode }) => {
    shellEnd.left()
    state.ended ??= exitCode
  })
  const pid = (): number =>
    existsSync(folder.file('pid')) ? Number(readFileSync(folder.file('pid'), 'utf8')) : 0
  const isLate = (): boolean => performance.now() - startedMs > deadlineMs
  const until = async (isSo: () => boolean, untilMs = Infinity): Promise<void> => {
    while (
      state.ended === undefined &&
      !isLate() &&
      performance.now() < untilMs &&
      !(state.unparsed === 0 && isSo())
    ) {
      memory = Math.max(memory, peakMemoryMb(pid()))
      // Who is told to stop may do so much later, when it is just ending too.
      if (!state.isStopSeenTo && jobs.hasStopped()) await jobs.goOn()
      await pause(10)
    }
  }
  const within = async (ms: number, isSo: () => boolean): Promise<boolean> => {
    await until(isSo, performance.now() + ms)
    return state.unparsed === 0 && isSo()
  }
  const shown = (): string => screen.rows().join('\n')
  const type = (keys: string): void => {
    if (state.ended === undefined) child.write(keys)
  }
  const closeAll = async (): Promise<void> => {
    // One at a time, and only where something is open: twice with nothing open cancels the turn.
    for (let times = 0; times < 4; times++) {
      type('\u001b')
      await pause(60)
    }
  }
  const stops: string[] = []
  /** Waits a moment for the program to stop, looks at what it has left, and lets it go on. */
  const stopAndGo = async (mustStop: boolean): Promise<void> => {
    state.isStopSeenTo = true
    if (await within(mustStop ? 8000 : 400, () => jobs.hasStopped())) await goOn()
    else if (mustStop && state.ended === undefined && !isLate()) stops.push('it did not stop')
    state.isStopSeenTo = false
  }
  const goOn = async (): Promise<void> => {
    await within(2000, () => screen.modes().length === 0)
    if (screen.modes().length > 0) stops.push(`stopped with ${screen.modes().join(', ')}`)
    if (!jobs.hasLineEditing()) stops.push('stopped without line editing')
    await jobs.goOn()
    if (!(await within(8000, () => screen.modes().length > 0)) && !state.mayHaveEnded && !isLate())
      stops.push('the terminal was not taken again')
  }
  const resize = (columns: number, rows: number): void => {
    if (state.ended !== undefined) return
    screen.resize({ columns, rows })
    child.resize(columns, rows)
  }
  return {
    until: (isSo) => until(isSo),
    async give(input) {
      if (state.ended !== undefined) return
      if (mayEnd(input)) state.mayHaveEnded = true
      if ('keys' in input) type(input.keys)
      else if ('columns' in input) resize(input.columns, input.rows)
      else if ('signal' in input && pid() > 0) signal(pid(), input.signal)
      if (mayStop(input)) await stopAndGo('signal' in input && !state.mayHaveEnded)
    },
    mayHaveEnded: () => state.mayHaveEnded,
    isDrawing: () => screen.modes().length > 0,
    async answersKeys() {
      resize(size.columns, size.rows)
      for (let tries = 0; tries < 5 && state.ended === undefined; tries++) {
        await closeAll()
        type('?')
        if (await within(4000, () => /\bKeys\b/.test(shown()))) {
          type('\u001b')
          return true
        }
      }
      return state.ended !== undefined
    },
    async showsGoodPlan() {
      const isGood = (): boolean => shown().includes(goodWords)
      await closeAll()
      for (const key of ['f', ...Array.from({ length: 25 }, () => '\t')]) {
        if (state.ended !== undefined || isGood()) break
        type(key)
        await within(250, isGood)
      }
      return isGood()
    },
    async quit() {
      for (let times = 0; times < 8 && state.ended === undefined && !isLate(); times++) {
        type(times < 2 ? '\u001b' : '\u0003')
        await within(times < 2 ? 100 : 600, () => false)
      }
      await until(() => false)
      if (state.ended !== undefined) return
      state.isKilled = true
      killGroup(child.pid)
    },
    status: () => (state.isKilled ? null : (state.ended ?? null)),
    stdout: () => withoutStatus(Buffer.concat(chunks)).toString('utf8'),
    screen: shown,
    notRestored() {
      if (state.ended === undefined || state.isKilled) return []
      const [before, after] = ['stty-before', 'stty-after'].map((name) =>
        existsSync(folder.file(name)) ? readFileSync(folder.file(name), 'utf8').trim() : 'never',
      )
      const modes = screen.modes()
      return [...modes, ...(before === after ? [] : ['line editing'])]
    },
    stops: () => stops,
    tookMs: () => performance.now() - startedMs,
    peakMemoryMb: () => memory,
    dispose: () => screen.dispose(),
  }
}

function mayStop(input: Input): boolean {
  return 'signal' in input ? input.signal === stoppingSignal : 'keys' in input && input.keys === stoppingKey
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended.
  }
}

/** The terminal's shell and the program are a process group of their own. */
function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

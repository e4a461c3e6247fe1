import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { Buffer } from 'node:buffer'
import type { OpenTransport, Transport, TransportEnd, TransportEvents } from '../../app/ports/transport.ts'
import { FlowControl, Pace } from '../flow-control.ts'
import {
  describeSpawnFailure,
  endGroup,
  signalGroup,
  type ProgramSpawn,
} from '../../system/child-processes.ts'

export interface SpawnedCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  /** Added to the environment of this process. */
  readonly env: Readonly<Record<string, string>>
  /** It may ask on our terminal: it is in our process group, and is ended without what it has started. */
  readonly sharesTerminal?: boolean
}

/** How long the agent has to exit after its stdin was closed, and then after SIGTERM. */
const stdinEndWaitMs = 600
const termWaitMs = 900
/** How long after the end of stdout the process may exit, or after its exit the streams may end. */
const drainWaitMs = 500
/** After so many turns of the event loop without anything to read, the pipes of an ended process are empty. */
const quietTurnsOfRest = 8
/** Enough to read all of it, however short its lines are. Bounded, since another process may still write into them. */
const turnsOfRest = 4096

/**
 * A transport to an agent that is started here: lines over its stdin and stdout. It is spawned within the call, without a shell, as the
 * leader of a process group of its own; the whole group is ended with it. On Windows `start` has to be the one of `programSpawn`.
 */
export function openSpawned(command: SpawnedCommand, start: ProgramSpawn = spawn): OpenTransport {
  return (events) => spawnAgent(command, start, events)
}

function spawnAgent(command: SpawnedCommand, start: ProgramSpawn, events: TransportEvents): Transport {
  const notStarted = (error: unknown): void => {
    const cause = describeSpawnFailure(error, command.command, command.cwd)
    events.onEnded({ kind: 'not-started', command: command.command, cause })
  }
  let spawned: ChildProcessWithoutNullStreams
  try {
    spawned = start(command.command, command.args, {
      cwd: command.cwd,
      env: { ...process.env, ...command.env },
      stdio: ['pipe', 'pipe', 'pipe'],
      // A process group of its own: Ctrl-C in our terminal must not reach the agent, and its children must end with it.
      detached: process.platform !== 'win32' && command.sharesTerminal !== true,
      windowsHide: true,
    })
  } catch (error) {
    process.nextTick(() => notStarted(error))
    return notRunning
  }
  const { pid } = spawned
  if (pid === undefined) {
    spawned.once('error', notStarted)
    return notRunning
  }
  return runningAgent(spawned, pid, events)
}

const notRunning: Transport = {
  isRunning: false,
  send: () => undefined,
  end: async () => undefined,
  killNow: () => undefined,
}

function runningAgent(
  spawned: ChildProcessWithoutNullStreams,
  pid: number,
  events: TransportEvents,
): Transport {
  let hasExited = false
  let isReported = false
  let isGone = false
  let readBytes = 0
  /** Ending the rest of the group, after the leader has exited. */
  let groupEnded: Promise<void> | null = null
  let ending: Promise<void> | null = null
  const flow = new FlowControl(spawned.stdout, events.onStalled)
  const stderrPace = new Pace(spawned.stderr)
  spawned.on('error', ignored)
  // Writing to a dead agent gives EPIPE. Its exit is reported instead.
  spawned.stdin.on('error', ignored)
  spawned.stdout.on('error', ignored).on('data', read)
  spawned.stderr.on('error', ignored).on('data', (chunk: Buffer) => stderrPace.lines(chunk, events.onStderr))
  spawned.stdout.once('close', stdoutClosed)
  const exited = new Promise<void>((resolve) => {
    spawned.once('exit', (code, signal) => {
      hasExited = true
      drain(code, signal)
      resolve()
    })
  })
  spawned.once('close', (code, signal) => report({ kind: 'exited', code, signal }))

  // Dropped where the agent is dead.
  function send(message: string): void {
    const { stdin } = spawned
    if (!stdin.writable) return
    const line = Buffer.from(`${message}\n`)
    // The callback is called with an error when the agent is gone.
    stdin.write(line, flow.sent(line.length))
  }

  async function end(): Promise<void> {
    ending ??= endAll()
    await ending
  }

  function killNow(): void {
    if (!isGone) sendSignal('SIGKILL')
  }

  function sendSignal(signal: NodeJS.Signals): void {
    // Without a group of its own only the process itself is left.
    if (!signalGroup(pid, signal)) spawned.kill(signal)
  }

  function read(chunk: Buffer): void {
    readBytes += chunk.length
    flow.pace.lines(chunk, events.onBytes)
  }

  async function endAll(): Promise<void> {
    spawned.stdin.end()
    flow.release()
    if (!(await exitsWithin(stdinEndWaitMs))) {
      sendSignal('SIGTERM')
      if (!(await exitsWithin(termWaitMs))) sendSignal('SIGKILL')
    }
    await exited
    await endRest()
    await readRest()
  }

  async function exitsWithin(ms: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms)
    })
    await Promise.race([exited, late])
    clearTimeout(timer)
    return hasExited
  }

  /** Ends the processes that the leader has left in its group. */
  async function endRest(): Promise<void> {
    groupEnded ??= endGroup(pid)
    await groupEnded
    isGone = true
  }

  // The end is reported on 'close' and not on 'exit', since an agent may exit before its last line is read. But a process that it
  // has left behind may hold the streams open: after a moment that process is ended, and then the streams are closed.
  function drain(code: number | null, signal: string | null): void {
    const timer = setTimeout(() => void closeStreams(code, signal), drainWaitMs)
    spawned.once('close', () => {
      clearTimeout(timer)
      void endRest()
    })
  }

  async function closeStreams(code: number | null, signal: string | null): Promise<void> {
    await endRest()
    await readRest()
    report({ kind: 'exited', code, signal })
    spawned.stdout.destroy()
    spawned.stderr.destroy()
  }

  /** Until the end is reported; where another process holds the pipes open, what they hold now. */
  async function readRest(): Promise<void> {
    let quietTurns = 0
    for (let turn = 0; turn < turnsOfRest && quietTurns < quietTurnsOfRest; turn++) {
      if (isReported && !isBehind()) return
      const isPaused = spawned.stdout.isPaused()
      const before = readBytes
      await new Promise((resolve) => {
        setImmediate(resolve)
      })
      const isQuiet = !isPaused && readBytes === before && !isBehind()
      quietTurns = isQuiet ? quietTurns + 1 : 0
    }
  }

  function report(end: TransportEnd): void {
    if (isReported) return
    isReported = true
    stderrPace.last(() => flow.pace.last(() => events.onEnded(end)))
  }

  function isBehind(): boolean {
    return flow.pace.isBehind || stderrPace.isBehind
  }

  function stdoutClosed(): void {
    if (hasExited) return
    const timer = setTimeout(() => {
      if (!hasExited) report({ kind: 'closed-output' })
    }, drainWaitMs)
    spawned.once('exit', () => clearTimeout(timer))
  }

  return { isRunning: true, send, end, killNow }
}

function ignored(): void {
  // Named, to show that the error is ignored on purpose.
}

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
  return new SpawnedAgent(spawned, pid, events)
}

const notRunning: Transport = {
  isRunning: false,
  send: () => undefined,
  end: async () => undefined,
  killNow: () => undefined,
}

class SpawnedAgent implements Transport {
  readonly isRunning = true
  readonly #process: ChildProcessWithoutNullStreams
  readonly #pid: number
  readonly #events: TransportEvents
  readonly #exited: Promise<void>
  readonly #flow: FlowControl
  readonly #stderrPace: Pace
  #hasExited = false
  #isReported = false
  #isGone = false
  #readBytes = 0
  /** Ending the rest of the group, after the leader has exited. */
  #groupEnded: Promise<void> | null = null
  #ending: Promise<void> | null = null

  constructor(spawned: ChildProcessWithoutNullStreams, pid: number, events: TransportEvents) {
    this.#process = spawned
    this.#pid = pid
    this.#events = events
    this.#flow = new FlowControl(spawned.stdout, events.onStalled)
    this.#stderrPace = new Pace(spawned.stderr)
    spawned.on('error', ignored)
    // Writing to a dead agent gives EPIPE. Its exit is reported instead.
    spawned.stdin.on('error', ignored)
    spawned.stdout.on('error', ignored).on('data', (chunk: Buffer) => this.#read(chunk))
    spawned.stderr
      .on('error', ignored)
      .on('data', (chunk: Buffer) => this.#stderrPace.lines(chunk, events.onStderr))
    spawned.stdout.once('close', () => this.#stdoutClosed())
    this.#exited = new Promise((resolve) => {
      spawned.once('exit', (code, signal) => {
        this.#hasExited = true
        this.#drain(code, signal)
        resolve()
      })
    })
    spawned.once('close', (code, signal) => this.#report({ kind: 'exited', code, signal }))
  }

  // Dropped where the agent is dead.
  send(message: string): void {
    const { stdin } = this.#process
    if (!stdin.writable) return
    const line = Buffer.from(`${message}\n`)
    // The callback is called with an error when the agent is gone.
    stdin.write(line, this.#flow.sent(line.length))
  }

  async end(): Promise<void> {
    this.#ending ??= this.#end()
    await this.#ending
  }

  killNow(): void {
    if (!this.#isGone) this.#signal('SIGKILL')
  }

  #signal(signal: NodeJS.Signals): void {
    // Without a group of its own only the process itself is left.
    if (!signalGroup(this.#pid, signal)) this.#process.kill(signal)
  }

  #read(chunk: Buffer): void {
    this.#readBytes += chunk.length
    this.#flow.pace.lines(chunk, this.#events.onBytes)
  }

  async #end(): Promise<void> {
    this.#process.stdin.end()
    this.#flow.release()
    if (!(await this.#exitsWithin(stdinEndWaitMs))) {
      this.#signal('SIGTERM')
      if (!(await this.#exitsWithin(termWaitMs))) this.#signal('SIGKILL')
    }
    await this.#exited
    await this.#endGroup()
    await this.#readRest()
  }

  async #exitsWithin(ms: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms)
    })
    await Promise.race([this.#exited, late])
    clearTimeout(timer)
    return this.#hasExited
  }

  /** Ends the processes that the leader has left in its group. */
  async #endGroup(): Promise<void> {
    this.#groupEnded ??= endGroup(this.#pid)
    await this.#groupEnded
    this.#isGone = true
  }

  // The end is reported on 'close' and not on 'exit', since an agent may exit before its last line is read. But a process that it
  // has left behind may hold the streams open: after a moment that process is ended, and then the streams are closed.
  #drain(code: number | null, signal: string | null): void {
    const timer = setTimeout(() => void this.#closeStreams(code, signal), drainWaitMs)
    this.#process.once('close', () => {
      clearTimeout(timer)
      void this.#endGroup()
    })
  }

  async #closeStreams(code: number | null, signal: string | null): Promise<void> {
    await this.#endGroup()
    await this.#readRest()
    this.#report({ kind: 'exited', code, signal })
    this.#process.stdout.destroy()
    this.#process.stderr.destroy()
  }

  /** Until the end is reported; where another process holds the pipes open, what they hold now. */
  async #readRest(): Promise<void> {
    let quietTurns = 0
    for (let turn = 0; turn < turnsOfRest && quietTurns < quietTurnsOfRest; turn++) {
      if (this.#isReported && !this.#isBehind()) return
      const isPaused = this.#process.stdout.isPaused()
      const before = this.#readBytes
      await new Promise((resolve) => {
        setImmediate(resolve)
      })
      const isQuiet = !isPaused && this.#readBytes === before && !this.#isBehind()
      quietTurns = isQuiet ? quietTurns + 1 : 0
    }
  }

  #report(end: TransportEnd): void {
    if (this.#isReported) return
    this.#isReported = true
    this.#stderrPace.last(() => this.#flow.pace.last(() => this.#events.onEnded(end)))
  }

  #isBehind(): boolean {
    return this.#flow.pace.isBehind || this.#stderrPace.isBehind
  }

  #stdoutClosed(): void {
    if (this.#hasExited) return
    const timer = setTimeout(() => {
      if (!this.#hasExited) this.#report({ kind: 'closed-output' })
    }, drainWaitMs)
    this.#process.once('exit', () => clearTimeout(timer))
  }
}

function ignored(): void {
  // Named, to show that the error is ignored on purpose.
}

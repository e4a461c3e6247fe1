import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { Buffer } from 'node:buffer'
import type { OpenTransport, Transport, TransportEnd, TransportEvents } from '../../app/ports/transport.ts'
import { Flow } from '../flow.ts'
import { Pace } from '../pace.ts'
import { describeSpawnFailure } from './spawn-failure.ts'
import { endGroup, signalGroup } from './process-group.ts'

export interface SpawnedCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  /** Added to our own environment. */
  readonly env: Readonly<Record<string, string>>
}

/** How long a well-behaved agent has to end itself after its stdin was closed, then after SIGTERM. */
const stdinEndWaitMs = 600
const termWaitMs = 900
/** How long an exit may come after the end of stdout, or the end of the streams after the exit. */
const drainWaitMs = 500
/** What pipes hold is read in so many turns, however short its lines are; who has them still may write for ever. */
const turnsOfRest = 4096

/**
 * An agent that we start: lines over its stdin and stdout. It is spawned within the call, without a shell, as the leader of
 * a process group of its own, and all of the group ends with it.
 */
export function openSpawned(command: SpawnedCommand): OpenTransport {
  return (events) => spawnAgent(command, events)
}

function spawnAgent(command: SpawnedCommand, events: TransportEvents): Transport {
  const notStarted = (error: unknown): void => {
    const cause = describeSpawnFailure(error, command.command, command.cwd)
    events.onEnded({ kind: 'not-started', command: command.command, cause })
  }
  let spawned: ChildProcessWithoutNullStreams
  try {
    spawned = spawn(command.command, command.args, {
      cwd: command.cwd,
      env: { ...process.env, ...command.env },
      stdio: ['pipe', 'pipe', 'pipe'],
      // A group of its own: Ctrl-C in our terminal must not reach the agent, and its own children must end with it.
      detached: process.platform !== 'win32',
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
  readonly #flow: Flow
  readonly #stderrPace: Pace
  #hasExited = false
  #isReported = false
  #isGone = false
  /** Set once the leader is gone: ends the rest of its group. */
  #groupEnded: Promise<void> | null = null
  #ending: Promise<void> | null = null

  constructor(spawned: ChildProcessWithoutNullStreams, pid: number, events: TransportEvents) {
    this.#process = spawned
    this.#pid = pid
    this.#events = events
    this.#flow = new Flow(spawned.stdout, events.onStalled)
    this.#stderrPace = new Pace(spawned.stderr)
    spawned.on('error', ignored)
    // A dead agent's stdin gives EPIPE, which is no news: its exit is.
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

  // What a dead agent cannot read is dropped.
  send(message: string): void {
    const { stdin } = this.#process
    if (!stdin.writable) return
    const line = Buffer.from(`${message}\n`)
    // Called with an error, too, when the agent is gone.
    stdin.write(line, this.#flow.sent(line.length))
  }

  async end(): Promise<void> {
    this.#ending ??= this.#end()
    await this.#ending
  }

  killNow(): void {
    if (!this.#isGone) signalGroup(this.#pid, 'SIGKILL')
  }

  #read(chunk: Buffer): void {
    this.#flow.pace.lines(chunk, this.#events.onBytes)
  }

  async #end(): Promise<void> {
    this.#process.stdin.end()
    this.#flow.release()
    if (!(await this.#exitsWithin(stdinEndWaitMs))) {
      signalGroup(this.#pid, 'SIGTERM')
      if (!(await this.#exitsWithin(termWaitMs))) signalGroup(this.#pid, 'SIGKILL')
    }
    await this.#exited
    await this.#endGroup()
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

  /** Whatever the leader left behind in its group has nobody to work for any more. */
  async #endGroup(): Promise<void> {
    this.#groupEnded ??= endGroup(this.#pid)
    await this.#groupEnded
    this.#isGone = true
  }

  // Agents may exit before their last line is read, so 'close' is what counts and not 'exit'. But a process that the
  // agent left behind may hold the streams open for ever: it gets a moment, then it is ended, then they are let go.
  #drain(code: number | null, signal: string | null): void {
    const timer = setTimeout(() => void this.#letGo(code, signal), drainWaitMs)
    this.#process.once('close', () => {
      clearTimeout(timer)
      void this.#endGroup()
    })
  }

  async #letGo(code: number | null, signal: string | null): Promise<void> {
    await this.#endGroup()
    // Rounds of the event loop, so that what the pipes still hold is read first.
    for (let turn = 0; turn === 0 || (turn < turnsOfRest && this.#isBehind()); turn++)
      await new Promise((resolve) => {
        setImmediate(resolve)
      })
    this.#report({ kind: 'exited', code, signal })
    this.#process.stdout.destroy()
    this.#process.stderr.destroy()
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
  // Named, so that the listeners that swallow on purpose can be told from forgotten ones.
}

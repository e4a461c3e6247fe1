import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { Buffer } from 'node:buffer'
import type { Readable, Writable } from 'node:stream'
import { exitWords } from '../app/words/exit.ts'
import type { TapGreeting } from '../protocol/tap/tap-stream.ts'
import { endGroup, isOrphan, signalGroup } from '../system/child-processes.ts'
import { signalStatus, type EndSignal } from '../system/end-signals.ts'
import { CopiedBytes, passBytes, TapLog, type LineKind, type TapMessage } from './tap-log.ts'
import type { PlanAdvertiser } from './plan-advertiser.ts'
import type { TapRecording } from './tap-recording.ts'
import type { TapServer } from './tap-server.ts'
import { Socket } from 'node:net'
import { constants } from 'node:os'
import { fstatSync } from 'node:fs'

/** How a tap ends: as its agent has. */
export type TapEnd =
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'signal'; readonly signal: NodeJS.Signals }

interface TapWatch extends TapOptions {
  /** Is told each message; null: nobody is. */
  readonly told: ((message: TapMessage) => void) | null
}

/** Memory for the past. */
const pastBytes = 64 * 1024 * 1024
/** How long the streams may stay open after the agent has ended, as by a process that it has left behind. */
const drainWaitMs = 500
/** How long output may wait for an editor that does not read when the agent has ended; and when the editor has asked for the end. */
const [unreadWaitMs, unreadWaitAtEndMs] = [5000, 500]
/** How often to look whether the editor has ended, after it has closed our stdin. */
const editorCheckMs = 500
/** How long the agent's group has after SIGTERM, when the editor has ended. */
const termWaitMs = 2000
/** How long a recording may take to be completed. */
const recordingWaitMs = 1000

const endings: ReadonlySet<NodeJS.Signals> = new Set(['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGBREAK'])

/** The copies of what has passed, and who looks at them: viewers, a recording, and others in this process. */
export class TapCopies {
  readonly #startMs: number
  readonly #log = new TapLog(pastBytes)
  readonly #copies = new CopiedBytes((frame) => this.#take(frame))
  #server: TapServer | null = null
  #recording: TapRecording | null = null
  #told: TapWatch['told'] = null
  /** Frames for a recording that is not loaded yet. */
  #early: TapMessage[] | null = null
  /** Settles when the recording is open, or there is none. */
  #recordingOpened: Promise<void> = Promise.resolve()
  #isEnding = false

  constructor(startMs: number) {
    this.#startMs = startMs
  }

  /** Takes a copy of bytes that have passed just now. */
  add(kind: LineKind, chunk: Buffer): void {
    this.#copies.add(kind, chunk, this.#now())
  }

  /** Tells the user's viewers and stderr something about the tap itself. */
  say(words: string): void {
    process.stderr.write(`${ofTap(words)}\n`)
    this.note(words)
  }

  /** Tells the viewers alone. */
  note(words: string): void {
    this.#copies.say(Buffer.from(ofTap(words)), this.#now())
  }

  /** Loads and starts what looks at the copies, in later turns of the event loop. */
  watch({ record, told }: TapWatch, greeting: () => Promise<TapGreeting>): void {
    this.#told = told
    if (record !== null) this.#early = []
    const described = new Promise<TapGreeting>((resolve, reject) => {
      setImmediate(() => void greeting().then(resolve, reject))
    })
    const fail = (cause: unknown): void => this.say(String(cause))
    if (record !== null) this.#recordingOpened = this.#record(record, described).catch(fail)
    void this.#watch(described).catch(fail)
  }

  /** Nothing passes any more. Settles when all that was copied is with those who look at it, or they take too long. */
  async end(status: number, how: string): Promise<void> {
    // What passes may end before its recording is open.
    await Promise.race([this.#recordingOpened, after(recordingWaitMs)])
    this.#isEnding = true
    this.#copies.end(this.#now())
    this.#copies.ended(status, how, this.#now())
    this.#server?.close()
    await Promise.race([this.#recording?.end(), after(recordingWaitMs)])
  }

  async #record(file: string, described: Promise<TapGreeting>): Promise<void> {
    const greeting = await described
    const { openRecording } = await import('./tap-recording.ts')
    if (this.#isEnding) return
    const opened = openRecording(file, greeting, (words) => this.say(words))
    for (const frame of this.#early ?? []) opened?.add(frame)
    this.#recording = opened
    this.#early = null
  }

  async #watch(described: Promise<TapGreeting>): Promise<void> {
    const greeting = await described
    await this.#recordingOpened
    const { TapServer } = await import('./tap-server.ts')
    if (this.#isEnding) return
    const opened = TapServer.open({ log: this.#log, greeting, env: process.env })
    if (opened.ok) this.#server = opened.value
    else this.say(`nobody can watch: ${opened.problem}`)
  }

  #take(frame: TapMessage): void {
    this.#log.add(frame)
    this.#told?.(frame)
    this.#early?.push(frame)
    this.#recording?.add(frame)
    this.#server?.wake(frame.t)
  }

  #now(): number {
    return performance.now() - this.#startMs
  }
}

/** A line of the tap's own: names in it may have line breaks. What makes any text safe would be loaded before the agent is started. */
export function ofTap(words: string): string {
  return `acp-plan-tui tap: ${words.replaceAll(/[\r\n]+/g, ' ⏎ ')}`
}

/** Stands between the streams of this process and those of an agent. Bytes pass first; what is done with their copies is done later. */
export class Tap {
  readonly #agent: ChildProcessWithoutNullStreams
  readonly #pid: number
  readonly #parentPid = process.ppid
  readonly copies: TapCopies
  readonly #out = standardStream(1)
  readonly #err = standardStream(2)
  readonly ended: Promise<TapEnd>
  #stopSignals: () => void = () => undefined
  #groupEnded: () => void = () => undefined
  /** By a signal, or because the editor has ended. */
  #isAskedToEnd = false
  #isOutBroken = false
  #isStdinOver = false

  constructor(agent: ChildProcessWithoutNullStreams, pid: number, copies: TapCopies) {
    this.#agent = agent
    this.#pid = pid
    this.copies = copies
    this.ended = new Promise((resolve) => {
      agent.once('exit', (code, signal) => void this.#end(code, signal).then(resolve))
    })
  }

  /** Begins to pass bytes and signals. */
  pass(plans: PlanAdvertiser | null): void {
    const { stdin, stdout, stderr } = this.#agent
    // A signal that could not be sent, for example: the agent's end is what counts.
    this.#agent.on('error', () => undefined)
    passBytes({
      from: process.stdin,
      to: stdin,
      copied: (_, went) => this.copies.add('out', went),
      change: plans?.toAgent ?? null,
    })
    passBytes({
      from: stdout,
      to: this.#out,
      copied: (came) => this.copies.add('in', came),
      change: plans?.toEditor ?? null,
    })
    passBytes({
      from: stderr,
      to: this.#err,
      copied: (came) => this.copies.add('err', came),
      change: null,
      staysOpen: true,
    })
    this.#out.on('error', () => (this.#isOutBroken = true))
    this.#stopSignals = passSignals(process, this.#agent, (signal) => {
      this.#isAskedToEnd ||= endings.has(signal)
    })
    process.stdin.once('close', () => this.#stdinOver())
    process.stdin.once('end', () => this.#stdinOver())
  }

  /** Loads and starts what looks at the copies, in later turns of the event loop. */
  watch(watch: TapWatch, greeting: () => Promise<TapGreeting>): void {
    this.copies.watch(watch, async () => {
      this.#groupEnded = guardGroup(this.#pid)
      return await greeting()
    })
  }

  /** The editor has closed our stdin. It may still read; once it has ended, nobody needs the agent any more. */
  #stdinOver(): void {
    if (this.#isStdinOver) return
    this.#isStdinOver = true
    const look = setInterval(() => {
      if (!isOrphan(this.#parentPid) && !this.#isOutBroken) return
      clearInterval(look)
      this.#isAskedToEnd = true
      signalGroup(this.#pid, 'SIGTERM')
      setTimeout(() => signalGroup(this.#pid, 'SIGKILL'), termWaitMs).unref()
    }, editorCheckMs)
    look.unref()
  }

  async #end(code: number | null, signal: NodeJS.Signals | null): Promise<TapEnd> {
    const closed = new Promise<void>((resolve) => {
      this.#agent.once('close', () => resolve())
    })
    await Promise.race([closed, after(drainWaitMs)])
    await endGroup(this.#pid)
    this.#groupEnded()
    await this.#writtenOut()
    const status = signal === null ? (code ?? 0) : signalStatus(signal as EndSignal)
    await this.copies.end(status, `the agent ${exitWords({ code, signal })}`)
    this.#stopSignals()
    return signal === null ? { kind: 'status', status: code ?? 0 } : { kind: 'signal', signal }
  }

  /** Settles when all that the agent has written is with the editor, or the editor has not read for too long. */
  async #writtenOut(): Promise<void> {
    const { stdout, stderr } = this.#agent
    let [left, sinceMs] = [-1, performance.now()]
    for (let waitMs = 0; ; waitMs = Math.min(waitMs + 1, 20)) {
      const unread = this.#out.writableLength + this.#err.writableLength
      if (unread === 0 && isOver(stdout) && isOver(stderr)) return
      const rest = unread + stdout.readableLength + stderr.readableLength
      if (rest !== left) [left, sinceMs] = [rest, performance.now()]
      const patienceMs = unread > 0 && !this.#isAskedToEnd ? unreadWaitMs : unreadWaitAtEndMs
      if (performance.now() - sinceMs > patienceMs) return
      await after(waitMs)
    }
  }
}

function isOver(stream: Readable): boolean {
  return stream.readableEnded || stream.destroyed
}

async function after(ms: number): Promise<void> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
  })
}

/** The signals that are passed on to the agent. Those of a fault, and SIGKILL and SIGSTOP, have no listeners. */
const passedSignals = [
  'SIGHUP',
  'SIGINT',
  'SIGQUIT',
  'SIGTERM',
  'SIGUSR1',
  'SIGUSR2',
  'SIGALRM',
  'SIGWINCH',
  'SIGCONT',
  'SIGIO',
  'SIGPWR',
  'SIGXCPU',
] as const satisfies readonly NodeJS.Signals[]

/** Those of Windows, which all ask for the end: ctrl-c, ctrl-break, and the closed window. No process can send them to another. */
const windowsSignals = ['SIGINT', 'SIGBREAK', 'SIGHUP'] as const satisfies readonly NodeJS.Signals[]

/** Passes on the signals of this process; on Windows ends the agent's processes instead. `onSignal` is told of each. */
export function passSignals(
  process: Pick<NodeJS.Process, 'on' | 'removeAllListeners' | 'platform'>,
  agent: Pick<ChildProcessWithoutNullStreams, 'kill' | 'pid'>,
  onSignal: (signal: NodeJS.Signals) => void,
): () => void {
  const known: Readonly<Partial<Record<string, number>>> = constants.signals
  const { platform } = process
  const isWindows = platform === 'win32'
  const signals = isWindows ? windowsSignals : passedSignals.filter((signal) => known[signal] !== undefined)
  for (const signal of signals) {
    // Also those of the launcher.
    process.removeAllListeners(signal)
    process.on(signal, () => {
      if (!isWindows) agent.kill(signal)
      else if (agent.pid !== undefined) signalGroup(agent.pid, 'SIGTERM', platform)
      onSignal(signal)
    })
  }
  return () => {
    for (const signal of signals) process.removeAllListeners(signal)
  }
}

const guardScript = 'read -r _ || { kill -s TERM -- "-$1"; sleep 2; kill -s KILL -- "-$1"; } 2>/dev/null'

/**
 * Starts a process that ends the agent's group when this one is killed with SIGKILL, which leaves it no time to do so. The result tells it
 * that the group has ended. On Windows there are no groups, and nothing is started.
 */
function guardGroup(leaderPid: number): () => void {
  if (process.platform === 'win32') return () => undefined
  const guard = spawn('/bin/sh', ['-c', guardScript, 'acp-plan-tui-tap', String(leaderPid)], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  // Without a shell there is no guard; the agent then sees the end of its stdin.
  guard.on('error', () => undefined)
  guard.unref()
  const { stdin } = guard
  stdin?.on('error', () => undefined)
  if (stdin instanceof Socket) stdin.unref()
  return () => void stdin?.write('ended\n')
}

/**
 * Our stdout or stderr. Pipes and sockets are opened anew, since `process.stdout` cannot be closed, and the editor must see when the agent
 * closes its own; writing to them waits for no reader.
 */
export function standardStream(fd: 1 | 2): Writable {
  const given = fd === 1 ? process.stdout : process.stderr
  if (fd === 2 || process.platform === 'win32') return given
  try {
    const stats = fstatSync(fd)
    return stats.isFIFO() || stats.isSocket() ? new Socket({ fd, readable: false, writable: true }) : given
  } catch {
    return given
  }
}

export interface TapOptions {
  readonly label: string | null
  readonly record: string | null
  readonly advertisesPlans: boolean
  /** The agent's; null: a link in a chain of proxies, which has no agent. */
  readonly command: string | null
  readonly args: readonly string[]
}

/**
 * The options of a command line that begins with `tap` and is written as most are; null: it is another one, or has a mistake, which the
 * parser of the whole program explains.
 */
export function readTapOptions(argv: readonly string[]): TapOptions | null {
  const end = argv.indexOf('--')
  const [command = null, ...args] = end < 0 ? [] : argv.slice(end + 1)
  if (argv[0] !== 'tap' || command === '') return null
  let options: TapOptions = { label: null, record: null, advertisesPlans: false, command, args }
  let isLink = false
  const words = argv.slice(1, end < 0 ? undefined : end)
  for (let at = 0; at < words.length; at++) {
    const [, name = '', joined] = /^--([a-z-]+)(?:=(.*))?$/s.exec(words[at] ?? '') ?? []
    if (name === 'advertise-plans' && joined === undefined) options = { ...options, advertisesPlans: true }
    else if (name === 'proxy' && joined === undefined) isLink = true
    else if (name === 'label' || name === 'record') {
      const value = joined ?? words[++at]
      if (value === undefined || value === '' || value.startsWith('-')) return null
      options = { ...options, [name]: value }
    } else return null
  }
  const isWhole = isLink ? end < 0 && !options.advertisesPlans : command !== null
  return isWhole ? options : null
}

import { basename } from 'node:path'
import type { Buffer } from 'node:buffer'
import type { AppEvent } from '../app/app-event.ts'
import type { LinkEnd } from '../app/link.ts'
import type { Clock } from '../lib/clock.ts'
import { spawnChild, type Child, type ChildCommand } from './child-process.ts'
import type { AskedVersion, ClientDescription } from './initialize-params.ts'
import { firstIdAfterOpening, Opening } from './opening.ts'
import { Peer, type PeerRequest } from './peer.ts'
import { Receiver } from './receiver.ts'
import { StderrLines } from './stderr-lines.ts'
import type { PromptTarget } from './turns.ts'

/** Which way the bytes went that an `onChunk` is told of. */
export type ChunkDirection = 'from-agent' | 'to-agent'
export type ChunkListener = (direction: ChunkDirection, bytes: Uint8Array, atMs: number) => void

export interface ConnectionOptions {
  readonly command: ChildCommand
  readonly asked: AskedVersion
  readonly client: ClientDescription
  readonly clock: Clock
  readonly dispatch: (event: AppEvent) => void
  readonly onChunk: ChunkListener | undefined
  readonly onOpened: (target: PromptTarget) => void
  readonly onState: (sessionId: string, state: string) => void
  readonly onRequest: (request: PeerRequest) => void
  /** The agent wrote something on stdout. */
  readonly onHeard: (atMs: number) => void
  /** A request of the handshake went out: `waitsFor` says which. */
  readonly onAsked: () => void
  /** The connection is over, for a reason of the agent's. Called once; never after `end`. */
  readonly onEnded: (end: LinkEnd) => void
}

/** One run of the agent's process, from its start to its end. What it says becomes events; it decides nothing. */
export class Connection {
  readonly #options: ConnectionOptions
  readonly #child: Child
  readonly #stderr: StderrLines
  readonly #peer: Peer
  readonly #opening: Opening
  readonly #receiver: Receiver
  #sessionId: string | null = null
  /** Set when the process is gone, or its stdout: reported when all it wrote was received. */
  #lastEnd: LinkEnd | null = null
  #isOver = false

  constructor(options: ConnectionOptions) {
    this.#options = options
    const { clock, dispatch } = options
    this.#stderr = new StderrLines((line) => dispatch({ type: 'stderr-written', atMs: clock.nowMs(), line }))
    this.#child = spawnChild(options.command, {
      onStdout: (chunk) => this.#heard(chunk),
      onStderr: (chunk) => this.#stderr.push(chunk),
      onNotStarted: (cause) => this.#over({ kind: 'not-started', command: options.command.command, cause }),
      onStdoutClosed: () => this.#lastHeard({ kind: 'closed-output' }),
      onExit: (code, signal) => {
        this.#stderr.end()
        this.#lastHeard({ kind: 'exited', code, signal })
      },
    })
    this.#peer = new Peer({
      firstId: firstIdAfterOpening,
      write: (line) => this.#write(line),
      onRequest: options.onRequest,
      onReceived: () => this.#receiver.goOn(),
    })
    this.#opening = new Opening({
      asked: options.asked,
      client: options.client,
      cwd: options.command.cwd,
      fallbackName: basename(options.command.command),
      write: (line) => this.#write(line),
      onAsked: options.onAsked,
      onDescribed: (agent) => dispatch({ type: 'agent-described', atMs: this.receivingAtMs, agent }),
      onOpened: (sessionId, version) => this.#opened(sessionId, version),
      onFailed: (end) => this.#over(end),
    })
    this.#receiver = new Receiver({
      opening: this.#opening,
      peer: this.#peer,
      dispatch,
      currentSessionId: () => this.#sessionId,
      onState: options.onState,
      onEnd: () => {
        if (this.#lastEnd !== null) this.#over(this.#lastEnd)
      },
    })
    if (this.#child.isRunning) this.#opening.begin()
  }

  /** There is a process. When not, `onEnded` says why, a little later. */
  get isRunning(): boolean {
    return this.#child.isRunning
  }

  get sessionId(): string | null {
    return this.#sessionId
  }

  /** The request of the handshake that the agent has not answered, or null. */
  get waitsFor(): 'initialize' | 'session/new' | null {
    return this.#isOver ? null : this.#opening.waitsFor
  }

  /** The agent has answered `initialize`: the version asked for is not what it ended of. */
  get isInitialized(): boolean {
    return this.#opening.isInitialized
  }

  /** When the message arrived that is being received now. */
  get receivingAtMs(): number {
    return this.#receiver.receivingAtMs
  }

  /** Ends the process, and this connection without a word; settles when nothing of the agent is left. */
  async end(): Promise<void> {
    this.#stop()
    await this.#child.end()
  }

  killNow(): void {
    this.#child.killNow()
  }

  #heard(chunk: Buffer): void {
    // Read to the end even so: an agent must not hang on a full pipe while it ends.
    if (this.#isOver) return
    const atMs = this.#options.clock.nowMs()
    this.#options.onHeard(atMs)
    this.#options.onChunk?.('from-agent', chunk, atMs)
    this.#receiver.push(chunk, atMs)
  }

  #lastHeard(end: LinkEnd): void {
    if (this.#isOver || this.#lastEnd !== null) return
    this.#lastEnd = end
    this.#receiver.end(this.#options.clock.nowMs())
  }

  #opened(sessionId: string, version: 1 | 2): void {
    this.#sessionId = sessionId
    this.#options.onOpened({
      sessionId,
      version,
      request: (method, params, onAnswer) => this.#peer.request(method, params, onAnswer),
      notify: (method, params) => this.#peer.notify(method, params),
    })
  }

  #over(end: LinkEnd): void {
    if (this.#isOver) return
    this.#stop()
    this.#options.onEnded(end)
  }

  #stop(): void {
    this.#isOver = true
    this.#receiver.stop()
    this.#peer.close()
  }

  #write(line: string): void {
    if (this.#options.onChunk !== undefined) {
      this.#options.onChunk('to-agent', new TextEncoder().encode(line), this.#options.clock.nowMs())
    }
    this.#child.write(line)
  }
}

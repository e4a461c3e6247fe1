import { Buffer } from 'node:buffer'
import type { AppEvent } from '../app/app-event.ts'
import type { OpenTransport, Transport, TransportEnd } from '../app/transport.ts'
import type { WirePiece } from '../app/wire-piece.ts'
import type { Clock } from '../lib/clock.ts'
import type { SessionEvent } from '../protocol/session-event.ts'
import { rpcLine } from '../protocol/rpc-line.ts'
import type { WirePart } from '../protocol/wire-reader.ts'
import { OwnRequests, type Ask } from './own-requests.ts'
import { Peer, type PeerRequest } from './peer.ts'
import { Receiver } from './receiver.ts'
import { StderrLines } from './stderr-lines.ts'

export interface ConnectionOptions {
  readonly open: OpenTransport
  readonly clock: Clock
  readonly dispatch: (event: AppEvent) => void
  readonly onWire: ((piece: WirePiece) => void) | undefined
  /** The session that updates belong to which name none. */
  readonly currentSessionId: () => string | null
  readonly onUpdated: (sessionId: string, update: SessionEvent) => void
  /** A line or a frame begins to have its effect. */
  readonly onLine: () => void
  readonly onRequest: (request: PeerRequest) => void
  readonly onNotified: (method: string, params: unknown) => void
  /** The agent wrote something. */
  readonly onHeard: (atMs: number) => void
  /** `owedAnswer` may have changed. */
  readonly onAsked: () => void
  /** A request of ours has not been answered for so long; `owedAnswer` tells which requests count. */
  readonly onLate: (method: string, afterMs: number) => void
  /** The agent has read nothing of what waits for it for a while, so nothing is read from it. Called again as long as that lasts. */
  readonly onUnread: () => void
  /** The connection is over, for a reason of the agent's. Called once; never after `end`. */
  readonly onEnded: (end: TransportEnd) => void
}

/** Some agents are slow, and read later. */
const unreadToldAfterMs = 5000
const unreadToldEveryMs = 60_000

/** One run of the agent, from its start to its end. What it says becomes events; it decides nothing. */
export class Connection {
  readonly #options: ConnectionOptions
  readonly #transport: Transport
  readonly #stderr: StderrLines
  readonly #own: OwnRequests
  readonly #peer: Peer
  readonly #receiver: Receiver
  #nextId = 0
  /** Set when the transport is over: reported when all it brought was received. */
  #lastEnd: TransportEnd | null = null
  #isOver = false
  #cancelUnread: () => void = () => {}

  constructor(options: ConnectionOptions) {
    this.#options = options
    const { clock, dispatch } = options
    const nextId = (): number => this.#nextId++
    const write = (line: string): void => this.#write(line)
    this.#stderr = new StderrLines((line) => dispatch({ type: 'stderr-written', atMs: clock.nowMs(), line }))
    this.#own = new OwnRequests({ nextId, write, clock, onChanged: options.onAsked, onLate: options.onLate })
    this.#peer = new Peer({ write, onRequest: options.onRequest })
    this.#receiver = new Receiver({
      own: this.#own,
      peer: this.#peer,
      dispatch,
      currentSessionId: options.currentSessionId,
      onUpdated: options.onUpdated,
      onNotified: options.onNotified,
      onLine: options.onLine,
      onPart:
        options.onWire === undefined
          ? undefined
          : (part, atMs, isMessage) => this.#tell(part, atMs, isMessage),
      onEnd: () => {
        if (this.#lastEnd !== null) this.#over(this.#lastEnd)
      },
    })
    this.#transport = options.open({
      onBytes: (chunk) => this.#heard(chunk, 'bytes'),
      onFrame: (frame, kind) => this.#heard(frame, kind),
      onStderr: (chunk) => this.#stderr.push(chunk),
      onStalled: (isStalled) => this.#stalled(isStalled),
      onEnded: (end) => this.#lastHeard(end),
    })
  }

  /** There is an agent, or a call that may reach one. When not, `onEnded` says why, a little later. */
  get isRunning(): boolean {
    return this.#transport.isRunning
  }

  /** The method of the oldest request that the agent owes an answer to, apart from prompts and logins; null: none. */
  get owedAnswer(): string | null {
    return this.#own.owed
  }

  /** When the message arrived that is being received now. */
  get receivingAtMs(): number {
    return this.#receiver.receivingAtMs
  }

  /** Written within the call, as all that we send. */
  readonly ask: Ask = (method, params, onAnswer) => this.#own.ask(method, params, onAnswer)

  readonly notify = (method: string, params: object): void => {
    if (!this.#isOver) this.#write(rpcLine({ jsonrpc: '2.0', method, params }))
  }

  /**
   * Ends the transport, and this connection without a word but the answers to what the agent still waits for; settles when
   * nothing of the agent is left.
   */
  async end(): Promise<void> {
    const isHeard = !this.#isOver
    this.#stop()
    this.#peer.close({ isHeard })
    await this.#transport.end()
  }

  killNow(): void {
    this.#transport.killNow()
  }

  #heard(bytes: Buffer, kind: 'bytes' | 'text' | 'binary'): void {
    // Read to the end even so: an agent must not hang on a full pipe while it ends.
    if (this.#isOver) return
    const atMs = this.#options.clock.nowMs()
    this.#options.onHeard(atMs)
    if (kind === 'bytes') this.#receiver.push(bytes, atMs)
    else this.#receiver.pushFrame(bytes, kind, atMs)
  }

  #stalled(isStalled: boolean, afterMs = unreadToldAfterMs): void {
    this.#cancelUnread()
    if (!isStalled || this.#isOver) return
    this.#cancelUnread = this.#options.clock.after(afterMs, () => {
      this.#options.onUnread()
      this.#stalled(true, unreadToldEveryMs)
    })
  }

  #lastHeard(end: TransportEnd): void {
    this.#stderr.end()
    if (this.#isOver || this.#lastEnd !== null) return
    this.#lastEnd = end
    this.#receiver.end(this.#options.clock.nowMs())
  }

  #over(end: TransportEnd): void {
    if (this.#isOver) return
    this.#stop()
    // Who is told forgets the questions first: nobody has taken them back.
    this.#options.onEnded(end)
    this.#peer.close({ isHeard: false })
  }

  #stop(): void {
    this.#isOver = true
    this.#cancelUnread()
    this.#receiver.stop()
    this.#own.close()
  }

  #write(line: string): void {
    const { onWire, clock } = this.#options
    if (onWire !== undefined) {
      const bytes = Buffer.from(line)
      const sizeBytes = bytes.length
      const atMs = clock.nowMs()
      onWire({ direction: 'to-agent', kind: 'line', bytes, sizeBytes, isMessage: true, atMs })
    }
    this.#transport.send(line)
  }

  #tell(part: WirePart, atMs: number, isMessage: boolean): void {
    const isOverlong = part.type === 'overlong'
    const bytes = isOverlong ? part.start : part.bytes
    const sizeBytes = isOverlong ? part.sizeBytes : bytes.length
    const kind = part.type === 'frame' ? part.kind : isOverlong && part.isFramed === true ? 'text' : 'line'
    this.#options.onWire?.({ direction: 'from-agent', kind, bytes, sizeBytes, isMessage, atMs })
  }
}

import { Buffer } from 'node:buffer'
import type { AskedOfClient } from '../../app/exchange/asked-of-client.ts'
import type { OpenTransport, StreamSession, Transport, TransportEnd } from '../../app/ports/transport.ts'
import type { WirePiece } from '../../app/ports/wire-piece.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Message } from '../../protocol/wire/message.ts'
import type { WirePart } from '../../protocol/wire/wire-reader.ts'
import type { LiveExchange } from '../live-exchange.ts'
import { Peer, type Ask, type PeerRequest } from './peer.ts'
import { Receiver } from './receiver.ts'
import { StderrLines } from './stderr-lines.ts'

export interface ConnectionOptions {
  readonly open: OpenTransport
  readonly clock: Clock
  readonly exchange: LiveExchange
  readonly onWire: ((piece: WirePiece) => void) | undefined
  /** A line or a frame begins to have its effect. */
  readonly onLine: () => void
  /** `request` is null for a notification. */
  readonly onAsked: (asked: AskedOfClient, request: PeerRequest | null) => void
  /** The agent wrote something. */
  readonly onHeard: (atMs: number) => void
  /** `owedAnswer` may have changed. */
  readonly onChanged: () => void
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

/** One run of the agent, from its start to its end: carries messages, and decides nothing. */
export class Connection {
  readonly #options: ConnectionOptions
  readonly #transport: Transport
  readonly #stderr: StderrLines
  readonly #peer: Peer
  readonly #receiver: Receiver
  /** Set when the transport is over: reported when all it brought was received. */
  #lastEnd: TransportEnd | null = null
  #isOver = false
  #cancelUnread: () => void = () => {}

  constructor(options: ConnectionOptions) {
    this.#options = options
    const { clock, exchange, onWire, onChanged, onLate, onLine, onAsked } = options
    this.#stderr = new StderrLines((line) =>
      exchange.note({ type: 'stderr-written', atMs: clock.nowMs(), line }),
    )
    this.#peer = new Peer({
      write: (message, line, to) => this.#write(message, line, to),
      clock,
      onChanged,
      onLate,
    })
    this.#receiver = new Receiver({
      exchange,
      peer: this.#peer,
      onLine,
      onAsked,
      onPart:
        onWire === undefined ? undefined : (part, atMs, isMessage) => onWire(pieceOf(part, atMs, isMessage)),
      onEnd: () => {
        if (this.#lastEnd !== null) this.#over(this.#lastEnd)
      },
    })
    this.#transport = options.open({
      onBytes: (chunk) => this.#heard((atMs) => this.#receiver.push(chunk, atMs)),
      onFrame: (frame, kind, from) =>
        this.#heard((atMs) => this.#receiver.pushFrame(frame, kind, { atMs, from })),
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
    return this.#peer.owed
  }

  get ask(): Ask {
    return this.#peer.ask
  }

  get notify(): (method: string, params: object) => void {
    return this.#peer.notify
  }

  /** What has arrived has its effect now. */
  flush(): void {
    this.#receiver.flush()
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

  #heard(receive: (atMs: number) => void): void {
    // Read to the end even so: an agent must not hang on a full pipe while it ends.
    if (this.#isOver) return
    const atMs = this.#options.clock.nowMs()
    this.#options.onHeard(atMs)
    receive(atMs)
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
  }

  #write(message: Message, line: string, to: StreamSession): void {
    const { onWire, clock, exchange } = this.#options
    if (onWire !== undefined) {
      const bytes = Buffer.from(line)
      const sizeBytes = bytes.length
      const atMs = clock.nowMs()
      onWire({ direction: 'to-agent', kind: 'line', bytes, sizeBytes, isMessage: true, atMs })
    }
    exchange.sent(message)
    this.#transport.send(line, to)
  }
}

function pieceOf(part: WirePart, atMs: number, isMessage: boolean): WirePiece {
  const isOverlong = part.type === 'overlong'
  const bytes = isOverlong ? part.start : part.bytes
  const sizeBytes = isOverlong ? part.sizeBytes : bytes.length
  const kind = part.type === 'frame' ? part.kind : isOverlong && part.isFramed === true ? 'text' : 'line'
  return { direction: 'from-agent', kind, bytes, sizeBytes, isMessage, atMs }
}

import { Buffer } from 'node:buffer'
import type {
  OpenTransport,
  StreamSession,
  Transport,
  TransportEnd,
  WirePiece,
} from '../../app/ports/transport.ts'
import type { Message } from '../../protocol/wire/message.ts'
import type { WirePart } from '../../protocol/wire/wire-reader.ts'
import { Peer, type Ask, type PeerOptions } from './peer.ts'
import { Receiver, type ReceiverOptions } from './receiver.ts'

export interface ConnectionOptions
  extends
    Omit<PeerOptions, 'write'>,
    Pick<ReceiverOptions, 'exchange' | 'onLine' | 'onTask' | 'onMessage' | 'onEndless'> {
  readonly open: OpenTransport
  readonly onWire: ((piece: WirePiece) => void) | undefined
  /** The agent wrote something, if only a part of a message. Never called for stderr, which is no answer. */
  readonly onOutput: () => void
  /** The agent has not read its input for a while, so the client has stopped reading from it. Called again while that lasts. */
  readonly onStalled: () => void
  /** An answer came when the connection was being ended, and was dropped. */
  readonly onTooLate: () => void
  /** The connection ended on the agent's side. Called once; never after `end`. */
  readonly onEnded: (end: TransportEnd) => void
}

/** Some agents are slow to read. */
const stallNoticeAfterMs = 5000
const stallNoticeEveryMs = 60_000
/** A line without its end is read after so long, if it holds messages or, before the first one, a text: many programs ask for a key or a choice there. */
const lineRestsMs = 2000

/** One run of the agent, from start to end: carries messages and decides nothing. */
export class Connection {
  readonly #options: ConnectionOptions
  readonly #transport: Transport
  readonly #stderr: StderrLines
  readonly #peer: Peer
  readonly #receiver: Receiver
  /** Set when the transport has ended; reported when all that it delivered was received. */
  #lastEnd: TransportEnd | null = null
  #isOver = false
  #isEnding = false
  #hasSentMessage = false
  #cancelStallTimer: () => void = () => {}
  #cancelRestTimer: () => void = () => {}

  constructor(options: ConnectionOptions) {
    this.#options = options
    const { clock, exchange, onWire } = options
    this.#stderr = new StderrLines((line) =>
      exchange.note({ type: 'stderr-written', atMs: clock.nowMs(), line }),
    )
    this.#peer = new Peer({ ...options, write: (message, line, to) => this.#write(message, line, to) })
    this.#receiver = new Receiver({
      ...options,
      peer: this.#peer,
      onTask: (task, request) => {
        if (!this.#isEnding) options.onTask(task, request)
      },
      onPart:
        onWire === undefined ? undefined : (part, atMs, isMessage) => onWire(pieceOf(part, atMs, isMessage)),
      onMessage: () => {
        this.#hasSentMessage = true
        options.onMessage()
      },
      onEnd: () => {
        if (this.#lastEnd !== null) this.#finish(this.#lastEnd)
      },
    })
    this.#transport = options.open({
      onBytes: (chunk) => {
        if (this.#isOver && chunk.includes('"result"')) options.onTooLate()
        this.#onData((atMs) => this.#receiver.push(chunk, atMs))
      },
      onFrame: (frame, kind, from) =>
        this.#onData((atMs) => this.#receiver.pushFrame(frame, kind, { atMs, from })),
      onStderr: (chunk) => this.#stderr.push(chunk),
      onStalled: (isStalled) => this.#onStalled(isStalled),
      onEnded: (end) => this.#onTransportEnded(end),
    })
  }

  /** The agent runs, or a connection to it is being opened. If not, `onEnded` follows on a later tick. */
  get isRunning(): boolean {
    return this.#transport.isRunning
  }

  /** The method of the oldest pending request, except prompts and logins; null: none. */
  get pendingMethod(): string | null {
    return this.#peer.pendingMethod
  }

  get ask(): Ask {
    return this.#peer.ask
  }

  get notify(): (method: string, params: object) => void {
    return this.#peer.notify
  }

  /** Interprets what has arrived without waiting any longer. */
  flush(): void {
    this.#receiver.flush()
  }

  /** Nothing more is expected: a line without an end is told, as a program for terminals writes it. */
  readRest(): void {
    if (!this.#isOver) this.#receiver.readRest(this.#options.clock.nowMs())
  }

  /**
   * Answers the agent's open requests, then ends the transport; settles when the agent is gone. What that still writes is dropped, or with
   * `tells` interpreted, but nothing is done for it any more.
   */
  async end({ tells } = { tells: false }): Promise<void> {
    const canAnswer = !this.#isOver
    this.#isEnding = true
    if (tells) this.#cancelStallTimer()
    else this.#stop()
    this.#peer.close({ canAnswer })
    await this.#transport.end()
    this.#stop()
  }

  killNow(): void {
    this.#transport.killNow()
  }

  #onData(receive: (atMs: number) => void): void {
    // The data is still read and dropped: an agent must not block on a full pipe while it ends.
    if (this.#isOver) return
    const { clock } = this.#options
    const atMs = clock.nowMs()
    this.#options.onOutput()
    receive(atMs)
    this.#cancelRestTimer()
    if (!this.#receiver.hasBegun) return
    this.#cancelRestTimer = clock.after(lineRestsMs, () =>
      this.#receiver.readRested(clock.nowMs(), { text: !this.#hasSentMessage }),
    )
  }

  #onStalled(isStalled: boolean, afterMs = stallNoticeAfterMs): void {
    this.#cancelStallTimer()
    if (!isStalled || this.#isOver) return
    this.#cancelStallTimer = this.#options.clock.after(afterMs, () => {
      this.#options.onStalled()
      this.#onStalled(true, stallNoticeEveryMs)
    })
  }

  #onTransportEnded(end: TransportEnd): void {
    this.#stderr.end()
    if (this.#isOver || this.#lastEnd !== null) return
    this.#lastEnd = end
    this.#receiver.end(this.#options.clock.nowMs())
  }

  #finish(end: TransportEnd): void {
    if (this.#isOver) return
    this.#stop()
    // The listener forgets its open questions before their signals abort: the agent has not withdrawn them.
    this.#options.onEnded(end)
    this.#peer.close({ canAnswer: false })
  }

  #stop(): void {
    this.#isOver = true
    this.#cancelStallTimer()
    this.#cancelRestTimer()
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

/** Characters kept of one line; a longer line is cut and ends in `…`. */
export const maxStderrLineLength = 8192

/**
 * Splits stderr into lines. A chunk may end in the middle of a character; CRLF ends a line as LF does; bytes that are
 * not UTF-8 become U+FFFD. Never throws.
 */
export class StderrLines {
  readonly #decoder = new TextDecoder('utf-8')
  readonly #onLine: (line: string) => void
  #buffer = ''
  #isCut = false

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine
  }

  push(chunk: Uint8Array): void {
    this.#read(this.#decoder.decode(chunk, { stream: true }))
  }

  /** The stream has ended: the buffer is the last line, without a line feed. */
  end(): void {
    this.#read(this.#decoder.decode())
    if (this.#buffer !== '') this.#emitLine()
  }

  #read(text: string): void {
    let from = 0
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
      this.#append(text.slice(from, at))
      this.#emitLine()
      from = at + 1
    }
    this.#append(text.slice(from))
  }

  #append(part: string): void {
    const room = maxStderrLineLength - this.#buffer.length
    if (part.length > room) this.#isCut = true
    if (room > 0) this.#buffer += part.slice(0, room)
  }

  #emitLine(): void {
    const line = this.#isCut ? `${this.#buffer}…` : this.#buffer
    this.#buffer = ''
    this.#isCut = false
    this.#onLine(line.endsWith('\r') ? line.slice(0, -1) : line)
  }
}

import { LineCutter } from '../../../protocol/wire/line-cutter.ts'
import { Pieces } from '../../pieces.ts'
import { RemoteFailure } from '../../network-cause.ts'
import { Buffer } from 'node:buffer'
import { Gate } from '../../flow-control.ts'
import { Pace } from '../../pace.ts'

const lineFeed = 10
const carriageReturn = 13
const colon = 58
const space = 32
const lineEnd = Buffer.from('\n')

/**
 * Parses server-sent events: bytes in, the data of each event out, byte for byte. Lines that are neither field nor comment come out
 * too, and so does an incomplete event at the end, since a server may write bare messages into the stream.
 * Throws a `RemoteFailure` for an event over the limit, since the bounds of later events are unknown then.
 * https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export class SseReader {
  readonly #limitBytes: number
  readonly #cutter: LineCutter
  /** The data lines of the event that is being read. */
  readonly #data = new Pieces(lineEnd)
  #dataBytes = 0
  #isFirstLine = true
  #hadReturn = false
  #lastEventId: string | null = null

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes
    this.#cutter = new LineCutter(limitBytes)
  }

  /** For reopening the stream after the last event. */
  get lastEventId(): string | null {
    return this.#lastEventId
  }

  push(chunk: Buffer): Buffer[] {
    return this.#read(this.#cutter.push(this.#withLineFeeds(chunk)))
  }

  end(): Buffer[] {
    const events = this.#read(this.#cutter.end())
    this.#finishEvent(events)
    return events
  }

  /** A line ends with LF, CRLF or CR. */
  #withLineFeeds(chunk: Buffer): Buffer {
    if (chunk.length === 0) return chunk
    const bytes = this.#hadReturn && chunk[0] === lineFeed ? chunk.subarray(1) : chunk
    this.#hadReturn = chunk.at(-1) === carriageReturn
    if (!bytes.includes(carriageReturn)) return bytes
    return Buffer.from(bytes.toString('latin1').replace(/\r\n?/g, '\n'), 'latin1')
  }

  #read(lines: ReturnType<LineCutter['push']>): Buffer[] {
    const events: Buffer[] = []
    for (const line of lines) {
      if (line.type === 'overlong') throw tooLong(this.#limitBytes)
      this.#readLine(this.#isFirstLine ? withoutMark(line.bytes) : line.bytes, events)
      this.#isFirstLine = false
    }
    return events
  }

  #readLine(line: Buffer, events: Buffer[]): void {
    if (line.length === 0) {
      this.#finishEvent(events)
      return
    }
    const at = line.indexOf(colon)
    if (at === 0) return
    const name = line.toString('latin1', 0, Math.min(at === -1 ? line.length : at, maxNameLength))
    const value =
      at === -1 ? line.subarray(line.length) : line.subarray(line[at + 1] === space ? at + 2 : at + 1)
    switch (name) {
      case 'data':
        this.#addData(value)
        return
      case 'id':
        if (!value.includes(0)) this.#lastEventId = value.toString('utf8')
        return
      default:
        if (at === -1 || !/^[\w-]+$/.test(name)) events.push(line)
    }
  }

  #addData(value: Buffer): void {
    this.#dataBytes += value.length + 1
    if (this.#dataBytes > this.#limitBytes) throw tooLong(this.#limitBytes)
    this.#data.push(value)
  }

  #finishEvent(events: Buffer[]): void {
    if (this.#data.isEmpty) return
    this.#dataBytes = 0
    events.push(this.#data.take())
  }
}

function tooLong(limitBytes: number): RemoteFailure {
  return new RemoteFailure(`the agent sent a message over ${Math.round(limitBytes / 1024 / 1024)} MiB`)
}

const maxNameLength = 40

function withoutMark(line: Buffer): Buffer {
  return line[0] === 0xef && line[1] === 0xbb && line[2] === 0xbf ? line.subarray(3) : line
}

/**
 * The data of the complete events in a body, paced, and only after `untilReadable` has settled.
 */
export async function* pacedEvents(
  body: AsyncIterable<Uint8Array>,
  reader: SseReader,
  untilReadable: () => Promise<void>,
): AsyncIterable<Buffer> {
  const gate = new Gate()
  const pace = new Pace(gate)
  for await (const chunk of body) {
    for (const data of reader.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))) {
      yield data
      pace.spent(0)
      await gate.opened
    }
    pace.spent(chunk.byteLength)
    await gate.opened
    await untilReadable()
  }
}

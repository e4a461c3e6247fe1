import { LineCutter } from '../../../protocol/wire/line-cutter.ts'
import { Pieces } from '../../pieces.ts'
import { RemoteFailure } from '../../network-cause.ts'
import { Buffer } from 'node:buffer'
import { Gate, Pace } from '../../flow-control.ts'
import type { Clock } from '../../../lib/clock.ts'
import { writeJson } from '../../../lib/json/write-json.ts'
import { messageLimitBytes } from '../web/web-route.ts'

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

interface LastingStreamOptions {
  /** Requests the stream again; null: the server refuses it for now. Throws where the refusal is final. */
  readonly reopen: (lastEventId: string | null) => Promise<Response | null>
  /** Called with each event's data. The resulting messages are written to the body. */
  readonly onEvent: (data: Buffer) => readonly object[]
  /** The connection needs this stream: losing it is an error. */
  readonly isVital: boolean
  readonly clock: Clock
  /** Awaited before more is read. */
  readonly untilReadable: () => Promise<void>
  /** Ends the stream. */
  readonly signal: AbortSignal
}

/** A stream that lasted so long was no failure. */
const goodAfterMs = 5000
/**
 * The pauses before a stream is reopened after the first, second … failure in a row. A stream that breaks at once after some event
 * counts as at most one failure.
 */
const pausesMs = [0, 250, 1000, 2000, 4000]

/**
 * An event stream that is reopened when it ends: proxies end idle streams after about a minute, which must not end a running
 * turn. The result is one body, which ends when the stream cannot be reopened.
 */
export function lastingStream(first: Response, options: LastingStreamOptions): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      readStreams(first, options, (message) =>
        controller.enqueue(Buffer.from(`data: ${writeJson(message)}\n\n`)),
      )
        .then(() => {
          if (options.isVital && !options.signal.aborted)
            throw new RemoteFailure('the server ended its stream of messages')
          controller.close()
        })
        .catch((error: unknown) => controller.error(error))
    },
  })
}

async function readStreams(
  first: Response,
  options: LastingStreamOptions,
  emit: (message: object) => void,
): Promise<void> {
  const { reopen, clock, signal } = options
  let response: Response | null = first
  let lastEventId: string | null = null
  let failures = 0
  while (!signal.aborted) {
    if (response?.body) {
      const openedAtMs = clock.nowMs()
      const reader = new SseReader(messageLimitBytes)
      let isGood = false
      const onEvent = (data: Buffer): void => {
        if (signal.aborted) return
        isGood = true
        for (const message of options.onEvent(data)) emit(message)
      }
      await readEvents(response.body, reader, { onEvent, untilReadable: options.untilReadable })
      lastEventId = reader.lastEventId ?? lastEventId
      if (clock.nowMs() - openedAtMs >= goodAfterMs) failures = 0
      else if (isGood) failures = Math.min(failures, 1)
    }
    const pauseMs = pausesMs[failures]
    if (signal.aborted || pauseMs === undefined) return
    failures += 1
    if (pauseMs > 0) await pause(pauseMs, clock, signal)
    if (!signal.aborted) response = await reopen(lastEventId)
  }
}

/** Settles at the end of the stream, whatever the reason. */
async function readEvents(
  body: AsyncIterable<Uint8Array>,
  reader: SseReader,
  {
    onEvent,
    untilReadable,
  }: { readonly onEvent: (data: Buffer) => void } & Pick<LastingStreamOptions, 'untilReadable'>,
): Promise<void> {
  try {
    for await (const data of pacedEvents(body, reader, untilReadable)) onEvent(data)
  } catch (error) {
    // An error of the network: reopening the stream shows whether it lasts.
    if (error instanceof RemoteFailure) throw error
  }
  // An incomplete event is passed on too.
  for (const data of reader.end()) onEvent(data)
}

async function pause(ms: number, clock: Clock, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = (): void => {
      cancel()
      signal.removeEventListener('abort', stop)
      resolve()
    }
    const cancel = clock.after(ms, stop, 'alive')
    signal.addEventListener('abort', stop)
  })
}

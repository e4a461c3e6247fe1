import { Buffer } from 'node:buffer'
import type { Clock } from '../../../lib/clock.ts'
import { writeJson } from '../../../lib/json/write-json.ts'
import { pacedEvents, SseReader } from './sse-reader.ts'
import { RemoteFailure } from '../../network-cause.ts'
import { messageLimitBytes } from '../web/web-route.ts'

export interface LastingStreamOptions {
  /** Asks for the stream again; null where the server cannot give it just now. Throws where it never will. */
  readonly askAgain: (lastEventId: string | null) => Promise<Response | null>
  /** Each event's data. What comes back is handed on. */
  readonly onEvent: (data: Buffer) => readonly object[]
  /** There is no connection without this stream: when it cannot be had back, that is an error. */
  readonly isVital: boolean
  readonly clock: Clock
  /** What is to be awaited before more is read. */
  readonly held: () => Promise<void>
  /** Ends the stream. */
  readonly signal: AbortSignal
}

type Chunks = AsyncIterable<Uint8Array>

/** A stream that lasted so long, or brought something, was a good one. */
const goodAfterMs = 5000
/**
 * The pauses before a stream is asked for again that broke for the first, second … time without any good. One that brings something
 * and breaks at once, again and again, has the second one.
 */
const pausesMs = [0, 250, 1000, 2000, 4000]

/**
 * An event stream that is asked for again when it ends: what stands between us and the server ends quiet ones after a
 * minute or so, which must not cost a running turn. As one body, which ends when there is no getting it back.
 */
export function lastingStream(first: Response, options: LastingStreamOptions): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      run(first, options, (message) => controller.enqueue(Buffer.from(`data: ${writeJson(message)}\n\n`)))
        .then(() => {
          if (options.isVital && !options.signal.aborted)
            throw new RemoteFailure('the server ended its stream of messages')
          controller.close()
        })
        .catch((error: unknown) => controller.error(error))
    },
  })
}

async function run(
  first: Response,
  options: LastingStreamOptions,
  handOn: (message: object) => void,
): Promise<void> {
  const { askAgain, clock, signal } = options
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
        for (const message of options.onEvent(data)) handOn(message)
      }
      await readEvents(response.body, reader, { onEvent, held: options.held })
      lastEventId = reader.lastEventId ?? lastEventId
      if (clock.nowMs() - openedAtMs >= goodAfterMs) failures = 0
      else if (isGood) failures = Math.min(failures, 1)
    }
    const pauseMs = pausesMs[failures]
    if (signal.aborted || pauseMs === undefined) return
    failures += 1
    if (pauseMs > 0) await pause(pauseMs, clock, signal)
    if (!signal.aborted) response = await askAgain(lastEventId)
  }
}

/** Settles when the stream is over, however it ended: asking again will tell. */
async function readEvents(
  body: Chunks,
  reader: SseReader,
  { onEvent, held }: { readonly onEvent: (data: Buffer) => void } & Pick<LastingStreamOptions, 'held'>,
): Promise<void> {
  try {
    for await (const data of pacedEvents(body, reader, held)) onEvent(data)
  } catch (error) {
    // All else is the network's, and asking again will tell.
    if (error instanceof RemoteFailure) throw error
  }
  // Half an event, which is somebody's words too.
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

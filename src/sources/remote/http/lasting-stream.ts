import { Buffer } from 'node:buffer'
import type { Clock } from '../../../lib/clock.ts'
import { writeJson } from '../../../lib/json/write-json.ts'
import { pacedEvents, SseReader } from './sse-reader.ts'
import { RemoteFailure } from '../../network-cause.ts'
import { messageLimitBytes } from '../web/web-route.ts'

export interface LastingStreamOptions {
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

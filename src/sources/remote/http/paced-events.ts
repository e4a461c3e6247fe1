import { Buffer } from 'node:buffer'
import { Gate } from '../../flow.ts'
import { Pace } from '../../pace.ts'
import type { SseReader } from './sse-reader.ts'

/**
 * The data of the events in a body, up to what its end may leave in the reader. They come at their pace, and only while nothing is
 * `held` up.
 */
export async function* pacedEvents(
  body: AsyncIterable<Uint8Array>,
  reader: SseReader,
  held: () => Promise<void>,
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
    await held()
  }
}

import type { Clock } from '../../../lib/clock.ts'

const limitBytes = 8 * 1024
/** A server that refuses has its words ready. */
const waitMs = 1000

/** The beginning of a body that only says why something is refused. What is missing of it is of no interest, and is let go. */
export async function readBeginning(body: ReadableStream<Uint8Array> | null, clock: Clock): Promise<string> {
  if (body === null) return ''
  const reader = body.getReader()
  // Settles a read that waits, too.
  const letGo = (): void => void reader.cancel().catch(() => undefined)
  const cancel = clock.after(waitMs, letGo, 'alive')
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    while (length < limitBytes) {
      const { done, value } = await reader.read()
      if (done) break
      const part = value.subarray(0, limitBytes - length)
      // A piece of what was unpacked may be large.
      if (part.length > 0) chunks.push(Uint8Array.from(part))
      length += part.length
    }
  } catch {
    // Half of the words are better than none.
  }
  cancel()
  letGo()
  return Buffer.concat(chunks).toString('utf8')
}

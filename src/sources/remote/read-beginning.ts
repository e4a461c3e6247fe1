import type { Clock } from '../../lib/clock.ts'

const limitBytes = 8 * 1024
/** A server that refuses has its words ready. */
const waitMs = 1000

/** The beginning of a body that only says why something is refused. What is missing of it is of no interest. */
export async function readBeginning(body: AsyncIterable<Uint8Array> | null, clock: Clock): Promise<string> {
  if (body === null) return ''
  const chunks: Uint8Array[] = []
  const reading = collect(body, chunks)
  let cancel: (() => void) | undefined
  const late = new Promise<void>((resolve) => {
    cancel = clock.after(waitMs, resolve)
  })
  await Promise.race([reading, late])
  cancel?.()
  return Buffer.concat(chunks).toString('utf8', 0, limitBytes)
}

async function collect(body: AsyncIterable<Uint8Array>, chunks: Uint8Array[]): Promise<void> {
  let length = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= limitBytes) return
    }
  } catch {
    // Half of the words are better than none.
  }
}

import type { Buffer } from 'node:buffer'
import type { Readable, Writable } from 'node:stream'

/** Changes bytes on their way; `end` gives what was held back. */
export interface ByteChange {
  pass(chunk: Buffer): Buffer
  end(): Buffer
}

export interface Passing {
  readonly from: Readable
  readonly to: Writable
  /** Called with each piece after it was written: as it came, and as it went on. */
  readonly copied: (came: Buffer, went: Buffer) => void
  /** null: the bytes stay as they are. */
  readonly change: ByteChange | null
  /** The end is not passed on. */
  readonly staysOpen?: true
}

/**
 * Writes what is read from one stream to another, piece by piece as it comes: reading stops while the reader at the other end is behind,
 * the end is passed on, and where that reader is gone, reading ends.
 */
export function passBytes({ from, to, copied, change, staysOpen }: Passing): void {
  from.on('data', (came: Buffer) => {
    const went = change === null ? came : change.pass(came)
    if (went.length > 0 && !to.write(went)) from.pause()
    copied(came, went)
  })
  to.on('drain', () => from.resume())
  const end = (): void => {
    const rest = change?.end()
    if (rest !== undefined && rest.length > 0) {
      to.write(rest)
      copied(rest.subarray(0, 0), rest)
    }
    if (staysOpen !== true) to.end()
  }
  from.once('end', end)
  // Without an end, as when the other side has crashed.
  from.once('error', end)
  from.on('error', () => undefined)
  const stop = (): void => void from.destroy()
  to.on('error', stop)
  to.once('close', stop)
}

import type { Buffer } from 'node:buffer'
import type { Incoming, WireReader } from '../../../src/protocol/wire/wire-reader.ts'

/** The messages and problems of the lines that a chunk completes. */
export function readChunk(reader: WireReader, chunk: Buffer): Incoming[] {
  return reader.cut(chunk).flatMap((part) => reader.read(part))
}

/** The same for the last line of a stream. */
export function readEnd(reader: WireReader): Incoming[] {
  return reader.cutEnd().flatMap((part) => reader.read(part))
}

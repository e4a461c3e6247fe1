import { Buffer } from 'node:buffer'
import { ok, type Result } from '../../lib/result.ts'
import { LineCutter, type CutLine } from '../../protocol/wire/line-cutter.ts'
import type { TraceFault } from '../../protocol/trace/trace-fault.ts'
import { readAt } from './trace-bytes.ts'

/** A line of a trace, without its line feed. */
export interface TraceLine {
  readonly bytes: Buffer
  /** More than the length of `bytes` where the line is too long to be kept: `bytes` are its beginning then. */
  readonly sizeBytes: number
  /** The offset of the next line. */
  readonly endOffset: number
}

/** Longer lines are not kept. A recorded line of an agent has at most 16 MiB, and escaping may make it longer. */
const lineLimitBytes = 64 * 1024 * 1024
const pieceBytes = 256 * 1024

/** Reads a file line by line, from an offset on at which a line begins. Holds no more than a piece of it and an unfinished line. */
export class TraceLines {
  readonly #fd: number
  readonly #cutter: LineCutter
  #readTo: number
  #cutTo: number

  constructor(fd: number, fromOffset: number, limitBytes = lineLimitBytes) {
    this.#fd = fd
    this.#cutter = new LineCutter(limitBytes)
    this.#readTo = fromOffset
    this.#cutTo = fromOffset
  }

  /** The next lines; none at the current end. Must not be called again before it has settled. */
  async read(): Promise<Result<readonly TraceLine[], TraceFault>> {
    for (;;) {
      const piece = await readAt(this.#fd, this.#readTo, pieceBytes)
      if (!piece.ok || piece.value.length === 0) return piece.ok ? ok([]) : piece
      this.#readTo += piece.value.length
      const lines = this.#cutter.push(piece.value).map((line) => this.#placed(line))
      if (lines.length > 0) return ok(lines)
    }
  }

  /** The bytes after the last line feed, at the end of the file: a line without one, or an incomplete line. */
  rest(): Buffer {
    const [line] = this.#cutter.end()
    return line?.type === 'line' ? line.bytes : Buffer.alloc(0)
  }

  #placed(line: CutLine): TraceLine {
    const bytes = line.type === 'line' ? line.bytes : line.start
    const sizeBytes = line.type === 'line' ? bytes.length : line.sizeBytes
    this.#cutTo += sizeBytes + 1
    return { bytes, sizeBytes, endOffset: this.#cutTo }
  }
}

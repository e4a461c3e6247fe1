// Reading a recording: its bytes from any offset, its lines, and the file as those see it who play it.
import { Buffer } from 'node:buffer'
import { ok, type Result, fail } from '../../lib/result.ts'
import { LineCutter, type CutLine } from '../../protocol/wire/line-cutter.ts'
import type { TraceFault } from '../../protocol/trace/trace-fault.ts'
import { read } from 'node:fs'

/** Bytes of a file from an offset on; fewer than `length` at its current end. */
export async function readAt(
  fd: number,
  offset: number,
  length: number,
): Promise<Result<Buffer, TraceFault>> {
  const bytes = Buffer.allocUnsafe(length)
  try {
    const count = await new Promise<number>((resolve, reject) => {
      read(fd, bytes, 0, length, offset, (error, taken) => (error === null ? resolve(taken) : reject(error)))
    })
    return ok(bytes.subarray(0, count))
  } catch (cause) {
    return fail(readFault(cause))
  }
}

/** For a file that can be no recording. */
export const nameTrace = 'Name a recording, a pipe that one comes through, or - for standard input.'

/** Why a file could not be opened or read. */
export function readFault(cause: unknown): TraceFault {
  const code = (cause as NodeJS.ErrnoException).code ?? String(cause)
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return { message: 'there is no such file', hint: 'Name a recording, or - for standard input.' }
    case 'ENAMETOOLONG':
      return {
        message: 'no file can have a name that is so long',
        hint: 'Name a recording, or - for standard input.',
      }
    case 'ELOOP':
      return { message: 'a symbolic link in its path leads to itself', hint: nameTrace }
    case 'EISDIR':
      return { message: 'it is a folder', hint: 'Give the name of the recording in it.' }
    case 'EACCES':
    case 'EPERM':
      return { message: `it is not readable (${code})`, hint: 'Make it readable for you.' }
    case 'ENXIO':
    case 'ENODEV':
      return {
        message: 'it is a socket, or a device that does not exist',
        hint: nameTrace,
      }
    default:
      return { message: `it cannot be read (${code})`, hint: 'Check its disk.' }
  }
}

/** A line without its line feed. */
export interface SizedLine {
  readonly bytes: Buffer
  /** More than the length of `bytes` where the line is too long to be kept: `bytes` are its beginning then. */
  readonly sizeBytes: number
}

export function sizedLine(line: CutLine): SizedLine {
  if (line.type === 'overlong') return { bytes: line.start, sizeBytes: line.sizeBytes }
  return { bytes: line.bytes, sizeBytes: line.bytes.length }
}

/** A line of a trace. */
export interface TraceLine extends SizedLine {
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
    const sized = sizedLine(line)
    this.#cutTo += sized.sizeBytes + 1
    return { ...sized, endOffset: this.#cutTo }
  }
}

/** A recording with random access, which may still grow. */
export interface TraceFile {
  /** Its lines from an offset on, at which a line begins. */
  lines(fromOffset?: number): TraceLines
  readonly sizeBytes: number
  /** It does not grow any more, as far as that can be known. */
  readonly isWhole: boolean
  /** Why reading it has failed; null: it has not. */
  readonly failure: TraceFault | null
  /** How often it was replaced by another file. `lines` are of the newest one. */
  readonly generation: number
  /** When a file that may grow was written last, by the wall clock; absent: it cannot, or that is not known. */
  readonly writtenAtMs?: number
  /** Calls `listener` when it has grown, was replaced, or is whole. The result removes the listener. */
  onChange(listener: () => void): () => void
  close(): void
}

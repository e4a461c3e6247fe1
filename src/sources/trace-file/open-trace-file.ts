import { close, closeSync, fstat, open, type Stats } from 'node:fs'
import type { Buffer } from 'node:buffer'
import { Socket } from 'node:net'
import { promisify } from 'node:util'
import type { Clock } from '../../lib/clock.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import { faultOfStart, type TraceFault } from '../../protocol/trace/trace-fault.ts'
import { irregularKind, readingFlags } from '../../system/regular-file.ts'
import { FollowedTrace } from './followed-trace.ts'
import { readAt, readFault, nameTrace } from './trace-bytes.ts'
import { openSpooledTrace } from './spooled-trace.ts'
import type { TraceFile } from './trace-file.ts'
import { TraceLines } from './trace-lines.ts'

export interface OpenTraceOptions {
  /** A file name, or `-` for standard input. */
  readonly path: string
  /** The file may grow and be replaced. A pipe is always read to its end. */
  readonly follows: boolean
  readonly clock: Clock
}

/** How much is read to see whether it is a trace. */
const startBytes = 4096

/** Opens a recording, unless its first bytes show that it is none. */
export async function openTraceFile({
  path,
  follows,
  clock,
}: OpenTraceOptions): Promise<Result<TraceFile, TraceFault>> {
  const isStdin = path === '-'
  let fd = 0
  let stats: Stats
  try {
    if (!isStdin) fd = await promisify(open)(path, readingFlags)
    stats = await promisify(fstat)(fd)
  } catch (cause) {
    return fail(readFault(cause))
  }
  if (stats.isDirectory()) {
    close(fd, () => undefined)
    return fail(readFault({ code: 'EISDIR' }))
  }
  const kind = irregularKind(stats)
  if (kind !== null && kind !== 'pipe' && !isStdin) {
    close(fd, () => undefined)
    return fail({
      message: `it is a ${kind}, and no recording`,
      hint: nameTrace,
    })
  }
  if (kind !== null) return openSpooledTrace(() => (isStdin ? process.stdin : pipe(fd)))
  const start = await readAt(fd, 0, startBytes)
  if (!start.ok) return start
  const fault = faultOfStart(start.value)
  if (fault !== null) return fail(fault)
  const sizeBytes = stats.size
  return ok(
    follows
      ? new FollowedTrace({ fd, path: isStdin ? null : path, sizeBytes }, clock)
      : new StillTrace(fd, sizeBytes),
  )
}

/** Waits for who writes into it without a thread that waits too. */
function pipe(fd: number): AsyncIterable<Buffer> {
  return new Socket({ fd, readable: true, writable: false })
}

/** A file with its current size: what is appended later is not read. */
class StillTrace implements TraceFile {
  readonly generation = 0
  readonly isWhole = true
  readonly failure = null
  readonly sizeBytes: number
  readonly #fd: number
  #isClosed = false

  constructor(fd: number, sizeBytes: number) {
    this.#fd = fd
    this.sizeBytes = sizeBytes
  }

  lines(fromOffset = 0): TraceLines {
    return new TraceLines(this.#fd, fromOffset)
  }

  onChange(): () => void {
    return () => undefined
  }

  close(): void {
    if (!this.#isClosed) closeSync(this.#fd)
    this.#isClosed = true
  }
}

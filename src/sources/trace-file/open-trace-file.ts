import { close, fstat, open, type Stats } from 'node:fs'
import type { Buffer } from 'node:buffer'
import { Socket } from 'node:net'
import { promisify } from 'node:util'
import type { Clock } from '../../lib/clock.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import { faultOfStart, type TraceFault } from '../../protocol/trace/trace-fault.ts'
import { irregularKind, readingFlags } from '../../system/regular-file.ts'
import { FollowedTrace } from './followed-trace.ts'
import { readFault } from './read-fault.ts'
import { openSpooledTrace } from './spooled-trace.ts'
import { StillTrace } from './still-trace.ts'
import { readAt } from './trace-bytes.ts'
import type { TraceFile } from './trace-file.ts'

export interface OpenTraceOptions {
  /** A name, or `-` for standard input. */
  readonly path: string
  /** It may grow, and be replaced. A pipe is always read to its end. */
  readonly follows: boolean
  readonly clock: Clock
}

const looked = 4096

/** Opens a recording, when it is not clear from its first bytes that it is none. */
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
      hint: 'Name a recording, a pipe that one comes through, or - for standard input.',
    })
  }
  if (kind !== null) return openSpooledTrace(() => (isStdin ? process.stdin : pipe(fd)))
  const start = await readAt(fd, 0, looked)
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

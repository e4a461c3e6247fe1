import { close, closeSync, fstat, open, type Stats, mkdtempSync, openSync, rmSync, write } from 'node:fs'
import type { Buffer } from 'node:buffer'
import { Socket } from 'node:net'
import { promisify } from 'node:util'
import type { Clock } from '../../lib/clock.ts'
import { errorCode, fail, ok, type Result } from '../../lib/result.ts'
import { faultOfStart, type TraceFault } from '../../protocol/trace/trace-fault.ts'
import { irregularKind, readingFlags } from '../../system/regular-file.ts'
import { FollowedTrace } from './followed-trace.ts'
import { readAt, readFault, nameTrace, TraceLines, type TraceFile } from './trace-lines.ts'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface OpenTraceOptions {
  /** A file name, or `-` for standard input. */
  readonly path: string
  /** The file may grow and be replaced. A pipe is always read to its end. */
  readonly follows: boolean
  readonly clock: Clock
  /** Called once if a pipe brings nothing for two seconds: it may have been named by mistake. */
  readonly onSilent?: () => void
}

const silentMs = 2000

/** How much is read to see whether it is a trace. */
const startBytes = 4096

/** Opens a recording, unless its first bytes show that it is none. */
export async function openTraceFile({
  path,
  follows,
  clock,
  onSilent,
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
  if (kind !== null) {
    // A socket waits for who writes into a pipe without a thread that waits too.
    const input = (): AsyncIterable<Buffer> =>
      isStdin ? process.stdin : new Socket({ fd, readable: true, writable: false })
    const spooled = openSpooledTrace(input)
    if (spooled.ok && onSilent !== undefined)
      clock.after(silentMs, () => {
        if (spooled.value.sizeBytes === 0 && !spooled.value.isWhole) onSilent()
      })
    return spooled
  }
  const start = await readAt(fd, 0, startBytes)
  const fault = start.ok ? faultOfStart(start.value) : start.problem
  if (fault !== null) {
    close(fd, () => undefined)
    return fail(fault)
  }
  const sizeBytes = stats.size
  return ok(
    follows
      ? new FollowedTrace({ fd, path: isStdin ? null : path, sizeBytes, writtenAtMs: stats.mtimeMs }, clock)
      : stillTrace(fd, sizeBytes),
  )
}

/** A file with its current size: what is appended later is not read. */
function stillTrace(fd: number, sizeBytes: number): TraceFile {
  let isClosed = false
  return {
    generation: 0,
    isWhole: true,
    failure: null,
    sizeBytes,
    lines: (fromOffset = 0) => new TraceLines(fd, fromOffset),
    onChange: () => () => undefined,
    close() {
      if (!isClosed) closeSync(fd)
      isClosed = true
    },
  }
}

/**
 * A trace from a pipe, stored in a temporary file so that it can be read again from any offset. The file is unlinked at once, so that
 * it is gone with this process.
 */
export function openSpooledTrace(open: () => AsyncIterable<Buffer>): Result<TraceFile, TraceFault> {
  try {
    const fd = unlinkedFile()
    return ok(new SpooledTrace(fd, open()))
  } catch (cause) {
    const code = errorCode(cause) ?? String(cause)
    return fail({
      message: `input from a pipe is stored in ${tmpdir()}, where no file can be created (${code})`,
      hint: 'Set TMPDIR to a folder that you may write in, or name a file.',
    })
  }
}

function unlinkedFile(): number {
  const folder = mkdtempSync(join(tmpdir(), 'acp-plan-tui-'))
  try {
    return openSync(join(folder, 'replay'), 'wx+', 0o600)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

class SpooledTrace implements TraceFile {
  readonly generation = 0
  sizeBytes = 0
  isWhole = false
  failure: TraceFault | null = null
  readonly #fd: number
  readonly #listeners = new Set<() => void>()
  #isClosed = false
  #stop: () => void = () => undefined

  constructor(fd: number, input: AsyncIterable<Buffer>) {
    this.#fd = fd
    void this.#copy(input)
  }

  lines(fromOffset = 0): TraceLines {
    return new TraceLines(this.#fd, fromOffset)
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#stop()
    closeSync(this.#fd)
  }

  async #copy(input: AsyncIterable<Buffer>): Promise<void> {
    const pieces = input[Symbol.asyncIterator]()
    this.#stop = () => void pieces.return?.()
    try {
      for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) {
        if (this.#isClosed) return
        // What is no trace may have no end, and no lines.
        if (this.sizeBytes === 0) this.failure = faultOfStart(next.value)
        if (this.failure !== null) {
          this.#stop()
          break
        }
        await this.#write(next.value)
        this.#changed()
      }
    } catch (cause) {
      this.failure = readFault(cause)
    }
    this.isWhole = true
    this.#changed()
  }

  async #write(bytes: Buffer): Promise<void> {
    for (let done = 0; done < bytes.length;) {
      const count = await new Promise<number>((resolve, reject) => {
        write(this.#fd, bytes, done, bytes.length - done, this.sizeBytes, (error, written) =>
          error === null ? resolve(written) : reject(error),
        )
      })
      done += count
      this.sizeBytes += count
    }
  }

  #changed(): void {
    for (const listener of this.#listeners) listener()
  }
}

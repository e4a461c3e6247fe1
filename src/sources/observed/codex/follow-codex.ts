import type {
  Attention,
  FoundSession,
  ObservedSink,
  ObservedSource,
} from '../../../app/ports/observed-source.ts'
import type { Clock } from '../../../lib/clock.ts'
import { followLog, LogReading } from '../followed-lines.ts'
import type { LogTimes } from '../log/log-reading.ts'
import { RolloutReader } from './read-rollout.ts'
import { close, open } from 'node:fs'
import { Readable, type Transform } from 'node:stream'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { LineCutter, type CutLine } from '../../../protocol/wire/line-cutter.ts'
import { readingFlags } from '../../../system/regular-file.ts'
import { readAt } from '../../trace-file/trace-lines.ts'

const readerOf =
  ({ id }: FoundSession) =>
  (times: LogTimes): RolloutReader =>
    new RolloutReader({ sessionId: id, times })

/** Follows a rollout of Codex that is not compressed. */
export function followRollout(
  found: FoundSession,
  sink: ObservedSink,
  clock: Clock,
  attention: Attention,
): ObservedSource {
  return followLog({ found, sink, clock, attention }, readerOf(found))
}

/** What a compressed rollout may hold; more is not read. */
const maxBytes = 1024 * 1024 * 1024
const maxLineBytes = 64 * 1024 * 1024

/** Makes what undoes zstd; null: this Node cannot. A parameter for the tests. */
type MakeDecompress = () => Transform | null

const zstd: MakeDecompress = () => {
  // Node 20 has no such function.
  const { createZstdDecompress: make } = zlib as { readonly createZstdDecompress?: () => Transform }
  return make === undefined ? null : make()
}

/** Reads a rollout that Codex has compressed since: it does not grow any more. */
export function readCompressedRollout(
  found: FoundSession,
  sink: ObservedSink,
  makeDecompress: MakeDecompress = zstd,
): ObservedSource {
  const stop = new AbortController()
  sink.status({ state: 'reading-past' })
  const reading = new LogReading({ found, sink }, readerOf(found))
  void readAll(found.path, { decompress: makeDecompress(), reading, signal: stop.signal }).then(
    async (why) => {
      if (stop.signal.aborted) return
      await reading.pastRead()
      sink.status({ state: 'ended', why })
    },
  )
  return { close: () => stop.abort() }
}

interface ReadingTo {
  /** null: this Node has none. */
  readonly decompress: Transform | null
  readonly reading: LogReading
  readonly signal: AbortSignal
}

/** Returns why nothing more comes. */
async function readAll(path: string, { decompress, reading, signal }: ReadingTo): Promise<string> {
  if (decompress === null)
    return `it is compressed with zstd, which Node ${process.versions.node} cannot read; Node 22.15 and later can`
  const cutter = new LineCutter(maxLineBytes)
  let bytes = 0
  const push = (lines: readonly CutLine[]): void =>
    reading.lines.push(
      lines.map((line) =>
        line.type === 'line'
          ? { bytes: line.bytes, sizeBytes: line.bytes.length }
          : { bytes: line.start, sizeBytes: line.sizeBytes },
      ),
    )
  try {
    const file = Readable.from(piecesOf(path, signal))
    file.on('error', (cause) => decompress.destroy(cause))
    for await (const piece of file.pipe(decompress) as AsyncIterable<Buffer>) {
      if (signal.aborted) break
      bytes += piece.length
      if (bytes > maxBytes) throw new Error('it holds more than 1 GiB')
      push(cutter.push(piece))
    }
  } catch (cause) {
    return `it cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`
  }
  push(cutter.end())
  return 'its session has ended, and was compressed'
}

const pieceBytes = 256 * 1024

async function* piecesOf(path: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  const fd = await promisify(open)(path, readingFlags)
  try {
    for (let from = 0; !signal.aborted;) {
      const read = await readAt(fd, from, pieceBytes)
      if (!read.ok) throw new Error(read.problem.message)
      if (read.value.length === 0) return
      from += read.value.length
      yield read.value
    }
  } finally {
    close(fd, () => undefined)
  }
}

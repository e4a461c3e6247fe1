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
import type { Transform } from 'node:stream'
import * as zlib from 'node:zlib'
import { compressedLines } from '../log/log-files.ts'

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
  try {
    for await (const lines of compressedLines(path, decompress, signal)) reading.lines.push(lines)
  } catch (cause) {
    return `it cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`
  }
  return 'its session has ended, and was compressed'
}

import { createRedactor, type Redactor } from '../app/redact/redactor.ts'
import type { RedactConfig } from '../app/redact/redact-config.ts'
import type { Clock } from '../lib/clock.ts'
import { clockTime } from '../lib/text/duration.ts'
import { type TraceProblem, TraceReader } from '../protocol/trace/read-trace.ts'
import type { TraceHeader, TraceRecord } from '../protocol/trace/trace-record.ts'
import { makeRecordedDocuments } from '../sources/plan-file/recorded-documents.ts'
import type { UsageError } from '../lib/usage-error.ts'
import { LeakSearch, type FoundLeak } from './leak-search.ts'
import { createExporters } from './create-exporters.ts'
import type { ProgressLine } from '../terminal/progress-line.ts'
import type { RenderRequest, WantedResult } from './render-request.ts'
import { RenderRun } from './render-run.ts'
import type { FileFault, ResultSink } from './files/written-file.ts'
import type { DifferingFile, ResultTargets } from './files/result-files.ts'
import { setImmediate } from 'node:timers/promises'
import type { Buffer } from 'node:buffer'
import { fail, ok, type Result } from '../lib/result.ts'
import type { TraceFault } from '../protocol/trace/trace-fault.ts'
import type { TraceFile } from '../sources/trace-file/trace-file.ts'
import type { TraceLine } from '../sources/trace-file/trace-lines.ts'

export interface RenderTrace {
  readonly file: TraceFile
  /** The recording's name in messages. Raw. */
  readonly name: string
  readonly request: RenderRequest
  readonly privacy: Privacy | null
  readonly progress: ProgressLine
  /** This program's, for JSON. */
  readonly version: string
  openTargets(): Result<ResultTargets, FileFault>
}

/** What is redacted and searched for. */
export interface Privacy {
  /** Replaced. It depends only on the command line, so that results are the same on every machine. */
  readonly redacted: RedactConfig
  /** Not replaced, but an error if the results contain it. */
  readonly searched: readonly RedactConfig[]
}

export type RenderFault =
  | { readonly kind: 'usage'; readonly error: UsageError }
  | { readonly kind: 'no-trace'; readonly fault: TraceFault }
  | { readonly kind: 'file'; readonly fault: FileFault }
  | { readonly kind: 'leaks'; readonly found: readonly FoundLeak[]; readonly count: number }
  | { readonly kind: 'differs'; readonly files: readonly DifferingFile[] }

export interface Rendered {
  /** Records that were left out or repaired. */
  readonly problems: readonly TraceProblem[]
  readonly problemCount: number
}

/** Writes or compares all results of a recording, or none. */
export async function renderTrace(parts: RenderTrace): Promise<Result<Rendered, RenderFault>> {
  const redactor = parts.privacy === null ? null : createRedactor(parts.privacy.redacted)
  const header = await readHeader(parts, redactor)
  if (!header.ok) return header
  const targets = parts.openTargets()
  if (!targets.ok) return fail({ kind: 'file', fault: targets.problem })
  const rendered = await renderInto(parts, targets.value, { redactor, header: header.value })
  targets.value.discard()
  return rendered
}

/** The redacted header. The redactor reads the whole recording: it learns private names from later records. */
async function readHeader(
  { file, name, progress }: RenderTrace,
  redactor: Redactor | null,
): Promise<Result<TraceHeader | null, RenderFault>> {
  const stream = redactor?.stream() ?? null
  const read = await readRecords(file, {
    onRecord: (record) => void stream?.push(record),
    isDone: ({ dialect }) => stream === null && dialect !== null,
    onProgress: (bytes) => progress.show(() => `looking through ${name}, ${percent(bytes, file)}`),
  })
  stream?.flush()
  if (!read.ok) return fail({ kind: 'no-trace', fault: read.problem })
  const { header } = read.value
  return ok(header === null || redactor === null ? header : redactor.header(header))
}

/** From the first reading of the recording. */
interface FirstReading {
  readonly redactor: Redactor | null
  readonly header: TraceHeader | null
}

async function renderInto(
  { file, name, request, privacy, progress, version }: RenderTrace,
  targets: ResultTargets,
  { redactor, header }: FirstReading,
): Promise<Result<Rendered, RenderFault>> {
  const leaks =
    redactor === null || privacy === null
      ? null
      : new LeakSearch([redactor, ...privacy.searched.map(createRedactor)])
  const searched: { finish(): void }[] = []
  const sinkOf = (wanted: WantedResult): ResultSink => {
    const sink = targets.sinkOf(wanted)
    if (leaks === null) return sink
    const searching = leaks.searched(wanted, sink)
    searched.push(searching)
    return searching
  }
  const clock = new RunClock(header)
  const documents = makeRecordedDocuments(clock)
  const made = await createExporters({
    request,
    header,
    documents,
    clock,
    version,
    leaks,
    sinkOf,
  })
  const run = new RenderRun({ ...made, request, fallbackName: header?.agent ?? 'agent', documents, clock })
  const stream = redactor?.stream() ?? null
  const marks: string[] = []
  const read = await readRecords(file, {
    onRecord(record) {
      if (record.type === 'mark') marks.push(record.text)
      for (const shown of stream?.push(record) ?? [record])
        run.push(shown, shown.type === 'mark' ? (marks.shift() ?? null) : null)
    },
    isDone: () => run.isOver || targets.fault() !== null,
    onProgress: (bytes) =>
      progress.show(
        () => `rendering ${name}, ${percent(bytes, file)}, at ${clockTime(run.nowMs)} of the recording`,
      ),
  })
  if (!read.ok) return fail({ kind: 'no-trace', fault: read.problem })
  for (const shown of stream?.flush() ?? [])
    run.push(shown, shown.type === 'mark' ? (marks.shift() ?? null) : null)
  const ended = run.end()
  for (const sink of searched) sink.finish()
  if (!ended.ok) return fail({ kind: 'usage', error: ended.problem })
  if (leaks !== null && leaks.count() > 0)
    return fail({ kind: 'leaks', found: leaks.found(), count: leaks.count() })
  const finished = targets.finish()
  if (!finished.ok) return fail({ kind: 'file', fault: finished.problem })
  if (finished.value.length > 0) return fail({ kind: 'differs', files: finished.value })
  const { problems, problemCount } = read.value
  return ok({ problems, problemCount })
}

/** The recording's time: that of the record being played. */
class RunClock implements Clock {
  readonly #startedAtMs: number
  #nowMs = 0

  constructor(header: TraceHeader | null) {
    const startedAtMs = Date.parse(header?.startedAt ?? '')
    this.#startedAtMs = Number.isNaN(startedAtMs) ? 0 : startedAtMs
  }

  nowMs(): number {
    return this.#nowMs
  }

  wallMs(): number {
    return this.#startedAtMs + this.#nowMs
  }

  /** Timers never run: between two records, time does not pass. */
  after(): () => void {
    return () => {}
  }

  setTime(atMs: number): void {
    this.#nowMs = atMs
  }
}

function percent(bytes: number, { sizeBytes }: TraceFile): string {
  return `${sizeBytes === 0 ? 100 : Math.floor((bytes / sizeBytes) * 100)} %`
}

interface RecordReader {
  onRecord(record: TraceRecord): void
  /** True ends the reading. */
  isDone(reader: TraceReader): boolean
  /** Called every 25 ms or so. */
  onProgress(readBytes: number): void
}

/** After so long, the event loop has a turn, for signals. */
const sliceMs = 25

/** Reads a recording from its beginning until it ends, or `isDone`. Fails if it cannot be read, or is not a recording. */
async function readRecords(
  file: TraceFile,
  { onRecord, isDone, onProgress }: RecordReader,
): Promise<Result<TraceReader, TraceFault>> {
  const reader = new TraceReader()
  const lines = file.lines()
  let sliceEndMs = performance.now() + sliceMs
  const readAll = (records: readonly TraceRecord[]): void => {
    for (const record of records) onRecord(record)
  }
  for (;;) {
    // Before the read: data that arrives in between is read in the next round.
    const isWhole = file.isWhole
    const read = await lines.read()
    if (!read.ok) return read
    for (const line of read.value) {
      readAll(recordsOf(reader, line))
      if (reader.fault !== null) return fail(reader.fault)
      if (isDone(reader)) return ok(reader)
      if (performance.now() < sliceEndMs) continue
      onProgress(line.endOffset)
      await setImmediate()
      sliceEndMs = performance.now() + sliceMs
    }
    if (read.value.length > 0) continue
    if (file.failure !== null) return fail(file.failure)
    if (isWhole) break
    await nextChange(file)
  }
  const rest: Buffer = lines.rest()
  readAll(reader.end(rest))
  return reader.fault === null ? ok(reader) : fail(reader.fault)
}

function recordsOf(reader: TraceReader, { bytes, sizeBytes }: TraceLine): readonly TraceRecord[] {
  return sizeBytes > bytes.length ? reader.pushOverlong(sizeBytes) : reader.push(bytes)
}

/** Settles when the file has grown, or is complete. */
async function nextChange(file: TraceFile): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = file.onChange(() => {
      stop()
      resolve()
    })
    if (file.isWhole) {
      stop()
      resolve()
    }
  })
}

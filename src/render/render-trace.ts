import { createRedactor, type Redactor } from '../app/redact/redactor.ts'
import type { RedactConfig } from '../app/redact/redact-config.ts'
import type { Clock } from '../lib/clock.ts'
import { clockTime } from '../lib/text/duration.ts'
import { type TraceProblem, TraceReader } from '../protocol/trace/read-trace.ts'
import type { TraceHeader, TraceRecord } from '../protocol/trace/trace-record.ts'
import { makeRecordedDocuments } from '../sources/plan-file/recorded-documents.ts'
import type { UsageError } from '../lib/usage-error.ts'
import { LeakWatch, type FoundLeak } from './leak-search.ts'
import { makeResults } from './create-exporters.ts'
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
  /** What the recording is called in messages. Raw. */
  readonly name: string
  readonly request: RenderRequest
  readonly privacy: Privacy | null
  readonly progress: ProgressLine
  /** This program's, for JSON. */
  readonly version: string
  openTargets(): Result<ResultTargets, FileFault>
}

/** What is private. */
export interface Privacy {
  /** What is replaced: it depends on nothing but the command line, so that results are the same everywhere. */
  readonly redacted: RedactConfig
  /** What must not be in the results besides. */
  readonly searched: readonly RedactConfig[]
}

export type RenderFault =
  | { readonly kind: 'usage'; readonly error: UsageError }
  | { readonly kind: 'no-trace'; readonly fault: TraceFault }
  | { readonly kind: 'file'; readonly fault: FileFault }
  | { readonly kind: 'leaks'; readonly found: readonly FoundLeak[]; readonly count: number }
  | { readonly kind: 'differs'; readonly files: readonly DifferingFile[] }

export interface Rendered {
  /** What was left out of the recording, or is not as it should be. */
  readonly problems: readonly TraceProblem[]
  readonly problemCount: number
}

/** Makes all results of a recording, or none. */
export async function renderTrace(parts: RenderTrace): Promise<Result<Rendered, RenderFault>> {
  const redactor = parts.privacy === null ? null : createRedactor(parts.privacy.redacted)
  const looked = await lookThrough(parts, redactor)
  if (!looked.ok) return looked
  const targets = parts.openTargets()
  if (!targets.ok) return fail({ kind: 'file', fault: targets.problem })
  const rendered = await renderInto(parts, targets.value, { redactor, header: looked.value })
  targets.value.discard()
  return rendered
}

/** Finds out what recording this is. Names that only stand in a later record are known from then on. */
async function lookThrough(
  { file, name, progress }: RenderTrace,
  redactor: Redactor | null,
): Promise<Result<TraceHeader | null, RenderFault>> {
  const stream = redactor?.stream() ?? null
  const read = await readRecords(file, {
    take: (record) => void stream?.push(record),
    isEnough: ({ dialect }) => stream === null && dialect !== null,
    tell: (bytes) => progress.tell(() => `looking through ${name}, ${percent(bytes, file)}`),
  })
  stream?.flush()
  if (!read.ok) return fail({ kind: 'no-trace', fault: read.problem })
  const { header } = read.value
  return ok(header === null || redactor === null ? header : redactor.header(header))
}

interface Known {
  readonly redactor: Redactor | null
  readonly header: TraceHeader | null
}

async function renderInto(
  { file, name, request, privacy, progress, version }: RenderTrace,
  targets: ResultTargets,
  { redactor, header }: Known,
): Promise<Result<Rendered, RenderFault>> {
  const leaks =
    redactor === null || privacy === null
      ? null
      : new LeakWatch([redactor, ...privacy.searched.map(createRedactor)])
  const watched: { finish(): void }[] = []
  const sinkOf = (wanted: WantedResult): ResultSink => {
    const sink = targets.sinkOf(wanted)
    if (leaks === null) return sink
    const watching = leaks.watched(wanted, sink)
    watched.push(watching)
    return watching
  }
  const clock = new RunClock(header)
  const documents = makeRecordedDocuments(clock)
  const made = await makeResults({
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
    take(record) {
      if (record.type === 'mark') marks.push(record.text)
      for (const shown of stream?.push(record) ?? [record])
        run.push(shown, shown.type === 'mark' ? (marks.shift() ?? null) : null)
    },
    isEnough: () => run.isOver || targets.fault() !== null,
    tell: (bytes) =>
      progress.tell(
        () => `rendering ${name}, ${percent(bytes, file)}, at ${clockTime(run.nowMs)} of the recording`,
      ),
  })
  if (!read.ok) return fail({ kind: 'no-trace', fault: read.problem })
  for (const shown of stream?.flush() ?? [])
    run.push(shown, shown.type === 'mark' ? (marks.shift() ?? null) : null)
  const ended = run.end()
  for (const watching of watched) watching.finish()
  if (!ended.ok) return fail({ kind: 'usage', error: ended.problem })
  if (leaks !== null && leaks.count() > 0)
    return fail({ kind: 'leaks', found: leaks.found(), count: leaks.count() })
  const finished = targets.finish()
  if (!finished.ok) return fail({ kind: 'file', fault: finished.problem })
  if (finished.value.length > 0) return fail({ kind: 'differs', files: finished.value })
  const { problems, problemCount } = read.value
  return ok({ problems, problemCount })
}

/** The time of the recording. */
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

  /** Nothing happens between two records. */
  after(): () => void {
    return () => {}
  }

  turnTo(atMs: number): void {
    this.#nowMs = atMs
  }
}

function percent(bytes: number, { sizeBytes }: TraceFile): string {
  return `${sizeBytes === 0 ? 100 : Math.floor((bytes / sizeBytes) * 100)} %`
}

export interface RecordTaker {
  take(record: TraceRecord): void
  /** Nothing more is wanted. */
  isEnough(reader: TraceReader): boolean
  /** Called now and then. */
  tell(readBytes: number): void
}

/** Work that lasts longer makes way for signals. */
const breathMs = 25

/** Reads a recording from its beginning, as far as it is wanted. Gives why it is none, or cannot be read. */
export async function readRecords(
  file: TraceFile,
  taker: RecordTaker,
): Promise<Result<TraceReader, TraceFault>> {
  const reader = new TraceReader()
  const lines = file.lines()
  let breathAtMs = performance.now() + breathMs
  const takeAll = (records: readonly TraceRecord[]): void => {
    for (const record of records) taker.take(record)
  }
  for (;;) {
    // Asked before it is read: what comes in between is not missed.
    const isWhole = file.isWhole
    const read = await lines.read()
    if (!read.ok) return read
    for (const line of read.value) {
      takeAll(recordsOf(reader, line))
      if (reader.fault !== null) return fail(reader.fault)
      if (taker.isEnough(reader)) return ok(reader)
      if (performance.now() < breathAtMs) continue
      taker.tell(line.endOffset)
      await setImmediate()
      breathAtMs = performance.now() + breathMs
    }
    if (read.value.length > 0) continue
    if (file.failure !== null) return fail(file.failure)
    if (isWhole) break
    await changeOf(file)
  }
  const rest: Buffer = lines.rest()
  takeAll(reader.end(rest))
  return reader.fault === null ? ok(reader) : fail(reader.fault)
}

function recordsOf(reader: TraceReader, { bytes, sizeBytes }: TraceLine): readonly TraceRecord[] {
  return sizeBytes > bytes.length ? reader.pushOverlong(sizeBytes) : reader.push(bytes)
}

/** Settles when there is more of it, or all. */
async function changeOf(file: TraceFile): Promise<void> {
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

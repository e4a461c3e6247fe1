import { createApp } from '../app/app.ts'
import { TraceInterpreter } from '../app/exchange/trace-interpreter.ts'
import { hasAnyPlan } from '../app/plan-advice/no-plan-reasons.ts'
import { isMarker } from '../app/playback/playback.ts'
import { startState } from '../app/state/app-state.ts'
import { createRedactor, type Redactor } from '../app/redact/redactor.ts'
import type { RedactConfig } from '../app/redact/redact-config.ts'
import type { Clock } from '../lib/clock.ts'
import { clockTime } from '../lib/text/duration.ts'
import { TraceReader } from '../protocol/trace/read-trace.ts'
import type { TraceHeader, TraceRecord } from '../protocol/trace/trace-record.ts'
import { makeRecordedDocuments } from '../sources/plan-file/recorded-documents.ts'
import { LeakSearch, type FoundLeaks } from './leak-search.ts'
import { createExporters, type ExporterInputs, sizeOf } from './create-exporters.ts'
import { FittedRows } from './fitted-rows.ts'
import { presetSize } from './formats/render-options.ts'
import type { ProgressLine } from '../terminal/progress-line.ts'
import type { RenderRequest, WantedResult } from './formats/result-format.ts'
import { RenderRun } from './render-run.ts'
import type { ResultSink, FileFault } from './files/written-file.ts'
import { openTargets, type ResultTargets, type DifferingFile } from './files/result-files.ts'
import { setImmediate } from 'node:timers/promises'
import { fail, ok, type Result } from '../lib/result.ts'
import type { TraceFault } from '../protocol/trace/trace-fault.ts'
import type { TraceFile } from '../sources/trace-file/trace-lines.ts'
import { loadMore, RecordReader } from '../replay/record-reader.ts'
import { TraceClock } from '../replay/playhead.ts'
import { silentLine, traceProblemLines } from '../replay/trace-messages.ts'
import { openTraceFile } from '../sources/trace-file/open-trace-file.ts'
import { safe, safeLine, type SafeText } from '../lib/text/safe-text.ts'
import { shownUsage, type UsageError } from '../lib/text/usage-error.ts'

export interface RenderCall {
  readonly request: RenderRequest
  readonly privacy: Privacy | null
  readonly progress: ProgressLine
  /** This program's, for JSON. */
  readonly version: string
  readonly clock: Clock
  /** Gets the files of the results, to discard them if the process ends early. */
  readonly onTargets: (targets: ResultTargets) => void
  /** Tells that a pipe brings nothing. */
  readonly onSilent?: (line: SafeText) => void
}

export interface Privacy {
  /** Replaced. It depends only on the command line, so that results are the same on every machine. */
  readonly redacted: RedactConfig
  /** Not replaced, but an error if the results contain it. */
  readonly searched: readonly RedactConfig[]
}

/** Writes or compares all results of a recording, or none. Returns the exit status and the lines for stderr. */
export async function renderTrace(call: RenderCall): Promise<RenderOutcome> {
  const { request, clock } = call
  const name = nameOf(request)
  const onSilent = (): void => call.onSilent?.(silentLine(name))
  const opened = await openTraceFile({ path: request.trace ?? '-', follows: false, clock, onSilent })
  if (!opened.ok) return renderFaultMessage({ kind: 'no-trace', fault: opened.problem }, name)
  const rendered = await renderFile(opened.value, call)
  opened.value.close()
  if (!rendered.ok) return renderFaultMessage(rendered.problem, name)
  const { reader, isBare } = rendered.value
  const lines = traceProblemLines(reader, name)
  return { status: 0, lines: isBare ? [...lines, nothingRecordedLine(name)] : lines }
}

function nameOf({ trace }: RenderRequest): string {
  return trace ?? 'standard input'
}

interface RenderedTrace {
  readonly reader: TraceReader
  /** It has a header and nothing else. */
  readonly isBare: boolean
}

/** How often a recording is drawn again, with what was found in the results masked. */
const drawnAgain = 3

async function renderFile(file: TraceFile, call: RenderCall): Promise<Result<RenderedTrace, RenderFault>> {
  const redactor = call.privacy === null ? null : createRedactor(call.privacy.redacted)
  for (let drawn = 0; ; drawn++) {
    const rendered = await renderOnce(file, call, redactor)
    if (rendered.ok || rendered.problem.kind !== 'leaks' || drawn === drawnAgain) return rendered
    const { hideable } = rendered.problem
    if (hideable === null || redactor?.hide(hideable) !== true) return rendered
  }
}

async function renderOnce(
  file: TraceFile,
  call: RenderCall,
  redactor: Redactor | null,
): Promise<Result<RenderedTrace, RenderFault>> {
  const first = await readHeader(file, redactor, call)
  if (!first.ok) return first
  const { header, isBare } = first.value
  const targets = openTargets(call.request.results)
  if (!targets.ok) return fail({ kind: 'file', fault: targets.problem })
  call.onTargets(targets.value)
  const rendered = await renderInto(targets.value, call, { file, redactor, header })
  targets.value.discard()
  return rendered.ok ? ok({ reader: rendered.value, isBare }) : rendered
}

/** The redacted header. The redactor reads the whole recording: it learns private names from later records. */
async function readHeader(
  file: TraceFile,
  redactor: Redactor | null,
  { request, progress, clock }: RenderCall,
): Promise<Result<{ readonly header: TraceHeader | null; readonly isBare: boolean }, RenderFault>> {
  const stream = redactor?.stream() ?? null
  let isBare = true
  const read = await readRecords(file, {
    onRecord(record) {
      isBare = false
      stream?.push(record)
    },
    isDone: () => stream === null,
    onProgress: (bytes) => progress.show(() => `looking through ${nameOf(request)}, ${percent(bytes, file)}`),
    clock,
  })
  stream?.flush()
  if (!read.ok) return fail({ kind: 'no-trace', fault: read.problem })
  const { header } = read.value
  return ok({ header: header === null || redactor === null ? header : redactor.header(header), isBare })
}

/** From the first reading of the recording. */
interface FirstReading {
  readonly file: TraceFile
  readonly redactor: Redactor | null
  readonly header: TraceHeader | null
}

async function renderInto(
  targets: ResultTargets,
  call: RenderCall,
  first: FirstReading,
): Promise<Result<TraceReader, RenderFault>> {
  const { request, privacy } = call
  const { redactor, header } = first
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
  const fitted = fittedRows({ request, header })
  if (fitted !== null) {
    const seen = await playInto(
      { sinkOf: () => ({ write: () => undefined }), leaks: null, fitted },
      call,
      first,
    )
    if (!seen.ok) return seen
    fitted.settle(sizeOf({ request, header }).rows)
  }
  const read = await playInto({ sinkOf, leaks, fitted, isOver: () => targets.fault() !== null }, call, first)
  if (!read.ok) return read
  for (const sink of searched) sink.finish()
  const found = leaks?.found() ?? null
  if (found !== null) return fail({ kind: 'leaks', ...found })
  const finished = targets.finish()
  if (!finished.ok) return fail({ kind: 'file', fault: finished.problem })
  if (finished.value.length > 0) return fail({ kind: 'differs', files: finished.value })
  return read
}

/** Where pictures lose rows that are always blank: a large terminal makes none larger than the preset for nothing. */
function fittedRows({ request, header }: Parameters<typeof sizeOf>[0]): FittedRows | null {
  if (request.size === 'fit') return new FittedRows(1)
  const isLarge = request.size === null && (header?.rows ?? 0) > presetSize.rows
  return isLarge ? new FittedRows(presetSize.rows) : null
}

interface Playing extends Pick<ExporterInputs, 'sinkOf' | 'leaks' | 'fitted'> {
  /** Nothing more is wanted; absent: all is. */
  readonly isOver?: () => boolean
}

async function playInto(
  { sinkOf, leaks, fitted, isOver }: Playing,
  call: RenderCall,
  { file, redactor, header }: FirstReading,
): Promise<Result<TraceReader, RenderFault>> {
  const { request, progress, version } = call
  const clock = new TraceClock(header)
  const documents = makeRecordedDocuments(clock)
  const made = await createExporters({ request, header, documents, clock, version, leaks, fitted, sinkOf })
  const fallbackName = header?.agent ?? 'agent'
  const isFilmed = request.from === null && made.exporters.some(({ isFilm }) => isFilm === true)
  const firstPlan = isFilmed ? await findFirstPlan(file, call, fallbackName) : ok(0)
  if (!firstPlan.ok) return fail({ kind: 'no-trace', fault: firstPlan.problem })
  const run = new RenderRun({
    ...made,
    request,
    firstPlanMs: firstPlan.value,
    fallbackName,
    documents,
    clock,
  })
  const stream = redactor?.stream() ?? null
  const marks: string[] = []
  const play = (records: readonly TraceRecord[]): void => {
    for (const shown of records) run.push(shown, shown.type === 'mark' ? (marks.shift() ?? null) : null)
  }
  const read = await readRecords(file, {
    onRecord(record) {
      if (record.type === 'mark') marks.push(record.text)
      play(stream?.push(record) ?? [record])
    },
    isDone: () => run.isOver || isOver?.() === true,
    onProgress: (bytes) =>
      progress.show(
        () =>
          `rendering ${nameOf(request)}, ${percent(bytes, file)}, at ${clockTime(run.nowMs)} of the recording`,
      ),
    clock: call.clock,
  })
  if (!read.ok) return fail({ kind: 'no-trace', fault: read.problem })
  play(stream?.flush() ?? [])
  const ended = run.end()
  return ended.ok ? read : fail({ kind: 'usage', error: ended.problem })
}

/** When the first plan appears before the moment that ends the film; without one, the start of the recording. */
async function findFirstPlan(
  file: TraceFile,
  { request, progress, clock }: RenderCall,
  fallbackName: string,
): Promise<Result<number, TraceFault>> {
  const { to } = request
  const app = createApp(startState(request))
  const interpreter = new TraceInterpreter({ fallbackName })
  let [foundMs, markCount, isOver] = [0, 0, false]
  const read = await readRecords(file, {
    onRecord(record) {
      isOver = to.type === 'time' && record.t > to.atMs
      if (isOver) return
      for (const event of interpreter.read(record)) app.dispatch(event)
      if (record.type === 'mark') isOver = isMarker(to, { text: record.text, number: ++markCount })
      if (!hasAnyPlan(app.state())) return
      foundMs = record.t
      isOver = true
    },
    isDone: () => isOver,
    onProgress: (bytes) => progress.show(() => `looking through ${nameOf(request)}, ${percent(bytes, file)}`),
    clock,
  })
  return read.ok ? ok(foundMs) : read
}

function percent(bytes: number, { sizeBytes }: TraceFile): string {
  return `${sizeBytes === 0 ? 100 : Math.floor((bytes / sizeBytes) * 100)} %`
}

interface RecordListener {
  onRecord(record: TraceRecord): void
  /** True ends the reading. */
  isDone(): boolean
  /** Called every 25 ms or so. */
  onProgress(readBytes: number): void
  readonly clock: Clock
}

/** After so long, the event loop has a turn, for signals. */
const sliceMs = 25

/** Reads a recording from its beginning until it ends, or `isDone`. Fails if it cannot be read, or is not a recording. */
async function readRecords(
  file: TraceFile,
  { onRecord, isDone, onProgress, clock }: RecordListener,
): Promise<Result<TraceReader, TraceFault>> {
  const records = new RecordReader(file, new TraceReader())
  const never = new Promise<never>(() => {})
  let sliceEndMs = clock.nowMs() + sliceMs
  for (;;) {
    const loaded = await loadMore(records, file, never)
    if (!loaded.ok) return loaded
    if (!loaded.value) return ok(records.reader)
    for (let record = records.take(); record !== null; record = records.take()) {
      onRecord(record)
      if (isDone()) return ok(records.reader)
      if (clock.nowMs() < sliceEndMs) continue
      onProgress(records.offset)
      await setImmediate()
      sliceEndMs = clock.nowMs() + sliceMs
    }
  }
}

type RenderFault =
  | { readonly kind: 'usage'; readonly error: UsageError }
  | { readonly kind: 'no-trace'; readonly fault: TraceFault }
  | { readonly kind: 'file'; readonly fault: FileFault }
  | ({ readonly kind: 'leaks' } & FoundLeaks)
  | { readonly kind: 'differs'; readonly files: readonly DifferingFile[] }

interface RenderOutcome {
  readonly status: number
  readonly lines: readonly SafeText[]
}

const longest = 2000

/** `trace`: the recording's name. Raw. */
function renderFaultMessage(fault: RenderFault, trace: string): RenderOutcome {
  switch (fault.kind) {
    case 'usage':
      return words(2, fault.error.message, fault.error.hint)
    case 'no-trace':
      return words(4, `${trace} cannot be rendered: ${fault.fault.message}`, fault.fault.hint)
    case 'file':
      return words(
        4,
        `${fault.fault.file} ${fault.fault.text}`,
        'Nothing was written; existing files are unchanged.',
      )
    case 'leaks': {
      const { found, count } = fault
      const listed = found.map(({ where, what, excerpt }) => line(`  ${where}: ${what}: ${excerpt}`))
      const rest = count > found.length ? [line(`  … and ${count - found.length} more`)] : []
      const first = line('acp-plan-tui: nothing was written, because private data is left')
      const hint = 'A file of rules in --redact can replace or allow it; --no-redact hides nothing.'
      return { status: 1, lines: [first, ...listed, ...rest, line(`  ${hint}`)] }
    }
    case 'differs':
      return { status: 1, lines: fault.files.flatMap(differenceWords) }
  }
}

/** For a recording that ends after its header: the results show no plan. `trace`: its name, raw. */
function nothingRecordedLine(trace: string): SafeText {
  return line(`acp-plan-tui: ${trace} has only its first line: nothing was recorded after it`)
}

function differenceWords({ file, difference }: DifferingFile): readonly SafeText[] {
  if (difference === 'missing')
    return words(1, `${file} does not exist`, 'Make it with -o instead of --check.').lines
  const { offset, line: at, there, rendered } = difference
  const isText = [there, rendered].every((bytes) => !bytes.includes(0) && bytes.equals(asText(bytes)))
  const place = isText ? `line ${at}` : `byte ${offset}`
  return [
    line(`acp-plan-tui: ${file} is out of date: it differs from ${place} on`),
    ...(isText ? [line(`  is        ${there.toString()}`), line(`  would be  ${rendered.toString()}`)] : []),
    line('  If the new content is right, write it with -o instead of --check.'),
  ]
}

function asText(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('utf8'), 'utf8')
}

function words(status: number, message: string, hint: string): RenderOutcome {
  return { status, lines: [safe`acp-plan-tui: ${shownUsage(message)}`, safe`  ${shownUsage(hint)}`] }
}

function line(raw: string): SafeText {
  const indent = raw.startsWith('  ') ? safe`  ` : safe``
  return safe`${indent}${safeLine(raw.trimStart().slice(0, longest))}`
}

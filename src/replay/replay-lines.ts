import type { StateOptions } from '../app/state/app-state.ts'
import type { AppListener } from '../app/app.ts'
import type { PlanDocuments } from '../app/ports/plan-document.ts'
import type { Clock } from '../lib/clock.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import { JsonOutput } from '../outputs/json/json-output.ts'
import { createLineSink, type LineSink, type Output } from '../outputs/stream/output.ts'
import { describeChange } from '../outputs/screen-reader/change-sentences.ts'
import { TextOutput } from '../outputs/text/text-output.ts'
import type { TraceFault } from '../protocol/trace/trace-fault.ts'
import { awaitedDocuments } from '../sources/plan-file/awaited-documents.ts'
import { makeRecordedDocuments } from '../sources/plan-file/recorded-documents.ts'
import type { TraceFile } from '../sources/trace-file/trace-file.ts'
import type { EndWatch } from '../system/end-watch.ts'
import { runEndWords, type RunEnd } from '../outputs/run-end-words.ts'
import type { SystemHost } from '../system/host.ts'
import { Playhead } from './playhead.ts'
import { loadMore } from './record-reader.ts'
import { TraceClock } from './trace-clock.ts'
import { startCheckpoint } from './checkpoint.ts'
import { nextTurn } from './trace-index.ts'
import { traceProblemLines } from './trace-messages.ts'

export interface LinesOptions extends StateOptions {
  readonly format: 'tui' | 'text' | 'json'
  /** With `tui`: sentences for a screen reader. */
  readonly screenReader: boolean
  readonly ascii: boolean
}

export interface ReplayLinesParts {
  readonly host: SystemHost
  readonly file: TraceFile
  readonly options: LinesOptions
  /** This program's, for JSON. */
  readonly version: string
  readonly ends: EndWatch
  /** The recording's name in messages. Raw. */
  readonly name: string
}

/** Records played in one turn of the event loop. */
const recordsPerTurn = 200

/**
 * Writes a recording as text, JSON or sentences, without its pauses: to its end, or for as long as it grows. Problems of the
 * recording go to stderr.
 */
export async function replayLines({
  host,
  file,
  options,
  version,
  ends,
  name,
}: ReplayLinesParts): Promise<Result<RunEnd, TraceFault>> {
  let head = new Playhead(file, startCheckpoint(options))
  const first = await loadMore(head, file, ends.ended)
  if (!first.ok) return first
  const { header } = head.reader
  const clock = new TraceClock(header)
  const sink = createLineSink(host.process.stdout)
  const documents = makeRecordedDocuments(clock)
  const awaited = awaitedDocuments(documents)
  const output = openLinesOutput(options, { sink, clock, documents: awaited, version, agent: header?.agent })
  let stopListening = head.app.onEvent(output.onEvent)
  const played = play()
  const outside = await Promise.race([played, ends.ended])
  const end: RunEnd = 'kind' in outside ? outside : { kind: 'done' }
  awaited.end()
  const written = output.end({ atMs: clock.nowMs(), ...runEndWords(end) }, head.app.state())
  await Promise.race([written, end.kind === 'done' ? ends.ended : nextTurn()])
  for (const line of traceProblemLines(head.reader, name)) host.writeNow(2, `${line}\n`)
  return 'ok' in outside && !outside.ok ? outside : ok(end)

  async function play(): Promise<Result<'all', TraceFault>> {
    for (let { generation } = file; ;) {
      const more = await loadMore(head, file, ends.ended)
      if (!more.ok) return fail(more.problem)
      if (more.value) await playLoaded()
      else if (generation === file.generation) return ok('all')
      else {
        // Another file replaced this one: its records follow those of the old one.
        generation = file.generation
        stopListening()
        head = new Playhead(file, {
          ...(head.checkpoint() ?? startCheckpoint(options)),
          offset: 0,
        })
        stopListening = head.app.onEvent(output.onEvent)
      }
    }
  }

  async function playLoaded(): Promise<void> {
    for (let count = 1; head.next !== null; count++) {
      clock.setTime(head.next.t)
      if (head.next.type === 'event') documents.note(head.next.event)
      head.play()
      if (count % recordsPerTurn > 0) continue
      await nextTurn()
      if (sink.isCongested()) await Promise.race([relief(sink), ends.ended])
    }
  }
}

function relief(sink: LineSink): Promise<void> {
  return new Promise((resolve) => {
    const stop = sink.onRelief(() => {
      stop()
      resolve()
    })
  })
}

export interface LinesOutputParts {
  readonly sink: LineSink
  readonly clock: Clock
  readonly documents: PlanDocuments
  readonly version: string
  /** The agent's name; undefined: not recorded. */
  readonly agent: string | undefined
}

/** What writes the plans of an agent that is only shown: as text, JSON or sentences. */
export function openLinesOutput(
  options: LinesOptions,
  { sink, clock, documents, version, agent }: LinesOutputParts,
): Output {
  const { ascii, format, screenReader } = options
  if (format === 'json') {
    const command = agent === undefined ? [] : [agent]
    return new JsonOutput({ sink, documents, clock, version, command })
  }
  return format === 'tui' && screenReader
    ? sentenceOutput(sink)
    : new TextOutput({ sink, documents, clock, ascii })
}

function sentenceOutput(sink: LineSink): Output {
  const onEvent: AppListener = (event, after, before) => {
    for (const sentence of describeChange(before, after, event)) sink.write(sentence)
  }
  return { onEvent, end: async () => await sink.finish() }
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { StateOptions } from '../app/state/app-state.ts'
import { onlyRecorded } from '../app/words/session.ts'
import { ok, type Result } from '../lib/result.ts'
import type { TraceReader } from '../protocol/trace/read-trace.ts'
import type { TraceFault } from '../protocol/trace/trace-fault.ts'
import { onlyShown, type Source, type Viewer } from '../shows/source.ts'
import { awaitedDocuments, makeRecordedDocuments } from '../sources/plan-file/recorded-documents.ts'
import type { TraceFile } from '../sources/trace-file/trace-lines.ts'
import { startCheckpoint, Playhead, TraceClock } from './playhead.ts'
import { RelayedApp } from './playback-app.ts'
import { loadMore } from './record-reader.ts'

/** A recording without its pauses: it ends with the file, or goes on for as long as that grows. */
export interface UnpacedSource {
  readonly source: Source
  /** What was read of the recording, with its problems so far. */
  reader(): TraceReader
  /** Why it cannot be read to its end; null: it can. */
  fault(): TraceFault | null
}

/** Records played in one turn of the event loop. */
const recordsPerTurn = 200

/** Waits for the first record, with which it is known when the recording began. `until`: nothing is wanted any more. */
export async function unpacedSource(
  file: TraceFile,
  options: StateOptions,
  until: Promise<unknown>,
): Promise<Result<UnpacedSource, TraceFault>> {
  let head = new Playhead(file, startCheckpoint(options))
  const first = await loadMore(head, file, until)
  if (!first.ok) return first
  const { header } = head.reader
  const clock = new TraceClock(header)
  const documents = makeRecordedDocuments(clock)
  const awaited = awaitedDocuments(documents)
  const app = new RelayedApp(head.app)
  let fault: TraceFault | null = null
  let isClosed = false
  const source = onlyShown(onlyRecorded, {
    app,
    clock,
    documents: awaited,
    about: {
      startedAs: header?.agent === undefined ? [] : [header.agent],
      // It can be read again.
      readerPatienceMs: 0,
    },
    async start(viewer) {
      await play(viewer)
      return { kind: 'done' }
    },
    close() {
      isClosed = true
      awaited.end()
    },
  })
  return ok({ source, reader: () => head.reader, fault: () => fault })

  async function play(viewer: Viewer): Promise<void> {
    for (let { generation } = file; ;) {
      const more = await loadMore(head, file, until)
      if (!more.ok) {
        if (!isClosed) fault = more.problem
        return
      }
      if (more.value) await playLoaded(viewer)
      else if (generation === file.generation) return
      else {
        // Another file replaced this one: its records follow those of the old one.
        generation = file.generation
        head = new Playhead(file, { ...(head.checkpoint() ?? startCheckpoint(options)), offset: 0 })
        app.show(head.app)
      }
    }
  }

  async function playLoaded(viewer: Viewer): Promise<void> {
    for (let count = 1; head.next !== null; count++) {
      clock.setTime(head.next.t)
      if (head.next.type === 'event') documents.note(head.next.event)
      head.play()
      if (count % recordsPerTurn > 0) continue
      await nextTurn()
      await viewer.relief()
    }
  }
}

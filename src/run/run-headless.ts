import { JsonOutput } from '../outputs/json/json-output.ts'
import { createLineSink, type Output } from '../outputs/stream/output.ts'
import { TextOutput } from '../outputs/text/text-output.ts'
import type { PlanDocuments } from '../app/ports/plan-document.ts'
import type { Clock } from '../lib/clock.ts'
import { makePlanDocuments } from '../sources/plan-file/plan-documents.ts'
import { watchForExit } from './exit-watch.ts'
import { documentsInHistory } from './documents-in-history.ts'
import type { Run } from './run.ts'
import { remarkStalledSteps } from './stall-watch.ts'
import { runEndWords, type RunEnd } from '../outputs/run-end-words.ts'

/** How long to wait, after an interrupt, for a reader of the output that has stopped reading. */
const patienceMs = 2000

/** A run without a screen: writes text or JSON until the exit rules end it. The caller closes the agent. */
export async function runHeadless(run: Run): Promise<RunEnd> {
  const { app, feed, ends } = run
  const { clock } = run.host
  const planDocuments = makePlanDocuments({ clock, files: run.files, conceal: run.conceal })
  const moment = new MomentClock(clock)
  const documents = documentsInHistory(moment.documents(planDocuments), run.app, moment)
  const output = openOutput(run, moment, run.recording?.noting(documents, moment) ?? documents)
  const stopListening = feed.listen((event, after, before) =>
    moment.during(event.atMs, () => output.onEvent(event, after, before)),
  )
  const exit = watchForExit(feed, clock, run.exitRules)
  const stopRemarks = remarkStalledSteps(run.app, feed, clock)
  feed.forget()
  const end = await Promise.race([exit.ended, ends.ended])
  exit.stop()
  stopListening()
  stopRemarks()
  const written = output.end({ atMs: clock.nowMs(), ...runEndWords(end, run.command) }, app.state())
  await (end.kind === 'interrupted'
    ? Promise.race([written, pause(run)])
    : Promise.race([written, ends.ended]))
  planDocuments.close()
  return end
}

function openOutput(run: Run, clock: Clock, documents: PlanDocuments): Output {
  const { host, options, startedAs, version } = run
  const sink = createLineSink(host.process.stdout)
  return options.format === 'json'
    ? new JsonOutput({ sink, documents, clock, version, command: startedAs })
    : new TextOutput({ sink, documents, clock, ascii: options.ascii })
}

function pause({ host: { clock } }: Run): Promise<void> {
  return new Promise((resolve) => void clock.after(patienceMs, resolve, 'alive'))
}

/**
 * A clock that stands still while something is handled: what follows from it at once has the same time, as it has when a recording is
 * replayed.
 */
class MomentClock implements Clock {
  readonly #clock: Clock
  #nowMs: number | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Runs with this time, or with that of what is being handled already. */
  during(atMs: number, run: () => void): void {
    const before = this.#nowMs
    this.#nowMs = before ?? atMs
    try {
      run()
    } finally {
      this.#nowMs = before
    }
  }

  /** The same documents: whoever is told of one is told at the same time. */
  documents(documents: PlanDocuments): PlanDocuments {
    return {
      fetch: (uri) => documents.fetch(uri),
      open: (uri, changed) =>
        documents.open(uri, (document) => this.during(this.#clock.nowMs(), () => changed(document))),
    }
  }

  nowMs(): number {
    return this.#nowMs ?? this.#clock.nowMs()
  }

  wallMs(): number {
    return this.#clock.wallMs()
  }

  after(delayMs: number, run: () => void, keeps?: 'alive'): () => void {
    return this.#clock.after(delayMs, run, keeps)
  }
}

import { documentEvent } from '../app/notes/document-note.ts'
import type { PlanDocuments } from '../app/ports/plan-document.ts'
import type { AppState } from '../app/state/app-state.ts'
import { openQuestion } from '../app/state/question.ts'
import { sourceOfLog } from '../app/wire/wire-source.ts'
import type { Clock } from '../lib/clock.ts'
import type { RunEnd } from '../outputs/run-end-words.ts'
import { readerPatienceMs, type Source } from '../shows/source.ts'
import { makePlanDocuments } from '../sources/plan-file/plan-documents.ts'
import { endAtQuit, watchForExit, type ExitWatch } from './exit-watch.ts'
import type { Run } from './run.ts'
import { remarkStalledSteps } from './stall-watch.ts'

/** What shows the run. */
export type RunViewer = 'screen' | 'lines' | 'speech'

/** A run whose agent is started, as what shows it needs it. Closing it leaves the agent as it is. */
export function runSource(run: Run, viewer: RunViewer): Source {
  const { app, agent, command, cwd, feed, isBuiltInDemo, options, planFolder, recording, startedAs } = run
  const { clock } = run.host
  const moment = new MomentClock(clock)
  const planDocuments = makePlanDocuments({ clock, files: run.files, conceal: run.conceal })
  const documents = inHistory(moment.documents(planDocuments), run, moment)
  /** A user ends it, or the agent's end alone does not. */
  const staysOpen = viewer !== 'lines' && options.exitOn === 'never'
  let exit: ExitWatch | null = null
  let stopRemarks: () => void = () => undefined
  let end: (how: RunEnd) => void = () => undefined
  const ended = new Promise<RunEnd>((resolve) => {
    end = resolve
  })
  return {
    app,
    clock: moment,
    documents: recording?.noting(documents, moment) ?? documents,
    agent,
    messages: run.wireLog === null ? null : sourceOfLog(run.wireLog),
    player: null,
    mark: recording === null ? null : (text) => recording.mark(text),
    about: {
      startedAs,
      command: command.length === 0 ? null : command,
      cwd,
      isBuiltInDemo,
      planFolder,
      notify: options.notify,
      beginsWithEvent: false,
      readerPatienceMs,
    },
    listen: (listener) =>
      feed.listen((event, after, before) => moment.during(event.atMs, () => listener(event, after, before))),
    start() {
      // A watch would run at each event.
      if (!staysOpen) exit = watchForExit(feed, clock, run.exitRules)
      void exit?.ended.then(end)
      if (viewer !== 'screen') stopRemarks = remarkStalledSteps(app, feed, clock)
      feed.forget()
    },
    remark: (text) => app.dispatch({ type: 'remarked', atMs: clock.nowMs(), text }),
    hold: () => stoppedMessage(app.state()),
    goOn: () => undefined,
    ended,
    quit: () => endAtQuit(app.state(), options.exitOn),
    close() {
      exit?.stop()
      stopRemarks()
      planDocuments.close()
    },
  }
}

/** The same documents; what is read of them becomes a part of the history of their plans. */
function inHistory(documents: PlanDocuments, { app }: Run, clock: Pick<Clock, 'nowMs'>): PlanDocuments {
  return {
    fetch: (uri) => documents.fetch(uri),
    open: (uri, changed) =>
      documents.open(uri, (document) => {
        const event = documentEvent(document, clock.nowMs())
        if (event !== null) app.dispatch(event)
        changed(document)
      }),
  }
}

/** What the agent does while we are stopped; null: nothing. Its process group is not stopped: its work may not survive a pause. */
function stoppedMessage(state: AppState): string | null {
  if (openQuestion(state) !== null) return 'stopped; the question waits for you'
  const isAtWork = [...state.sessions.values()].some(
    ({ phase, turn }) => phase === 'open' && turn.state === 'working',
  )
  return isAtWork ? 'stopped; the agent works on until it has a question' : null
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

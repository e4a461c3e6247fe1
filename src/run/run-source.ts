import { documentEvent } from '../app/notes/document-note.ts'
import type { AppState } from '../app/state/app-state.ts'
import { openQuestion } from '../app/state/question.ts'
import { sourceOfLog } from '../app/wire/wire-log.ts'
import { withTime, type Clock } from '../lib/clock.ts'
import { never, readerPatienceMs, type Source } from '../shows/source.ts'
import { makePlanDocuments } from '../sources/plan-file/plan-documents.ts'
import { endAtQuit, watchForExit, type ExitWatch } from './exit-watch.ts'
import type { Run } from './run.ts'
import type { App } from '../app/app.ts'
import { isAtWork, silentAfterMs, stalledFinder } from '../app/state/session-clock.ts'
import { stalledWords } from '../app/words/step.ts'
import type { EventFeed } from './feeds.ts'

/** What shows the run. */
export type RunViewer = 'screen' | 'lines' | 'speech'

/** A run whose agent is started, as what shows it needs it. Closing it leaves the agent as it is. */
export function runSource(run: Run, viewer: RunViewer): Source {
  const { app, agent, command, cwd, feed, isBuiltInDemo, options, planFolder, recording, startedAs } = run
  const { clock } = run.host
  const documents = makePlanDocuments({ clock, files: run.files, conceal: run.conceal })
  let momentMs: number | null = null
  /** Stands still while something is handled: what follows from it at once has the same time, as it has when a recording is replayed. */
  const time = withTime(clock, () => momentMs ?? clock.nowMs())
  /** Runs with this time, or with that of what is being handled already. */
  function during(atMs: number, handle: () => void): void {
    const before = momentMs
    momentMs = before ?? atMs
    try {
      handle()
    } finally {
      momentMs = before
    }
  }
  /** Only the user ends it. */
  const staysOpen = viewer !== 'lines' && options.exitOn === 'never'
  let exit: ExitWatch | null = null
  let stopRemarks: () => void = () => undefined
  return {
    app,
    clock: time,
    documents: {
      fetch: (uri) => documents.fetch(uri),
      // What is read becomes a part of the history of its plan, and of the recording.
      open: (uri, changed) =>
        documents.open(uri, (document) =>
          during(clock.nowMs(), () => {
            const event = documentEvent(document, time.nowMs())
            if (event !== null) app.dispatch(event)
            recording?.document(document, time.nowMs())
            changed(document)
          }),
        ),
    },
    agent,
    ...(run.wireLog === null ? {} : { wire: sourceOfLog(run.wireLog) }),
    player: null,
    ...(run.report === null ? {} : { report: run.report }),
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
      feed.listen((event, after, before) => during(event.atMs, () => listener(event, after, before))),
    async start({ say }) {
      // A watch would run at each event.
      if (!staysOpen) exit = watchForExit(feed, clock, run.exitRules)
      if (viewer !== 'screen') stopRemarks = remarkStalledSteps(app, feed, clock)
      // JSON lines have no type for what this program says itself.
      if (viewer === 'lines' && options.format === 'json')
        feed.listen((event) => void (event.type === 'remarked' && say(event.text)))
      feed.forget()
      return await (exit?.ended ?? never())
    },
    remark: (text) => app.dispatch({ type: 'remarked', atMs: clock.nowMs(), text }),
    hold: () => stoppedMessage(app.state()),
    goOn: () => undefined,
    quit: () => endAtQuit(app.state(), options),
    async closeAgent(end) {
      if (app.state().link.state !== 'ended') await documents.lastLook()
      // What an agent removes as it ends was there when it was shown.
      documents.close()
      await run.close(end)
    },
    close() {
      exit?.stop()
      stopRemarks()
      documents.close()
    },
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
 * Remarks on each step that seems to be stalled, once: a run without a screen has no rows to mark. Looks only while the agent
 * works, and at most every half minute. Returns how to stop.
 */
export function remarkStalledSteps(app: App, feed: EventFeed, clock: Clock): () => void {
  const stalled = stalledFinder()
  let cancelTimer: (() => void) | null = null

  function look(): void {
    cancelTimer = null
    for (const { slow } of stalled(app.state(), clock.nowMs()))
      app.dispatch({ type: 'remarked', atMs: clock.nowMs(), text: stalledWords(slow) })
    lookLater(app.state())
  }

  function lookLater({ sessions }: AppState): void {
    if (cancelTimer === null && [...sessions.values()].some(isAtWork))
      cancelTimer = clock.after(silentAfterMs, look)
  }

  const stopListening = feed.listen((_event, after) => {
    if (cancelTimer === null) lookLater(after)
  })
  return () => {
    stopListening()
    cancelTimer?.()
  }
}

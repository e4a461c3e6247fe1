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
import { isAtWork, silentAfterMs, stalledStep } from '../app/state/session-clock.ts'
import type { Session } from '../app/state/session.ts'
import { stalledWords } from '../app/words/step.ts'
import type { Plan } from '../plans/plan.ts'
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
    async start() {
      // A watch would run at each event.
      if (!staysOpen) exit = watchForExit(feed, clock, run.exitRules)
      if (viewer !== 'screen') stopRemarks = remarkStalledSteps(app, feed, clock)
      feed.forget()
      return await (exit?.ended ?? never())
    },
    remark: (text) => app.dispatch({ type: 'remarked', atMs: clock.nowMs(), text }),
    hold: () => stoppedMessage(app.state()),
    goOn: () => undefined,
    quit: () => endAtQuit(app.state(), options),
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
  const told = new Set<string>()
  let cancelTimer: (() => void) | null = null

  function look(): void {
    cancelTimer = null
    const state = app.state()
    for (const { name, text } of stalledSteps(state, clock.nowMs())) {
      if (told.has(name) || told.size >= maxTold) continue
      told.add(name)
      app.dispatch({ type: 'remarked', atMs: clock.nowMs(), text })
    }
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

/** Steps that are remarked on in a run. */
const maxTold = 1000

interface Told {
  readonly name: string
  readonly text: string
}

function stalledSteps(state: AppState, nowMs: number): readonly Told[] {
  const found: Told[] = []
  for (const session of state.sessions.values())
    for (const plan of session.plans.values()) {
      const words = stalledIn(state, { session, plan }, nowMs)
      if (words !== null) found.push(words)
    }
  return found
}

function stalledIn(
  state: AppState,
  { session, plan }: { readonly session: Session; readonly plan: Plan },
  nowMs: number,
): Told | null {
  const stalled = stalledStep(state, { session, plan }, nowMs)
  if (stalled === null) return null
  return { name: `${session.id}\u0000${plan.key}\u0000${stalled.entry.key}`, text: stalledWords(stalled) }
}

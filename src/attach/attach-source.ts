import type { FoundSession } from '../app/ports/observed-source.ts'
import { type StateOptions, startState, type AppState } from '../app/state/app-state.ts'
import { listedId, type FoundList, type Observed, type Offer, type Offers } from '../app/state/observed.ts'
import { logProblems, WireLog, sourceOfLog } from '../app/wire/wire-log.ts'
import { onlyObserved } from '../app/words/session.ts'
import type { Clock } from '../lib/clock.ts'
import { onlyShown, type ShownOptions, type Source } from '../shows/source.ts'
import { makePlanDocuments } from '../sources/plan-file/plan-documents.ts'
import { kindOf, type AttachRequest, type AttachTarget } from './find-sessions.ts'
import { type Watches, Observation, isToldElsewhere } from './observation.ts'
import { SessionSurvey, wallClock } from './session-survey.ts'
import type { App, AppListener } from '../app/app.ts'
import type { AppEvent } from '../app/state/app-event.ts'
import { mergedState } from '../app/observed/merged-state.ts'

export interface AttachParts {
  readonly request: AttachRequest
  readonly target: AttachTarget
  /** The program's; the source has one of the wall. */
  readonly clock: Clock
  readonly options: ShownOptions
  /** What tells others of the sessions; null: nothing does. */
  readonly watcher: Watches | null
  /** What the list offers besides sessions; absent: nothing. */
  readonly offers?: ListOffers
}

export interface ListOffers {
  readonly first: readonly Offer[]
  /** Looks for the others. Never rejects. */
  readonly more: () => Promise<readonly Offer[]>
  /** The user has chosen what these arguments begin, and the screen ends. */
  readonly choose: (argv: readonly string[]) => void
}

/** What other programs do, or the list of their sessions. */
export function attachSource({
  request,
  target,
  clock: hostClock,
  options,
  watcher,
  offers,
}: AttachParts): Source {
  const clock = wallClock(hostClock)
  const documents = makePlanDocuments({ clock })
  const log = new WireLog(options.wireBytes)
  const sessions = attachedSessions({ request, target, clock, start: options, log, watcher, offers })
  const stopLogging = logProblems(sessions.app, log)
  return onlyShown(onlyObserved, {
    app: sessions.app,
    clock,
    documents,
    wire: sourceOfLog(log),
    observe: sessions.observe,
    ...(offers === undefined ? {} : { choose: offers.choose }),
    close() {
      stopLogging()
      sessions.close()
      documents.close()
    },
  })
}

interface AttachedOptions {
  readonly request: AttachRequest
  readonly target: AttachTarget
  /** Of the wall. */
  readonly clock: Clock
  readonly start: StateOptions
  /** The messages of the session that is shown; those of several are not told apart, and none are logged. */
  readonly log: WireLog
  readonly watcher?: Watches | null
  readonly offers?: Omit<ListOffers, 'choose'> | undefined
}

export interface AttachedSessions {
  readonly app: ObservedApp
  /** Shows a session of the list; null: the list again. */
  readonly observe: (id: string | null) => void
  close(): void
}

/** With `--all`, the newest are shown; each is read and kept. */
const shownAtMost = 20

/** What is observed: one session, all that are found, or the list to pick one from. */
export function attachedSessions({
  request,
  target,
  clock,
  start,
  log,
  watcher,
  offers,
}: AttachedOptions): AttachedSessions {
  const { kinds, places } = request
  const observations = new Map<string, Observation>()
  const hasList = target.type === 'list'
  const app = new ObservedApp(
    clock,
    start,
    hasList ? { sessions: [], isLooking: true, sinceMs: places().sinceMs } : null,
  )

  if (offers !== undefined) {
    const { first, more } = offers
    app.offer({ all: first, isLooking: true })
    void more().then((found) => app.offer({ all: [...first, ...found], isLooking: false }))
  }

  function observeMore(sessions: readonly FoundSession[], all: readonly FoundSession[] = []): void {
    for (const found of sessions) {
      const id = listedId(found)
      if (observations.has(id)) continue
      observations.set(
        id,
        new Observation({
          kind: kindOf(kinds, found.kind),
          found,
          clock,
          start,
          times: 'wall',
          onEvent: app.happened,
          onChange: () => app.changed(),
          // Those of the list are told of by what reads it.
          watcher: hasList ? undefined : (watcher ?? undefined),
          others: () => observations.values(),
          ...(target.type === 'all' ? {} : { log }),
        }),
      )
    }
    const notShown = all.filter((found) => !observations.has(listedId(found))).length
    app.show([...observations.values()], notShown)
  }

  function closeAll(): void {
    for (const observation of observations.values()) observation.close()
    observations.clear()
    log.beginAnew()
  }

  const survey =
    target.type === 'session'
      ? null
      : new SessionSurvey({
          kinds,
          places,
          clock,
          start,
          reads: hasList,
          watcher: watcher ?? undefined,
          onChange: () => {
            if (survey === null) return
            if (hasList) return app.list(survey.list())
            // What is shown stays, also when it has rested for long.
            const { found } = survey
            observeMore(found.slice(0, Math.max(0, shownAtMost - observations.size)), found)
          },
        })
  if (target.type === 'session') observeMore([target.found])

  return {
    app,
    observe(id) {
      if (survey === null || !hasList) return
      closeAll()
      const found = id === null ? undefined : survey.found.find((each) => listedId(each) === id)
      observeMore(found === undefined ? [] : [found])
    },
    close() {
      survey?.close()
      closeAll()
    },
  }
}

/**
 * The app that the screen shows while sessions of other programs are observed: the state of the one that is shown, of several as one,
 * or the list of what there is. Listeners get the states of the session that an event belongs to.
 */
class ObservedApp implements App {
  readonly #listeners = new Set<AppListener>()
  readonly #clock: Clock
  readonly #empty: AppState
  #observations: readonly Observation[] = []
  #found: FoundList | null
  #offers: Offers | null = null
  #notShown = 0
  #observed: Observed
  #last: {
    readonly states: readonly AppState[]
    readonly observed: Observed
    readonly state: AppState
  } | null = null

  constructor(clock: Clock, options: StateOptions, found: FoundList | null) {
    this.#clock = clock
    this.#empty = { ...startState(options), link: { state: 'open', sinceMs: clock.nowMs() } }
    this.#found = found
    this.#observed = { found, shown: [] }
  }

  state(): AppState {
    const states = this.#shown().map((observation) => observation.state())
    const last = this.#last
    const isSame =
      last !== null &&
      last.observed === this.#observed &&
      last.states.length === states.length &&
      states.every((state, at) => state === last.states[at])
    if (isSame) return last.state
    const [only = this.#empty] = states
    const shown = states.length < 2 ? only : mergedState(states, this.#empty)
    const state = { ...shown, observed: this.#observed }
    this.#last = { states, observed: this.#observed, state }
    return state
  }

  /** A session that another source tells too is shown once. */
  #shown(): readonly Observation[] {
    return this.#observations.filter((observation) => !isToldElsewhere(observation, this.#observations))
  }

  /** What this program itself reports goes to the session that is shown, if it is one. */
  dispatch(event: AppEvent): void {
    const [only, ...more] = this.#observations
    if (only !== undefined && more.length === 0) only.dispatch(event)
  }

  onEvent(listener: AppListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** An event of a session that is shown. */
  readonly happened: AppListener = (event, after, before) => {
    for (const listener of this.#listeners) listener(event, after, before)
  }

  /** Shows these sessions from now on; none: the list. `notShown`: so many others were found. */
  show(observations: readonly Observation[], notShown = 0): void {
    this.#notShown = notShown
    this.#observations = observations
    this.changed()
  }

  list(found: FoundList): void {
    this.#found = this.#offers === null ? found : { ...found, offers: this.#offers }
    this.changed()
  }

  offer(offers: Offers): void {
    this.#offers = offers
    if (this.#found !== null) this.list(this.#found)
  }

  /** The list, or the status of what is shown, has changed. */
  changed(): void {
    const shown = this.#shown().map((observation) => observation.shown())
    const notShown = this.#notShown
    this.#observed = { found: this.#found, shown, ...(notShown === 0 ? {} : { notShown }) }
    const state = this.state()
    this.happened(
      { type: 'observed-changed', atMs: this.#clock.nowMs(), observed: this.#observed },
      state,
      state,
    )
  }
}

import type { FoundSession } from '../app/ports/observed-source.ts'
import { startState, type AppState, type StateOptions } from '../app/state/app-state.ts'
import {
  hostId,
  listedId,
  type FoundList,
  type Observed,
  type Offer,
  type Offers,
} from '../app/state/observed.ts'
import { WireLog, type WireSource } from '../app/wire/wire-log.ts'
import { onlyObserved } from '../app/words/session.ts'
import { type Clock, withTime, wallClock } from '../lib/clock.ts'
import { never, onlyShown, type ShownOptions, type Source, type Viewer } from '../shows/source.ts'
import { makePlanDocuments } from '../sources/plan-file/plan-documents.ts'
import { kindOf, type AttachRequest, type AttachTarget, type ObservedKinds } from './find-sessions.ts'
import { type Watches, Observation, isToldElsewhere } from './observation.ts'
import { SessionSurvey } from './session-survey.ts'
import type { App, AppListener } from '../app/app.ts'
import type { AppEvent } from '../app/state/app-event.ts'
import { mergedState, withOwnIds } from '../app/observed/merged-state.ts'

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
  /** Draws a picture of a recording. */
  readonly picture: (recording: string) => Promise<string>
}

/** What other programs do, or the list of their sessions. */
export function attachSource(parts: AttachParts): Source {
  const { request, offers } = parts
  const clock = wallClock(parts.clock)
  const documents = makePlanDocuments({ clock })
  const sessions = attachedSessions({ ...parts, clock })
  let viewer: Viewer | null = null
  return onlyShown(onlyObserved, {
    app: sessions.app,
    clock,
    documents,
    wire: wireOf(sessions.app),
    async start(given) {
      viewer = given
      return await never()
    },
    observe(id) {
      const machine = request.hosts?.states().find((each) => hostId(each) === id)
      if (machine === undefined) sessions.observe(id)
      else if (machine.state === 'away')
        void viewer?.lend?.(async () => await request.hosts?.connect(machine.name))
    },
    ...(offers === undefined ? {} : { choose: offers.choose, picture: offers.picture }),
    close() {
      sessions.close()
      documents.close()
    },
  })
}

export interface AttachedSessions {
  readonly app: ObservedApp
  /** Shows a session of the list; null: the list again. */
  readonly observe: (id: string | null) => void
  close(): void
}

/** With `--all`, the newest are shown; each is read and kept. */
const shownAtMost = 20

/** What is observed: one session, all that are found, or the list to pick one from. The clock is that of the wall. */
export function attachedSessions(parts: AttachParts): AttachedSessions {
  const { request, target, clock, options: start, watcher, offers } = parts
  const { kinds, places, hosts } = request
  const observations = new Map<string, Observation>()
  const logs = new Set<WireLog>()
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
          kind: kindOf(kinds, found),
          found,
          clock,
          start,
          times: 'wall',
          onEvent: app.happened,
          onChange: () => app.changed(),
          // Those of the list are told of by what reads it.
          watcher: hasList ? null : watcher,
          others: () => observations.values(),
          log: new WireLog(start.wireBytes, logs),
        }),
      )
    }
    const notShown = all.filter((found) => !observations.has(listedId(found))).length
    app.show([...observations.values()], notShown)
  }

  function closeAll(): void {
    for (const observation of observations.values()) observation.close()
    observations.clear()
    logs.clear()
  }

  const survey =
    target.type === 'session'
      ? null
      : new SessionSurvey({
          kinds,
          places,
          hosts,
          clock,
          start,
          reads: hasList,
          watcher,
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

  /** The source that tells of a session, or the only one, with its part of the state; null: none does. */
  partOf(sessionId: string | null): { readonly log: WireLog | null; readonly state: AppState } | null {
    const shown = this.#shown()
    const states = withOwnIds(shown.map((observation) => observation.state()))
    const isOf = ({ sessions }: AppState): boolean => sessionId !== null && sessions.has(sessionId)
    const at = shown.length === 1 ? 0 : states.findIndex(isOf)
    const [observation, state] = [shown[at], states[at]]
    if (observation === undefined || state === undefined) return null
    return {
      log: observation.log,
      state: { ...state, observed: { ...this.#observed, shown: [observation.shown()] } },
    }
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

/** The messages of the session whose plan is shown. */
function wireOf(app: ObservedApp): WireSource {
  const none = new WireLog(0)
  let shown = none
  let changed: (() => void) | null = null
  return {
    log(sessionId) {
      shown.listen(null)
      shown = app.partOf(sessionId)?.log ?? none
      shown.listen(changed)
      return shown
    },
    part: (sessionId) => app.partOf(sessionId)?.state ?? null,
    isReading: () => false,
    watch: (onChange) => shown.listen((changed = onChange)),
  }
}

export interface SessionParts {
  readonly kinds: ObservedKinds
  readonly found: FoundSession
  readonly clock: Clock
  readonly options: StateOptions
  /** What tells others of the sessions; null: nothing does. */
  readonly watcher: Watches | null
}

const begunAnew = 'it begins anew: what follows takes the place of everything before'

/** One session of another program in its own time: from its past on, until it has ended. Tells what becomes of where it is read from. */
export function sessionSource({ kinds, found, clock, options, watcher }: SessionParts): Source {
  let lastMs = 0
  /** When it began, by the wall clock, once it is followed; null: before that, or not known. */
  let liveSinceMs: number | null = null
  /** That of its last event, and once it is followed the present time since it began. */
  const time = withTime(clock, () =>
    liveSinceMs === null ? lastMs : Math.max(lastMs, clock.wallMs() - liveSinceMs),
  )
  const documents = makePlanDocuments({ clock: time })
  const listeners = new Set<AppListener>()
  let observation: Observation | null = null
  return onlyShown(onlyObserved, {
    app: {
      state: () => observation?.state() ?? startState(options),
      dispatch: (event) => observation?.dispatch(event),
      onEvent(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    clock: time,
    documents,
    about: {
      startedAs: [found.host === undefined ? found.agent : `${found.agent} on ${found.host}`],
      beginsWithEvent: true,
    },
    async start({ say }) {
      let hasEnded: () => void = () => undefined
      const ended = new Promise<void>((resolve) => (hasEnded = resolve))
      const made: Observation = new Observation({
        kind: kindOf(kinds, found),
        found,
        clock,
        start: options,
        times: 'own',
        watcher,
        onEvent(event, after, before) {
          lastMs = Math.max(lastMs, event.atMs)
          for (const listener of listeners) listener(event, after, before)
        },
        onChange() {
          const { status, beganAtMs } = made
          if (status.state === 'following') liveSinceMs = beganAtMs
          if ('why' in status) say(`${status.state}: ${status.why}`)
          if (status.state === 'ended') hasEnded()
        },
        onBegunAnew: () => say(begunAnew),
      })
      observation = made
      await ended
      await documents.lastLook()
      return { kind: 'done' }
    },
    close() {
      observation?.close()
      documents.close()
    },
  })
}

import type { App, AppListener } from '../app/app.ts'
import type { AppEvent } from '../app/state/app-event.ts'
import { mergedState } from '../app/observed/merged-state.ts'
import type { FoundList, Observed } from '../app/state/observed.ts'
import { startState, type AppState, type StateOptions } from '../app/state/app-state.ts'
import type { Clock } from '../lib/clock.ts'
import { isToldElsewhere, type Observation } from './observation.ts'

/**
 * The app that the screen shows while sessions of other programs are observed: the state of the one that is shown, of several as one,
 * or the list of what there is. Listeners get the states of the session that an event belongs to.
 */
export class ObservedApp implements App {
  readonly #listeners = new Set<AppListener>()
  readonly #clock: Clock
  readonly #empty: AppState
  #observations: readonly Observation[] = []
  #found: FoundList | null
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
    this.#found = found
    this.changed()
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

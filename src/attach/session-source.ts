import type { AppListener } from '../app/app.ts'
import type { FoundSession } from '../app/ports/observed-source.ts'
import { startState, type StateOptions } from '../app/state/app-state.ts'
import { onlyObserved } from '../app/words/session.ts'
import type { Clock } from '../lib/clock.ts'
import { onlyShown, type Source } from '../shows/source.ts'
import { makePlanDocuments } from '../sources/plan-file/plan-documents.ts'
import { kindOf, type ObservedKinds } from './find-sessions.ts'
import { Observation } from './observation.ts'

export interface SessionParts {
  readonly kinds: ObservedKinds
  readonly found: FoundSession
  readonly clock: Clock
  readonly options: StateOptions
}

const begunAnew = 'it begins anew: what follows takes the place of everything before'

/** One session of another program in its own time: from its past on, until it has ended. Tells what becomes of where it is read from. */
export function sessionSource({ kinds, found, clock, options }: SessionParts): Source {
  const time = new ObservedTime(clock)
  const documents = makePlanDocuments({ clock: time })
  const listeners = new Set<AppListener>()
  let observation: Observation | null = null
  let hasEnded: () => void = () => undefined
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
    about: { startedAs: [found.agent], beginsWithEvent: true },
    ended: new Promise((resolve) => {
      hasEnded = () => resolve({ kind: 'done' })
    }),
    start({ say }) {
      const made: Observation = new Observation({
        kind: kindOf(kinds, found.kind),
        found,
        clock,
        start: options,
        times: 'own',
        onEvent(event, after, before) {
          time.set(event.atMs)
          for (const listener of listeners) listener(event, after, before)
        },
        onChange() {
          const { status, beganAtMs } = made
          if (status.state === 'following') time.live(beganAtMs)
          if ('why' in status) say(`${status.state}: ${status.why}`)
          if (status.state === 'ended') hasEnded()
        },
        onBegunAnew: () => say(begunAnew),
      })
      observation = made
    },
    close() {
      observation?.close()
      documents.close()
    },
  })
}

/** The time of an observed session: that of its last event, and once it is followed the present time, since it began. */
class ObservedTime implements Clock {
  readonly #clock: Clock
  #lastMs = 0
  #liveSinceMs: number | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  set(atMs: number): void {
    this.#lastMs = Math.max(this.#lastMs, atMs)
  }

  live(beganAtMs: number | null): void {
    this.#liveSinceMs = beganAtMs
  }

  nowMs(): number {
    const sinceMs = this.#liveSinceMs
    return sinceMs === null ? this.#lastMs : Math.max(this.#lastMs, this.#clock.wallMs() - sinceMs)
  }

  wallMs(): number {
    return this.#clock.wallMs()
  }

  after(delayMs: number, run: () => void, keeps?: 'alive'): () => void {
    return this.#clock.after(delayMs, run, keeps)
  }
}

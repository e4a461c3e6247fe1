import type { AppListener } from '../app/app.ts'
import type { FoundSession } from '../app/ports/observed-source.ts'
import { startState, type StateOptions } from '../app/state/app-state.ts'
import { onlyObserved } from '../app/words/session.ts'
import { withTime, type Clock } from '../lib/clock.ts'
import { onlyShown, type Source } from '../shows/source.ts'
import { makePlanDocuments } from '../sources/plan-file/plan-documents.ts'
import { kindOf, type ObservedKinds } from './find-sessions.ts'
import { type HookRunner, Observation } from './observation.ts'

export interface SessionParts {
  readonly kinds: ObservedKinds
  readonly found: FoundSession
  readonly clock: Clock
  readonly options: StateOptions
  /** Runs the user's programs; null: there are none. */
  readonly hooks: HookRunner | null
}

const begunAnew = 'it begins anew: what follows takes the place of everything before'

/** One session of another program in its own time: from its past on, until it has ended. Tells what becomes of where it is read from. */
export function sessionSource({ kinds, found, clock, options, hooks }: SessionParts): Source {
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
        hooks: hooks ?? undefined,
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
      return { kind: 'done' }
    },
    close() {
      observation?.close()
      documents.close()
    },
  })
}

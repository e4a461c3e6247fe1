import type { FoundSession } from '../app/ports/observed-source.ts'
import type { StateOptions } from '../app/state/app-state.ts'
import { listedId } from '../app/state/observed.ts'
import { logProblems, WireLog } from '../app/wire/wire-log.ts'
import { sourceOfLog } from '../app/wire/wire-source.ts'
import { onlyObserved } from '../app/words/session.ts'
import type { Clock } from '../lib/clock.ts'
import { onlyShown, type ShownOptions, type Source } from '../shows/source.ts'
import { makePlanDocuments } from '../sources/plan-file/plan-documents.ts'
import { kindOf, type AttachRequest, type AttachTarget } from './find-sessions.ts'
import { Observation } from './observation.ts'
import { ObservedApp } from './observed-app.ts'
import { SessionSurvey, wallClock } from './session-survey.ts'

export interface AttachParts {
  readonly request: AttachRequest
  readonly target: AttachTarget
  /** The program's; the source has one of the wall. */
  readonly clock: Clock
  readonly options: ShownOptions
}

/** What other programs do, or the list of their sessions. */
export function attachSource({ request, target, clock: hostClock, options }: AttachParts): Source {
  const clock = wallClock(hostClock)
  const documents = makePlanDocuments({ clock })
  const log = new WireLog(options.wireBytes)
  const sessions = attachedSessions({ request, target, clock, start: options, log })
  const stopLogging = logProblems(sessions.app, log)
  return onlyShown(onlyObserved, {
    app: sessions.app,
    clock,
    documents,
    wire: sourceOfLog(log),
    observe: sessions.observe,
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
export function attachedSessions({ request, target, clock, start, log }: AttachedOptions): AttachedSessions {
  const { kinds, places } = request
  const observations = new Map<string, Observation>()
  const hasList = target.type === 'list'
  const app = new ObservedApp(
    clock,
    start,
    hasList ? { sessions: [], isLooking: true, sinceMs: places().sinceMs } : null,
  )

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

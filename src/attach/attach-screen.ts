import { refusingAgent } from '../app/ports/refusing-agent.ts'
import type { RunEnd } from '../outputs/run-end-words.ts'
import type { StateOptions } from '../app/state/app-state.ts'
import { logProblems, WireLog, sourceOfLog } from '../app/wire/wire-log.ts'
import type { UiLook } from '../ui/ui-look.ts'
import type { AttachRequest, AttachTarget } from './attach-request.ts'
import { showReadOnly, type ScreenParts } from '../replay/read-only-screen.ts'
import { wallClock } from './wall-clock.ts'
import { onlyObserved } from '../app/words/session.ts'
import { listedId } from '../app/state/observed.ts'
import type { FoundSession } from '../app/ports/observed-source.ts'
import type { Clock } from '../lib/clock.ts'
import { kindOf } from './find-sessions.ts'
import { Observation } from './observation.ts'
import { ObservedApp } from './observed-app.ts'
import { SessionSurvey } from './session-survey.ts'

/** How the screen looks, and how plans are read. */
export interface AttachView extends UiLook, StateOptions {
  /** The memory for the messages of the wire panel. */
  readonly wireBytes: number
}

export interface AttachScreenParts extends ScreenParts {
  readonly request: AttachRequest
  readonly target: AttachTarget
  readonly view: AttachView
}

/** Shows what other programs do, or the list of their sessions, until the user quits. The terminal is given back before it settles. */
export async function attachScreen(parts: AttachScreenParts): Promise<RunEnd> {
  const { host, request, target, view, ends } = parts
  const loaded = await Promise.race([
    Promise.all([import('../ui/start-ui.ts'), import('../sources/plan-file/plan-documents.ts')]),
    ends.ended,
  ])
  if ('kind' in loaded) return loaded
  const [{ startUi }, { makePlanDocuments }] = loaded
  const { infersPlans, historyBytes, wireBytes, ...look } = view
  const clock = wallClock(host.clock)
  const documents = makePlanDocuments({ clock, files: { type: 'here' }, conceal: (text) => text })
  const log = new WireLog(wireBytes)
  const sessions = attachedSessions({ request, target, clock, start: { infersPlans, historyBytes }, log })
  const stopLogging = logProblems(sessions.app, log)
  let say: (text: string) => void = () => undefined
  return await showReadOnly(parts, startUi, {
    app: sessions.app,
    agent: refusingAgent(() => say(onlyObserved)),
    documents,
    clock,
    wire: sourceOfLog(log),
    look,
    player: null,
    observe: sessions.observe,
    // What other programs do goes on.
    pause: () => undefined,
    goOn: () => undefined,
    started(ui) {
      say = (text) => ui.say(text)
      return () => {
        stopLogging()
        sessions.close()
        documents.close()
      }
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

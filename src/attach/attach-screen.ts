import { refusingAgent } from '../app/ports/refusing-agent.ts'
import type { RunEnd } from '../outputs/run-end-words.ts'
import type { StateOptions } from '../app/state/app-state.ts'
import { logProblems, WireLog } from '../app/wire/wire-log.ts'
import { sourceOfLog } from '../app/wire/wire-source.ts'
import type { UiLook } from '../ui/ui-look.ts'
import { attachedSessions } from './attached-sessions.ts'
import type { AttachRequest, AttachTarget } from './attach-request.ts'
import { showReadOnly, type ScreenParts } from '../replay/read-only-screen.ts'
import { wallClock } from './wall-clock.ts'
import { onlyObserved } from '../app/words/session.ts'

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

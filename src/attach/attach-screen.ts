import { refusingAgent } from '../app/ports/refusing-agent.ts'
import { keptWords } from '../outputs/wording/kept-words.ts'
import type { RunEnd } from '../outputs/wording/run-end-words.ts'
import type { StateOptions } from '../app/state/app-state.ts'
import { logProblems, WireLog } from '../app/wire/wire-log.ts'
import { sourceOfLog } from '../app/wire/wire-source.ts'
import type { EndWatch } from '../system/end-watch.ts'
import type { SystemHost } from '../system/host.ts'
import { textEditor } from '../terminal/editor/text-editor.ts'
import { urlOpener } from '../terminal/open-url.ts'
import type { TakenScreen } from '../terminal/take-screen.ts'
import type { TerminalGuard } from '../terminal/terminal-guard.ts'
import type { UiLook } from '../ui/start-ui.ts'
import { attachedSessions } from './attached-sessions.ts'
import type { AttachRequest, AttachTarget } from './attach-request.ts'
import { takingHere } from '../replay/taking-here.ts'
import { wallClock } from './wall-clock.ts'

/** How the screen looks, and how plans are read. */
export interface AttachView extends UiLook, StateOptions {
  /** The memory for the messages of the wire panel. */
  readonly wireBytes: number
}

export interface AttachScreenParts {
  readonly host: SystemHost
  readonly request: AttachRequest
  readonly target: AttachTarget
  readonly view: AttachView
  readonly ends: EndWatch
  readonly guard: TerminalGuard
  readonly screen: TakenScreen
}

/** Shows what other programs do, or the list of their sessions, until the user quits. The terminal is given back before it settles. */
export async function attachScreen(parts: AttachScreenParts): Promise<RunEnd> {
  const { host, request, target, view, ends, guard, screen } = parts
  const loaded = await Promise.race([
    Promise.all([import('../ui/start-ui.ts'), import('../sources/plan-file/plan-documents.ts')]),
    ends.ended,
  ])
  if ('kind' in loaded) return loaded
  const [{ startUi }, { makePlanDocuments }] = loaded
  const { infersPlans, historyBytes, wireBytes, ...look } = view
  const clock = wallClock(host.clock)
  const { env, platform, stdout } = host.process
  const documents = makePlanDocuments({ clock, files: { type: 'here' }, conceal: (text) => text })
  const log = new WireLog(wireBytes)
  const sessions = attachedSessions({ request, target, clock, start: { infersPlans, historyBytes }, log })
  const stopLogging = logProblems(sessions.app, log)
  let say: (text: string) => void = () => undefined
  const editor = textEditor({ environment: env, platform, clock, lend: screen.lend })
  const ui = startUi({
    app: sessions.app,
    agent: refusingAgent(() => say('Observing: nothing can be sent to this agent.')),
    documents,
    clock,
    keys: screen.keys,
    stdout,
    ...look,
    command: null,
    cwd: null,
    planFile: null,
    openUrl: urlOpener({ platform, environment: env, onFailed: (text) => say(text) }),
    taking: takingHere(host, editor),
    mark: null,
    player: null,
    wire: sourceOfLog(log),
    stopJob: screen.jobControl.stopJob,
    observe: sessions.observe,
  })
  screen.redrawWith({ again: () => ui.again(), rest: () => ui.rest() })
  screen.jobControl.setHooks({ onStop: () => undefined, onContinue: () => undefined })
  say = (text) => ui.say(text)
  const end = await Promise.race([ui.ended, ends.ended])
  ui.stop()
  stopLogging()
  sessions.close()
  documents.close()
  guard.released()
  for (const file of editor.close()) host.writeNow(2, `acp-plan-tui: ${keptWords(file)}\n`)
  if (!('reason' in end)) return end
  return end.reason === 'interrupted' ? { kind: 'interrupted', signal: 'SIGINT' } : { kind: 'done' }
}

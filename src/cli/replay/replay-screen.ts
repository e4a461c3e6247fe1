import { basename } from 'node:path'
import type { JsonObject } from '../../protocol/wire/message.ts'
import type { makeRecordedDocuments } from '../../sources/plan-file/recorded-documents.ts'
import type { TraceFile } from '../../sources/trace-file/trace-file.ts'
import type { startUi } from '../../ui/start-ui.ts'
import type { Host } from '../host.ts'
import type { EndWatch } from '../running/end-watch.ts'
import type { RunOptions } from '../configuration/resolve-run.ts'
import type { RunEnd } from '../running/run-end.ts'
import { screenLook } from '../terminal/screen-look.ts'
import { holdScreen } from '../terminal/hold-screen.ts'
import type { TakenScreen } from '../terminal/take-screen.ts'
import type { TerminalGuard } from '../terminal/terminal-guard.ts'
import { urlOpener } from '../terminal/open-url.ts'
import { Player } from './player.ts'
import type { ReplayRequest } from './replay-request.ts'
import { recordedAgent } from './recorded-agent.ts'
import { traceWords } from './trace-words.ts'

export interface ReplayScreenParts {
  readonly host: Host
  readonly file: TraceFile
  readonly request: ReplayRequest
  readonly options: RunOptions
  readonly ends: EndWatch
  readonly guard: TerminalGuard
  readonly screen: TakenScreen
}

/** So long the recording is looked through before it is said what it is: then its length is known of most. */
const sayAfterMs = 300

/** Shows a recording on the screen until the user quits. The terminal is given back before it settles. */
export async function replayScreen(parts: ReplayScreenParts): Promise<RunEnd> {
  const { host, file, request, options, ends, guard, screen } = parts
  const loaded = await Promise.race([loadScreen(), ends.ended])
  if ('kind' in loaded) return loaded
  const { clock } = host
  const { env, platform, stdout } = host.process
  const documents = loaded.makeRecordedDocuments(clock)
  const shownNotes = new Map<string, JsonObject>()
  let say: (text: string) => void = () => undefined
  const player = new Player({
    ...request,
    file,
    clock,
    infersPlans: options.infersPlans,
    onDocuments(notes) {
      // Going back, a document may be one that nothing is known of yet.
      for (const uri of shownNotes.keys()) if (!notes.has(uri)) documents.note(notYetNoted(uri))
      for (const [uri, note] of notes) if (shownNotes.get(uri) !== note) documents.note(note)
      shownNotes.clear()
      for (const [uri, note] of notes) shownNotes.set(uri, note)
    },
    onFault: ({ message }) => say(`The recording cannot be read on: ${message}`),
  })
  const ui = loaded.startUi({
    app: player.app,
    agent: recordedAgent(player.app, (text) => say(text)),
    documents,
    clock,
    stdin: screen.stdin,
    stdout,
    ...screenLook(options, env),
    command: null,
    cwd: null,
    planFile: null,
    openUrl: urlOpener({
      platform,
      environment: env,
      onFailed: (text) => say(text),
    }),
    mark: null,
    player,
    stopJob: screen.stopAndGo.stopJob,
  })
  holdScreen(guard, ui, options)
  let isHeldUp = false
  screen.stopAndGo.hear({
    // Its time stands with us: nobody has seen what would have passed.
    stopping() {
      isHeldUp = player.app.state().playback?.state === 'playing'
      if (isHeldUp) player.order({ type: 'pause-or-play' })
    },
    goesOn() {
      if (isHeldUp) player.order({ type: 'pause-or-play' })
      isHeldUp = false
    },
  })
  say = (text) => ui.say(text)
  const name = request.path === '-' ? 'standard input' : basename(request.path)
  const callOff = clock.after(sayAfterMs, () => {
    const { reader, extent } = player.survey
    say(traceWords(name, reader, extent))
  })
  const end = await Promise.race([ui.ended, ends.ended])
  callOff()
  ui.stop()
  player.close()
  guard.released()
  if (!('reason' in end)) return end
  return end.reason === 'interrupted' ? { kind: 'interrupted', signal: 'SIGINT' } : { kind: 'done' }
}

function notYetNoted(uri: string): JsonObject {
  return { type: 'document', uri, state: 'unavailable', reason: { kind: 'not-recorded' } }
}

interface ScreenParts {
  readonly startUi: typeof startUi
  readonly makeRecordedDocuments: typeof makeRecordedDocuments
}

async function loadScreen(): Promise<ScreenParts> {
  const [ui, documents] = await Promise.all([
    import('../../ui/start-ui.ts'),
    import('../../sources/plan-file/recorded-documents.ts'),
  ])
  return { startUi: ui.startUi, makeRecordedDocuments: documents.makeRecordedDocuments }
}

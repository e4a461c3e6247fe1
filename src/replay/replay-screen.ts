import { basename } from 'node:path'
import type { JsonObject } from '../protocol/wire/message.ts'
import type { TraceFile } from '../sources/trace-file/trace-file.ts'
import type { EndWatch } from '../system/end-watch.ts'
import type { RunEnd } from '../outputs/wording/run-end-words.ts'
import type { TakenScreen } from '../terminal/take-screen.ts'
import type { SystemHost } from '../system/host.ts'
import type { TerminalGuard } from '../terminal/terminal-guard.ts'
import { textEditor } from '../terminal/editor/text-editor.ts'
import { urlOpener } from '../terminal/open-url.ts'
import { keptWords } from '../outputs/wording/kept-words.ts'
import { Player } from './player.ts'
import type { ReplayRequest, ReplayView } from './replay-request.ts'
import { ReplayWire } from './replay-wire.ts'
import { traceSummary } from './trace-messages.ts'
import type { AgentControl } from '../app/ports/agent-control.ts'
import { refusingAgent } from '../app/ports/refusing-agent.ts'
import { takingHere } from './taking-here.ts'
import type { App } from '../app/app.ts'

export interface ReplayScreenParts {
  readonly host: SystemHost
  readonly file: TraceFile
  readonly request: ReplayRequest
  readonly view: ReplayView
  readonly ends: EndWatch
  readonly guard: TerminalGuard
  readonly screen: TakenScreen
}

/** By then the length of most recordings is known. */
const summaryAfterMs = 300

/** Shows a recording on the screen until the user quits. The terminal is given back before it settles. */
export async function replayScreen(parts: ReplayScreenParts): Promise<RunEnd> {
  const { host, file, request, view, ends, guard, screen } = parts
  const loaded = await Promise.race([
    Promise.all([import('../ui/start-ui.ts'), import('../sources/plan-file/recorded-documents.ts')]),
    ends.ended,
  ])
  if ('kind' in loaded) return loaded
  const [{ startUi }, { makeRecordedDocuments }] = loaded
  const { infersPlans, historyBytes, wireBytes, ...look } = view
  const { clock } = host
  const { env, platform, stdout } = host.process
  const documents = makeRecordedDocuments(clock)
  let shownNotes: ReadonlyMap<string, JsonObject> = new Map()
  let say: (text: string) => void = () => undefined
  const player = new Player({
    ...request,
    file,
    clock,
    infersPlans,
    historyBytes,
    onDocuments(notes) {
      // After a seek back, a shown document may have no note yet.
      for (const uri of shownNotes.keys()) if (!notes.has(uri)) documents.note(notYetNoted(uri))
      for (const [uri, note] of notes) if (shownNotes.get(uri) !== note) documents.note(note)
      shownNotes = notes
    },
    onFault: ({ message }) => say(`Reading the recording failed: ${message}`),
  })
  let isPausedByStop = false
  /** The recording pauses while another program has the terminal. */
  const pause = (): void => {
    isPausedByStop = player.app.state().playback?.state === 'playing'
    if (isPausedByStop) player.order({ type: 'pause-or-play' })
  }
  const goOn = (): void => {
    if (isPausedByStop) player.order({ type: 'pause-or-play' })
    isPausedByStop = false
  }
  const editor = textEditor({
    environment: env,
    platform,
    clock,
    async lend(run) {
      pause()
      try {
        return await screen.lend(run)
      } finally {
        goOn()
      }
    },
  })
  const ui = startUi({
    app: player.app,
    agent: recordedAgent(player.app, (text) => say(text)),
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
    player,
    wire: new ReplayWire({ file, clock, player, maxBytes: wireBytes }),
    stopJob: screen.jobControl.stopJob,
  })
  screen.redrawWith({ again: () => ui.again(), rest: () => ui.rest() })
  screen.jobControl.setHooks({ onStop: pause, onContinue: goOn })
  say = (text) => ui.say(text)
  const fileName = request.path === '-' ? 'standard input' : basename(request.path)
  const cancelTimer = clock.after(summaryAfterMs, () => {
    const { reader, extent } = player.index
    say(traceSummary(fileName, reader, extent))
  })
  const end = await Promise.race([ui.ended, ends.ended])
  cancelTimer()
  ui.stop()
  player.close()
  guard.released()
  for (const file of editor.close()) host.writeNow(2, `acp-plan-tui: ${keptWords(file)}\n`)
  if (!('reason' in end)) return end
  return end.reason === 'interrupted' ? { kind: 'interrupted', signal: 'SIGINT' } : { kind: 'done' }
}

function notYetNoted(uri: string): JsonObject {
  return { type: 'document', uri, state: 'unavailable', reason: { kind: 'not-recorded' } }
}

/** The agent control of a replay: it only switches between sessions that are open, which needs no agent. */
function recordedAgent(app: App, say: (text: string) => void): AgentControl {
  const refuse = (): void => say('This is a recording: nothing can be sent.')
  return {
    ...refusingAgent(refuse),
    openSession(sessionId) {
      if (app.state().sessions.get(sessionId)?.phase !== 'open') return refuse()
      app.dispatch({ type: 'session-selected', atMs: 0, sessionId })
    },
  }
}

import { basename } from 'node:path'
import type { JsonObject } from '../protocol/wire/message.ts'
import type { TraceFile } from '../sources/trace-file/trace-file.ts'
import type { RunEnd } from '../outputs/run-end-words.ts'
import { Player } from './player.ts'
import type { ReplayRequest, ReplayView } from './replay-request.ts'
import { ReplayWire } from './replay-wire.ts'
import { traceSummary } from './trace-messages.ts'
import { type AgentControl, refusingAgent } from '../app/ports/agent-control.ts'
import { showReadOnly, type ScreenParts } from './read-only-screen.ts'
import type { App } from '../app/app.ts'
import { onlyRecorded } from '../app/words/session.ts'

export interface ReplayScreenParts extends ScreenParts {
  readonly file: TraceFile
  readonly request: ReplayRequest
  readonly view: ReplayView
}

/** By then the length of most recordings is known. */
const summaryAfterMs = 300

/** Shows a recording on the screen until the user quits. The terminal is given back before it settles. */
export async function replayScreen(parts: ReplayScreenParts): Promise<RunEnd> {
  const { host, file, request, view, ends } = parts
  const loaded = await Promise.race([
    Promise.all([import('../ui/start-ui.ts'), import('../sources/plan-file/recorded-documents.ts')]),
    ends.ended,
  ])
  if ('kind' in loaded) return loaded
  const [{ startUi }, { makeRecordedDocuments }] = loaded
  const { infersPlans, historyBytes, wireBytes, ...look } = view
  const { clock } = host
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
  return await showReadOnly(parts, startUi, {
    app: player.app,
    agent: recordedAgent(player.app, (text) => say(text)),
    documents,
    clock,
    wire: new ReplayWire({ file, clock, player, maxBytes: wireBytes }),
    look,
    player,
    pause,
    goOn,
    started(ui) {
      say = (text) => ui.say(text)
      const fileName = request.path === '-' ? 'standard input' : basename(request.path)
      const cancelTimer = clock.after(summaryAfterMs, () => {
        const { reader, extent } = player.index
        say(traceSummary(fileName, reader, extent))
      })
      return () => {
        cancelTimer()
        player.close()
      }
    },
  })
}

function notYetNoted(uri: string): JsonObject {
  return { type: 'document', uri, state: 'unavailable', reason: { kind: 'not-recorded' } }
}

/** The agent control of a replay: it only switches between sessions that are open, which needs no agent. */
function recordedAgent(app: App, say: (text: string) => void): AgentControl {
  const refuse = (): void => say(onlyRecorded)
  return {
    ...refusingAgent(refuse),
    openSession(sessionId) {
      if (app.state().sessions.get(sessionId)?.phase !== 'open') return refuse()
      app.dispatch({ type: 'session-selected', atMs: 0, sessionId })
    },
  }
}

import { basename } from 'node:path'
import { onlyRecorded } from '../app/words/session.ts'
import type { Clock } from '../lib/clock.ts'
import type { JsonObject } from '../protocol/wire/message.ts'
import { onlyShown, type ShownOptions, type Source } from '../shows/source.ts'
import { makeRecordedDocuments } from '../sources/plan-file/recorded-documents.ts'
import type { TraceFile } from '../sources/trace-file/trace-lines.ts'
import { Player, type ReplayRequest } from './player.ts'
import { ReplayWire } from './replay-wire.ts'
import { traceSummary } from './trace-messages.ts'

export interface ReplayParts {
  readonly file: TraceFile
  readonly request: ReplayRequest
  readonly clock: Clock
  readonly options: ShownOptions
  /** Opens a report of it; null: it comes through a pipe. */
  readonly report: (() => Promise<string>) | null
}

/** By then the length of most recordings is known. */
const summaryAfterMs = 300

/** A recording that is played at its own pace. */
export function replaySource({ file, request, clock, options, report }: ReplayParts): Source {
  const { infersPlans, historyBytes, doubtRules, wireBytes } = options
  const documents = makeRecordedDocuments(clock)
  let shownNotes: ReadonlyMap<string, JsonObject> = new Map()
  let isHeld = false
  const player = new Player({
    ...request,
    file,
    clock,
    infersPlans,
    historyBytes,
    doubtRules,
    onDocuments(notes) {
      // After a seek back, a shown document may have no note yet.
      for (const uri of shownNotes.keys()) if (!notes.has(uri)) documents.note(notYetNoted(uri))
      for (const [uri, note] of notes) if (shownNotes.get(uri) !== note) documents.note(note)
      shownNotes = notes
    },
    onFault: ({ message }) => shown.remark(`Reading the recording failed: ${message}`),
  })
  const { app } = player
  const cancelTimer = clock.after(summaryAfterMs, () => {
    const { reader, extent } = player.index
    const fileName = request.path === '-' ? 'standard input' : basename(request.path)
    shown.remark(traceSummary(fileName, reader, extent))
  })
  const shown: Source = onlyShown(onlyRecorded, {
    app,
    clock,
    documents,
    wire: new ReplayWire({ file, clock, player, maxBytes: wireBytes }),
    player,
    ...(report === null ? {} : { report }),
    hold() {
      isHeld = app.state().playback?.state === 'playing'
      if (isHeld) player.order({ type: 'pause-or-play' })
      return null
    },
    goOn() {
      if (isHeld) player.order({ type: 'pause-or-play' })
      isHeld = false
    },
    close() {
      cancelTimer()
      player.close()
    },
  })
  return {
    ...shown,
    agent: {
      ...shown.agent,
      // This needs no agent.
      openSession(sessionId) {
        if (app.state().sessions.get(sessionId)?.phase !== 'open') return shown.agent.openSession(sessionId)
        app.dispatch({ type: 'session-selected', atMs: 0, sessionId })
      },
    },
  }
}

function notYetNoted(uri: string): JsonObject {
  return { type: 'document', uri, state: 'unavailable', reason: { kind: 'not-recorded' } }
}

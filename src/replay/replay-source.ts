import { basename } from 'node:path'
import { onlyRecorded } from '../app/words/session.ts'
import { withTime, type Clock } from '../lib/clock.ts'
import type { Watcher } from '../outputs/watcher.ts'
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
  /** What tells others of it; null: nothing does. */
  readonly watcher: Pick<Watcher, 'watch'> | null
}

/** By then the length of most recordings is known. */
const summaryAfterMs = 300

/** A recording that is played at its own pace. */
export function replaySource({ file, request, clock, options, report, watcher }: ReplayParts): Source {
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
  if (watcher !== null) watchPlayer(player, clock, watcher)
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
      order(order) {
        const sessionId = order.type === 'open-session' ? order.sessionId : null
        if (sessionId === null || app.state().sessions.get(sessionId)?.phase !== 'open')
          return shown.agent.order(order)
        // This needs no agent.
        app.dispatch({ type: 'session-selected', atMs: 0, sessionId })
      },
    },
  }
}

/** Has others told of what is played; not of a part that is played again. */
function watchPlayer(player: Player, clock: Clock, watcher: Pick<Watcher, 'watch'>): void {
  /** The latest moment that was played, and whether an earlier one is played again. */
  let [playedMs, isRewound] = [0, false]
  const { onEvent } = watcher.watch({
    state: () => player.app.state(),
    clock: withTime(clock, () => playedMs),
    epochMs: () => player.index.reader.startedAtMs ?? 0,
    folder: null,
    observed: null,
  })
  player.app.onEvent((event, ...states) => {
    const { atMs } = event
    // What the player itself reports has no time.
    if (atMs > 0 && atMs !== playedMs) isRewound = atMs < playedMs
    playedMs = Math.max(playedMs, atMs)
    if (atMs === 0 || !isRewound) onEvent(event, ...states)
  })
}

function notYetNoted(uri: string): JsonObject {
  return { type: 'document', uri, state: 'unavailable', reason: { kind: 'not-recorded' } }
}

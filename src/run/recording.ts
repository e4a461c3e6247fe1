import type { App } from '../app/app.ts'
import type { WirePiece } from '../app/ports/transport.ts'
import { crashStatus } from '../system/end-watch.ts'
import type { PlanDocument } from '../app/ports/plan-document.ts'
import type { Redactor } from '../app/redact/redactor.ts'
import type { Clock } from '../lib/clock.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import type { UsageError } from '../lib/text/usage-error.ts'

/** The recording of a run, while it continues. */
export interface Recording {
  readonly wire: (piece: WirePiece) => void
  mark(text: string): void
  document(document: PlanDocument, atMs: number): void
  /** Ends the recording. Settles when it is on disk; returns why it is incomplete, or null. */
  end(status: number, reason: string): Promise<string | null>
  /** The process ends with this status: writes synchronously, and ends the recording if it has not ended. */
  saveNow(status: number): void
}

export interface RecordingParts {
  readonly file: string
  readonly app: App
  readonly clock: Clock
  /** The agent's name, without secrets. */
  readonly agentName: string
  readonly title: string | null
  /** null: nothing is redacted. */
  readonly redactor: Redactor | null
  /** This program's. */
  readonly version: string
  /** Its size is recorded; null: there is no screen. */
  readonly terminal: NodeJS.WriteStream | null
}

/** Creates the file, and records the events of the app from now on. The caller passes frames to `wire`. */
export async function startRecording(parts: RecordingParts): Promise<Result<Recording, UsageError>> {
  const { file, app, clock, terminal } = parts
  const { openNewFile, Recorder } = await import('../outputs/recording/recorder.ts')
  const opened = openNewFile(file)
  if (!opened.ok)
    return fail({ message: `--record ${file}: ${opened.problem.message}`, hint: opened.problem.hint })
  let lost: string | null = null
  const recorder = new Recorder({
    fd: opened.value,
    clock,
    header: {
      trace: 'acp-plan-tui',
      version: 1,
      // Times of records count from the zero of the clock.
      startedAt: new Date(clock.wallMs() - clock.nowMs()).toISOString(),
      program: `acp-plan-tui ${parts.version}`,
      agent: parts.agentName,
      columns: terminal?.columns ?? null,
      rows: terminal?.rows ?? null,
      title: parts.title,
    },
    redactor: parts.redactor,
    onLost(why) {
      lost = `the recording ${file} is incomplete: ${why}`
      app.dispatch({
        type: 'remarked',
        atMs: clock.nowMs(),
        text: `Recording stopped: ${why}. The run goes on.`,
      })
    },
  })
  const stopListening = app.onEvent(recorder.onEvent)
  const onResize = (): void => {
    if (terminal !== null) recorder.resized(terminal.columns, terminal.rows)
  }
  terminal?.on('resize', onResize)
  return ok({
    wire: recorder.wire,
    mark: (text) => recorder.mark(text),
    document: (document, atMs) => recorder.document(document, atMs),
    async end(status, reason) {
      stopListening()
      terminal?.off('resize', onResize)
      await recorder.end(status, reason)
      return lost
    },
    saveNow: (status) => recorder.saveNow(status, status === crashStatus ? 'crashed' : 'interrupted'),
  })
}

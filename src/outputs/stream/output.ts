import type { AppListener } from '../../app/app.ts'
import type { AppState } from '../../app/state/app-state.ts'

/** The end of the run, for the last line. Raw. */
export interface OutputEnd {
  readonly atMs: number
  readonly status: number
  readonly reason: string
  readonly message: string
  readonly hint: string
}

/** Writes the events of a run as they happen. */
export interface Output {
  readonly onEvent: AppListener
  /** Writes the rest and the end; settles when the reader has everything, or is gone. No event may follow. */
  end(end: OutputEnd, state: AppState): Promise<void>
}

import type { AppListener } from '../app/app.ts'
import type { AppState } from '../app/state/app-state.ts'

/** How the run ended, as the last line says it. Raw. */
export interface OutputEnd {
  readonly atMs: number
  readonly status: number
  readonly reason: string
  readonly message: string
  readonly hint: string
}

/** Where a run's events are written as they happen. */
export interface Output {
  readonly onEvent: AppListener
  /** Writes what is left and the end; settles when the reader has it all, or is gone. Nothing may be heard afterwards. */
  end(end: OutputEnd, state: AppState): Promise<void>
}

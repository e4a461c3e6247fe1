import type { AppListener } from '../../app/app.ts'
import type { AppState } from '../../app/state/app-state.ts'

/** A moment of the run that is rendered. */
export interface RunMoment {
  readonly atMs: number
  readonly state: AppState
}

/** How the recorded run ended. */
export interface RecordedEnd {
  readonly status: number
  readonly reason: string
}

/** Makes one result, or several of the same kind, of a run as it goes by. */
export interface ResultMaker {
  /** The moment that it takes a picture of; null: none. */
  readonly takes: 'still' | 'at' | 'end' | null
  readonly hear?: AppListener
  /** What is wanted begins. */
  begin?(moment: RunMoment): void
  mark?(text: string, moment: RunMoment): void
  take?(moment: RunMoment): void
  /** What is wanted ends, and the run with it. */
  end(moment: LastMoment): void
}

export interface LastMoment extends RunMoment {
  readonly end: RecordedEnd | null
  /** More was recorded, and is not wanted. */
  readonly isCut: boolean
}

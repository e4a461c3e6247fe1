import type { AppListener } from '../app/app.ts'
import type { AppState } from '../app/state/app-state.ts'
import type { Clock } from '../lib/clock.ts'
import type { Picture, PictureOptions, WritePiece } from '../outputs/pictures/picture.ts'
import type { RecordedDocuments } from '../sources/plan-file/recorded-documents.ts'
import type { RenderOptions } from './render-options.ts'
import type { ResultSink } from './files/written-file.ts'

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

/** Loads what writes the frames of a picture away. */
export type LoadPicture = () => Promise<(options: PictureOptions, write: WritePiece) => Picture>

/** What a format makes a result with. All of it is without what is private. */
export interface ResultParts {
  readonly options: RenderOptions
  /** Of the options, else of the recording. Raw. */
  readonly title: string | null
  /** What the agent was called. Raw. */
  readonly agent: string
  /** As the recording tells it; null: it does not. */
  readonly startedAt: string | null
  readonly documents: RecordedDocuments
  /** That of the recording. */
  readonly clock: Clock
  readonly version: string
  /** Where the result goes. */
  readonly sink: ResultSink
  /** The moment that is taken: of the options that say one the first that is given, else the end. */
  taken(by: readonly ('still' | 'at')[]): 'still' | 'at' | 'end'
  /** The screen as it moves, at the pace that is asked for. */
  film(load: LoadPicture): Promise<ResultMaker>
  /** The same, or with `--still` the screen of that moment. */
  filmOrStill(load: LoadPicture): Promise<ResultMaker>
  /** The screen of one moment. */
  still(load: LoadPicture, by: readonly ('still' | 'at')[]): Promise<ResultMaker>
  /** The screen after everything that happened, under the times of the recording. */
  everyScreen(load: LoadPicture): Promise<ResultMaker>
}

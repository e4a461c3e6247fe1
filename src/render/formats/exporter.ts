import type { AppListener } from '../../app/app.ts'
import type { AppState } from '../../app/state/app-state.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Picture, PictureOptions, WritePiece } from '../../outputs/pictures/picture.ts'
import type { RecordedDocuments } from '../../sources/plan-file/recorded-documents.ts'
import type { RenderOptions } from './render-options.ts'
import type { ResultSink } from '../files/written-file.ts'

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

/** Makes one result while the run is played. The calls come in the order of the recording. */
export interface Exporter {
  /** The moment at which `capture` is called; null: never. */
  readonly captures: 'still' | 'at' | 'end' | null
  /** A film: without `--from`, `begin` is called when the first plan appears. */
  readonly isFilm?: true
  readonly onEvent?: AppListener
  /** The beginning of the result: the recording's, or `--from`. */
  begin?(moment: RunMoment): void
  mark?(text: string, moment: RunMoment): void
  capture?(moment: RunMoment): void
  /** The end of the result: the recording's, or `--to`. */
  end(moment: LastMoment): void
}

export interface LastMoment extends RunMoment {
  readonly end: RecordedEnd | null
  /** The recording continues after `--to`. */
  readonly isCut: boolean
}

/** Loads the encoder of a picture format. */
export type LoadPicture = () => Promise<(options: PictureOptions, write: WritePiece) => Picture>

/** What a format creates an exporter from. Everything is redacted. */
export interface ExporterParts {
  readonly options: RenderOptions
  /** From the options, else from the recording. Raw. */
  readonly title: string | null
  /** The agent's name. Raw. */
  readonly agent: string
  /** null: not recorded. */
  readonly startedAt: string | null
  readonly documents: RecordedDocuments
  /** The recording's. */
  readonly clock: Clock
  readonly version: string
  /** Where the result goes. */
  readonly sink: ResultSink
  /** The first of these options that is given, else the end. */
  capturedMoment(by: readonly ('still' | 'at')[]): 'still' | 'at' | 'end'
  /** The screen as an animation, with the pacing of the options. */
  animation(load: LoadPicture): Promise<Exporter>
  /** An animation, or with `--still` the screen of that moment. */
  animationOrStill(load: LoadPicture): Promise<Exporter>
  /** The screen of one moment. */
  still(load: LoadPicture, by: readonly ('still' | 'at')[]): Promise<Exporter>
  /** A frame after each change, with its time in the recording. */
  everyScreen(load: LoadPicture): Promise<Exporter>
}

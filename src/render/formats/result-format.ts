import type { AppListener } from '../../app/app.ts'
import type { AppState } from '../../app/state/app-state.ts'
import type { Clock } from '../../lib/clock.ts'
import type { TraceRecord } from '../../protocol/trace/trace-record.ts'
import type { Picture, PictureOptions, WritePiece } from '../../outputs/pictures/picture.ts'
import type { RecordedDocuments } from '../../sources/plan-file/recorded-documents.ts'
import type { RenderOptions } from './render-options.ts'
import type { ResultSink } from '../files/written-file.ts'
import type { WantedFile } from '../files/result-files.ts'

/** The options of `render` that are only for some formats. */
export type FormatOption =
  | 'still'
  | 'at'
  | 'history'
  | 'speed'
  | 'idle-limit'
  | 'min-hold'
  | 'last-hold'
  | 'theme'
  | 'size'
  | 'keys'
  | 'no-chrome'
  | 'view'
  | 'ascii'
  | 'title'
  | 'frame'
  | 'padding'
  | 'scale'
  | 'show-keys'

/** `--history` means something else in each format: its entry has the help text. */
export type FormatOptionEntry =
  | Exclude<FormatOption, 'history'>
  | { readonly option: 'history'; readonly help: string }

/**
 * A file format of `render`: an object in `result-formats.ts`, or in a file of its own beside it. The objects are loaded in every
 * run, since help and errors are made from them; `createExporter` therefore imports its code late.
 */
export interface ResultFormat {
  /** File name extension in lower case, without its first dot. Of several that a name has, the longest counts. */
  readonly ending: string
  /** Unsupported extensions for which errors suggest this format. */
  readonly suggestedFor: readonly string[]
  /** A few words for the help. */
  readonly description: string
  /** Its texts are rows of a screen, whose edge may cut a secret in two. */
  readonly isScreenCapture: boolean
  /** The most important first: the help of an option lists the formats by its rank in here. */
  readonly options: readonly FormatOptionEntry[]
  /** Called once for each result, before the run is played. */
  createExporter(parts: ExporterParts): Promise<Exporter>
}

/** The options of formats that show the screen. */
export const screenOptions = [
  'size',
  'keys',
  'view',
  'no-chrome',
  'ascii',
  'title',
] as const satisfies FormatOption[]

/** The options of formats that are drawn. */
export const drawnOptions = ['theme', 'frame', 'padding', 'scale'] as const satisfies FormatOption[]

/** The options of animated formats. */
export const animationOptions = [
  'speed',
  'idle-limit',
  'min-hold',
  'last-hold',
  'show-keys',
] as const satisfies FormatOption[]

export interface RunMoment {
  readonly atMs: number
  readonly state: AppState
}

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
  /** Each record, before its events. */
  onRecord?(record: TraceRecord): void
  readonly onEvent?: AppListener
  /** The beginning of the result: the recording's, or `--from`. */
  begin?(moment: RunMoment): void
  mark?(text: string, moment: RunMoment): void
  capture?(moment: RunMoment): void
  /** The end of the result: the recording's, or `--to`. */
  end(moment: LastMoment): void
}

interface LastMoment extends RunMoment {
  readonly end: RecordedEnd | null
  /** The recording continues after `--to`. */
  readonly isCut: boolean
}

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

export interface WantedResult extends WantedFile {
  readonly format: ResultFormat
}

export interface RenderRequest extends RenderOptions {
  /** A file's name; null: standard input. */
  readonly trace: string | null
  readonly results: readonly WantedResult[]
  /** The values of `--redact` as they were typed; empty: every class is redacted. null: nothing is. */
  readonly redact: readonly string[] | null
}

import type { Exporter, ExporterParts } from './exporter.ts'

/** The options of `render` that are only for some formats. */
export type FormatOption =
  | 'still'
  | 'at'
  | 'history'
  | 'speed'
  | 'idle-limit'
  | 'min-hold'
  | 'last-hold'
  | 'cast-version'
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
  Exclude<FormatOption, 'history'> | { readonly option: 'history'; readonly help: string }

/**
 * A file format of `render`: an object in `result-formats.ts`, or in a file of its own beside it. The objects are loaded in every
 * run, since help and errors are made from them; `createExporter` therefore imports its code late.
 */
export interface ResultFormat {
  /** File name extension in lower case, without the dot. */
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

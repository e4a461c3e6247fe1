import type { ResultMaker, ResultParts } from '../exporter.ts'

/** The options of `render` that not all formats hear; all others are for every one. */
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
  | 'ascii'
  | 'title'

/** Each format has a history of its own, and says in a few words what that is. */
export type HeardOption = Exclude<FormatOption, 'history'> | { readonly history: string }

/**
 * What `render` makes of a recording: an object in a file of its own, and a line in `result-formats.ts`. The objects are
 * there in every run, since options and errors name them: so `make` imports what takes more than a few lines.
 */
export interface ResultFormat {
  /** Of its files' names, in small letters and without the dot. */
  readonly ending: string
  /** Endings of what is not written here, for which people are told of this one. */
  readonly meantBy: readonly string[]
  /** In a few words, for the help. */
  readonly is: string
  /** It holds whole texts, not rows of a screen, where a line's end may have cut what is private. */
  readonly hasWholeTexts: boolean
  /** What matters most to it comes first: the help of an option names the formats in that order. */
  readonly hears: readonly HeardOption[]
  /** Makes one result of a run that is about to go by. */
  make(parts: ResultParts): Promise<ResultMaker>
}

/** What everything hears that has the screen in it. */
export const screenOptions = ['size', 'keys', 'no-chrome', 'ascii', 'title'] as const satisfies FormatOption[]

/** What everything hears that moves. */
export const movingOptions = [
  'speed',
  'idle-limit',
  'min-hold',
  'last-hold',
] as const satisfies FormatOption[]

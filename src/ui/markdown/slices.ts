/** How much of a document is done at once. */
export interface Slices {
  /** Characters of the source that are read. */
  readonly charactersRead: number
  /** Characters of rows that are searched. */
  readonly charactersSearched: number
  /** Characters of blocks that are rendered when rows are asked for, beside those that the rows have room for. */
  readonly charactersRendered: number
  /** Labels of links that are looked at for new definitions. */
  readonly labelsLookedAt: number
}

/** Each takes some milliseconds. */
export const shortSlices: Slices = {
  charactersRead: 300_000,
  charactersSearched: 1_000_000,
  charactersRendered: 10_000,
  labelsLookedAt: 50_000,
}

/** Everything at once. */
export const noSlices: Slices = {
  charactersRead: Number.POSITIVE_INFINITY,
  charactersSearched: Number.POSITIVE_INFINITY,
  charactersRendered: Number.POSITIVE_INFINITY,
  labelsLookedAt: Number.POSITIVE_INFINITY,
}

/** What rendering a block costs at least, in characters. */
export const charactersOfBlock = 50

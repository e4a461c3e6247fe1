/** How much work a document does in one call, so that no call blocks for long. */
export interface Slices {
  /** Source characters to read. */
  readonly charactersRead: number
  /** Characters of rows to search. */
  readonly charactersSearched: number
  /** Source characters to render when rows are requested, in addition to what fits into the rows. */
  readonly charactersRendered: number
  /** Link labels to compare with new definitions. */
  readonly labelsLookedAt: number
}

/** Each slice takes some milliseconds. */
export const shortSlices: Slices = {
  charactersRead: 300_000,
  charactersSearched: 1_000_000,
  charactersRendered: 10_000,
  labelsLookedAt: 50_000,
}

/** All work in one call. */
export const noSlices: Slices = {
  charactersRead: Number.POSITIVE_INFINITY,
  charactersSearched: Number.POSITIVE_INFINITY,
  charactersRendered: Number.POSITIVE_INFINITY,
  labelsLookedAt: Number.POSITIVE_INFINITY,
}

/** The minimum cost of rendering a block, in characters. */
export const charactersOfBlock = 50

/** What there may be to doubt of what was done, by name; each is decided in `work/doubts.ts`. */
export const doubtNames = [
  'nothing-seen',
  'never-begun',
  'after-failure',
  'stale',
  'left-open',
  'dropped',
  'outside',
] as const

export type DoubtName = (typeof doubtNames)[number]

/** Which doubts are said, and when. */
export interface DoubtRules {
  readonly off: ReadonlySet<DoubtName>
  /** A plan is stale after so many calls without a change of it, or so many milliseconds of work. */
  readonly staleCalls: number
  readonly staleMs: number
}

export const defaultDoubtRules: DoubtRules = { off: new Set(), staleCalls: 15, staleMs: 5 * 60_000 }

/** The doubts that a list leaves out, such as `stale,outside`, `none` or `no-stale`; names that are no doubts mean nothing. */
export function doubtsLeftOut(list: string): DoubtRules['off'] {
  const words = list.split(',').map((word) => word.trim())
  // A list that only leaves out begins with all.
  const off = new Set<DoubtName>(words.every((word) => word.startsWith('no-')) ? [] : doubtNames)
  for (const word of words) {
    const isLeftOut = word.startsWith('no-') || word === 'none'
    for (const name of doubtNames) {
      if (word !== 'all' && word !== 'none' && word !== name && word !== `no-${name}`) continue
      if (isLeftOut) off.add(name)
      else off.delete(name)
    }
  }
  return off
}
